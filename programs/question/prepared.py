"""Compiles the heuristics of kernels once, before parallel processes would each compile them."""

from __future__ import annotations

from shell.budget import Budget
from solvers.search import named_heuristics
from solvers.search.supervisor import compiled_first


def prepared(budget: Budget) -> bool:
    """Run `named_heuristics.prepare`; return whether it finished within `budget`."""
    if not named_heuristics.is_prepared() and not compiled_first(named_heuristics.prepare, budget):
        return False
    named_heuristics.prepare()
    return True
