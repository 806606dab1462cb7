"""Graphs with canonical names, so that equal graphs are mapped once."""

from __future__ import annotations

import msgspec

from models.data.dfg import Constant, Dfg, Operand, Operation, OrderEdge
from models.data.mapping import Held, Issue, Mapping, Transfer


def shape(dfg: Dfg) -> Dfg:
    """Return a graph with operations and constants named by their positions.

    Constants get distinct placeholder numbers, as a mapping does not depend on their values.
    """
    to = _names(dfg)
    operations = tuple(
        Operation(
            to[operation.name],
            operation.operator,
            tuple(Operand(to[o.value], o.distance) for o in operation.operands),
        )
        for operation in dfg.operations
    )
    constants = tuple(
        Constant(to[constant.name], 1_000_003 + n) for n, constant in enumerate(dfg.constants)
    )
    order = tuple(OrderEdge(to[o.before], to[o.after], o.distance) for o in dfg.order)
    used = {operation.operator for operation in operations}
    operators = sorted(
        (operator for operator in dfg.operators if operator.name in used),
        key=lambda operator: operator.name,
    )
    return msgspec.structs.replace(
        dfg,
        name="kernel",
        operators=tuple(operators),
        operations=operations,
        constants=constants,
        order=order,
        lines=(),
    )


def mapping_of(dfg: Dfg, mapping: Mapping) -> Mapping:
    """Return the mapping of a graph from that of its shape."""
    back = {new: old for old, new in _names(dfg).items()}
    return msgspec.structs.replace(
        mapping,
        dfg=dfg.name,
        holds=tuple(Held(back[h.value], h.component, h.cycle) for h in mapping.holds),
        transfers=tuple(Transfer(back[t.value], t.path, t.cycle) for t in mapping.transfers),
        issues=tuple(Issue(back[i.operation], i.component, i.cycle) for i in mapping.issues),
    )


def _names(dfg: Dfg) -> dict[str, str]:
    names = {operation.name: f"n{n}" for n, operation in enumerate(dfg.operations)}
    return names | {constant.name: f"c{n}" for n, constant in enumerate(dfg.constants)}
