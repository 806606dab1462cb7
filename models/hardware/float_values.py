"""Which numbers of a graph are floats: constants, initial numbers and inputs become their bits.

Types say it, and floating-point operators. What inputs and memories give has no type until
something reads it.
"""

from __future__ import annotations

from models.data.dfg import Dfg, Operator
from models.errors import InputError
from models.hardware.floats import FLOAT, FLOATING, with_types
from models.hardware.units import MOVES, READS, access_of
from models.semantics.operators import instruction_of

Kind = bool | None
"""Whether something is a float; None for bits of any kind."""


def floats_read(dfg: Dfg, name: str) -> tuple[Kind, ...]:
    """Return which operands of an operator or a pattern are floats."""
    found = dfg.pattern_by_name.get(name)
    if found is None:
        return _reads(dfg.operator_by_name[name])
    kinds: list[Kind] = []
    waiting: list[Kind] = [False]
    for part in found.expression:
        kind = waiting.pop()
        if part == "_":
            kinds.append(kind)
        else:
            waiting += reversed(_reads(dfg.operator_by_name[part]))
    return tuple(kinds)


def float_values(dfg: Dfg) -> frozenset[str]:
    """Return the inputs and operations of a graph that are floats.

    Raises `InputError` where an operator of integers reads a float, or one of floats an integer.
    """
    gives: dict[str, Kind] = dict.fromkeys(dfg.inputs)
    gives |= {o.name: _gives(dfg.operator_by_name[o.operator]) for o in dfg.operations}
    found = {name for name, kind in gives.items() if kind}
    for operation in dfg.operations:
        kinds = floats_read(dfg, operation.operator)
        for operand, kind in zip(operation.operands, kinds, strict=True):
            given = gives.get(operand.value)
            if None not in (kind, given) and kind != given:
                is_float = ("an integer", "a float")
                raise InputError(
                    f"'{operation.name}' reads '{operand.value}', which is {is_float[bool(given)]},"
                    f" as {is_float[bool(kind)]}; convert it (sitofp, fptosi), use fcmp for"
                    " comparisons, or give operators that move floats the type float"
                )
            if kind and operand.value in gives:
                found.add(operand.value)
    for initial in dfg.initial:
        if initial.value in found:
            found |= {number for number in initial.numbers if isinstance(number, str)}
    return frozenset(found)


def _gives(row: Operator) -> Kind:
    """Whether an operator gives a float."""
    name = instruction_of(row.name, row.arity)
    if row.type is None and READS.get(name) != row.arity:
        return None
    return with_types(row, "").type == FLOAT


def _reads(row: Operator) -> tuple[Kind, ...]:
    """Which operands of an operator are floats."""
    name, own = instruction_of(row.name, row.arity), row.type == FLOAT
    if FLOATING.get(name) == row.arity:
        return (with_types(row, "").of == FLOAT,) * row.arity
    access = None if READS.get(name) == row.arity else access_of(row)
    if access is not None and access.startswith(("store", "output")):
        return (*(False,) * (row.arity - 1), own if row.type else None)
    moved = MOVES.get(name, 0)
    return (*(False,) * (row.arity - moved), *(own,) * moved)
