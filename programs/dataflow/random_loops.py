"""Random loops for training predictors: one loop, and a body without complex control.

Statements combine scalars, affine and indirect array elements, and numbers, by the usual operators
(PT-Map, Sec. 4.1). The arrays of this toolkit execute all operations: numbers have one type per
loop, without conversions.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from programs.dataflow.extract import extract
from programs.dataflow.kernel import Kernel
from programs.dataflow.options import DEFAULT as GRAPH
from programs.dataflow.options import DataflowOptions
from programs.loops.affine import Affine, Bound, affine
from programs.loops.build import binary, call, cast, select, unary
from programs.loops.check import check_region
from programs.loops.expressions import Access, Constant, Expression, Index, Opaque, Read
from programs.loops.region import Array, Loop, Region, Scalar, Statement
from programs.loops.types import FLOAT, INT, NumberType

TRIES = 40
"""Maximum number of tried statements per loop."""

MASK = 15
"""Indirect subscripts are masked with this number, so that they are 0 … 15."""


@dataclass(frozen=True)
class LoopOptions:
    """The size of graphs, and the contents of loops.

    Shares are of loops (`floats`), statements (`reductions`; of the others `recurrences`, and
    `in_place` stores to arrays that are also read) and operands. Maxima: `distance` of recurrences
    in iterations, `shift` of subscripts from the index, `trips` of loops.
    """

    least: int = 3
    most: int = 60
    trips: int = 40
    arrays: int = 4
    floats: float = 0.5
    reductions: float = 0.25
    recurrences: float = 0.15
    in_place: float = 0.15
    indirect: float = 0.08
    scalars: float = 0.1
    constants: float = 0.12
    indices: float = 0.04
    strided: float = 0.15
    shift: int = 2
    distance: int = 4


DEFAULT = LoopOptions()


def random_loop(
    seed: int, options: LoopOptions = DEFAULT, graph: DataflowOptions = GRAPH
) -> Kernel:
    """Return a loop whose graph has `least` … `most` operations, the same for the same arguments.

    Sizes are drawn uniformly, up to the granularity of statements.
    """
    maker = _Maker(random.Random(seed), options)
    wanted = maker.random.randint(options.least, options.most)
    statements: list[Statement] = []
    best: Kernel | None = None
    for _ in range(TRIES):
        missing = wanted - (len(best.dfg.operations) if best else 0)
        tried = [*statements, maker.statement(len(statements), missing)]
        kernel = _kernel(maker.region(f"loop_{seed}", tried), graph)
        count = len(kernel.dfg.operations)
        if count > wanted and (best is not None or count > options.most):
            continue
        statements, best = tried, kernel
        if count >= wanted:
            break
    assert best is not None, "a loop of one statement has few operations"
    check_region(best.region)
    return best


def _kernel(region: Region, options: DataflowOptions) -> Kernel:
    loop = region.body[0]
    assert isinstance(loop, Loop)
    return extract(region, loop, options)


@dataclass
class _Maker:
    """Makes one loop; extents are derived from its accesses."""

    random: random.Random
    options: LoopOptions
    extents: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.type: NumberType = FLOAT if self.chance(self.options.floats) else INT
        self.low = self.options.shift + self.options.distance
        self.high = self.low + self.random.randint(2, self.options.trips) - 1

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def region(self, name: str, statements: list[Statement]) -> Region:
        accessed = dict.fromkeys(x.name for s in statements for x in s.accesses)
        arrays = tuple(
            Array(name, INT if name == "idx" else self.type, (self.extents[name],))
            for name in accessed
            if name in self.extents
        )
        scalars = tuple(Scalar(x, self.type) for x in accessed if x not in self.extents)
        bounds = [Bound(affine(constant=end)) for end in (self.low, self.high + 1)]
        loop = Loop("i", (bounds[0],), (bounds[1],), tuple(statements))
        return Region(name, arrays, scalars, (loop,))

    def statement(self, number: int, size: int) -> Statement:
        """Return a statement of about `size` operations at most."""
        terms = self.random.randint(1, max(1, min(8, size // 2)))
        value = self.value(terms)
        if self.chance(self.options.reductions):
            target = Access(f"s{self.random.randrange(self.options.arrays)}")
            operator = self.random.choice("++-*")
            value = binary(operator, Read(target, self.type), value)
        else:
            place = affine({"i": 1}, self.random.choice((0, 0, 0, 1)))
            kind = "x" if self.chance(self.options.in_place) else "y"
            name = f"{kind}{self.random.randrange(self.options.arrays)}"
            if self.chance(self.options.recurrences):
                back = place - self.random.randint(1, self.options.distance)
                value = binary(self.random.choice("+-*"), self.element(name, back), value)
            target = self.reach(name, place)
        return Statement(f"S{number}", target, cast(value, self.type))

    def value(self, terms: int) -> Expression:
        result = self.operand()
        for _ in range(terms - 1):
            operator = self.random.choice("+++--**")
            result = binary(operator, result, self.operand())
        kind = self.random.randrange(12)
        if kind == 0:
            result = call(self.random.choice(("min", "max")), result, self.operand())
        elif kind == 1:
            result = call("abs" if self.type.is_int else "fabs", result, type=self.type)
        elif kind == 2:
            condition = binary(self.random.choice("<>"), self.operand(), self.operand())
            result = select(condition, result, self.operand())
        elif kind == 3:
            result = unary("-", result)
        elif kind == 4 and self.type.is_int:
            operator = self.random.choice(("&", "|", "^", "<<", ">>"))
            result = binary(operator, result, Constant(self.random.randint(1, 7), INT))
        elif kind == 5:
            divisor = Constant(self.random.choice((3, 5, 7)), INT)
            result = binary("/", result, divisor)
        return result

    def operand(self) -> Expression:
        options, chance = self.options, self.random.random()
        for share, make in (
            (options.constants, self.constant),
            (options.scalars, self.scalar),
            (options.indirect, self.indirect),
        ):
            if chance < share:
                return make()
            chance -= share
        if chance < options.indices and self.type.is_int:
            return Index("i")
        factor = 2 if self.chance(options.strided) else 1
        shift = self.random.choice((0, 0, self.random.randint(-options.shift, options.shift)))
        return self.element(self.array(), affine({"i": factor}, shift))

    def constant(self) -> Expression:
        return cast(Constant(self.random.choice((-3, -1, 2, 3, 4, 5)), INT), self.type)

    def scalar(self) -> Expression:
        return Read(Access(f"s{self.random.randrange(self.options.arrays)}"), self.type)

    def indirect(self) -> Expression:
        """Return an element with an indirect subscript."""
        place = Read(self.reach("idx", affine({"i": 1})), INT)
        name = self.array()
        self.extents[name] = max(self.extents.get(name, 1), MASK + 1)
        return Read(Access(name, (Opaque(binary("&", place, Constant(MASK, INT))),)), self.type)

    def array(self) -> str:
        return f"x{self.random.randrange(self.options.arrays)}"

    def element(self, name: str, place: Affine) -> Expression:
        return Read(self.reach(name, place), self.type)

    def reach(self, name: str, place: Affine) -> Access:
        """Return an element of an array, and enlarge the array to contain it."""
        self.extents[name] = max(self.extents.get(name, 1), place.value({"i": self.high}) + 1)
        return Access(name, (place,))
