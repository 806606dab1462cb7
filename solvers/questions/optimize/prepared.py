"""What mapping kernels compiles on first use, before processes would each do it by themselves."""

from __future__ import annotations

import math

from solvers.search import interval_plans
from solvers.search.supervisor import compiled_first


def prepared(deadline: float) -> bool:
    """Do what `interval_plans.prepare` does; return whether that was done by `deadline`.

    `deadline` is a time of `time.perf_counter`.
    """
    if not _is_compiled():
        until = None if math.isinf(deadline) else deadline
        if not compiled_first(interval_plans.prepare, until):
            return False
    interval_plans.prepare()
    return True


def _is_compiled() -> bool:
    """Whether everything compiled is kept, or would not be."""
    from heuristics.modulo.kernel import kernels as modulo
    from heuristics.transport.kernel import kernels as transport

    return all(each.are_compiled() or each.folder is None for each in (modulo, transport))
