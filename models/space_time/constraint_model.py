"""A constraint model: Boolean variables, clauses and at-most-K groups, each in a named family.

Backends translate it; it is independent of DFGs. Literals are non-zero integers as in DIMACS.
Clauses and groups live in rectangular int32 blocks whose rows are padded with zeros, so that a
whole family is written and read with a few numpy calls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import gcd
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

Literals = NDArray[np.int32]


@dataclass(frozen=True)
class ClauseBlock:
    """Clauses of one family: `rows` [n, width], padded with zeros. A row of zeros is false.

    `name` is set where the block is a demand of the user that an explanation may question.
    """

    family: str
    rows: Literals
    name: str | None = None


@dataclass(frozen=True)
class Place:
    """The object of a group's limit: a component or path in one cycle or context."""

    name: str
    cycle: int


@dataclass(frozen=True)
class GroupBlock:
    """Groups of one family: at most `bound` of the literals of each row of `rows` are true.

    `places[n]` names the row for users and in explanations. With `weights`, positive and as many as
    literals, there is one row, and the weights of its true literals add up to at most `bound`.
    `slots` are the lengths of the runs of its literals of which at most one is true.
    """

    family: str
    bound: int
    rows: Literals
    places: tuple[Place, ...]
    weights: tuple[int, ...] = ()
    slots: tuple[int, ...] = ()


@dataclass
class ConstraintModel:
    """Variables 1 … `variables`, clause blocks and group blocks in the order of their families.

    `objective` has (weight, variable) pairs whose sum is to be minimised; solvers that cannot
    minimise ignore it.
    """

    variables: int = 0
    clauses: list[ClauseBlock] = field(default_factory=list)
    groups: list[GroupBlock] = field(default_factory=list)
    objective: list[tuple[int, int]] = field(default_factory=list)

    def new_variables(self, wanted: NDArray[np.bool_]) -> Literals:
        """Allocate one variable per true cell of `wanted`; return an array with 0 elsewhere."""
        index = np.zeros(wanted.shape, dtype=np.int32)
        count = int(np.count_nonzero(wanted))
        index[wanted] = np.arange(self.variables + 1, self.variables + count + 1, dtype=np.int32)
        self.variables += count
        return index

    def add_clauses(self, family: str, rows: Literals, name: str | None = None) -> None:
        """Add the clauses `rows` [n, width] to a family."""
        if len(rows):
            self.clauses.append(ClauseBlock(family, rows, name))

    def add_groups(self, family: str, bound: int, groups: list[tuple[Place, Literals]]) -> None:
        """Add groups of any lengths with one bound to a family."""
        if not groups:
            return
        rows = np.zeros((len(groups), max(len(g) for _, g in groups)), dtype=np.int32)
        for row, (_, literals) in zip(rows, groups, strict=True):
            row[: len(literals)] = literals
        places = tuple(place for place, _ in groups)
        self.groups.append(GroupBlock(family, bound, rows, places))

    def add_weighted(
        self,
        family: str,
        most: int | None,
        least: int | None,
        place: Place,
        members: Sequence[tuple[int, int, object]],
    ) -> None:
        """Limit the weighted sum of (variable, weight, slot) triples from both sides.

        Of members in one slot at most one is true; None is a slot for each. Members of a slot stand
        side by side.
        """
        weight: Counter[int] = Counter()
        slot: dict[int, object] = {}
        for variable, own, where in members:
            weight[variable] += own
            slot[variable] = variable if where is None else where
        if most is not None:
            self._limit(family, most, place, weight, slot)
        if least is not None:
            negated = Counter({variable: -own for variable, own in weight.items()})
            self._limit(family, -least, place, negated, slot)

    def _limit(
        self,
        family: str,
        bound: int,
        place: Place,
        weight: Mapping[int, int],
        slot: Mapping[int, object],
    ) -> None:
        """Add that a weighted sum is at most `bound`, as a limit with positive weights."""
        bound -= sum(own for own in weight.values() if own < 0)
        literals: list[tuple[int, int, object]] = []
        for variable, own in weight.items():
            literal = variable if own > 0 else -variable
            if abs(own) > bound >= 0:
                self.add_clauses(family, np.array([[-literal]], dtype=np.int32), place.name)
            elif own:
                # Of negated literals, nearly all of a slot are true.
                literals.append((literal, abs(own), slot[variable] if own > 0 else variable))
        if bound < 0:
            self.add_clauses(family, np.zeros((1, 1), dtype=np.int32), place.name)
            return
        common = gcd(*(own for _, own, _ in literals)) or 1
        bound //= common
        weights = tuple(own // common for _, own, _ in literals)
        if sum(weights) <= bound:
            return
        row = np.array([[literal for literal, _, _ in literals]], dtype=np.int32)
        if bound == 1 and set(weights) == {1}:
            self.add_groups(family, 1, [(place, row[0])])
            return
        slots = tuple(len(list(run)) for _, run in groupby(literals, key=itemgetter(2)))
        self.groups.append(GroupBlock(family, bound, row, (place,), weights, slots))

    def clause_count(self, family: str) -> int:
        """Number of clauses in a family."""
        return sum(len(block.rows) for block in self.clauses if block.family == family)
