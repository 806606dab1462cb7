"""Inference of the float values of a graph, whose constants, initials and inputs become bits.

Types and floating-point operators determine them. Inputs and loaded values have no type until an
operator reads them.
"""

from __future__ import annotations

from hardware.model.floats import EITHER, FLOATING, with_types
from hardware.model.shapes import shape_of
from hardware.model.units import BINARY, MOVES, READS, access_of
from models.data.dfg import Dfg, Operator
from models.errors import InputError
from models.semantics.operators import instruction_of
from models.semantics.typed import FLOATS

Kind = str | None
"""A float type, or `INTEGER`; None for untyped bits."""
INTEGER = ""


def floats_read(dfg: Dfg, name: str) -> tuple[Kind, ...]:
    """Return the float type of each operand of an operator or pattern, None for integers."""
    found = dfg.pattern_by_name.get(name)
    if found is None:
        return _reads(dfg.operator_by_name[name])
    kinds: list[Kind] = []
    waiting: list[Kind] = [INTEGER]
    for part in found.expression:
        kind = waiting.pop()
        if part == "_":
            kinds.append(kind)
        else:
            waiting += reversed(_reads(dfg.operator_by_name[part]))
    return tuple(kinds)


def float_values(dfg: Dfg) -> dict[str, str]:
    """Return the float-valued inputs and operations of a graph with their types.

    Raises `InputError` if an integer operator reads a float, or a float operator an integer.
    """
    gives: dict[str, Kind] = dict.fromkeys(dfg.inputs)
    gives |= {o.name: _gives(dfg.operator_by_name[o.operator]) for o in dfg.operations}
    found = {name: kind for name, kind in gives.items() if kind}
    for operation in dfg.operations:
        kinds = floats_read(dfg, operation.operator)
        for operand, kind in zip(operation.operands, kinds, strict=True):
            given = gives.get(operand.value)
            if None not in (kind, given) and kind != given:
                shown = {each: f"a {each}" for each in FLOATS} | {INTEGER: "an integer"}
                raise InputError(
                    f"'{operation.name}' reads '{operand.value}', which is {shown[str(given)]},"
                    f" as {shown[str(kind)]}; convert it (sitofp, fptosi, fpext), use fcmp for"
                    " comparisons, or give operators that move floats the type float"
                )
            known = operand.value in gives
            if kind and known and found.setdefault(operand.value, kind) != kind:
                raise InputError(f"'{operand.value}' is read as float and as double")
    for initial in dfg.initial:
        if (kind := found.get(initial.value)) is not None:
            found |= {number: kind for number in initial.numbers if isinstance(number, str)}
    return found


def _gives(row: Operator) -> Kind:
    """Return the float type of an operator's result, None for integers."""
    plain = shape_of(row, BINARY).plain
    if plain.type is None and READS.get(instruction_of(plain.name, plain.arity)) != plain.arity:
        return None
    return _kind(with_types(plain, "").type)


def _kind(type_: str | None) -> str:
    return type_ if type_ in FLOATS else INTEGER


def _reads(row: Operator) -> tuple[Kind, ...]:
    """Return the float type of each operand of an operator."""
    shape = shape_of(row, BINARY)
    if shape.chooses:
        return _reads(shape.plain)
    if shape.condition or shape.open:
        inner = _reads(shape.plain)
        return (*(INTEGER,) * bool(shape.condition), *(inner[:-1] if shape.open else inner))
    row = shape.plain
    name, own = instruction_of(row.name, row.arity), _kind(row.type)
    if FLOATING.get(name) == row.arity:
        return (_kind(with_types(row, "").of),) * row.arity
    if name in EITHER and row.arity == EITHER[name] and own:
        return (own,) * row.arity
    if name == "bitcast" and row.arity == 1:
        return (_kind(row.of or row.type),)
    access = None if READS.get(name) == row.arity else access_of(row)
    if access is not None and access.startswith("store.offset"):
        return (INTEGER, own if row.type else None, INTEGER)
    if access is not None and access.startswith(("store", "output")):
        return (*(INTEGER,) * (row.arity - 1), own if row.type else None)
    moved = MOVES.get(name, 0)
    return (*(INTEGER,) * (row.arity - moved), *(own,) * moved)
