"""Random perfect nests of two or three loops: sums of products, as numerical kernels have them.

Subscripts are indices, plain or shifted, so that copies of an unrolled body share loads, and only
some loops carry sums.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from programs.loops.affine import Bound, affine
from programs.loops.build import binary, call, cast
from programs.loops.check import check_region
from programs.loops.expressions import Access, Constant, Expression, Read
from programs.loops.region import Array, Loop, Region, Scalar, Statement
from programs.loops.types import FLOAT, INT

MOST_TRIPS = 24
"""Iterations of a loop; graphs hardly depend on them."""

SHIFT = 2
"""Maximum offset of subscripts from an index."""

FLOATS, REDUCTIONS, SCALARS, STENCILS, CONSTANTS = 0.7, 0.5, 0.15, 0.4, 0.15
"""Shares: of nests, of statements, of operands, of nests with shifted subscripts, of operands."""


def random_nest(seed: int) -> Region:
    """Return a region of one nest, deterministic per seed."""
    region = _Maker(random.Random(f"nest {seed}")).region(f"nest_{seed}")
    check_region(region)
    return region


@dataclass
class _Maker:
    """Makes one nest; extents are derived from its accesses."""

    chance: random.Random
    extents: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def region(self, name: str) -> Region:
        depth = self.chance.choice((2, 2, 3))
        self.indices = [f"i{n}" for n in range(depth)]
        self.trips = {index: self.chance.randint(8, MOST_TRIPS) for index in self.indices}
        self.type = FLOAT if self.happens(FLOATS) else INT
        self.stencil = self.happens(STENCILS)
        count = self.chance.choice((1, 1, 1, 2, 2, 3))
        body = tuple(self.statement(n) for n in range(count))
        accessed = dict.fromkeys(x.name for s in body for x in s.accesses)
        arrays = tuple(Array(x, self.type, self.extents[x]) for x in accessed if x in self.extents)
        scalars = tuple(Scalar(x, self.type) for x in accessed if x not in self.extents)
        nest: tuple[Loop | Statement, ...] = body
        for index in reversed(self.indices):
            low = Bound(affine(constant=SHIFT))
            high = Bound(affine(constant=SHIFT + self.trips[index]))
            nest = (Loop(index, (low,), (high,), nest),)
        return Region(name, arrays, scalars, nest)

    def happens(self, share: float) -> bool:
        return self.chance.random() < share

    def statement(self, number: int) -> Statement:
        indices = self.some(least=1)
        target = self.element(f"y{number}", indices, shifted=False)
        value = self.product()
        for _ in range(self.chance.choice((0, 0, 0, 1, 1, 2, 3, 5))):
            value = binary(self.chance.choice("+++-"), value, self.product())
        if self.happens(0.08):
            value = call(self.chance.choice(("min", "max")), value, self.operand())
        if self.happens(REDUCTIONS):
            value = binary(self.chance.choice("+++-"), Read(target, self.type), value)
        return Statement(f"S{number}", target, cast(value, self.type))

    def product(self) -> Expression:
        value = self.operand()
        for _ in range(self.chance.choice((0, 0, 1, 1, 1, 2))):
            value = binary("*", value, self.operand())
        return value

    def operand(self) -> Expression:
        if self.happens(CONSTANTS):
            return cast(Constant(self.chance.choice((-2, 2, 3, 5)), INT), self.type)
        if self.happens(SCALARS):
            return Read(Access(f"s{self.chance.randrange(2)}"), self.type)
        array = self.chance.choice("ABCD")
        # All subscripts of an array use the same indices in the same order.
        known = random.Random(f"{self.trips} {array}")
        indices = [x for x in self.indices if known.random() < 0.7] or [known.choice(self.indices)]
        return Read(self.element(array, indices, self.stencil), self.type)

    def some(self, least: int) -> list[str]:
        """Return some of the indices in order, usually all but one."""
        count = max(least, len(self.indices) - self.chance.choice((0, 1, 1, 2)))
        return sorted(self.chance.sample(self.indices, count))

    def element(self, name: str, indices: list[str], shifted: bool) -> Access:
        shifts = [self.chance.randint(-1, 1) if shifted else 0 for _ in indices]
        self.extents[name] = tuple(SHIFT + self.trips[index] + SHIFT for index in indices)
        return Access(name, tuple(affine({x: 1}, s) for x, s in zip(indices, shifts, strict=True)))
