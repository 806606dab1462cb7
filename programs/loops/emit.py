"""A region as C text: a body to embed, or a program for the C reader.

Integers wrap, for which a C compiler needs `-fwrapv`; products and sums of floats are not
contracted (`-ffp-contract=off`).
"""

from __future__ import annotations

from collections.abc import Iterator

from programs.loops.affine import Affine, Bound
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
    Unary,
)
from programs.loops.region import Array, Guard, Loop, Node, Region
from programs.loops.types import FLOAT, INT, LONG, UNSIGNED, UNSIGNED_LONG, NumberType

PRELUDE = """\
#include <math.h>
#include <stdlib.h>
#ifndef xyzmap_min
#define xyzmap_min(a, b) ((a) < (b) ? (a) : (b))
#define xyzmap_max(a, b) ((a) > (b) ? (a) : (b))
#define xyzmap_ceildiv(n, d) ((n) > 0 ? ((n) - 1) / (d) + 1 : -(-(n) / (d)))
#endif
"""
"""The definitions that emitted text needs."""

_INDENT = "    "
_LEVELS = ("||", "&&", "|", "^", "&", "== !=", "< <= > >=", "<< >>", "+ -", "* / %")
_LEVEL = {operator: n for n, level in enumerate(_LEVELS, 1) for operator in level.split()}
_UNARY, _ATOM = len(_LEVELS) + 1, len(_LEVELS) + 2
_SUFFIX = {INT: "", LONG: "L", UNSIGNED: "U", UNSIGNED_LONG: "UL"}


def emit_program(region: Region) -> str:
    """Return a translation unit: arrays and scalars as globals, and the region in a function.

    The function `void NAME(void)` has the region's name.
    """
    lines = [PRELUDE]
    for array in region.arrays:
        lines.append(f"{_declaration(array)};")
    lines += [f"{x.type} {x.name};" for x in region.scalars if not x.local]
    lines += ["", f"void {region.name}(void)", "{", f"#pragma PTMAP {region.name}"]
    lines += [f"{_INDENT}{x.type} {x.name};" for x in region.scalars if x.local]
    lines.append(emit_body(region.body, 1) + "#pragma ENDMAP")
    lines.append("}")
    return "\n".join(lines) + "\n"


def _declaration(array: Array) -> str:
    extents = "".join(f"[{extent}]" for extent in array.extents)
    if array.initial is None:
        return f"{array.type} {array.name}{extents}"
    numbers = ", ".join(emit_expression(Constant(x, array.type)) for x in array.initial)
    # One level of braces fills arrays of any rank in memory order.
    return f"const {array.type} {array.name}{extents} = {{{numbers}}}"


def emit_body(body: tuple[Node, ...], depth: int = 0) -> str:
    """Return loops and statements as C, indented by `depth` levels; needs `PRELUDE`."""
    return "".join(f"{line}\n" for node in body for line in _node(node, depth))


def _node(node: Node, depth: int) -> Iterator[str]:
    indent = _INDENT * depth
    if isinstance(node, Loop):
        yield f"{indent}{_header(node)} {{"
        for part in node.body:
            yield from _node(part, depth + 1)
        yield f"{indent}}}"
        return
    guard = emit_guard(node.guard)
    condition = f"if ({guard}) " if guard else ""
    yield f"{indent}{condition}{emit_access(node.target)} = {emit_expression(node.value)};"


def _header(loop: Loop) -> str:
    index = loop.index
    lower = _extreme("xyzmap_max", loop.lower, loop.type)
    upper = _extreme("xyzmap_min", loop.upper, loop.type)
    step = f"{index}++" if loop.step == 1 else f"{index} += {loop.step}"
    return f"for ({loop.type} {index} = {lower}; {index} < {upper}; {step})"


def _extreme(macro: str, bounds: tuple[Bound, ...], type: NumberType) -> str:
    text = _bound(bounds[0], type)
    for bound in bounds[1:]:
        text = f"{macro}({text}, {_bound(bound, type)})"
    return text


def _bound(bound: Bound, type: NumberType) -> str:
    text = str(bound.affine)
    return text if bound.divisor == 1 else f"xyzmap_ceildiv({text}, {bound.divisor})"


def emit_guard(guard: Guard) -> str:
    """Return a guard as a C condition, empty if it is always true."""
    parts = [f"{c.affine} {'==' if c.equality else '>='} 0" for c in guard.constraints]
    if guard.predicate is not None:
        text, level = _text(guard.predicate)
        parts.append(f"({text})" if parts and level <= _LEVEL["&&"] else text)
    return " && ".join(parts)


def emit_access(access: Access) -> str:
    """Return an array element or a scalar as C."""
    parts = (
        str(s) if isinstance(s, Affine) else emit_expression(s.expression)
        for s in access.subscripts
    )
    return access.name + "".join(f"[{part}]" for part in parts)


def emit_expression(expression: Expression) -> str:
    """Return an expression as C with minimal parentheses."""
    return _text(expression)[0]


def _text(expression: Expression) -> tuple[str, int]:
    """Return the text, and the precedence of its outermost operator."""
    match expression:
        case Constant():
            return _constant(expression)
        case Index(name):
            return name, _ATOM
        case Read(access):
            return emit_access(access), _ATOM
        case Unary(operator, operand):
            return f"{operator}{_within(operand, _ATOM)}", _UNARY
        case Cast(operand, type):
            return f"({type}){_within(operand, _UNARY)}", _UNARY
        case Binary(operator, left, right):
            level = _LEVEL[operator]
            # Association to the right would change a sum of floats.
            return f"{_within(left, level)} {operator} {_within(right, level + 1)}", level
        case Select(condition, if_true, if_false):
            parts = [_within(part, 1) for part in (condition, if_true, if_false)]
            return f"{parts[0]} ? {parts[1]} : {parts[2]}", 0
        case Call(function, arguments, type):
            texts = ", ".join(map(emit_expression, arguments))
            return f"{_function(function, type)}({texts})", _ATOM


def _within(expression: Expression, level: int) -> str:
    text, own = _text(expression)
    return text if own >= level else f"({text})"


def _function(name: str, type: NumberType) -> str:
    if name in ("min", "max"):
        return f"xyzmap_{name}"
    if name == "abs":
        return "abs" if type == INT else "labs"
    return f"{name}f" if type == FLOAT else name


def _constant(constant: Constant) -> tuple[str, int]:
    value, type = constant.value, constant.type
    if not type.is_int:
        return _float(float(value), type)
    if type not in _SUFFIX:
        text, _ = _constant(Constant(value, INT))
        return f"({type}){text}", _UNARY
    suffix = _SUFFIX[type]
    if value == -(1 << type.width - 1):
        # The number without its sign would have another type.
        return f"(-{-(value + 1)}{suffix} - 1)", _ATOM
    return (f"{value}{suffix}", _ATOM) if value >= 0 else (f"(-{-value}{suffix})", _ATOM)


def _float(value: float, type: NumberType) -> tuple[str, int]:
    text = repr(abs(value))
    if type == FLOAT:
        import numpy as np

        text = str(np.float32(abs(value)))
    text += "f" if type == FLOAT else ""
    # The sign of zero matters.
    return (f"(-{text})", _ATOM) if str(value).startswith("-") else (text, _ATOM)
