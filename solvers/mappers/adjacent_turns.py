"""Sequential execution on arrays whose units read from neighbours: a solver chooses the places.

Where values cannot move, readers must be near the component that computed the value. For a given
order of operations without overlap, places are a small model: P[i,j] "operation i on component j",
H[d,i,j] "value d is still on component j, where it has been computed, when operation i reads it",
and R[d,j] "value d waits in the registers that j reads".
"""

from __future__ import annotations

import numpy as np

from heuristics.in_turn import in_turn
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.space_time.adjacency import is_adjacent
from models.space_time.adjacent_ways import Ways
from models.space_time.constraint_model import ConstraintModel, Place
from models.space_time.index import Index
from models.space_time.index_array import NEVER
from shell.budget import UNLIMITED, Budget
from solvers.backends.cnf import Encodings
from solvers.tasks.refute import refute
from solvers.tasks.solver_options import SolverOptions

OPTIONS = SolverOptions(encodings=Encodings(at_most_one="sequential"))

GREEDY = 10
"""Attempts without a solver, which come first: one takes a tenth of a second."""

CONFLICTS = 100_000
"""Conflicts before another order is tried; hundreds are enough for a solvable one."""


def turns(problem: Problem, seed: int = 0, budget: Budget = UNLIMITED) -> Mapping | None:
    """Return a mapping with as many contexts as cycles, or None if none is found.

    In an unlimited budget a few orders are tried.
    """
    index, most = Index(problem.as_written), None if budget.limited else GREEDY
    if not is_adjacent(index):
        return in_turn(problem, seed, most, budget)
    mapping = in_turn(problem, seed, GREEDY, budget)

    def places(index: Index, order: list[int], number: int) -> dict[int, int] | None:
        return solved(index, order, budget)

    if mapping is None:
        mapping = in_turn(problem, seed, most, budget, places)
    return mapping


def solved(index: Index, order: list[int], budget: Budget = UNLIMITED) -> dict[int, int] | None:
    """Return a component for each operation, executed in an order, so that all its operands can be
    read there; None if they do not exist, or are not found in time.
    """
    model = _Places(index, order)
    found = refute(model.constraints, OPTIONS, budget, conflicts=CONFLICTS)
    return model.chosen(found.model) if found.satisfiable else None


class _Places:
    def __init__(self, index: Index, order: list[int]) -> None:
        self.index, self.order, self.constraints = index, order, ConstraintModel()
        self.parts = index.problem.arch.components
        self.place = {
            i: {int(j): self._new() for j in np.flatnonzero(index.latency[i] > 0)} for i in order
        }
        self.ways, self.at = Ways.of(index), {i: n for n, i in enumerate(order)}
        self.waits: dict[tuple[int, int], int] = {}
        self.until: dict[int, int] = {}
        for i, places in self.place.items():
            self._add(*places.values())
            self._at_most(1, i, list(places.values()))
            for d, distance in sorted(index.operands[i]):
                if d in self.place and d != i:
                    self._edge(d, i, carried=distance > 0)
        self._registers()

    def chosen(self, true: list[int]) -> dict[int, int]:
        """Return the component of each operation in a solution."""
        known = set(true)
        return {
            i: next(j for j, literal in places.items() if literal in known)
            for i, places in self.place.items()
        }

    def _new(self) -> int:
        return int(self.constraints.new_variables(np.ones(1, dtype=bool))[0])

    def _add(self, *literals: int) -> None:
        self.constraints.add_clauses("places", np.array([literals], dtype=np.int32))

    def _at_most(self, most: int, i: int, literals: list[int]) -> None:
        if most < len(literals):
            group = np.array(literals, dtype=np.int32)
            where = Place(self.index.values[i], 0)
            self.constraints.add_groups("places", most, [(where, group)])

    def _edge(self, d: int, i: int, *, carried: bool) -> None:
        """Require the reader beside registers that hold the value, or beside its component."""
        between = self.order[self.at[d] + 1 : self.at[i]]
        if not carried:
            self.until[d] = max(self.until.get(d, 0), self.at[i])
        for s, source in self.place[d].items():
            near, held = [], 0
            for j, place in self.place[i].items():
                if self.ways.stored[s, j] < NEVER:
                    near.append(place)
                    if between or carried:
                        self._add(-source, -place, self._waits(d, s))
                elif self.ways.direct[s, j] < NEVER and not carried:
                    near.append(place)
                    held = held or self._new()
                    self._add(-source, -place, held)
            self._add(-source, *near)
            if held and self.parts[s].capacity == 1:
                for other in between:
                    if s in self.place[other]:
                        self._add(-held, -self.place[other][s])

    def _waits(self, d: int, j: int) -> int:
        if (d, j) not in self.waits:
            self.waits[d, j] = self._new()
        return self.waits[d, j]

    def _registers(self) -> None:
        """The values waiting beside a unit are no more than the registers that only it reads."""
        for j in {j for places in self.place.values() for j in places}:
            beside = {
                t
                for h, sources in enumerate(self.index.sources)
                if j in sources
                for t in self.index.targets[h]
                if not self.parts[t].issue and self.parts[t].keeps_arrivals
            }
            rooms = [self.parts[t].capacity for t in beside]
            if self.parts[j].capacity != 1:
                rooms.append(self.parts[j].capacity)
            if None in rooms:
                continue
            most = sum(room or 0 for room in rooms)
            for n, i in enumerate(self.order):
                waiting = [
                    self.waits[d, j]
                    for d in self.order[: n + 1]
                    if self.until.get(d, -1) > n and (d, j) in self.waits
                ]
                self._at_most(most, i, waiting)
