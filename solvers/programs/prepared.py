"""What is compiled on first use, within the time that there is: compiling cannot be interrupted."""

from __future__ import annotations

import math
import multiprocessing
import sys
import time
from importlib.util import find_spec

from models.parent import end_with_parent
from solvers.programs import kernels


def prepared(deadline: float) -> bool:
    """Do what `kernels.prepare` does; return whether that was done by `deadline`.

    `deadline` is a time of `time.perf_counter`. What would have to be compiled first is compiled in
    another process, which keeps it in files, and is killed when time is up.
    """
    if deadline != math.inf and sys.platform == "linux" and not _is_compiled():
        process = multiprocessing.get_context("fork").Process(target=_alone, daemon=True)
        process.start()
        try:
            process.join(max(0.0, deadline - time.perf_counter()))
        finally:
            late = process.is_alive()
            process.kill()
            process.join()
        if late:
            return False
    kernels.prepare()
    return True


def _is_compiled() -> bool:
    """Whether everything compiled is kept, or would not be."""
    if not find_spec("numba"):
        return True
    from heuristics.modulo import compiled as modulo
    from heuristics.transport import compiled as transport

    own = (modulo, transport)
    return all(each.is_compiled() or each.kernels.folder is None for each in own)


def _alone() -> None:
    end_with_parent()
    kernels.prepare()
