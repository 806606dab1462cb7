"""A constraint model: Boolean variables, clauses and at-most-K groups, each in a named family.

Backends translate it; it is independent of DFGs. Literals are non-zero integers as in DIMACS.
Clauses and groups live in rectangular int32 blocks whose rows are padded with zeros, so that a
whole family is written and read with a few numpy calls.
"""

from __future__ import annotations

from dataclasses import dataclass, field

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

    `places[n]` names the row for users and in explanations.
    """

    family: str
    bound: int
    rows: Literals
    places: tuple[Place, ...]


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

    def clause_count(self, family: str) -> int:
        """Number of clauses in a family."""
        return sum(len(block.rows) for block in self.clauses if block.family == family)
