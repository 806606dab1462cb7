"""A graph of a loop under construction, and the finished graph with its additional facts."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import NamedTuple

from models.data.dfg import Dfg, Number, Operand
from models.errors import NotSupportedError
from models.notes import note
from programs.llvm.flow import Edge, Loop
from programs.llvm.layout import DataLayout
from programs.llvm.memory import Access
from programs.llvm.module import Instruction, Value

FROM_OTHERS = frozenset(
    "icmp fcmp sext zext trunc sitofp uitofp fptosi fptoui fpext fptrunc bitcast".split()
)
"""Instructions whose operand type differs from the result type."""
SCALAR = re.compile(r"i([1-9]|[1-5]\d|6[0-4])|float|double|ptr")


class Prepared(NamedTuple):
    """A value computed once, before the loop, from inputs, other such values and numbers."""

    opcode: str
    of: str
    operands: tuple[str | Number, ...]


@dataclass
class LoopGraph:
    """A graph, with facts that it does not contain.

    `types` are the LLVM types of all operations and inputs. `exits` are the `br` operations, and
    `results` the value of each result at each exit edge.
    """

    loop: Loop
    dfg: Dfg
    types: dict[str, str]
    inputs: dict[str, Value]
    exits: dict[str, Edge]
    results: dict[Edge, dict[str, Operand]]
    prepared: dict[str, Prepared]
    """In topological order."""
    pieces: dict[str, int]
    """The alias class of each address among the inputs."""
    assumed: tuple[str, ...]
    """Pairs of loads and stores assumed to alias."""
    promised: dict[str, frozenset[str]]
    """The flags of instructions, such as no wrapping, by operation."""
    carried: dict[str, Operand]
    """The operands of header phis whose next value is computed."""
    layout: DataLayout
    written: tuple[int, int] | None = None
    """Operations, and loads and stores among them, of the graph as written, if this is another."""
    copies: int = 1
    """Iterations of the loop in one of the graph."""
    copy: dict[str, int] = field(default_factory=dict)
    """Which of them an operation belongs to."""


def copy_name(name: str, copy: int) -> str:
    """Return the name of a copy of an operation in an unrolled graph; the first has its name."""
    return f"{name}.copy{copy}" if copy else name


@dataclass(frozen=True)
class Condition:
    """The condition of an operand, or its negation."""

    operand: Operand
    negated: bool = False


Predicate = Condition | None
"""None is true."""


@dataclass
class Builder:
    """A graph under construction: every value of the loop has an operand that reads it."""

    loop: Loop
    layout: DataLayout
    operations: dict[str, tuple[str, tuple[Operand, ...]]] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    inputs: dict[str, Value] = field(default_factory=dict)
    constants: dict[str, Number] = field(default_factory=dict)
    starts: dict[tuple[str, int], Value] = field(default_factory=dict)
    read: dict[str, Operand] = field(default_factory=dict)
    block: dict[str, Predicate] = field(default_factory=dict)
    accesses: list[Access] = field(default_factory=list)
    exits: dict[str, Edge] = field(default_factory=dict)
    prepared: dict[str, Prepared] = field(default_factory=dict)
    lines: dict[str, str] = field(default_factory=dict)
    promised: dict[str, frozenset[str]] = field(default_factory=dict)
    converted: dict[str, str] = field(default_factory=dict)
    """Types of the words that loads extend and stores truncate."""
    units: tuple[str, ...] = ()
    """Work of memory units beside loads and stores: `offset`, `extend`."""
    line: str = ""
    """The source line of the current instruction."""
    wanted: tuple[str, ...] = ()
    """The values that are read after the loop."""
    phis: dict[str, Operand] = field(default_factory=dict)
    """The operands of header phis whose next value is computed."""

    def name(self, wanted: str) -> str:
        """Return an unused name."""
        taken = self.operations.keys() | self.inputs.keys() | self.constants.keys()
        taken |= self.prepared.keys()
        made, number = wanted, 1
        while made in taken or made in self.loop.function.instruction_by_name.keys() - {wanted}:
            number += 1
            made = f"{wanted}.{number}"
        return made

    def add(self, name: str, opcode: str, type_: str, *operands: Operand) -> Operand:
        """Add an operation, and return its operand. Raises `NotSupportedError` for its type."""
        if not SCALAR.fullmatch(type_) and type_ != "void":
            raise NotSupportedError(
                f"'{name}' of type {type_}", f"function {self.loop.function.name}"
            )
        self.operations[name] = (opcode, operands)
        self.types[name] = self.layout.word(type_)
        if self.line:
            self.lines[name] = self.line
        return Operand(name)

    def promise(self, name: str, words: frozenset[str]) -> None:
        """Record the flags of an operation's instructions, such as no wrapping (`nsw`)."""
        if name in self.operations:
            self.promised[name] = self.promised.get(name, words) & words

    def once(self, wanted: str, opcode: str, type_: str, *operands: Operand) -> Operand:
        """Add an operation, or reuse an equal one."""
        for name, made in self.operations.items():
            if made == (opcode, operands) and self.types[name] == self.layout.word(type_):
                return Operand(name)
        return self.add(self.name(wanted), opcode, type_, *operands)

    def number(self, number: Number) -> Operand:
        """Return an immediate operand."""
        self.constants[repr(number)] = number
        return Operand(repr(number))

    def operand(self, value: Value) -> Operand:
        """Return the operand of a value; a value from before the loop becomes an input.

        Raises `NotSupportedError` for inputs that are not scalar.
        """
        if value.number is not None:
            finite = math.isfinite(value.number)
            return self.number(value.number) if finite else self._endless(value)
        if value.name in self.read:
            return self.read[value.name]
        where = self.loop.function.made_in.get(value.name)
        if not value.fixed and where in self.loop.names:
            return self._carried(self.loop.function.instruction_by_name[value.name])
        name = value.name
        if not re.fullmatch(r"@?[\w.$-]+", name):
            name = next(
                (n for n, v in self.inputs.items() if v == value), f"address.{len(self.inputs)}"
            )
        if not SCALAR.fullmatch(value.type):
            raise NotSupportedError(
                f"'{name}' of type {value.type}", f"function {self.loop.function.name}"
            )
        self.inputs[name] = value
        self.types[name] = self.layout.word(value.type)
        return Operand(name)

    def _endless(self, value: Value) -> Operand:
        """Return an input for an infinite constant or NaN, which graph files cannot hold."""
        number = float(value.number or 0)
        name = (
            "not.a.number" if number != number else "infinity" if number > 0 else "minus.infinity"
        )
        name += ".double" * (value.type == "double")
        self.inputs[name] = Value(name, value.type, number)
        self.types[name] = value.type
        note(f"the constant {number} is the input '{name}', as JSON has no such number")
        return Operand(name)

    def _carried(self, phi: Instruction) -> Operand:
        """Return the operand of a header phi, whose next value may not exist yet."""
        assert phi in self.loop.phis
        first = phi.operands[self.loop.first(phi)]
        ring = [phi.name]
        value = phi.operands[self.loop.next(phi)]
        phis = {each.name: each for each in self.loop.phis}
        while value.name in phis and value.name not in self.read and value.name not in ring:
            ring.append(value.name)
            value = phis[value.name].operands[self.loop.next(phis[value.name])]
        made = self.loop.function.made_in.get(value.name) in self.loop.names and not value.fixed
        if value.name in ring or not made:
            # Values that only rotate, or are constant from the second iteration on.
            return self._moved(phi, first)
        source = self.read[value.name] if value.name in phis else Operand(value.name)
        for name in reversed(ring):
            start = phis[name].operands[self.loop.first(phis[name])]
            self.read[name] = source = self._later(name, phi.type, source, start)
        return self.read[phi.name]

    def _moved(self, phi: Instruction, first: Value) -> Operand:
        """Make a phi an operation that reads its next value of the previous iteration."""
        self.read[phi.name] = Operand(phi.name)
        self.types[phi.name] = self.layout.word(phi.type)
        next_ = self.operand(phi.operands[self.loop.next(phi)])
        if next_.value in self.constants or next_.value in self.inputs:
            copy = self.add(self.name(f"{phi.name}.next"), "mov", phi.type, next_)
            self.starts[copy.value, 1] = first
            self.read[phi.name] = Operand(copy.value, 1)
            return self.read[phi.name]
        return self.add(phi.name, "mov", phi.type, self._later(phi.name, phi.type, next_, first))

    def _later(self, name: str, type_: str, source: Operand, start: Value) -> Operand:
        """Return the operand of a value of the previous iteration, with an initial number.

        A value with two initial numbers gets a move, so that each has its own.
        """
        later = Operand(source.value, source.distance + 1)
        if self.starts.setdefault((later.value, later.distance), start) != start:
            copy = self.add(self.name(f"{name}.next"), "mov", type_, source)
            later = Operand(copy.value, 1)
            self.starts[later.value, 1] = start
        return later


def operand_type(made: Builder, opcode: str, operands: tuple[Operand, ...]) -> str | None:
    """Return the operand type of instructions whose result type differs, else None."""
    kinds = [made.types[o.value] for o in operands if o.value in made.types]
    return kinds[0] if kinds and opcode in FROM_OTHERS else None
