"""Several short mappings of a small loop at its smallest II, fast and in one process.

The smallest interval is nearly always the first that arithmetic cannot refute. At that interval
heuristics and, if these fail, solvers look for mappings with routes of few hops, which are found
soonest and use the fewest resources. A proven mapping takes a fraction of a second, so that
thousands of loops can be mapped. Effort is counted in placements and conflicts, so the answer is
the same every time, unless a time limit ends the search.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from models.data.mapping import Mapping
from models.data.problem import Problem, counted_contexts
from models.errors import InfeasibleError
from shell.budget import Budget

if TYPE_CHECKING:
    from models.space_time.index import Index
    from models.space_time.windows import Earliest
    from models.space_time.xyz_model import XyzModel
    from solvers.backends.backend import Session

MOST_CONTEXTS = 1000
"""The largest II to try, unless the context memory has a smaller limit."""

SCHEDULES, FAILURES, PLACEMENTS = 6, 2, 15
"""The number of modulo schedules, the failures that end them, and the placements per operation of
each on average.
"""

SOLVED = 3
"""Mappings to take from a solver."""

HOPS = (1, 2)
"""How many hops a value may take in a cycle, of arrays whose switches pass values on."""

SLACK, OPEN = 12, 2
"""The most cycles to try beyond the bound of arithmetic, and the number of horizons to try at a
time: undecided horizons cost most.
"""

ROUNDS, CONFLICTS = 2, 2_000
"""The number of turns of each horizon, and the conflicts of the first; the next turn is twice as
long. Few conflicts decide most loops, at one horizon or another.
"""

LARGE = 250_000
"""Models of more variables cost more than a loop is worth."""

OTHERS = 6_000
"""The most conflicts that another mapping may cost: one alone is good enough."""

SIMILAR = 1.15
"""Mappings with less than so many times the fewest transfers are as good (LISA, Section V-B)."""


@dataclass
class MappedGraph:
    """Mappings with the same II and as many cycles, the one with the fewest transfers first.

    `contexts` is their interval; without `mappings` it is not known, and `note` says why. `lower`
    is the bound that arithmetic proves, or that of the full search. `by` found them.
    """

    problem: Problem
    lower: int = 1
    mappings: list[Mapping] = field(default_factory=list)
    by: str = ""
    note: str = ""

    @property
    def contexts(self) -> int | None:
        """The proven smallest II."""
        return self.mappings[0].contexts if self.mappings else None


def optimal_mappings(
    problem: Problem, seconds: float | None = None, rounds: int = ROUNDS, seed: int = 0
) -> MappedGraph:
    """Return mappings at the proven smallest II, or the reason why there are none.

    Another `seed` may find other mappings. `rounds` is the number of solver rounds if heuristics
    fail. Without `seconds` the answer does not depend on time, and the full search, which needs
    time, is left out.
    """
    budget = Budget.of(seconds)
    most = min(MOST_CONTEXTS, problem.arch.max_contexts or MOST_CONTEXTS)
    answer = MappedGraph(problem)
    answer.lower, first, answer.note = _bound(problem, most)
    if first is None:
        return answer
    at = problem.at(answer.lower)
    found, answer.by = _scheduled(at, budget, seed), "modulo scheduling"
    if not found:
        with suppress(InfeasibleError):  # the model may know more than arithmetic does
            found, answer.by = _Turns(at, first, budget, seed).run(rounds), "SAT"
    if not found and budget.limited and not budget.over():
        found, answer.by = _searched(answer, most, budget), "the full search"
    if found:
        answer.mappings = alike(found)
        _judge(answer)
    else:
        answer.by, fewest = "", counted_contexts(answer.lower)
        answer.note = f"not proven: no mapping found with {fewest}, the fewest not refuted"
    return answer


def alike(mappings: list[Mapping]) -> list[Mapping]:
    """The shortest mappings, each once, that have nearly as few transfers as the best of them."""
    horizon = min(mapping.horizon for mapping in mappings)
    shortest = [mapping for mapping in mappings if mapping.horizon == horizon]
    fewest = min(len(mapping.transfers) for mapping in shortest)
    # The best one is as good as itself, however few transfers there are.
    good = [m for m in shortest if len(m.transfers) <= max(fewest, SIMILAR * fewest - 1e-9)]
    return sorted(dict.fromkeys(good), key=lambda mapping: len(mapping.transfers))


def _bound(problem: Problem, most: int) -> tuple[int, int | None, str]:
    """The first II that arithmetic does not refute, and the first such horizon there.

    If it refutes all horizons, there is a reason instead.
    """
    from models.counting.arithmetic import first_interval
    from solvers.search.interval_horizons import Horizons

    horizons, why = Horizons(problem, None), ""

    def refuted(contexts: int, fact: InfeasibleError) -> None:
        nonlocal why
        why = f"impossible: {fact}"

    contexts = first_interval(horizons.first, 1, most, refuted)
    return (contexts, None, why) if contexts > most else (contexts, horizons.first(contexts), "")


def _scheduled(problem: Problem, budget: Budget, first: int) -> list[Mapping]:
    """The mappings of modulo scheduling with different seeds."""
    from heuristics.modulo import modulo_schedule
    from models.cleanup.prune_unused import trim_horizon

    found: list[Mapping] = []
    for number in range(SCHEDULES):
        mapping = modulo_schedule(problem, first + number, PLACEMENTS, budget)
        if mapping is not None:
            found.append(trim_horizon(problem, mapping))
        if budget.over() or number + 1 - len(found) >= FAILURES:
            break
    return found


@dataclass
class _Turn:
    """A horizon and the most hops, as it is put to a solver; `spent` are conflicts."""

    model: XyzModel
    session: Session
    spent: int = 0


class _Turns:
    """Puts horizons to a SAT solver in turn, with short routes, and ever more conflicts."""

    def __init__(self, problem: Problem, first: int, budget: Budget, seed: int) -> None:
        from models.space_time.index import Index
        from models.space_time.transfers import chain_limit
        from models.space_time.windows import earliest

        self._budget, self._large, self._seed = budget, False, seed
        self._index: Index = Index(problem)
        self._early: Earliest = earliest(self._index, shared=True)
        hops = (None,) if chain_limit(self._index) is None else HOPS
        self._left = {first + more: list(hops) for more in range(SLACK + 1)}
        self._begun: dict[tuple[int, int | None], _Turn] = {}

    def run(self, rounds: int) -> list[Mapping]:
        """Return mappings with as many cycles as the first one that is found, or none."""
        for number in range(rounds):
            conflicts = CONFLICTS * ((2 << number) - 1)
            tried: set[int] = set()
            while (horizon := self._next(tried)) is not None:
                tried.add(horizon)
                for most in list(self._left[horizon]):
                    if self._budget.over() or self._large:
                        return []
                    if found := self._turn(horizon, most, conflicts):
                        return found
        return []

    def _next(self, tried: set[int]) -> int | None:
        """The next of the shortest horizons that are not refuted."""
        left = [horizon for horizon, hops in self._left.items() if hops][:OPEN]
        return next((horizon for horizon in left if horizon not in tried), None)

    def _turn(self, horizon: int, most: int | None, conflicts: int) -> list[Mapping]:
        """Let the solver go on with a horizon, up to so many conflicts in all."""
        key = horizon, most
        if key not in self._begun:
            model = self._model(horizon, most)
            if model.constraints.variables > LARGE:
                self._large = True
                return []
            self._begun[key] = _Turn(model, _session(model, self._seed))
        turn = self._begun[key]
        satisfiable, mapping = self._ask(turn, conflicts)
        if satisfiable is False:
            self._left[horizon].remove(most)
            del self._begun[key]
        return [] if mapping is None else [mapping, *self._others(turn)]

    def _model(self, horizon: int, most: int | None) -> XyzModel:
        from models.space_time.xyz import build

        index, early = self._index, self._early
        return build(index.problem, horizon, chain=most, index=index, early=early)

    def _others(self, turn: _Turn) -> Iterator[Mapping]:
        """Other mappings, from other orders of the clauses."""
        conflicts = min(turn.spent + CONFLICTS, OTHERS)
        for seed in range(1, SOLVED):
            if not self._budget.over():
                _, mapping = self._ask(
                    _Turn(turn.model, _session(turn.model, self._seed + seed)), conflicts
                )
                if mapping is not None:
                    yield mapping

    def _ask(self, turn: _Turn, conflicts: int) -> tuple[bool | None, Mapping | None]:
        """Whether a turn has a mapping, and the mapping, after at most so many conflicts in all."""
        from models.space_time.decode import decode

        outcome = turn.session.solve(keep_going=lambda n: n < conflicts and not self._budget.over())
        turn.spent = outcome.conflicts
        mapping = decode(turn.model, outcome.model) if outcome.satisfiable else None
        return outcome.satisfiable, mapping


def _session(model: XyzModel, seed: int) -> Session:
    """A solver that has read the model, its clauses in an order of their own for each seed."""
    from solvers.backends.backend import Settings
    from solvers.backends.registry import open_session
    from solvers.backends.sat import DEFAULT_SOLVER

    settings = Settings(seed=seed, fixed_effort=True)
    session: Session = open_session(DEFAULT_SOLVER, model.constraints, settings)
    session.load()
    return session


def _searched(answer: MappedGraph, most: int, budget: Budget) -> list[Mapping]:
    """The mapping of the search of `min_ii`, if the search proves the II."""
    from solvers.search.interval_answer import IntervalQuestion
    from solvers.search.intervals import IntervalSearch

    found = IntervalSearch(IntervalQuestion(answer.problem, most=most), budget).run()
    answer.lower = max(answer.lower, found.lower)
    if found.status == "optimal" and found.mapping is not None:
        return [found.mapping]
    return []


def _judge(answer: MappedGraph) -> None:
    """Raise `SolverFaultError` for an illegal mapping."""
    from solvers.tasks.mappings import judge

    at = answer.problem.at(answer.contexts)
    for mapping in answer.mappings:
        judge(at, mapping)
