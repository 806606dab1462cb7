"""Compiles the heuristics of kernels once, before parallel processes would each compile them."""

from __future__ import annotations

from shell.budget import Budget
from solvers.mappers import named
from solvers.search.portfolio import compiled_first


def prepared(budget: Budget) -> bool:
    """Run `named.prepare`; return whether it finished within `budget`."""
    if not named.is_prepared() and not compiled_first(named.prepare, budget):
        return False
    named.prepare()
    return True
