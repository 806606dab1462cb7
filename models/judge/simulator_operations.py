"""What an issue executes, on numbers: an operator, or all operators of a multi-node operation."""

from __future__ import annotations

from collections.abc import Sequence

from models.data.dfg import Dfg, Number, Operation
from models.data.mapping import Issue, Mapping, Performed
from models.semantics.operators import apply


def computed_values(dfg: Dfg, mapping: Mapping) -> dict[str, Operation]:
    """Return all operations, those of intermediates included, by name.

    Raises `ValueError` for an intermediate with the name of another value.
    """
    computed = dict(dfg.operation_by_name)
    for definition in mapping.intermediates:
        name = definition.name
        if name in computed or name in dfg.inputs or name in dfg.constant_by_name:
            raise ValueError(f"intermediate '{name}' has the name of another value")
        computed[name] = definition
    return computed


def performed_by(computed: dict[str, Operation], issue: Issue) -> Performed | Operation:
    """Return what an issue executes: by default the operation of its value."""
    return issue.performs or computed[issue.operation]


def expression(dfg: Dfg, operator: str) -> tuple[str, ...] | None:
    """Return an operator or pattern as a prefix expression; None for an unknown name."""
    if operator in dfg.operator_by_name:
        return (operator, *"_" * dfg.operator_by_name[operator].arity)
    pattern = dfg.pattern_by_name.get(operator)
    return pattern.expression if pattern else None


def execute(dfg: Dfg, words: Sequence[str], operands: Sequence[Number], value: str) -> Number:
    """Return the number of a prefix expression whose `_` are `operands`; `value` is its name."""
    slots = list(operands)
    done: list[Number] = []
    # Read from its end, an expression has every operand before the operator.
    for word in reversed(words):
        if word == "_":
            done.append(slots.pop())
        else:
            operator = dfg.operator_by_name[word]
            parts = [done.pop() for _ in range(operator.arity)]
            done.append(apply(operator, parts, value))
    return done.pop()
