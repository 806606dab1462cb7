"""Simulated annealing of a loop at an II."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from heuristics.anneal.parameters import PLAIN, Annealing
from heuristics.anneal.tables import Tables, partial_of, tabulate
from heuristics.modulo.order import Times
from heuristics.modulo.partial import Partial, Pipelined, Route
from heuristics.modulo.result import mapping_of
from models.cleanup.prune_unused import prune_unused
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.space_time.index_array import IntArray
from shell.budget import UNLIMITED, Budget, Work

if TYPE_CHECKING:
    from heuristics.anneal.guide import Guide
    from heuristics.anneal.state import AnnealState
    from heuristics.labels.labels import Labels

SETUP, SETUP_EACH, RESULT_EACH = 2e-3, 1e-4, 2e-4
"""Seconds of work of a beginning: a constant, and for each operation and each component; and of a
result, for each operation.
"""

HOT, COLD = 8.0, 0.4
"""The first and the last temperature, in units of cost."""


@dataclass(frozen=True)
class Annealed:
    """The result of annealing; `cost` is that of its cells, `movements` the number of attempts."""

    mapping: Mapping
    cost: float
    movements: int


def anneal(
    problem: Problem,
    options: Annealing = PLAIN,
    labels: Labels | None = None,
    seed: int = 0,
    budget: Budget = UNLIMITED,
) -> Annealed | None:
    """Return a mapping of a pipelined problem without unused parts, or None if none is found.

    Every operation is executed as in the DFG. The same arguments give the same answer, as long as
    the budget does not end the search. Raises `ValueError` for guidance without labels, and
    `InputError` if they belong to another DFG. Sources: see `heuristics.anneal`.
    """
    return attempted(problem, options, labels, seed, budget).found


class Attempted(NamedTuple):
    """The mapping found, or None, and the number of movements until then."""

    found: Annealed | None
    movements: int


def attempted(
    problem: Problem, options: Annealing, labels: Labels | None, seed: int, budget: Budget
) -> Attempted:
    """Anneal once.

    Returns the mapping, or None, and the number of attempted moves (0 if the loop cannot be
    annealed or the budget is over). Raises `ValueError` for guidance without labels.
    """
    if options.guided != "none" and labels is None:
        raise ValueError("labels are needed to be guided")
    shared = Pipelined.of(problem)
    if shared is None:
        return Attempted(None, 0)
    attempt = _Attempt(problem, shared, options, seed, budget)
    try:
        found = attempt.run(labels)
    except (InfeasibleError, MemoryError):
        return Attempted(None, 0)
    return Attempted(found, attempt.movements)


class _Attempt:
    def __init__(
        self,
        problem: Problem,
        shared: Pipelined,
        options: Annealing,
        seed: int,
        budget: Budget,
    ) -> None:
        self.problem, self.shared, self.options = problem, shared, options
        self.budget = budget
        self.chance = random.Random(f"{seed} {shared.interval}")
        self.movements = 0

    def run(self, labels: Labels | None) -> Annealed | None:
        shared = self.shared
        if self.budget.over() or shared.when is None:
            return None
        from heuristics.anneal.guide import guide_of
        from heuristics.anneal.state import fresh_state

        guide = guide_of(shared.index, shared.loop, labels, self.options)
        operations, parts = shared.loop.operations, len(shared.index.problem.arch.components)
        for number in range(self.options.starts):
            part = partial_of(shared, number)
            if number == 0 or part.bounded_end:
                tables = tabulate(part)
                state = fresh_state(tables)
                Work.add(SETUP + SETUP_EACH * (operations + parts))
            # Every other start uses labels for the initial mapping only, so that wrong labels are
            # corrected.
            freed = guide._replace(places=guide.places and number % 2 == 0)
            if self._start(tables, state, freed, shared.when):
                mapping = state_mapping(self.problem, part, state)
                Work.add(RESULT_EACH * operations)
                return Annealed(mapping, float(state.cost[0]), self.movements)
            if self.budget.over():
                return None
        return None

    def _start(self, tables: Tables, state: AnnealState, guide: Guide, when: Times) -> bool:
        """Anneal from a new initial mapping until no fault is left, or the final temperature is
        reached.
        """
        from heuristics.anneal.moves import Start, sweep
        from heuristics.anneal.state import add_grudges, is_complete

        options = self.options
        guided = options.guided in ("initial", "always")
        sequence = self._sequence(guide, when)
        start = Start(sequence, guided, self.chance.randrange(1 << 30))
        sweep(tables, state, guide, start, HOT, 0)
        start = start._replace(seed=-1)
        temperature = HOT
        most = options.movements * max(self.shared.loop.operations, 1)
        while not is_complete(state):
            made, _ = sweep(tables, state, guide, start, temperature, most, self.budget)
            self.movements += made
            if temperature < COLD or self.budget.over():
                break
            add_grudges(tables, state, 0.5, 0.9)
            temperature *= options.cooling
        return is_complete(state)

    def _sequence(self, guide: Guide, when: Times) -> IntArray:
        """Operands first, or in the order of the first label."""
        noise = [self.chance.random() for _ in when.first]
        key = np.array(when.first, dtype=float)
        if self.options.guided in ("initial", "always"):
            key = guide.order
        return np.lexsort((np.array(noise), key)).astype(np.int64)


def state_mapping(problem: Problem, part: Partial, state: AnnealState) -> Mapping:
    """Return the mapping of a state without faults, without unused parts."""
    part.at = list(zip(state.at.tolist(), state.when.tolist(), strict=True))
    for e, length in enumerate(state.length.tolist()):
        cells = state.cells[e, :length].tolist()
        part.route[e] = Route(int(state.start[e]), int(state.since[e]), cells)
    return prune_unused(problem, mapping_of(part))
