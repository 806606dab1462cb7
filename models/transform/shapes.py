"""A few good orders of every cluster, each as a separate graph, for heuristics.

Heuristics do not reorder graphs. A shape is a graph in which every cluster is computed by one tree:
the operand of a recurrence is read last, so that a single operation of the cluster lies on the
recurrence (M. Schlansker and V. Kathail: Acceleration of first and higher order recurrences on
processors with instruction level parallelism, 1993). A mapping of a shape is one of the DFG: its
new values are the mapping's intermediates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

import msgspec

from models.data.computation import Cluster
from models.data.dfg import Dfg, Operand, Operation, lines_of
from models.data.mapping import Issue, Mapping, Performed
from models.igraph_import import import_igraph
from models.transform.clusters import clusters
from models.transform.fused import fused

Ready = tuple[int, Operand]
"""The cycle at which an operand is ready, from the first operation on, and the operand."""

Join = Callable[[Operand, Operand], Operand]


@dataclass(frozen=True)
class Shape:
    """A graph in which every cluster of `dfg` has one order, described by `name`.

    `mapped` is that graph, or has multi-node operations in the place of some of its operations.
    """

    name: str
    dfg: Dfg
    shaped: Dfg
    mapped: Dfg

    def lifted(self, mapping: Mapping) -> Mapping:
        """Return a mapping of the shape as one of the DFG, whose problem is to allow orders."""
        own, new = self.dfg.operation_by_name, self.shaped.operation_by_name
        issues = []
        for issue in mapping.issues:
            made = self.mapped.operation_by_name[issue.operation]
            if made != own.get(issue.operation, new[issue.operation]):
                performs = Performed(made.operator, made.operands)
                issue = Issue(issue.operation, issue.component, issue.cycle, performs)
            issues.append(issue)
        made_here = tuple(new[name] for name in self.shaped.schedule_order if name not in own)
        lifted: Mapping = msgspec.structs.replace(
            mapping, issues=tuple(issues), intermediates=made_here
        )
        return lifted


def shapes(dfg: Dfg) -> tuple[Shape, ...]:
    """Return the shapes of `dfg` that differ from it and from each other.

    Where the graph has patterns, those with multi-node operations come first: they are smaller.
    """
    orders = _orders(dfg)
    written = Shape("as written", dfg, dfg, dfg)
    merged = [_fused(shape) for shape in (written, *orders)] if dfg.patterns else []
    return (*(shape for shape in merged if shape is not None), *orders)


def _fused(shape: Shape) -> Shape | None:
    """Return a shape with multi-node operations, None where none matches."""
    mapped = fused(shape.shaped, shape.dfg.patterns)
    if len(mapped.operations) == len(shape.shaped.operations):
        return None
    return Shape(f"{shape.name}, fused", shape.dfg, shape.shaped, mapped)


def _orders(dfg: Dfg) -> list[Shape]:
    found: list[Shape] = []
    free = [c for c in clusters(dfg) if dfg.operator_by_name[c.operator].commutative]
    if not free:
        return found
    ready = _ready(dfg)
    carried = _carried(dfg, free)
    seen = {dfg.operations}
    for name, tree in (("earliest first", _earliest), ("balanced", _balanced), ("chain", _chain)):
        shaped = _shaped(dfg, free, ready, carried, tree)
        if shaped.operations not in seen:
            seen.add(shaped.operations)
            found.append(Shape(name, dfg, shaped, shaped))
    return found


def _shaped(
    dfg: Dfg,
    free: list[Cluster],
    ready: dict[str, int],
    carried: dict[str, set[Operand]],
    tree: Callable[[list[Ready], int, Join], Operand],
) -> Dfg:
    """Return the graph with one tree for each cluster."""
    taken = {*dfg.values, *dfg.constant_by_name}
    replaced: dict[str, list[Operation]] = {}
    for cluster in free:
        made: list[Operation] = []
        latency = dfg.default_latency(cluster.operator)
        names = _fresh(cluster.root, taken)

        def join(
            left: Operand,
            right: Operand,
            made: list[Operation] = made,
            names: Iterator[str] = names,
            operator: str = cluster.operator,
        ) -> Operand:
            made.append(Operation(next(names), operator, (left, right)))
            return Operand(made[-1].name)

        late = carried[cluster.root]
        first = [_since(leaf, ready) for leaf in cluster.leaves if leaf not in late]
        last = [_since(leaf, ready) for leaf in cluster.leaves if leaf in late]
        last.sort(key=lambda each: each[0])
        ends = [tree(first, latency, join)] if first else []
        ends += [leaf for _, leaf in last]
        result = ends[0]
        for leaf in ends[1:]:
            result = join(result, leaf)
        # The last operation is the root itself.
        made[-1] = Operation(cluster.root, cluster.operator, made[-1].operands)
        replaced[cluster.root] = made
    inner = {name for cluster in free for name in cluster.inner}
    operations = [
        one
        for operation in dfg.operations
        if operation.name not in inner
        for one in replaced.get(operation.name, [operation])
    ]
    shaped: Dfg = msgspec.structs.replace(
        dfg,
        operations=tuple(operations),
        patterns=(),
        lines=lines_of(dfg, operations),
    )
    return shaped


def _fresh(root: str, taken: set[str]) -> Iterator[str]:
    number = 0
    while True:
        number += 1
        name = f"{root}~{number}"
        if name not in taken:
            taken.add(name)
            yield name


def _since(leaf: Operand, ready: dict[str, int]) -> Ready:
    return (ready.get(leaf.value, 0) if leaf.distance == 0 else 0, leaf)


def _ready(dfg: Dfg) -> dict[str, int]:
    """Return the earliest cycle after each operation, on an array without limits."""
    found: dict[str, int] = {}
    for name in dfg.schedule_order:
        operation = dfg.operation_by_name[name]
        reads = (found.get(o.value, 0) for o in operation.operands if o.distance == 0)
        found[name] = max(reads, default=0) + dfg.default_latency(operation.operator)
    return found


def _carried(dfg: Dfg, free: list[Cluster]) -> dict[str, set[Operand]]:
    """Return for each cluster the leaves that depend on its own result of earlier iterations."""
    number = {name: at for at, name in enumerate((*dfg.values, *dfg.constant_by_name))}
    reads = [
        (number[operand.value], number[operation.name])
        for operation in dfg.operations
        for operand in operation.operands
    ]
    graph = import_igraph().Graph(n=len(number), edges=reads, directed=True)
    parts = graph.connected_components(mode="strong").membership
    part = {name: parts[at] for name, at in number.items()}
    return {
        cluster.root: {leaf for leaf in cluster.leaves if part[leaf.value] == part[cluster.root]}
        for cluster in free
    }


def _earliest(leaves: list[Ready], latency: int, join: Join) -> Operand:
    """Join the two earliest operands repeatedly: no tree is ready earlier."""
    heap = [(cycle, number, leaf) for number, (cycle, leaf) in enumerate(leaves)]
    heapify(heap)
    count = len(heap)
    while len(heap) > 1:
        (_, _, left), (cycle, _, right) = heappop(heap), heappop(heap)
        count += 1
        heappush(heap, (cycle + latency, count, join(left, right)))
    return heap[0][2]


def _balanced(leaves: list[Ready], latency: int, join: Join) -> Operand:
    """Join neighbours, as the DFG has the leaves."""
    level = [leaf for _, leaf in leaves]
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)
        level = [join(*pair) for pair in pairs] + level[len(level) - len(level) % 2 :]
    return level[0]


def _chain(leaves: list[Ready], latency: int, join: Join) -> Operand:
    """Add one leaf after the other, the earliest first: few partial results live at a time."""
    first, *others = sorted(leaves, key=lambda leaf: leaf[0])
    result = first[1]
    for _, leaf in others:
        result = join(result, leaf)
    return result
