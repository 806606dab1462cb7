"""Random regions: always valid, never outside of their arrays, and defined in C.

Loops are nested up to a depth, with triangular bounds and steps; statements are updates,
reductions and shifted copies, some under conditions, on arrays of ranks that fit. Integers wrap and
are divided only by constants; floats are not converted back.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from programs.loops.affine import Affine, Bound, affine
from programs.loops.build import binary, call, cast, from_affine, select, unary
from programs.loops.check import check_region
from programs.loops.conditions import constraints_of
from programs.loops.expressions import Access, Constant, Expression, Index, Opaque, Read, Subscript
from programs.loops.region import (
    ALWAYS,
    Array,
    Guard,
    Loop,
    Node,
    Region,
    Scalar,
    Statement,
    instances,
)
from programs.loops.types import DOUBLE, FLOAT, INT, LONG, NumberType, promoted

Ranges = dict[str, tuple[int, int]]
"""Of each loop index around, a range that its values never leave."""


@dataclass(frozen=True)
class RandomOptions:
    """How large random programs are, and what occurs in them.

    Every nest has a depth of 1 … `depth`; a loop has 1 … `statements` statements beside inner
    loops, and 1 … `trips` iterations at most. Shares are of loops, statements or operands.
    """

    nests: int = 2
    depth: int = 3
    statements: int = 2
    trips: int = 5
    operands: int = 3
    types: tuple[NumberType, ...] = (INT, LONG, FLOAT, DOUBLE)
    imperfect: float = 0.3
    triangular: float = 0.4
    steps: float = 0.15
    conditions: float = 0.3
    reductions: float = 0.4
    scalars: float = 0.3
    indirect: float = 0.1


DEFAULT = RandomOptions()


def random_region(seed: int, options: RandomOptions = DEFAULT) -> Region:
    """Return a valid region, the same for the same seed and options."""
    region = _Maker(random.Random(seed), options).region(f"random_{seed}")
    check_region(region)
    return region


@dataclass
class _Maker:
    """Makes one region, whose arrays and scalars are those of `places`."""

    random: random.Random
    options: RandomOptions
    count: int = 0

    def __post_init__(self) -> None:
        self.places = _Places(self.random, self.options.indirect, INT in self.options.types)

    def region(self, name: str) -> Region:
        body: list[Node] = []
        for n in range(self.random.randint(1, self.options.nests)):
            depth = self.random.randint(1, self.options.depth)
            body += self.loop(f"n{n}", depth, {})
        accessed = {x.name for _, s in instances(tuple(body)) for x in s.accesses}
        arrays, scalars = self.places.declared(accessed)
        return Region(name, arrays, scalars, tuple(body))

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def loop(self, nest: str, depth: int, ranges: Ranges) -> list[Node]:
        """Return one loop with all that is in it, and sometimes a scalar's reset before it."""
        index = f"i{len(ranges)}"
        lower, upper, values = self.bounds(ranges)
        step = self.random.randint(2, 3) if self.chance(self.options.steps) else 1
        inside = ranges | {index: values}
        body: list[Node] = []
        if depth > 1:
            if self.chance(self.options.imperfect):
                body += self.statements(nest, inside)
            body += self.loop(nest, depth - 1, inside)
            if self.chance(self.options.imperfect):
                body += self.statements(nest, inside)
        else:
            body += self.statements(nest, inside)
        return [Loop(index, lower, upper, tuple(body), step)]

    def bounds(
        self, ranges: Ranges
    ) -> tuple[tuple[Bound, ...], tuple[Bound, ...], tuple[int, int]]:
        """Return bounds, and a range that no value of the index leaves."""
        trips = self.options.trips
        low = self.random.randint(0, 2)
        high = low + self.random.randint(1, trips)
        lower, upper = [Bound(affine(constant=low))], [Bound(affine(constant=high))]
        if ranges and self.chance(self.options.triangular):
            outer = self.random.choice(sorted(ranges))
            shift = self.random.randint(0, 1)
            triangle = Bound(affine({outer: 1}, shift))
            if self.chance(0.5):
                lower = [triangle, *([lower[0]] if self.chance(0.3) else [])]
                low = min(low, ranges[outer][0] + shift) if len(lower) == 1 else low
            else:
                upper = [triangle, *([upper[0]] if self.chance(0.3) else [])]
                high = ranges[outer][1] + shift if len(upper) == 1 else high
        if len(lower) == 1 and lower[0].affine.terms:
            low = ranges[lower[0].affine.terms[0][0]][0] + lower[0].affine.constant
        # Of a loop that is never entered, any range will do.
        return tuple(lower), tuple(upper), (low, max(low, high - 1))

    def statements(self, nest: str, ranges: Ranges) -> list[Node]:
        found: list[Node] = []
        for _ in range(self.random.randint(1, self.options.statements)):
            found += self.statement(ranges)
        return found

    def statement(self, ranges: Ranges) -> list[Node]:
        type = self.random.choice(self.options.types)
        guard = self.guard(ranges) if self.chance(self.options.conditions) else ALWAYS
        if self.chance(self.options.scalars):
            return self.through_scalar(type, ranges, guard)
        target = self.places.access(type, ranges)
        value = self.value(type, ranges)
        if self.chance(self.options.reductions):
            value = binary(self.random.choice("+-"), Read(target, type), value)
        return [self.made(target, cast(value, type), guard)]

    def through_scalar(self, type: NumberType, ranges: Ranges, guard: Guard) -> list[Node]:
        """Return a sum kept in a scalar, or a local scalar that the next statement reads."""
        if self.chance(0.5):
            place = self.places.scalar(type, local=False)
            value = binary("+", Read(place, type), self.value(type, ranges))
            return [self.made(place, cast(value, type), guard)]
        place = self.places.scalar(type, local=True)
        first = self.made(place, self.value(type, ranges), ALWAYS)
        value = binary("-", Read(place, type), self.value(type, ranges))
        return [first, self.made(self.places.access(type, ranges), cast(value, type), guard)]

    def made(self, target: Access, value: Expression, guard: Guard) -> Statement:
        self.count += 1
        return Statement(f"S{self.count - 1}", target, value, guard)

    def guard(self, ranges: Ranges) -> Guard:
        condition = self.condition(ranges)
        if self.chance(0.3):
            condition = binary(self.random.choice(("&&", "||")), condition, self.condition(ranges))
        constraints, predicate = constraints_of(condition)
        return Guard(constraints, predicate)

    def condition(self, ranges: Ranges) -> Expression:
        operator = self.random.choice(("<", "<=", ">", ">=", "==", "!="))
        if self.chance(0.5):
            # Floats are not compared for equality: transformations may not keep their last bits.
            operator = self.random.choice("<>")
            type = self.random.choice(self.options.types)
            return binary(operator, self.read(type, ranges), Constant(0, INT))
        index = self.random.choice(sorted(ranges))
        left: Expression = Index(index)
        right: Expression = Constant(self.random.randint(*ranges[index]), INT)
        if len(ranges) > 1 and self.chance(0.5):
            right = Index(self.random.choice(sorted(ranges.keys() - {index})))
        return binary(operator, left, right)

    def value(self, type: NumberType, ranges: Ranges) -> Expression:
        """Return a random expression of a type."""
        result = self.operand(type, ranges)
        for _ in range(self.random.randint(0, self.options.operands - 1)):
            other = self.operand(type, ranges)
            operator = self.random.choice("+-*")
            result, other = (other, result) if self.chance(0.3) else (result, other)
            result = cast(binary(operator, result, other), type)
        kind = self.random.randrange(10)
        if kind == 0:
            result = call(self.random.choice(("min", "max")), result, self.operand(type, ranges))
        elif kind == 1:
            result = call("abs" if type.is_int else "fabs", result, type=promoted(type))
        elif kind == 2:
            result = select(self.condition(ranges), result, self.operand(type, ranges))
        elif kind == 3:
            divisor = Constant(self.random.choice((2, 3, 4, 7)), INT)
            result = binary("/", result, divisor)
        elif kind == 4 and type.is_int:
            operator = self.random.choice(("&", "|", "^", "%", ">>"))
            result = binary(operator, result, Constant(self.random.randint(1, 7), INT))
        elif kind == 5:
            result = unary("-", result)
        return cast(result, type)

    def operand(self, type: NumberType, ranges: Ranges) -> Expression:
        kind = self.random.randrange(8)
        if kind == 0:
            number = self.random.randint(-4, 4)
            return cast(Constant(number, INT), type)
        if kind == 1:
            return cast(from_affine(self.places.subscript(ranges)[0]), type)
        if kind == 2 and type not in (INT, LONG):
            others = [x for x in self.options.types if x.is_int or x == FLOAT]
            return cast(self.read(self.random.choice(others or [type]), ranges), type)
        return self.read(type, ranges)

    def read(self, type: NumberType, ranges: Ranges) -> Expression:
        if self.chance(self.options.scalars / 3):
            return Read(self.places.scalar(type, local=False), type)
        return Read(self.places.access(type, ranges), type)


@dataclass
class _Places:
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
