"""Cuts idle cycles off the end of a mapping."""

from __future__ import annotations

import msgspec

from models.cleanup.prune_unused import prune_unused
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.judge.checker import check
from models.judge.checker_supports import Supports


def trim_horizon(problem: Problem, mapping: Mapping) -> Mapping:
    """Return `mapping` with the smallest horizon at which all its results have arrived.

    Returns it unchanged when nothing can be cut. What later iterations read stays.
    """
    external = problem.arch.external
    held = {(item.value, item.cycle) for item in mapping.holds if item.component == external}
    supports = Supports(problem, mapping)
    issued = [item[3] + (supports.latency(item) or 1) for item in supports.issues]
    for horizon in range(max(issued, default=1), mapping.horizon):
        if all((name, horizon - 1) in held for name in problem.dfg.results):
            cut = prune_unused(problem, msgspec.structs.replace(mapping, horizon=horizon))
            if not check(problem, cut):
                return cut
    return mapping
