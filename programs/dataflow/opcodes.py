r"""The opcodes of a dataflow graph and their semantics on numbers.

| C | integers | floats |
| --- | --- | --- |
| `+` `-` `*` `/` | add sub mul div | fadd fsub fmul fdiv |
| `%` `&` `\|` `^` `~` `<<` | rem and or xor not shl | |
| `>>` | shr, of unsigned numbers lshr | |
| `==` `!=` `<` `<=` `>` `>=` | eq ne lt le gt ge | the same |
| unary `-`, `?:`, min, max, abs | neg select min max abs | the same; fabs, fmin, fmax, sqrt |
| `&&`, `\|\|`, `!` of 0 and 1 | and or eq (with 0) | |
| conversions | sext zext trunc, bitcast of one width | fpext fptrunc, |
| | | sitofp uitofp fptosi fptoui |
| x[i] and x[i] = v | load store | the same |
| the loop itself | add blt | |
| a copy that carries a value | mov | mov |

`a < b ? a : b` is min, and `a > b ? a : b` max; fmin and fmax, which treat a NaN otherwise, keep
their names; fabs is abs. The arrays of this toolkit execute all of these but fmin, fmax, sqrt and
the conversions from and to floats. The width and signedness of numbers are in the `Work` of an
operation, not in its name.

A number that is undefined in C is `None`, and so is every result computed from it, except for a
selection that takes the other arm. Operations are executed speculatively, so only storing such a
number is an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from models.data.dfg import Operator
from models.semantics.opcodes import operators_of
from programs.loops import arithmetic
from programs.loops.types import NumberType

Value: TypeAlias = int | float | None
Form = Literal["unary", "cast", "binary", "logical", "select", "call", "move"]

_INTEGER = {
    "+": "add", "-": "sub", "*": "mul", "/": "div", "%": "rem", "&": "and", "|": "or", "^": "xor",
    "<<": "shl", ">>": "shr", "==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge",
    "&&": "and", "||": "or",
}  # fmt: skip
_COMMUTATIVE = frozenset({"+", "*", "&", "|", "^", "==", "!=", "&&", "||"})
# On floats these operators have no algebraic laws: `min` is `a < b ? a : b`, a NaN is not less.
_INTEGER_ONLY = frozenset({"min", "max"})


@dataclass(frozen=True, slots=True)
class Work:
    """The function of an operation: the C operator `word` in `type`, on operands of type `of`."""

    form: Form
    word: str
    type: NumberType
    of: NumberType

    @property
    def opcode(self) -> str:
        """The opcode in the table above."""
        match self.form:
            case "unary":
                return {"-": "neg", "~": "not"}[self.word]
            case "cast":
                return _conversion(self.of, self.type)
            case "binary" if self.word in "+-*/" and not self.type.is_int:
                return "f" + _INTEGER[self.word]
            case "binary" if self.word == ">>" and not self.type.signed:
                return "lshr"
            case "binary" | "logical":
                return _INTEGER[self.word]
            case "call":
                return "abs" if self.word == "fabs" else self.word
            case "select":
                return "select"
        return "mov"

    @property
    def commutative(self) -> bool:
        """Whether the two operands may be exchanged without changing any bit."""
        return self.form in ("binary", "logical") and self.word in _COMMUTATIVE

    def result(self, numbers: Sequence[Value]) -> Value:
        """Return the result for these operands; None if it is undefined in C."""
        if self.form == "select":
            return None if numbers[0] is None else numbers[1 if numbers[0] else 2]
        if self.form == "logical":
            return _logical(self.word, numbers)
        if any(number is None for number in numbers):
            return None
        found: Value
        try:
            match self.form:
                case "unary":
                    found = arithmetic.unary(self.word, numbers[0], self.type)
                case "cast":
                    found = arithmetic.convert(numbers[0], self.type)
                case "binary":
                    found = arithmetic.binary(self.word, numbers[0], numbers[1], self.type)
                case "call":
                    found = arithmetic.call(self.word, list(numbers), self.type)
                case _:
                    found = numbers[0]
        except ArithmeticError:
            return None
        return found


def _logical(word: str, numbers: Sequence[Value]) -> Value:
    decides = int(word == "||")
    if decides in numbers:
        # C would not have evaluated the other operand.
        return decides
    return None if None in numbers else 1 - decides


def _conversion(source: NumberType, target: NumberType) -> str:
    if source.is_int and target.is_int:
        if source.width == target.width:
            return "bitcast"
        if target.width < source.width:
            return "trunc"
        return "sext" if source.signed else "zext"
    if source.is_int:
        return "sitofp" if source.signed else "uitofp"
    if target.is_int:
        return "fptosi" if target.signed else "fptoui"
    return "fpext" if target.width > source.width else "fptrunc"


def operator_table(
    found: dict[str, tuple[str, int]], works: dict[str, Work]
) -> dict[str, Operator]:
    """Return the operator of every operation, from its opcode and its number of operands.

    Algebraic laws that hold for integers only are dropped if floats also use the opcode.
    """
    table = operators_of(found)
    floats = {
        table[name].name for name, work in works.items()
        if work.opcode in _INTEGER_ONLY and not work.type.is_int
    }  # fmt: skip
    lawless = {
        name: Operator(name, operator.arity)
        for operator in table.values()
        if (name := operator.name) in floats
    }
    return {name: lawless.get(operator.name, operator) for name, operator in table.items()}
