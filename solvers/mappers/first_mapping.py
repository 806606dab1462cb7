"""A pipelined mapping at once, where any is enough.

List scheduling takes a fraction of a second where a search for a small interval may take minutes.
With as many contexts as cycles nothing overlaps, so that a schedule of one iteration is always a
pipelined mapping; with fewer it often still is one. Modulo scheduling then looks for a smaller
interval, a moment each.
"""

from __future__ import annotations

import msgspec

from models.cleanup.prune_unused import prune_unused, trim_horizon
from models.counting.arithmetic import Arithmetic, first_interval
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.judge.checker import check
from shell.budget import UNLIMITED, Budget, Work
from solvers.mappers.schedule import rising
from solvers.tasks.mappings import fits

ORDERS = 3
"""Orders of operations that list scheduling tries."""

RESULT_EACH, CHECK_EACH = 20e-6, 13e-6
"""Seconds of work for each hold and transfer of a mapping that is pruned, and that is checked."""

MOMENT = 1.0
"""Seconds of modulo scheduling for an II, of work in an unlimited budget."""


def first_mapping(problem: Problem, seed: int = 0, budget: Budget = UNLIMITED) -> Mapping | None:
    """Return a pipelined mapping with at most as many contexts as the problem has, or None.

    It has no more than a list schedule of one iteration has cycles, if there is one.
    """
    from heuristics.modulo import modulo_schedule

    found = list_scheduled(problem, seed)
    if found is not None and (found.contexts or 0) > (problem.contexts or 0):
        found = None
    most = (problem.contexts or 0) if found is None else (found.contexts or 0) - 1
    try:
        least = first_interval(lambda n: Arithmetic(problem.at(n)).first_horizon(), 1, most + 1)
    except InfeasibleError:
        return found
    if least > most:
        return found
    for contexts in rising(least, most):
        moment = budget.within(MOMENT) if budget.limited else Budget.of_work(MOMENT)
        mapping = modulo_schedule(problem.at(contexts), seed, budget=moment)
        if mapping is not None:
            return mapping
        if budget.over():
            break
    return found


def list_scheduled(problem: Problem, seed: int = 0) -> Mapping | None:
    """Return the list schedule of one iteration with the fewest contexts that it allows, or None.

    Graphs that read values of earlier iterations have none.
    """
    from heuristics.list_schedule import proposals, supported

    if problem.dfg.max_distance:
        return None
    alone = problem.at(None)
    if not supported(alone):
        return None
    found = [
        _overlapped(problem, trim_horizon(alone, prune_unused(alone, proposal)))
        for proposal in proposals(alone, seed, ORDERS)
    ]
    return min(found, key=lambda mapping: mapping.contexts or 0, default=None)


def _overlapped(problem: Problem, mapping: Mapping) -> Mapping:
    """Begin iterations ever sooner, as long as the mapping stays legal and has addresses."""
    size = len(mapping.holds) + len(mapping.transfers)
    Work.add(RESULT_EACH * size)
    found = msgspec.structs.replace(mapping, contexts=mapping.horizon)
    for contexts in range(mapping.horizon - 1, 0, -1):
        fewer = msgspec.structs.replace(mapping, contexts=contexts)
        Work.add(CHECK_EACH * size)
        if check(problem.at(contexts), fewer) or not fits(problem, fewer):
            break
        found = fewer
    return found
