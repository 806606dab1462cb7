"""The accesses of a loop's body, and the values that can be forwarded without memory.

A cell is a scalar, or an invariant element that no other access can reach: its value is carried
from iteration to iteration, and stored at the end of each. Loads of an element stored a constant
number of iterations earlier read the stored value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from programs.dataflow.overlap import Overlap, overlap
from programs.loops.affine import Affine
from programs.loops.expressions import Access
from programs.loops.region import Loop, Node, Region, Statement, instances


class Reference(NamedTuple):
    """An access of the body; `number` is its position in execution order."""

    number: int
    access: Access
    write: bool
    guarded: bool


class Forwarded(NamedTuple):
    """A load takes the value of store `number`, `distance` iterations earlier."""

    store: int
    distance: int


@dataclass
class References:
    """The accesses of the statements of a loop."""

    loop: Loop
    outer: tuple[Loop, ...]
    all: tuple[Reference, ...] = field(init=False)
    _overlaps: dict[tuple[Access, Access], Overlap] = field(default_factory=dict)

    def __post_init__(self) -> None:
        found: list[Reference] = []
        for statement in self.loop.body:
            assert isinstance(statement, Statement)
            guarded = not statement.guard.always
            for access in statement.reads:
                found.append(Reference(len(found), access, False, guarded))
            found.append(Reference(len(found), statement.target, True, guarded))
        self.all = tuple(found)
        self._of: dict[str, list[Reference]] = {}
        for reference in found:
            self._of.setdefault(reference.access.name, []).append(reference)
        self._written: dict[str, dict[Access, bool]] = {}
        for reference in found:
            accesses = self._written.setdefault(reference.access.name, {})
            accesses[reference.access] = accesses.get(reference.access, False) or reference.write
        self.cells = frozenset(access for access in self._fixed() if self._is_cell(access))
        self.written = frozenset(r.access for r in found if r.write and r.access in self.cells)

    def overlap(self, first: Access, second: Access) -> Overlap:
        """Return the distances at which two accesses of one array conflict."""
        pair = first, second
        if pair not in self._overlaps:
            self._overlaps[pair] = overlap(first, second, self.loop, self.outer)
        return self._overlaps[pair]

    def forwarded(self, load: Reference) -> Forwarded | None:
        """Return the store forwarded to a load, None if it must read memory.

        Also None if a store of the same iteration precedes it.
        """
        nearest: tuple[int, int] | None = None
        for store in self._of[load.access.name]:
            if not store.write:
                continue
            meeting = self.overlap(store.access, load.access)
            if meeting.never:
                continue
            if meeting.exact is None:
                return None
            distance = meeting.exact
            if distance < 0 or (distance == 0 and store.number > load.number):
                continue
            if not meeting.certain or store.guarded:
                # Only a nearer store can hide this one from the load.
                candidate = (distance, -store.number)
                nearest = candidate if nearest is None else min(nearest, candidate)
                continue
            candidate = (distance, -store.number)
            nearest = candidate if nearest is None else min(nearest, candidate)
        if nearest is None:
            return None
        distance, store = nearest[0], self.all[-nearest[1]]
        sure = self.overlap(store.access, load.access).certain and not store.guarded
        return Forwarded(store.number, distance) if sure and distance else None

    def _fixed(self) -> Iterator[Access]:
        """Yield the accesses of loop-invariant elements, each once."""
        for access in dict.fromkeys(reference.access for reference in self.all):
            index = self.loop.index
            if all(isinstance(s, Affine) and not s.coefficient(index) for s in access.subscripts):
                yield access

    def _is_cell(self, access: Access) -> bool:
        """Return whether no other access reaches the element, or no access writes it."""
        written = self._written[access.name]
        return all(
            self.overlap(access, other).never
            for other, other_is_written in written.items()
            if other != access and (written[access] or other_is_written)
        )


def private_scalars(region: Region) -> frozenset[str]:
    """Return the local scalars whose values never pass between iterations or leave the loop.

    Every read is preceded by an unconditional write in the same body.
    """
    local = {scalar.name for scalar in region.scalars if scalar.local}
    for body in _bodies(region.body):
        assigned = set[str]()
        for node in body:
            if isinstance(node, Loop):
                continue
            read = {access.name for access in node.reads}
            local -= read - assigned
            if node.guard.always:
                assigned.add(node.target.name)
    return frozenset(local)


def _bodies(body: Sequence[Node]) -> Iterator[Sequence[Node]]:
    yield body
    for node in body:
        if isinstance(node, Loop):
            yield from _bodies(node.body)


def outer_loops(region: Region, loop: Loop) -> tuple[Loop, ...]:
    """Return the loops around an innermost loop, found by identity, not equality.

    Raises `ValueError` if the region does not contain it.
    """
    for loops, _ in instances(region.body):
        for depth, each in enumerate(loops):
            if each is loop:
                return loops[:depth]
    raise ValueError("the region does not have this loop")
