"""What is compiled on first use, within the time that there is: compiling cannot be interrupted."""

from __future__ import annotations

import multiprocessing
import sys
import time
from collections.abc import Callable

from models.parent import end_with_parent


def compiled_first(use: Callable[[], object], deadline: float) -> bool:
    """Have `use` compile what it needs, in another process; return whether that ended in time.

    What is compiled is kept in files, from which this process loads it then. `deadline` is a time
    of `time.perf_counter`; the process is killed when it is over. Where processes cannot be
    copied nothing is done, and compiling takes the time it takes.
    """
    if sys.platform != "linux":
        return True
    process = multiprocessing.get_context("fork").Process(target=_alone, args=(use,), daemon=True)
    process.start()
    try:
        process.join(max(0.0, deadline - time.perf_counter()))
    finally:
        late = process.is_alive()
        process.kill()
        process.join()
    return not late


def _alone(use: Callable[[], object]) -> None:
    end_with_parent()
    use()
