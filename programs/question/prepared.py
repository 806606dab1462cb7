"""What mapping kernels compiles on first use, before processes would each do it by themselves."""

from __future__ import annotations

from shell.budget import Budget
from solvers.search import named_heuristics
from solvers.search.supervisor import compiled_first


def prepared(budget: Budget) -> bool:
    """Do what `named_heuristics.prepare` does; return whether that was done within `budget`."""
    if not named_heuristics.is_prepared() and not compiled_first(named_heuristics.prepare, budget):
        return False
    named_heuristics.prepare()
    return True
