"""The hardware of operators at a word width: units, memory ports and streams.

At a width, a graph computes with words: an operator without a type has the type `i32`, say, or
`u32` if words are unsigned. Integers wrap around, divisions round toward zero, and shifts by the
width or more give 0, as those of LLVM's instructions do here. An opcode names an
instruction and its types, `add` at the width of the array and `add:i8` at another one; operands
of other types follow, `sext:i32:i8`. A unit is an opcode, or a pattern of several. Units of floats
are behavioural: they can be simulated, but have no gates (`hardware.model.floats`).
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from hardware.model.floats import (
    BITS,
    EITHER,
    FLOATING,
    bits_of,
    computed_words,
    require_float_types,
    with_types,
)
from hardware.model.shapes import MERGE, shape_of
from models.data.architecture import Component
from models.data.dfg import Dfg, Number, Operator
from models.errors import InputError
from models.semantics.operators import instruction_of
from models.semantics.typed import FLOATS, wrapped
from models.semantics.vocabulary import BY_NAME

NARROWEST, WIDEST = 2, 64
ARITY = {
    **dict.fromkeys("neg not abs mov zext sext trunc".split(), 1),
    **dict.fromkeys("add sub mul and or xor shl lshr ashr smin smax umin umax cmp".split(), 2),
    **dict.fromkeys("sdiv udiv srem urem".split(), 2),
    **{f"icmp.{how}": 2 for how in "eq ne slt sle sgt sge ult ule ugt uge".split()},
    **dict.fromkeys(("select", "fma"), 3),
}
"""The integer instructions of an array without an operator list."""

COUNTING = dict.fromkeys("ctpop ctlz cttz bswap bitreverse".split(), 1)
SATURATED = dict.fromkeys("uadd.sat usub.sat sadd.sat ssub.sat".split(), 2)
ASKED = {**COUNTING, **SATURATED, "bitcast": 1}
"""Further integer instructions, added by a graph only."""

JOINTS = {".if": 2, ".unless": 2, MERGE: 2, ".zero": 0}
"""Wrappers of an instruction, see `hardware.model.shapes`, with their operands."""

COMPUTING = {**ARITY, **ASKED, **FLOATING}
READS = {**COMPUTING, **JOINTS}
"""The number of operands of an instruction."""

BINARY = frozenset(name for name, arity in COMPUTING.items() if arity == 2)
"""Instructions of two operands."""

MOVES = {"mov": 1, "select": 2, MERGE: 2}
"""Instructions that return one of their last operands, possibly a float."""

ACCESSES = {"load": 1, "store": 2, "input": 0, "output": 1, "const": 1}
"""Non-arithmetic units. A `load` reads the memory at an address, a `store` writes its second
operand there; `input` reads a stream, `output` writes one, `const` is an immediate.
"""
FUSED = {"load.offset": 2, "store.offset": 3, "store.trunc": 2, "store.offset.trunc": 3}
"""Accesses that add their last operand to the address, and stores of the low bits of a word. Loads
that extend are loads of a type.
"""
PREDICATED = {"load.if": 2, "load.unless": 2, "store.if": 3, "store.unless": 3}
STREAMED = {"input.if": 1, "input.unless": 1, "output.if": 2, "output.unless": 2}
"""Accesses with a predicate as their first operand. A disabled one loads or gives 0."""
BRANCHES = frozenset(("br", "br.if", "br.unless"))
"""Exits of a loop: their operand is written to a stream, and the run continues."""
DIVISIONS = frozenset(("sdiv", "udiv", "srem", "urem"))


class Unit(msgspec.Struct, frozen=True, order=True):
    """The function of an opcode of the words: opcodes of instructions, `_` for each operand.

    It is a prefix expression, as in patterns; a single instruction or access is the opcode and its
    operands.
    """

    name: str
    expression: tuple[str, ...]

    @property
    def arity(self) -> int:
        """The number of operands."""
        return self.expression.count("_")

    @property
    def behavioural(self) -> bool:
        """Whether it computes on floats, and hence has no gates."""
        return any(_floating(part) for part in self.expression)

    @property
    def access(self) -> str | None:
        """The kind of access, without type and predicate; None for arithmetic."""
        word = self.expression[0].partition(":")[0].partition(".")[0]
        return word if word in ACCESSES else None

    @property
    def predicate(self) -> str | None:
        """`if` or `unless` for a predicated access, else None."""
        word = self.expression[0].partition(":")[0]
        return word.partition(".")[2] if word in PREDICATED or word in STREAMED else None

    @property
    def adds(self) -> bool:
        """Whether the last operand of an access is added to its address."""
        return ".offset" in self.expression[0]

    @property
    def truncates(self) -> str | None:
        """The type to which a store truncates a word, else None."""
        word, _, type_ = self.expression[0].partition(":")
        return type_ if word.endswith(".trunc") else None

    def happens(self, operands: Sequence[int]) -> bool:
        """Return whether an access takes place with these operands."""
        return self.predicate is None or bool(operands[0]) == (self.predicate == "if")


def word_type(width: int, signed: bool) -> str:
    """Return the type of the array's words. Raises `InputError` for a width without hardware."""
    if not NARROWEST <= width <= WIDEST:
        raise InputError(f"word width {width} must be from {NARROWEST} to {WIDEST}")
    return f"{'i' if signed else 'u'}{width}"


def bits_of_type(type_: str) -> int:
    """Return the bits of a type of words."""
    return {"ptr": 64, **BITS}.get(type_) or int(type_[1:])


def at_width(dfg: Dfg, word: str) -> Dfg:
    """Return a graph whose operators without a type compute words of type `word`, or floats."""
    return replace(dfg, operators=tuple(typed(row, word) for row in dfg.operators))


def typed(row: Operator, word: str) -> Operator:
    """Return an operator with the types of its instruction."""
    plain = with_types(shape_of(row, BINARY).plain, word)
    return replace(row, type=plain.type, of=plain.of)


def as_word(number: Number, type_: str | None, word: str) -> int:
    """Return a number of a graph as a word, or as the bits of a float if `type_` is one."""
    return wrapped(bits_of(number, type_) if type_ in FLOATS else number, word)


def types_of(opcode: str, word: str) -> tuple[str, str, str]:
    """Return the instruction of an opcode, its result type, and its operand type."""
    name, *types = opcode.split(":")
    own = types[0] if types else word
    return name, own, types[1] if len(types) > 1 else own


def computes(unit: Unit, word: str, operands: Sequence[int]) -> int:
    """Return the result word of an arithmetic unit."""
    slots, done = list(operands), list[int]()
    for part in reversed(unit.expression):
        if part == "_":
            done.append(slots.pop())
        else:
            name, own, of = types_of(part, word)
            count = 1 if name == "const" else READS[name]
            numbers = [done.pop() for _ in range(count)]
            if name == "const":
                done.append(numbers[0])
            elif name in JOINTS:
                done.append(_joined(name, *numbers))
            else:
                done.append(computed_words(name, own, of, numbers))
    return wrapped(done.pop(), word)


def _joined(name: str, first: int = 0, second: int = 0) -> int:
    """Return the result of a joint: a predicate around a word, or a merge of two words."""
    if name == MERGE:
        return first or second
    return second if bool(first) == (name == ".if") else 0


def unit_of(dfg: Dfg, name: str, word: str) -> Unit:
    """Return the unit of an operator or a pattern of a graph. Raises `InputError`."""
    pattern = dfg.pattern_by_name.get(name)
    if pattern is None:
        return _unit(dfg.operator_by_name[name], word)
    parts: list[str] = []
    for part in pattern.expression:
        if part == "_":
            parts.append(part)
            continue
        unit = _unit(dfg.operator_by_name[part], word)
        if unit.access is not None or unit.expression[1:] != ("_",) * unit.arity:
            raise InputError(f"pattern '{name}' contains '{part}', which is no plain arithmetic")
        parts.append(unit.expression[0])
    taken = name.partition(":")[0] in {**READS, **ACCESSES}
    return Unit(f"{name}:pattern" if taken else name, tuple(parts))


def _unit(row: Operator, word: str) -> Unit:
    """Return the unit of an operator."""
    row = _loaded(row)
    opcode, shape = _opcode(row, word), shape_of(row, BINARY)
    head, colon, types = opcode.partition(":")
    arity = {**ACCESSES, **FUSED, **PREDICATED, **STREAMED}.get(head)
    if arity is not None:
        return Unit(opcode, (opcode, *"_" * arity))
    parts = [opcode, *"_" * shape.plain.arity]
    if shape.open:
        parts[-1], head = ".zero", f"{head}/1"
    if shape.chooses and shape.condition == "unless":
        parts[1:2] = ["icmp.eq", "_", ".zero"]
    elif shape.condition and not shape.chooses:
        parts = [f".{shape.condition}", "_", *parts]
    if shape.condition and len(parts) != shape.plain.arity + 1:
        head += f".{shape.condition}"
    return Unit(f"{head}{colon}{types}", tuple(parts))


def _loaded(row: Operator) -> Operator:
    """Return a load that extends as one of the type in memory, signed or not."""
    word = row.name.lower().partition("/")[0]
    for how, sign in ((".zext", "u"), (".sext", "i")):
        if word.startswith("load") and word.endswith(how) and row.of is not None:
            type_ = f"{sign}{bits_of_type(row.of)}"
            return replace(row, name=word.removesuffix(how), type=type_, of=None)
    return row


def _opcode(row: Operator, word: str) -> str:
    """Return the opcode of an operator."""
    name = instruction_or_access(row)
    row = typed(row, word)
    own, of = str(row.type), row.of or str(row.type)
    for type_ in (own, of):
        bits = bits_of_type(type_)
        if bits > int(word[1:]):
            raise InputError(
                f"operator '{row.name}' has words of {type_}, wider than {word}; use a width of"
                f" at least {bits}"
            )
    if name in FLOATING or (name in EITHER and own in FLOATS):
        require_float_types(name, row)
    elif name in COMPUTING and name not in (*MOVES, "bitcast") and {own, of} & {*FLOATS}:
        raise InputError(
            f"operator '{row.name}' computes floats, and {name} has hardware for integers only;"
            f" floats have {', '.join(FLOATING)}"
        )
    elif name == "bswap" and bits_of_type(own) % 8:
        raise InputError(f"operator '{row.name}' has words of {own}, which are no whole bytes")
    else:  # bits are moved unchanged
        own, of = (_bare(type_, word) for type_ in (own, of))
    types = (own, *([of] if of != own else []))
    if name.endswith(".trunc"):
        return f"{name}:{own}"
    told = not name.startswith(("store", "input", "output", "const")) and types != (word,)
    return ":".join((name, *(types if told else ())))


def _floating(opcode: str) -> bool:
    """Return whether an opcode is a floating-point instruction."""
    name, _, types = opcode.partition(":")
    return name in FLOATING or (name in EITHER and types.startswith(FLOATS))


def _bare(type_: str, word: str) -> str:
    """Return the integer type with the bits of a type."""
    if type_ not in FLOATS:
        return type_
    return word if int(word[1:]) == BITS[type_] else f"u{BITS[type_]}"


def instruction_or_access(row: Operator) -> str:
    """Return the unit of an operator. Raises `InputError` if it has no hardware."""
    plain = shape_of(row, BINARY).plain
    name = instruction_of(plain.name, plain.arity)
    return name if READS.get(name) == plain.arity else access_of(row)


def access_of(row: Operator) -> str:
    """Return the access of an operator. Raises `InputError` if it has no hardware."""
    word = row.name.lower().partition("/")[0]
    if row.arity == 0 and not row.effect:
        return "const"
    if row.effect and row.arity == 1 and word in BRANCHES:
        return "output"
    for extension in (".zext", ".sext"):
        word = word.removesuffix(extension) if word.startswith("load.") else word
    if FUSED.get(word) == row.arity:
        return word
    base, _, condition = word.rpartition(".")
    if condition in ("if", "unless") and row.arity:
        found = f"{access_of(replace(row, name=base, arity=row.arity - 1))}.{condition}"
        if found in PREDICATED or found in STREAMED:
            return found
    reads = word in BY_NAME["load"].words or word in BY_NAME["input"].words
    writes = word in BY_NAME["store"].words or word in BY_NAME["output"].words
    if reads and row.arity < 2:
        return "load" if row.arity else "input"
    if writes and row.arity in (1, 2):
        return "store" if row.arity == 2 else "output"
    if row.arity == 0 and word in (*BY_NAME["const"].words, *BY_NAME["livein"].words):
        return "const"
    raise InputError(_refusal(row, word))


def _refusal(row: Operator, word: str) -> str:
    """Return why an operator has no hardware, and an alternative with hardware."""
    told = f"operator '{row.name}' of {row.arity} operand(s) has no hardware"
    if word == "phi":
        return (
            f"{told}: which one it takes depends on where the iteration comes from; have its"
            " readers read the value of the iteration before, with the other one as its initial"
            " number"
        )
    arities = [a for a in range(1, 4) if COMPUTING.get(instruction_of(word, a)) == a]
    if arities:
        has = f"'{word}' has some for {' or '.join(map(str, arities))}"
        return f"{told}; {has}: values that meet in one operand need a 'select' before"
    known = ", ".join((*COMPUTING, *list(ACCESSES)[:-1]))
    return f"{told}; known: {known}, and these with a predicate"


def usual_units(component: Component) -> tuple[Unit, ...]:
    """Return the units of a component independent of the mapping: its supported operators.

    A component that supports every operator gets all units except predicated accesses and
    divisions, which take more area than all other units together.
    """
    found = []
    added = {name: arity for name, arity in FUSED.items() if name.endswith(".offset")}
    for name, arity in {**ARITY, **ACCESSES, **added, **PREDICATED}.items():
        instruction = BY_NAME.get(name)
        words = instruction.words if instruction is not None else (name,)
        if component.ops is None and name in (*DIVISIONS, *FUSED, *PREDICATED):
            continue
        if any(component.supports(word) for word in words if word != "-" or arity == 2):
            found.append(Unit(name, (name, *"_" * arity)))
    return tuple(found)
