"""What statements of random programs read and write: arrays that grow as needed, and scalars."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from programs.loops.affine import Affine, affine
from programs.loops.build import binary
from programs.loops.expressions import Access, Constant, Opaque, Read, Subscript
from programs.loops.region import Array, Scalar
from programs.loops.types import INT, NumberType

Ranges = dict[str, tuple[int, int]]
"""Of each loop index around, a range that its values never leave."""


@dataclass
class RandomPlaces:
    """The places so far; extents are what the accesses turn out to need.

    `indirect` is the share of subscripts that are read from an array, where `integers` allows it.
    """

    random: random.Random
    indirect: float
    integers: bool
    extents: dict[str, list[int]] = field(default_factory=dict)
    types: dict[str, NumberType] = field(default_factory=dict)
    scalars: dict[str, Scalar] = field(default_factory=dict)

    def declared(self, names: set[str]) -> tuple[tuple[Array, ...], tuple[Scalar, ...]]:
        """Return the arrays and scalars of these names."""
        arrays = [Array(x, self.types[x], tuple(e)) for x, e in self.extents.items() if x in names]
        return tuple(arrays), tuple(x for x in self.scalars.values() if x.name in names)

    def scalar(self, type: NumberType, local: bool) -> Access:
        """Return the scalar of a type, or the local one."""
        name = f"{'t' if local else 's'}_{type.dtype}"
        self.scalars[name] = Scalar(name, type, local)
        return Access(name)

    def access(self, type: NumberType, ranges: Ranges) -> Access:
        """Return an element of one of two arrays of each type and rank, which grow as needed."""
        rank = self.random.randint(1, min(3, len(ranges) + 1))
        name = f"{self.random.choice('AB')}{rank}_{type.dtype}"
        self.types[name] = type
        extents = self.extents.setdefault(name, [1] * rank)
        places: list[Subscript] = []
        for dimension in range(rank):
            if self.integers and self.random.random() < self.indirect:
                extents[dimension] = max(extents[dimension], 8)
                places.append(self.from_array(ranges))
                continue
            place, highest = self.subscript(ranges)
            extents[dimension] = max(extents[dimension], highest + 1)
            places.append(place)
        return Access(name, tuple(places))

    def from_array(self, ranges: Ranges) -> Opaque:
        """Return a subscript read from an array, 0 … 7 whatever is in there."""
        place, highest = self.subscript(ranges)
        extents = self.extents.setdefault("idx", [1])
        extents[0] = max(extents[0], highest + 1)
        self.types["idx"] = INT
        return Opaque(binary("&", Read(Access("idx", (place,)), INT), Constant(7, INT)))

    def subscript(self, ranges: Ranges) -> tuple[Affine, int]:
        """Return an affine expression that is never negative, and a value it never exceeds."""
        names = self.random.sample(
            sorted(ranges), min(len(ranges), self.random.choice((0, 1, 1, 1, 2)))
        )
        factors = {name: self.random.choice((1, 1, 1, 1, 2, -1)) for name in names}
        ends = [sorted(f * end for end in ranges[name]) for name, f in factors.items()]
        low, high = sum(end[0] for end in ends), sum(end[1] for end in ends)
        shift = max(self.random.randint(-2, 2), -low)
        return affine(factors, shift), high + shift
