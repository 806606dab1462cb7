"""Compiles the heuristics of kernels once, before parallel processes would each compile them."""

from __future__ import annotations

import math

from solvers.search import named_heuristics
from solvers.search.supervisor import compiled_first


def prepared(deadline: float) -> bool:
    """Run `named_heuristics.prepare`; return whether it finished by `deadline`.

    `deadline` is a time of `time.perf_counter`.
    """
    if not _is_compiled():
        until = None if math.isinf(deadline) else deadline
        if not compiled_first(named_heuristics.prepare, until):
            return False
    named_heuristics.prepare()
    return True


def _is_compiled() -> bool:
    """Return whether the kernels are cached, or cannot be cached."""
    from heuristics.modulo.kernel import kernels as modulo
    from heuristics.transport.kernel import kernels as transport

    return all(each.are_compiled() or each.folder is None for each in (modulo, transport))
