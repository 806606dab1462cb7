"""Compiles the heuristics of kernels once, before parallel processes would each compile them."""

from __future__ import annotations

import math

from solvers.search import named_heuristics
from solvers.search.supervisor import compiled_first


def prepared(deadline: float) -> bool:
    """Run `named_heuristics.prepare`; return whether it finished by `deadline`.

    `deadline` is a time of `time.perf_counter`.
    """
    if not named_heuristics.is_prepared():
        until = None if math.isinf(deadline) else deadline
        if not compiled_first(named_heuristics.prepare, until):
            return False
    named_heuristics.prepare()
    return True
