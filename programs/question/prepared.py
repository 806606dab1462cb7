"""What mapping kernels compiles on first use, before processes would each do it by themselves."""

from __future__ import annotations

import math

from solvers.search import named_heuristics
from solvers.search.supervisor import compiled_first


def prepared(deadline: float) -> bool:
    """Do what `named_heuristics.prepare` does; return whether that was done by `deadline`.

    `deadline` is a time of `time.perf_counter`.
    """
    if not named_heuristics.is_prepared():
        until = None if math.isinf(deadline) else deadline
        if not compiled_first(named_heuristics.prepare, until):
            return False
    named_heuristics.prepare()
    return True
