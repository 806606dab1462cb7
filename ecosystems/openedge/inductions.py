"""Values that grow by a number in each iteration, as recurrences of their own.

An index that is multiplied and added to a base is two operations; an address with its own increment
is one. The bound of a comparison is subtracted from the index beforehand: the machine compares with
`ZERO`, and has no second number beside the target of a branch. Words wrap around in the same way,
so that all of this is exact; only order comparisons need numbers far from overflow.
"""

from __future__ import annotations

from dataclasses import dataclass

from ecosystems.openedge.interpreter import signed
from models.data.dfg import Dfg, Operand, Operation

MODERATE = 1 << 30
"""Differences of numbers below this do not wrap around."""

_CONTINUED = {"slt": 1, "sle": 1, "ult": 1, "ule": 1, "sgt": -1, "sge": -1}
"""The sign of an index's growth that makes a continuing comparison fail."""


@dataclass(frozen=True)
class Linear:
    """A value that is `before` in the iteration before the first, and grows by `step`."""

    before: int
    step: int

    def later(self, distance: int) -> Linear:
        """Return the value as read `distance` iterations later."""
        return Linear(signed(self.before - distance * self.step), self.step)


@dataclass(frozen=True)
class Left:
    """A branch's comparison of a linear value with 0."""

    value: Linear
    branch: str


def word_of(operator: str) -> str:
    """Return the opcode of an operator, without its types."""
    return operator.partition("/")[0]


@dataclass
class Inductions:
    """The linear values of a graph whose constants and first numbers are known."""

    dfg: Dfg
    numbers: dict[str, int]
    """Of constants and of inputs."""
    initial: dict[str, tuple[int, ...]]

    def __post_init__(self) -> None:
        self.bases: set[str] = set()
        self.linear: dict[str, Linear] = {}
        for operation in self.dfg.operations:
            self._base(operation)
        for name in self.dfg.schedule_order:
            if name not in self.linear:
                self._derived(self.dfg.operation_by_name[name])
        self.alone = set(self.linear) - self.bases - self.initial.keys()
        for operation in self.dfg.operations:
            self.alone -= {o.value for o in operation.operands if o.distance}

    def _base(self, operation: Operation) -> None:
        """Note a value that is its previous value plus or minus a constant."""
        word, operands = word_of(operation.operator), operation.operands
        if word not in ("add", "sub") or not self._is_word(operation):
            return
        own = Operand(operation.name, 1)
        if operands[0] == own:
            step = self.numbers.get(operands[1].value)
        elif operands[1] == own and word == "add":
            step = self.numbers.get(operands[0].value)
        else:
            return
        if step is not None:
            before = self.initial.get(operation.name, (0,))[0]
            self.linear[operation.name] = Linear(before, step if word == "add" else signed(-step))
            self.bases.add(operation.name)

    def _derived(self, operation: Operation) -> None:
        word = word_of(operation.operator)
        if not self._is_word(operation) or len(operation.operands) != 2:
            return
        a, b = (self._operand(each) for each in operation.operands)
        if a is None or b is None or not (a.step or b.step):
            return
        found: Linear | None = None
        if word in ("add", "sub"):
            sign = 1 if word == "add" else -1
            found = Linear(a.before + sign * b.before, a.step + sign * b.step)
        elif word == "mul" and not (a.step and b.step):
            grows, factor = (a, b.before) if a.step else (b, a.before)
            found = Linear(grows.before * factor, grows.step * factor)
        elif word == "shl" and not b.step and 0 <= b.before < 32:
            found = Linear(a.before << b.before, a.step << b.before)
        if found is not None:
            self.linear[operation.name] = Linear(signed(found.before), signed(found.step))

    def _is_word(self, operation: Operation) -> bool:
        return self.dfg.operator_by_name[operation.operator].type != "i1"

    def _operand(self, operand: Operand) -> Linear | None:
        if operand.value in self.numbers:
            return Linear(self.numbers[operand.value], 0)
        if operand.value not in self.linear:
            return None
        if not operand.distance:
            return self.linear[operand.value]
        # What other values were before the first iteration is not theirs to say.
        known = operand.value in self.bases and operand.distance == 1
        return self.linear[operand.value].later(1) if known else None

    def left(self, predicate: str, a: Operand, b: Operand) -> Left | None:
        """Return a comparison with 0 that continues the loop, or None."""
        grows, bound = self._operand(a), self._operand(b)
        if grows is None or bound is None or not grows.step or bound.step:
            return None
        if predicate in ("eq", "ne"):
            way = f"b{predicate}"
            return Left(Linear(signed(grows.before - bound.before), grows.step), way)
        sign = _CONTINUED.get(predicate)
        first = grows.before + grows.step
        moderate = all(abs(n) < MODERATE for n in (first, bound.before, grows.step))
        if sign is None or sign * grows.step < 0 or not moderate:
            return None
        if predicate[0] == "u" and min(first, bound.before) < 0:
            return None
        before = sign * (grows.before - bound.before) - (predicate[1:] in ("le", "ge"))
        return Left(Linear(before, sign * grows.step), "blt")
