"""C literals as typed constants, and errors with a source location."""

from __future__ import annotations

import ast
from typing import Any

from programs.loops.build import cast
from programs.loops.errors import ProgramError
from programs.loops.expressions import Constant, Expression
from programs.loops.types import DOUBLE, FLOAT, INT, LONG, UNSIGNED, UNSIGNED_LONG


def place(node: Any) -> str:
    """Return the source location `file.c:LINE` of a syntax node."""
    coordinate = node.coord
    return f"{coordinate.file}:{coordinate.line}" if coordinate is not None else ""


def refuse(node: Any, what: str) -> ProgramError:
    """Return the error at a syntax node."""
    return ProgramError(what, place(node))


def literal(node: Any) -> Expression:
    """Return a character, an integer or a floating-point literal; raises `ProgramError`."""
    text = node.value.lower()
    try:
        if node.type == "char":
            return Constant(ord(ast.literal_eval(node.value)), INT)
        if "float" in node.type or "double" in node.type:
            return _float(text)
        return _integer(text)
    except (ValueError, SyntaxError, TypeError):
        raise refuse(node, f"constant {node.value}; allowed: numbers of up to 64 bits") from None


def _float(text: str) -> Constant:
    hexadecimal = text.startswith("0x")
    type = DOUBLE
    if text.endswith("f"):
        text, type = text[:-1], FLOAT
    value = float.fromhex(text) if hexadecimal else float(text)
    made = cast(Constant(value, DOUBLE), type)
    if not isinstance(made, Constant):
        raise ValueError(text)
    return made


def _integer(text: str) -> Constant:
    digits = text.rstrip("ul")
    suffix = text[len(digits) :]
    octal = digits.startswith("0") and digits.isdigit()
    value = int(digits, 8 if octal else 0)
    decimal = not digits.startswith("0")
    for type in (INT, UNSIGNED, LONG, UNSIGNED_LONG):
        if (type.width == 32 and "l" in suffix) or (type.signed and "u" in suffix):
            continue
        # Decimal numbers without a suffix are never unsigned.
        if not type.signed and decimal and "u" not in suffix:
            continue
        if value < 1 << type.width - type.signed:
            return Constant(value, type)
    raise ValueError(text)
