"""A first mapping, then smaller intervals for some seconds each, before solvers begin.

A solver that begins at a large interval spends its time there. Placement by wires, annealing and
modulo scheduling find mappings at much smaller ones soon, or never. The core's search halves, too,
but first with counted registers and beside a solver, which comes too late here: with three seeds
and the solver's timing, sample 18 (135 operations) has 16, or no mapping, after a minute without
this module, and 14 after 13 seconds with it.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import msgspec

from ecosystems.neura.stretches import shortened
from models.counting.arithmetic import Arithmetic, first_interval
from models.data.mapping import Mapping
from models.data.problem import Kind, Problem
from models.errors import InfeasibleError
from models.judge.checker import check
from shell.budget import Budget, Stop
from solvers.mappers.pipeline_process import pipeline_task
from solvers.mappers.pipelines import BY_PLACED, BY_REFINED, TURNS_MODULO, Pipeline, by_turns
from solvers.search.heuristics_first import SECONDS, SHARE, SMALL
from solvers.search.interval_answer import Start
from solvers.search.portfolio import Portfolio, Search, Try
from solvers.tasks.mappings import fits, judge
from solvers.tasks.messages import Proposal
from solvers.tasks.solver_options import SolverOptions

FILES: Kind = "static"
"""The register files: no register keeps a value for longer than an interval, or moves it."""

PIPELINES: tuple[tuple[Pipeline, Kind | None], ...] = (
    (TURNS_MODULO, None),
    (by_turns("neura", BY_REFINED, BY_PLACED), FILES),
)
"""The heuristics of each process, and whether their mappings always fit such files."""


def least_interval(problem: Problem, least: int, most: int) -> int:
    """Return the smallest interval from `least` on that arithmetic leaves, or `most` + 1."""

    def first_horizon(contexts: int) -> object:
        return Arithmetic(problem.at(contexts)).first_horizon()

    try:
        return first_interval(first_horizon, least, most)
    except InfeasibleError:
        return most + 1


@dataclass(frozen=True)
class Descent:
    """The mapping with the fewest contexts, its finder, and the reason for an early end."""

    start: Start | None = None
    by: str | None = None
    stopped: str | None = None


def descended(
    problem: Problem,
    least: int,
    most: int,
    options: SolverOptions,
    budget: Budget,
    accepts: Callable[[Mapping], bool],
) -> Descent:
    """Return a mapping with `least` to `most` contexts, as few as heuristics find.

    The search ends with `least` contexts, or after its part of the time. Small graphs are left to
    solvers. The compiler `accepts` the mapping.
    """
    best = Descent()
    count = len(problem.dfg.operations)
    if least > most or count <= SMALL:
        return best
    portfolio = Portfolio(budget.part(SHARE).within(SECONDS * count))
    ceiling = multiprocessing.RawValue("q", most)
    tries = []
    for n, (pipeline, files) in enumerate(PIPELINES):
        own = msgspec.structs.replace(problem, files=files)
        task = pipeline_task(pipeline, own, least, most, options.seed + n, ceiling=ceiling)
        tries.append(Try(("descent", n), task, options.memory_limit))

    def search() -> Search[None]:
        nonlocal best
        while ceiling.value >= least and not all(map(portfolio.has_ended, tries)):
            heard = yield tries
            if heard is None or not isinstance(heard.message, Proposal):
                continue
            mapping = heard.message.mapping
            contexts = mapping.contexts or most
            if best.start is not None and contexts >= best.start.ii:
                continue
            judge(problem.at(contexts), mapping)
            fitting = _fitting(problem.at(contexts), mapping)
            if fitting is not None and accepts(fitting):
                best = Descent(Start(contexts, fitting), heard.message.by)
                ceiling.value = contexts - 1

    with suppress(Stop):
        portfolio.run(search())
    return best


def _fitting(problem: Problem, mapping: Mapping) -> Mapping | None:
    """Return a mapping with addresses in the files, None if it cannot be changed to one."""
    problem = msgspec.structs.replace(problem, files=FILES)
    if fits(problem, mapping):
        return mapping
    changed = shortened(problem, mapping)
    if changed is None or check(problem, changed) or not fits(problem, changed):
        return None
    return changed
