"""Reductions x = x ⊕ e, which may be reordered if ⊕ is associative and commutative.

Integer sums and products wrap, so reassociation keeps every bit. Float reductions are reassociated
only on request, and results then differ in their last bits.
"""

from __future__ import annotations

from programs.loops.expressions import Binary, Call, Expression, Read, opaque, reads
from programs.loops.region import Statement

_INTEGER = frozenset({"+", "*", "&", "|", "^"})
_FLOAT = frozenset({"+", "*"})


def is_reduction(statement: Statement, reassociate: bool = False) -> bool:
    """Return whether instances of a statement that update one element may be reordered.

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
    """Return e of x ⊕ e, None for other forms."""
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
