"""Formulas of the inputs that a function computes before its loop."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from models.data.dfg import Before
from programs.llvm.builder import FROM_OTHERS, Builder
from programs.llvm.instructions import PLAIN
from programs.llvm.module import Instruction, Value
from programs.llvm.names import shown

DEEPEST = 12
"""Maximum depth of a formula; what is deeper has its name in the text."""

SIGNS = {"add": "+", "sub": "-", "mul": "*", "fadd": "+", "fsub": "-", "fmul": "*", "fdiv": "/"}


def formulas(made: Builder, used: Collection[str]) -> tuple[Before, ...]:
    """Return the formulas of a renamed graph's used inputs that are computed before the loop."""
    names = [name for name in dict.fromkeys((*made.inputs, *made.prepared)) if name in used]
    found = ((name, _of(made, name, 0)) for name in names)
    return tuple(Before(name, text) for name, text in found if text != name)


def _of(made: Builder, name: str, deep: int) -> str:
    """Return the formula of an input."""
    one = made.prepared.get(name)
    if one is None:
        value = made.inputs.get(name)
        found = None if value is None else made.loop.function.instruction_by_name.get(value.name)
        if value is None or value.fixed or found is None or not _pure(found):
            return name
        return _instruction(made, found, deep)
    operands = [_of(made, o, deep + 1) if isinstance(o, str) else str(o) for o in one.operands]
    return _joined(one.opcode, one.of, made.types[name], operands)


def _pure(found: Instruction) -> bool:
    return found.opcode in PLAIN or found.opcode in ("icmp", "fcmp", "getelementptr", "freeze")


def _instruction(made: Builder, found: Instruction, deep: int) -> str:
    if found.opcode == "getelementptr":
        terms, offset = made.layout.offsets(found)
        parts = [_value(made, found.operands[0], deep)]
        for index, size in terms:
            part = _value(made, index, deep)
            parts.append(part if size == 1 else f"{_grouped(part)} * {size}")
        parts += [str(offset)] if offset else []
        return " + ".join(parts).replace("+ -", "- ")
    operands = [_value(made, value, deep) for value in found.operands]
    if found.opcode == "freeze":
        return operands[0]
    word = found.opcode
    if word in ("icmp", "fcmp"):
        word += f".{found.predicate}"
    return _joined(word, found.operands[0].type, found.type, operands)


def _value(made: Builder, value: Value, deep: int) -> str:
    """Return the formula of a value that is computed outside the loop."""
    if value.number is not None:
        return str(value.number)
    name = next((n for n, v in made.inputs.items() if v == value), None)
    found = made.loop.function.instruction_by_name.get(value.name)
    if not value.fixed and found is not None and _pure(found) and deep < DEEPEST:
        return _instruction(made, found, deep + 1)
    return name if name is not None else shown(made, value)


def _joined(word: str, of: str, type_: str, operands: Sequence[str]) -> str:
    """Return an operation as it is written on paper."""
    if word in SIGNS:
        one, other = (text if word in ("add", "fadd") else _grouped(text) for text in operands)
        return f"{one} {SIGNS[word]} {other}".replace("+ -", "- ")
    if word == "load":
        return f"load {of} [{operands[0]}]"
    to = f" to {type_}" if word in FROM_OTHERS and not word.startswith(("icmp", "fcmp")) else ""
    return f"{word}({', '.join(operands)}{to})"


def _grouped(text: str) -> str:
    plain = " " not in text or (text.endswith(")") and text.find(" ") > text.find("("))
    return text if plain else f"({text})"
