"""An interpreter of regions, statement by statement: the reference semantics.

Every expression becomes a closure over the loop indices. During a run, arrays are flat lists in
row-major order, with Python numbers whose types `arithmetic` enforces.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from models.errors import known
from programs.loops import arithmetic
from programs.loops.affine import Affine
from programs.loops.errors import ProgramError
from programs.loops.expressions import (
    Access,
    Binary,
    Call,
    Cast,
    Constant,
    Expression,
    Index,
    Read,
    Select,
    Subscript,
    Unary,
)
from programs.loops.region import Array, Loop, Node, Region, Scalar, Statement
from shell.budget import UNLIMITED

Point = dict[str, int]


class Event(NamedTuple):
    """One access: its statement and iteration, its element, and whether it is a write.

    `iteration` are the values of the loops around the statement, outermost first; `element` are
    the subscripts, none for a scalar.
    """

    statement: str
    iteration: tuple[int, ...]
    name: str
    element: tuple[int, ...]
    write: bool


def execute(
    region: Region,
    values: Mapping[str, Any],
    observe: Callable[[Event], None] | None = None,
) -> dict[str, Any]:
    """Return arrays and scalars after the region, given their values before, which are unchanged.

    Arrays are numpy arrays of the declared extents, converted to the declared type; scalars are
    Python numbers. Local scalars are omitted, arrays with `initial` may be. `observe` receives all
    accesses in order. Raises `ProgramError` for missing values or other extents, and for undefined
    behaviour in C: an element outside the array, an integer division by zero, an uninitialised
    local scalar; and `Stop` after a signal.
    """
    machine = Machine(region, values, observe)
    machine.run()
    return machine.values()


class Machine:
    """The memory of a region in execution, and the closures that work on it.

    A subclass with another execution of some nodes overrides `node`, whose closures are built once
    by the constructor. `memory` has the cells of arrays, flat in row-major order, and one cell per
    scalar, None if uninitialised.
    """

    def __init__(
        self,
        region: Region,
        values: Mapping[str, Any],
        observe: Callable[[Event], None] | None,
    ) -> None:
        self.region, self.observe = region, observe
        self.declared = region.declared
        self.memory: dict[str, list[Any]] = {}
        for name, declared in self.declared.items():
            self.memory[name] = _initial(declared, values, region.name)
        self.statement: Statement | None = None
        self.loops: tuple[Loop, ...] = ()
        self.steps = [self.node(node, ()) for node in region.body]

    def run(self) -> None:
        """Execute the region. Raises `ProgramError` as `execute` does."""
        point: Point = {}
        try:
            for step in self.steps:
                step(point)
        except ArithmeticError as error:
            line = self.statement.line if self.statement else self.region.line
            where = f"{self.region.source or self.region.name}:{line}"
            at = ", ".join(f"{name} = {value}" for name, value in point.items())
            raise ProgramError(f"{error}{f' at {at}' if at else ''}", where) from None

    def values(self) -> dict[str, Any]:
        """Return the current arrays and scalars, without local scalars."""
        found: dict[str, Any] = {}
        for name, declared in self.declared.items():
            if isinstance(declared, Array):
                flat = np.array(self.memory[name], dtype=declared.type.dtype)
                found[name] = flat.reshape(declared.extents)
            elif not declared.local:
                found[name] = self.memory[name][0]
        return found

    def node(self, node: Node, loops: tuple[Loop, ...]) -> Callable[[Point], None]:
        """Return the closure of a loop or statement inside these loops."""
        if isinstance(node, Statement):
            return self.assign(node, loops)
        steps = [self.node(part, (*loops, node)) for part in node.body]
        index, outer = node.index, not loops

        def loop(point: Point) -> None:
            for value in node.range(point):
                if outer:
                    UNLIMITED.check()
                point[index] = value
                for step in steps:
                    step(point)
            point.pop(index, None)

        return loop

    def assign(self, statement: Statement, loops: tuple[Loop, ...]) -> Callable[[Point], None]:
        """Return the closure of a statement."""
        self.statement, self.loops = statement, loops
        guard = statement.guard
        predicate = self.expression(guard.predicate) if guard.predicate is not None else None
        place = self.place(statement.target, write=True)
        cells = self.memory[statement.target.name]
        value = self.expression(statement.value)

        def step(point: Point) -> None:
            self.statement = statement
            if not all(constraint.holds(point) for constraint in guard.constraints):
                return
            if predicate is not None and not predicate(point):
                return
            # Observers receive the reads of a statement before its write.
            new = value(point)
            cells[place(point)] = new

        return step

    def expression(self, expression: Expression) -> Callable[[Point], Any]:
        """Return the closure of an expression, a function of the indices."""
        type = expression.type
        match expression:
            case Constant(number):
                return lambda point: number
            case Index(name):
                return lambda point: point[name]
            case Read(access):
                return self.read(access)
            case Unary(operator, operand):
                only = self.expression(operand)
                return lambda point: arithmetic.unary(operator, only(point), type)
            case Cast(operand):
                only = self.expression(operand)
                return lambda point: arithmetic.convert(only(point), type)
            case Binary("&&", left, right):
                one, two = self.expression(left), self.expression(right)
                return lambda point: int(bool(one(point)) and bool(two(point)))
            case Binary("||", left, right):
                one, two = self.expression(left), self.expression(right)
                return lambda point: int(bool(one(point)) or bool(two(point)))
            case Binary(operator, left, right):
                one, two = self.expression(left), self.expression(right)
                return lambda point: arithmetic.binary(operator, one(point), two(point), type)
            case Select(condition, if_true, if_false):
                test = self.expression(condition)
                one, two = self.expression(if_true), self.expression(if_false)
                return lambda point: one(point) if test(point) else two(point)
            case Call(function, arguments):
                parts = [self.expression(argument) for argument in arguments]
                return lambda point: arithmetic.call(function, [x(point) for x in parts], type)

    def read(self, access: Access) -> Callable[[Point], Any]:
        """Return the closure of the value read by an access."""
        cells, place, name = self.memory[access.name], self.place(access, write=False), access.name

        def cell(point: Point) -> Any:
            value = cells[place(point)]
            if value is None:
                raise ArithmeticError(f"'{name}' has no value yet")
            return value

        return cell

    def place(self, access: Access, write: bool) -> Callable[[Point], int]:
        """Return the closure of the element's address, which also notifies the observer."""
        name, statement, loops = access.name, self.statement, self.loops
        declared = self.declared[name]
        extents = declared.extents if isinstance(declared, Array) else ()
        parts = [self.subscript(subscript) for subscript in access.subscripts]
        observe = self.observe

        def place(point: Point) -> int:
            element = tuple(part(point) for part in parts)
            flat = 0
            for value, extent in zip(element, extents, strict=True):
                if not 0 <= value < extent:
                    text = "".join(f"[{x}]" for x in element)
                    raise ArithmeticError(f"{name}{text} is outside of its extents {extents}")
                flat = flat * extent + value
            if observe is not None and statement is not None:
                iteration = tuple(point[loop.index] for loop in loops)
                observe(Event(statement.id, iteration, name, element, write))
            return flat

        return place

    def subscript(self, subscript: Subscript) -> Callable[[Point], int]:
        """Return the closure of a subscript's value."""
        if isinstance(subscript, Affine):
            return subscript.value
        return self.expression(subscript.expression)


def _initial(declared: Array | Scalar, values: Mapping[str, Any], region: str) -> list[Any]:
    """Return the memory of an array or a scalar before the region."""
    name, type = declared.name, declared.type
    if isinstance(declared, Scalar):
        if declared.local:
            return [None]
        if name not in values:
            raise ProgramError(f"no value for scalar '{name}'{known(values, word=name)}", region)
        return [arithmetic.convert(_number(values[name]), type)]
    if name not in values:
        if declared.initial is None:
            raise ProgramError(f"no values for array '{name}'{known(values, word=name)}", region)
        return list(declared.initial)
    given = np.asarray(values[name])
    if given.shape != declared.extents:
        raise ProgramError(
            f"values of array '{name}' have extents {given.shape}, not {declared.extents}", region
        )
    numbers = [arithmetic.convert(number, type) for number in given.ravel().tolist()]
    assert len(numbers) == math.prod(declared.extents)
    return numbers


def _number(value: Any) -> int | float:
    return value.item() if isinstance(value, np.generic) else value
