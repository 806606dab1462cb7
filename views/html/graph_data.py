"""The DFG in layers: operands above the operations that read them in the same iteration."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from models.data.dfg import Dfg, Operation
from models.data.mapping import Mapping
from models.data.problem import Problem
from views.graph.layered import Edge, layers, placed
from views.html.mapping_data import Numbers
from views.mapping.schedule import applied, shown, with_line


def graph_data(problem: Problem, mapping: Mapping | None, values: Numbers) -> dict[str, Any]:
    """Return `nodes` [name, kind, operator, x, y, text] and `edges`.

    An edge is [from, to, distance, order, bends …], with the distance in iterations, whether it is
    an order edge only, and the points that a long edge bends at. `critical`: edges, by number, of
    the recurrences that allow no smaller II, if there are any. Kinds: 0 input, 1 operation, 2 a
    value of the mapping's own, 3 an undefined name.
    """
    dfg = problem.dfg
    listed = () if mapping is None else mapping.intermediates
    made = [op for op in listed if op.name not in dfg.operation_by_name]
    operations = {op.name: op for op in (*dfg.operations, *made)}
    reads = list(dict.fromkeys(_reads(operations.values(), values)))
    orders = [(values[e.before], values[e.after], e.distance) for e in dfg.order]
    now = [(a, b, d) for a, b, d in (*reads, *orders) if d == 0 and a != b]
    order = [values[name] for name in (*dfg.schedule_order, *(op.name for op in made))]
    layer = layers(len(values), now, order)
    pairs = list(dict.fromkeys((a, b) for a, b, _ in now if layer[a] < layer[b]))
    points, chains = placed(layer, pairs)
    bends = dict(zip(pairs, chains, strict=True))
    nodes = []
    for name, number in values.items():
        kind, operator, text = _described(name, dfg, operations.get(name))
        nodes.append([name, kind, operator, *points[number], text])
    edges = [
        [*edge, is_order, *(bends.get(edge[:2], ()) if edge[2] == 0 else ())]
        for is_order, some in ((0, reads), (1, orders))
        for edge in some
    ]
    found: dict[str, Any] = {"nodes": nodes, "edges": edges}
    contexts = None if mapping is None else mapping.contexts
    if contexts and (circle := critical(problem, values, [*reads, *orders], contexts)):
        found["critical"] = circle
    return found


def critical(problem: Problem, values: Numbers, edges: list[Edge], contexts: int) -> list[int]:
    """Return the numbers of the edges on circles that take all the time their distances give.

    None for a mapping that joins operations, as then an operation may take less than its latency.
    """
    dfg = problem.dfg
    takes = dict.fromkeys(values.values(), 0)
    takes |= {
        values[operation.name]: dfg.operator_by_name[operation.operator].latency
        for operation in dfg.operations
    }
    begin = dict.fromkeys(values.values(), 0)
    for _ in range(len(begin) + 1):
        before = dict(begin)
        for a, b, distance in edges:
            begin[b] = max(begin[b], begin[a] + takes[a] - contexts * distance)
        if begin == before:
            break
    else:
        return []
    tight = {
        n: (a, b)
        for n, (a, b, distance) in enumerate(edges)
        if begin[b] == begin[a] + takes[a] - contexts * distance
    }
    return [n for n, (a, b) in tight.items() if a in _reached(b, tight.values())]


def _reached(start: int, pairs: Iterable[tuple[int, int]]) -> set[int]:
    found, rest, known = {start}, [start], list(pairs)
    while rest:
        now = rest.pop()
        new = {b for a, b in known if a == now} - found
        found |= new
        rest += new
    return found


def _reads(operations: Iterable[Operation], values: Numbers) -> Iterable[Edge]:
    for operation in operations:
        for operand in operation.operands:
            if operand.value in values:  # constants are read everywhere, and not drawn
                yield values[operand.value], values[operation.name], operand.distance


def _described(name: str, dfg: Dfg, operation: Operation | None) -> tuple[int, str, str]:
    if operation is None:
        return (0 if name in dfg.inputs else 3), "", name
    text = applied(operation.operator, [shown(operand) for operand in operation.operands])
    return (
        1 if name in dfg.operation_by_name else 2,
        operation.operator,
        with_line(dfg, name, f"{name} = {text}"),
    )
