"""What issues execute: judges the definitions of intermediates, and what an issue performs.

Lines on what is wrong, for the checker. `models.semantics.meaning` compares the meaning.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from models.data.dfg import Dfg, Operand, Operation
from models.data.mapping import Performed
from models.errors import is_word
from models.semantics.meaning import Meaning


def sound_intermediates(
    dfg: Dfg, intermediates: Iterable[Operation]
) -> tuple[dict[str, Operation], list[str]]:
    """Return the intermediates with a sound definition by name, and a line on every other one."""
    sound: dict[str, Operation] = {}
    faults: list[str] = []
    for definition in intermediates:
        fault = _name_fault(dfg, definition.name, sound) or _body_fault(dfg, definition, sound)
        if fault is None:
            sound[definition.name] = definition
        else:
            faults.append(f"intermediate '{definition.name}': {fault}")
    return sound, faults


def operand_count(dfg: Dfg, name: str) -> int | None:
    """Operands of an operator, or of a pattern by its name; None where there is neither."""
    if name in dfg.operator_by_name:
        return dfg.operator_by_name[name].arity
    if name in dfg.pattern_by_name:
        return dfg.pattern_by_name[name].expression.count("_")
    return None


def performed_fault(
    dfg: Dfg, meaning: Meaning, definition: Operation, performed: Performed
) -> str | None:
    """What is wrong with an issue of `definition` that executes `performed`; None if nothing."""
    wanted, given = operand_count(dfg, performed.operator), len(performed.operands)
    if wanted is None:
        return f"unknown operator or pattern '{performed.operator}'"
    if given != wanted:
        return f"'{performed.operator}' takes {wanted} operands, not {given}"
    if not meaning.computes(definition.name, performed):
        operator = dfg.operator_by_name[definition.operator]
        if operator.effect:
            return f"'{operator.name}' has an effect, so that nothing may take its place"
        return f"{_call(performed)} does not compute '{definition.name}'"
    return None


def _name_fault(dfg: Dfg, name: str, before: Container[str]) -> str | None:
    if not is_word(name):
        return "its name must be a word without spaces"
    for kind, names in (
        ("input", dfg.inputs),
        ("operation", dfg.operation_by_name),
        ("constant", dfg.constant_by_name),
    ):
        if name in names:
            return f"already the name of an {kind}" if kind != "constant" else f"already a {kind}"
    return "defined twice" if name in before else None


def _body_fault(dfg: Dfg, definition: Operation, before: Container[str]) -> str | None:
    operator = dfg.operator_by_name.get(definition.operator)
    if operator is None:
        what = "pattern" if definition.operator in dfg.pattern_by_name else "unknown operator"
        return f"{what} '{definition.operator}' cannot define a value"
    if operator.effect:
        return f"operator '{operator.name}' has an effect and cannot define a value"
    if len(definition.operands) != operator.arity:
        return (
            f"operator '{operator.name}' takes {operator.arity} operands,"
            f" not {len(definition.operands)}"
        )
    for operand in definition.operands:
        of_dfg = operand.value in dfg.consumers or operand.value in dfg.constant_by_name
        if not of_dfg and operand.value not in before:
            return f"operand '{operand.value}' is unknown, or defined later"
        if operand.distance < 0 or (operand.distance and not of_dfg):
            return f"operand '{operand.value}' has distance {operand.distance}"
    return None


def _call(performed: Performed) -> str:
    return f"{performed.operator}({', '.join(map(_shown, performed.operands))})"


def _shown(operand: Operand) -> str:
    return f"{operand.value}@{operand.distance}" if operand.distance else operand.value
