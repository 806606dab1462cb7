"""From a constraint model to clauses: at-most-K groups are encoded, clauses are copied."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from encoders import at_most, weighted_at_most
from encoders.template import Template
from models.distinct import distinct
from models.space_time.constraint_model import ConstraintModel, Literals

CHUNK = 20_000

NATIVE = "native"
"""No encoding: the solver has at-most-K constraints of its own."""


@dataclass(frozen=True)
class Encodings:
    """Names of the encodings of `encoders.at_most`.

    `at_most_one` is used up to `wide` literals, `wide_at_most_one` beyond. `native` leaves the
    limits to the solver: those of one, or the others, or both. Limits with weights are `weighted`.
    """

    at_most_one: str = "bimander:2"
    at_most_k: str = "sequential"
    wide_at_most_one: str = "product"
    wide: int = 100
    weighted: str = "totalizer"

    @property
    def native(self) -> bool:
        """Whether any limit is left to the solver."""
        return NATIVE in (self.at_most_one, self.at_most_k)

    def leaves(self, bound: int) -> bool:
        """Whether groups of at most `bound` are left to the solver."""
        return (self.at_most_one if bound == 1 else self.at_most_k) == NATIVE

    def template(self, n: int, bound: int) -> Template:
        """Return the template for a group of `n` literals."""
        if bound != 1:
            return at_most(n, bound, self.at_most_k)
        return at_most(n, 1, self.at_most_one if n <= self.wide else self.wide_at_most_one)


@dataclass(frozen=True)
class EncodedGroups:
    """Groups of one length that were encoded by one template: [G, n] literals, first auxiliary."""

    family: str
    template: Template
    rows: Literals
    first_aux: int


@dataclass
class Cnf:
    """Clauses as rectangular blocks of literals, zero-padded; variables 1 … `variables`.

    `native` has the groups that are left to the solver: a bound and their literals, padded.
    `encoded` records which auxiliaries belong to which group, for certificates. `selectors`
    maps a guard variable to the group that holds only while it is true.
    """

    variables: int
    blocks: list[Literals] = field(default_factory=list)
    encoded: list[EncodedGroups] = field(default_factory=list)
    native: list[tuple[int, Literals]] = field(default_factory=list)
    selectors: dict[int, tuple[str, str, int]] = field(default_factory=dict)

    @property
    def clause_count(self) -> int:
        """Number of clauses."""
        return sum(len(block) for block in self.blocks)

    def shuffle(self, seed: int) -> None:
        """Reorder the clauses at random, which makes solvers search differently."""
        random = np.random.default_rng(seed)
        self.blocks = [block[random.permutation(len(block))] for block in self.blocks]
        random.shuffle(self.blocks)  # type: ignore[arg-type]  # stubs want an array

    @property
    def has_empty_clause(self) -> bool:
        """Whether some clause has no literal, which refutes the formula."""
        return any(len(block) and not block.any(axis=1).all() for block in self.blocks)

    def clauses(self) -> Iterator[list[int]]:
        """Yield every clause as a list of literals."""
        for chunk in self.chunks():
            rows = chunk.tolist()
            if chunk.size == 0 or not chunk.all():
                yield from (list(filter(None, row)) for row in rows)
            else:
                yield from rows

    def select(self, numbers: Sequence[int]) -> list[list[int]]:
        """Return the clauses of ascending `numbers`, of which the first is 0."""
        wanted, first = np.asarray(numbers, dtype=np.int64), 0
        found: list[list[int]] = []
        for block in self.blocks:
            begin, end = np.searchsorted(wanted, (first, first + len(block)))
            rows = block[wanted[begin:end] - first].tolist()
            found += [list(filter(None, row)) for row in rows]
            first += len(block)
        return found

    def chunks(self) -> Iterator[Literals]:
        """Yield the blocks in pieces: lists of a whole block take many times its memory."""
        for block in self.blocks:
            for start in range(0, len(block), CHUNK):
                yield block[start : start + CHUNK]


def lower(
    model: ConstraintModel, encodings: Encodings | None = None, *, guarded: bool = False
) -> Cnf:
    """Return the CNF of `model`; with `guarded`, every group, and every clause block
    with a name, holds only under its selector.

    A model of the CNF restricted to 1 … `model.variables` satisfies `model`, and every
    assignment that satisfies `model` extends to one.
    """
    encodings = encodings or Encodings()
    cnf = Cnf(model.variables)
    for block in model.clauses:
        if guarded and block.name is not None:
            cnf.blocks += _guard(cnf, [block.rows], 1)
            cnf.selectors[cnf.variables] = (block.family, block.name, 0)
        else:
            cnf.blocks.append(block.rows)
    for group in model.groups:
        if not group.weights and encodings.leaves(group.bound):
            cnf.native.append((group.bound, group.rows))
            continue
        lengths = np.count_nonzero(group.rows, axis=1)
        for n in distinct(lengths):
            chosen = np.flatnonzero(lengths == n)
            rows = group.rows[chosen, :n]
            template = encodings.template(int(n), group.bound)
            if group.weights:
                given = group.weights, group.slots, group.bound
                template = weighted_at_most(*given, encodings.weighted)
            first_aux = cnf.variables + 1
            clauses = template.instantiate(rows, first_aux)
            cnf.encoded.append(EncodedGroups(group.family, template, rows, first_aux))
            cnf.variables += template.aux * len(rows)
            if guarded:
                clauses = _guard(cnf, clauses, len(chosen))
                for g, row in enumerate(chosen):
                    place = group.places[row]
                    selector = cnf.variables - len(chosen) + 1 + g
                    cnf.selectors[selector] = (group.family, place.name, place.cycle)
            cnf.blocks += clauses
    return cnf


def _guard(cnf: Cnf, clauses: list[Literals], groups: int) -> list[Literals]:
    """Append ¬selector to every clause; rows of a block are group-major."""
    selectors = np.arange(cnf.variables + 1, cnf.variables + groups + 1, dtype=np.int32)
    cnf.variables += groups
    return [
        np.hstack([rows, -np.repeat(selectors, len(rows) // groups)[:, None]]) for rows in clauses
    ]


def write_dimacs(cnf: Cnf, write: Callable[[str], object]) -> None:
    """Write the CNF in DIMACS format, block by block."""
    write(f"p cnf {cnf.variables} {cnf.clause_count}\n")
    join = partial(str.join, " ")
    for chunk in cnf.chunks():
        lines = (join([str(literal) for literal in row if literal]) for row in chunk.tolist())
        write("".join(f"{line} 0\n" if line else "0\n" for line in lines))
