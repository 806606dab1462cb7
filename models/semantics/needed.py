"""Operations that the results and effects of a graph need; a mapping executes no others."""

from __future__ import annotations

from models.data.dfg import Dfg


def unneeded(dfg: Dfg) -> list[str]:
    """Return the operations that no result, effect or order needs, in the order of the graph."""
    before: dict[str, list[str]] = {}
    for edge in dfg.order:
        before.setdefault(edge.after, []).append(edge.before)
    for priority in dfg.priorities:
        before.setdefault(priority.then, []).append(priority.first)
    waiting = [*dfg.results, *(o.name for o in dfg.operations if dfg.has_effect(o.name))]
    found = set(waiting)
    while waiting:
        name = waiting.pop()
        operation = dfg.operation_by_name.get(name)
        read = [] if operation is None else [operand.value for operand in operation.operands]
        for value in (*read, *before.get(name, ())):
            if value not in found:
                found.add(value)
                waiting.append(value)
    return [operation.name for operation in dfg.operations if operation.name not in found]
