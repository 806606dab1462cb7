"""Mappings onto arrays whose units read from neighbours: a solver chooses places and cycles.

A solution of the small model of `models.space_time.adjacency` is routed like a placement of a
heuristic, and unrouted operations are placed again. The search proves no bound.
"""

from __future__ import annotations

import random

from heuristics.finished import finished
from heuristics.modulo.order import Times, outwards
from heuristics.modulo.partial import Partial, Pipelined
from heuristics.modulo.result import mapping_of
from heuristics.modulo.schedule import Schedule
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.space_time.adjacency import AdjacencyModel
from shell.budget import Budget
from solvers.backends.cnf import Encodings
from solvers.backends.sat import DEFAULT_SOLVER, SECOND_SOLVER
from solvers.mappers.process import HopelessError
from solvers.tasks.refute import refute
from solvers.tasks.solver_options import SolverOptions

ENCODINGS = Encodings(at_most_one="sequential")
"""Twice as fast as bimander and product, on loops that fill SAT-MapIt's machine."""

SOLVERS = (DEFAULT_SOLVER, SECOND_SOLVER)
"""Taken in turns: each is ten times faster on some loops."""

SLACK = 2
"""Excess of a schedule over the shortest one without limits, in IIs."""

MOST = 500_000
"""Operations, units and contexts of the largest model."""

REPAIR = 4
"""Placements per operation for placing unrouted operations again."""


def adjacent_schedule(problem: Problem, seed: int, budget: Budget) -> Mapping | None:
    """Return a mapping of a pipelined problem without unused parts, or None if none is found.

    Every operation is executed once, and as the DFG has it. The search ends with the budget, or
    with the first solution whose routes fail. Raises `HopelessError` where no schedule of a length
    that is tried has a placement, and where the model is too large.
    """
    shared = Pipelined.of(problem)
    if shared is None or not shared.latency:
        return None
    units = sum(part.issue > 0 for part in problem.arch.components)
    if shared.when is None or len(shared.latency) * units * shared.interval > MOST:
        raise HopelessError
    part, chance = shared.partial(seed), random.Random(seed)
    if None in part.steady:
        return None
    model = _model(shared, part, shared.when)
    options = SolverOptions(SOLVERS[seed % len(SOLVERS)], ENCODINGS, seed=seed + 1)
    found = refute(model.constraints, options, budget)
    if found.satisfiable is False:
        raise HopelessError
    if not found.satisfiable:
        return None
    sites = model.placement(found.model)
    order = outwards(part.loop, part.when, chance, 0.0)
    schedule = Schedule(part, order, chance.randrange(1 << 30))
    placed = [sites[i] for i in part.loop.value[: part.loop.operations]]
    schedule.adopt([j for j, _ in placed], [k for _, k in placed])
    if not schedule.run(REPAIR * part.loop.operations, budget):
        return None
    return finished(problem, mapping_of(part))


def _model(shared: Pipelined, part: Partial, when: Times) -> AdjacencyModel:
    operations = part.loop.value[: part.loop.operations]
    first = [cycle + part.lead for cycle in when.first]
    slack = SLACK * shared.interval + 2
    last = [
        min(cycle + part.lead + slack, part.end - least)
        for cycle, least in zip(when.last, part.least, strict=True)
    ]
    return AdjacencyModel(
        shared.index,
        dict(zip(operations, first, strict=True)),
        dict(zip(operations, last, strict=True)),
    )
