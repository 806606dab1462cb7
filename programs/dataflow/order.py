"""Order edges between loads and stores: sufficient, and without implied edges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from models.data.dfg import Operation, OrderEdge
from programs.dataflow.references import References
from programs.loops.expressions import Access


class MemoryOperation(NamedTuple):
    """A load or store by the name of its operation, and its position in an iteration."""

    name: str
    number: int
    access: Access
    write: bool


def order_edges(
    memory: Iterable[MemoryOperation], operations: Sequence[Operation], references: References
) -> tuple[OrderEdge, ...]:
    """Return the order edges between conflicting loads and stores.

    An edge of distance d implies all larger distances, since an operation begins and completes in
    one iteration before it does in the next. Stores of cells need no edges.
    """
    found: list[OrderEdge] = []
    done: list[MemoryOperation] = []
    for second in sorted(memory, key=lambda operation: operation.number):
        if second.access in references.cells:
            continue
        for first in done:
            if first.access.name != second.access.name or not (first.write or second.write):
                continue
            meeting = references.overlap(first.access, second.access)
            ahead, back = meeting.forwards(0), meeting.backwards()
            if ahead is not None:
                found.append(OrderEdge(first.name, second.name, ahead))
            if back is not None:
                found.append(OrderEdge(second.name, first.name, back))
        done.append(second)
    return _reduced(found, operations)


def _reduced(edges: list[OrderEdge], operations: Sequence[Operation]) -> tuple[OrderEdge, ...]:
    """Return the edges that no path of operands and other edges implies.

    A path implies an edge of at least its distance.
    """
    names = {operation.name for operation in operations}
    after: dict[str, dict[tuple[str, int], int]] = {name: {} for name in names}

    def add(before: str, then: str, distance: int, times: int) -> None:
        edges_of = after[before]
        edges_of[then, distance] = edges_of.get((then, distance), 0) + times

    for operation in operations:
        for operand in operation.operands:
            if operand.value in names:
                add(operand.value, operation.name, operand.distance, 1)
    for edge in edges:
        add(edge.before, edge.after, edge.distance, 1)
    kept: list[OrderEdge] = []
    # The longest first: a dropped edge is implied by shorter ones.
    for edge in sorted(edges, key=lambda edge: -edge.distance):
        add(edge.before, edge.after, edge.distance, -1)
        if not _implied(edge, after):
            add(edge.before, edge.after, edge.distance, 1)
            kept.append(edge)
    return tuple(edge for edge in edges if edge in kept)


def _implied(edge: OrderEdge, after: dict[str, dict[tuple[str, int], int]]) -> bool:
    """Return whether a path connects the ends of the edge, with no larger distance."""
    queue, seen = [(0, edge.before)], set[str]()
    first = True
    while queue:
        distance, name = heappop(queue)
        if name == edge.after and not first:
            return True
        if name in seen:
            continue
        if not first:
            seen.add(name)
        first = False
        for (then, more), times in after[name].items():
            if times and distance + more <= edge.distance:
                heappush(queue, (distance + more, then))
    return False
