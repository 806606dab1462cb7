"""Reductions x = x ⊕ e, whose instances may be reordered where ⊕ is associative and commutative.

Sums and products of integers wrap, so that they are the same in any order, bit for bit. Those of
floats are not: they are reordered only on request, and results differ in their last bits.
"""

from __future__ import annotations

from programs.loops.expressions import Binary, Call, Expression, Read, opaque, reads
from programs.loops.region import Statement

_INTEGER = frozenset({"+", "*", "&", "|", "^"})
_FLOAT = frozenset({"+", "*"})


def is_reduction(statement: Statement, reassociate: bool = False) -> bool:
    """Whether instances of a statement that update one element may be reordered among themselves.

    `reassociate` allows it for floats, too.
    """
    rest = _rest(statement, reassociate)
    if rest is None:
        return False
    guard = statement.guard.predicate
    others = [*opaque(statement.target), rest, *([guard] if guard is not None else [])]
    name = statement.target.name
    return all(access.name != name for part in others for access in reads(part))


def _rest(statement: Statement, reassociate: bool) -> Expression | None:
    """Return e of x ⊕ e, None where the statement has another form."""
    target, value = statement.target, statement.value
    own = Read(target, value.type)
    if not value.type.is_int and not reassociate:
        return None
    allowed = _INTEGER if value.type.is_int else _FLOAT
    match value:
        case Binary(operator, left, right) if operator in allowed:
            if left == own:
                return right
            return left if right == own else None
        case Binary("-", left, right) if left == own:
            return right
        case Call("min" | "max", (left, right)) if value.type.is_int:
            if left == own:
                return right
            return left if right == own else None
    return None
