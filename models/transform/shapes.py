"""A few good orders of every cluster, each as a separate problem, for heuristics.

Heuristics do not reorder graphs. In a shape every cluster is computed by one tree: the operand of a
recurrence is read last, so that a single operation of the cluster lies on the recurrence
(M. Schlansker and V. Kathail: Acceleration of first and higher order recurrences on processors with
instruction level parallelism, 1993). A mapping of a shape is one of the problem in any order: its
new values are the mapping's intermediates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from heapq import heapify, heappop, heappush

import msgspec

from models.data.computation import Cluster
from models.data.dfg import Dfg, Operand, Operation, lines_of
from models.data.mapping import Issue, Mapping, Performed
from models.data.rewrite import Rewrite
from models.igraph_import import graph_base
from models.transform.clusters import clusters
from models.transform.fused import fused

Ready = tuple[int, Operand]
"""The cycle at which an operand is ready, from the first operation on, and the operand."""

Join = Callable[[Operand, Operand], Operand]


Shape = Rewrite
"""A problem in which every cluster has one order, which its name describes. Some operations may be
replaced by multi-node operations.
"""


def shapes(written: Rewrite) -> tuple[Shape, ...]:
    """Return the shapes of a problem that differ from it and from each other.

    Where the graph has patterns, those with multi-node operations come first: they are smaller.
    """
    orders, patterns = _orders(written), written.mapped.patterns
    forms = (written, *orders) if patterns else ()
    merged = [
        _then(form, "fused", made)
        for form in forms
        if len((made := fused(form.mapped, patterns)).operations) < len(form.mapped.operations)
    ]
    return (*merged, *orders)


def _then(form: Rewrite, name: str, made: Dfg) -> Shape:
    return form.then(name, partial(_performed, form.mapped, made), dfg=made, transform="none")


def _performed(dfg: Dfg, made: Dfg, mapping: Mapping) -> Mapping:
    """Return a mapping of the graph `made` as one of `dfg`, performing those of `made`."""
    own, issues = dfg.operation_by_name, []
    for issue in mapping.issues:
        new = made.operation_by_name[issue.operation]
        if issue.performs is None and new != own.get(new.name, new):
            performs = Performed(new.operator, new.operands)
            issue = Issue(issue.operation, issue.component, issue.cycle, performs)
        issues.append(issue)
    parts = tuple(made.operation_by_name[name] for name in made.schedule_order if name not in own)
    lifted: Mapping = msgspec.structs.replace(mapping, issues=tuple(issues), intermediates=parts)
    return lifted


def _orders(written: Rewrite) -> list[Shape]:
    dfg, found = written.mapped, list[Shape]()
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
            found.append(_then(written, name, shaped))
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
    graph = graph_base()(n=len(number), edges=reads, directed=True)
    parts = graph.connected_components(mode="strong")
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
