"""The values of a loop's body, hash-consed: equal terms are one value.

Operands are numbers of terms. A term is invariant if all its operands are known before the loop;
arithmetic on constants is folded.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from programs.dataflow.opcodes import Value, Work
from programs.loops.affine import Affine
from programs.loops.expressions import Access
from programs.loops.types import NumberType

Owner: TypeAlias = tuple[str, object]
"""The owner of a carried value: ("cell", access) or ("store", number)."""


class Immediate(NamedTuple):
    """A number of the program."""

    value: int | float
    type: NumberType


class Outside(NamedTuple):
    """An affine expression of the indices of outer loops."""

    value: Affine


class Cell(NamedTuple):
    """The invariant value of a scalar or element that no iteration changes."""

    access: Access


class Counter(NamedTuple):
    """The loop's own index."""


class Last(NamedTuple):
    """The last value of the loop's index."""


class Carried(NamedTuple):
    """The value of an owner `distance` iterations earlier."""

    owner: Owner
    distance: int


class Load(NamedTuple):
    """A load: the number of its reference, and the computed part of its address, if any."""

    number: int
    access: Access
    address: int | None


class Apply(NamedTuple):
    """An operation on terms. `owner` is set for a copy that carries a value."""

    work: Work
    operands: tuple[int, ...]
    owner: Owner | None = None


Term: TypeAlias = Immediate | Outside | Cell | Last | Counter | Carried | Load | Apply


@dataclass
class Terms:
    """All terms of one body by number; operands precede their users."""

    terms: list[Term] = field(default_factory=list)
    numbers: dict[object, int] = field(default_factory=dict)
    invariant: list[bool] = field(default_factory=list)

    def __getitem__(self, number: int) -> Term:
        return self.terms[number]

    def immediate(self, value: int | float, type: NumberType) -> int:
        """Return the number of a constant."""
        return self.add(Immediate(value, type))

    def add(self, term: Term) -> int:
        """Return the number of a term."""
        # In Python, 1 == 1.0, 0.0 == -0.0, and tuples of different classes compare equal.
        key: object = (type(term), term, repr(term.value) if isinstance(term, Immediate) else "")
        if isinstance(term, Apply) and term.work.commutative:
            # The operand order of the first is kept: the sign of a NaN may depend on it.
            key = (Apply, term.work, *sorted(term.operands))
        if key not in self.numbers:
            self.numbers[key] = len(self.terms)
            self.terms.append(term)
            self.invariant.append(self._is_invariant(term))
        return self.numbers[key]

    def apply(self, work: Work, *operands: int) -> int:
        """Return the number of an operation's value, simplified if that changes no bit."""
        known = [self.terms[operand] for operand in operands]
        if all(isinstance(term, Immediate) for term in known):
            number = work.result([term.value for term in known if isinstance(term, Immediate)])
            if number is not None:
                return self.immediate(number, work.type)
        if work.form == "select":
            work, operands = self._extreme(work, operands)
        same = self._simplified(work, operands)
        if same is not None:
            return same
        return self.add(Apply(work, operands))

    def _extreme(self, work: Work, operands: tuple[int, ...]) -> tuple[Work, tuple[int, ...]]:
        """Return a minimum for `a < b ? a : b`, its definition, and a maximum likewise."""
        condition, arms = self.terms[operands[0]], operands[1:]
        if isinstance(condition, Apply) and condition.work.word in ("<", ">"):
            less = (condition.work.word == "<") == (condition.operands == arms)
            if arms[0] != arms[1] and arms in (condition.operands, condition.operands[::-1]):
                return Work("call", "min" if less else "max", work.type, work.type), arms
        return work, operands

    def _simplified(self, work: Work, operands: tuple[int, ...]) -> int | None:
        """Return the operand or constant that an operation always equals, or None."""
        if work.form == "select":
            chosen = self.value(operands[0])
            if chosen is not None:
                return operands[1 if chosen else 2]
            return operands[1] if operands[1] == operands[2] else None
        if work.form == "logical":
            return self._logical(work.word, operands)
        if work.word in ("min", "max") and operands[0] == operands[1]:
            return operands[0]
        if work.form != "binary":
            return None
        left, right = map(self.value, operands)
        if right == 1 and work.word in "*/":
            return operands[0]
        if left == 1 and work.word == "*":
            return operands[1]
        if not work.type.is_int:
            return None
        if right == 0 and work.word in ("+", "-", "|", "^", "<<", ">>"):
            return operands[0]
        if left == 0 and work.word in "+|^":
            return operands[1]
        return None

    def _logical(self, word: str, operands: tuple[int, ...]) -> int | None:
        for one, other in (operands, operands[::-1]):
            value = self.value(one)
            if value is not None:
                return one if bool(value) == (word == "||") else other
        return operands[0] if operands[0] == operands[1] else None

    def value(self, number: int) -> Value:
        """Return the number of a constant, None of other terms."""
        term = self.terms[number]
        return term.value if isinstance(term, Immediate) else None

    def _is_invariant(self, term: Term) -> bool:
        match term:
            case Immediate() | Outside() | Cell() | Last():
                return True
            case Apply(_, operands, None):
                return all(self.invariant[operand] for operand in operands)
        return False
