"""What is compiled on first use, within the time that there is: compiling cannot be interrupted."""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections.abc import Callable

from models.process.parent import begin_child
from models.process.signals import held_back


def compiled_first(use: Callable[[], object], deadline: float | None = None) -> bool:
    """Have `use` compile what it needs, in another process; return whether that ended in time.

    What is compiled is kept in files, from which this process loads it then. `deadline` is a time
    of `time.perf_counter`; the process is killed when it is over, and on a signal. Where processes
    cannot be copied nothing is done, and compiling takes the time it takes.
    """
    if sys.platform != "linux":
        return True
    process = multiprocessing.get_context("fork").Process(target=_alone, args=(use,), daemon=True)
    with held_back():
        process.start()
    try:
        process.join(None if deadline is None else max(0.0, deadline - time.perf_counter()))
    finally:
        late = process.is_alive()
        process.kill()
        process.join()
    return not late


def _alone(use: Callable[[], object]) -> None:
    begin_child()
    # What cannot be kept for lack of room is told by whatever needs it.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    use()
