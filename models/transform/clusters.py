"""Clusters: contiguous operations of one associative operator, merged (the paper's Fig. 5)."""

from __future__ import annotations

from collections import Counter

from models.data.computation import Cluster
from models.data.dfg import Dfg, Operand

Leaves = tuple[Operand, ...]


def clusters(dfg: Dfg) -> tuple[Cluster, ...]:
    """Return the clusters of three leaves or more: two leaves have no other order.

    An operation is merged into its reader only if it has no other observer: it has the same
    associative operator, is read once, in its own iteration, is no result, has no effect, and no
    priority or order edge names it. All other operands stay leaves.
    """
    return tuple(group for group in groups(dfg) if len(group.leaves) > 2)


def groups(dfg: Dfg) -> tuple[Cluster, ...]:
    """Return the clusters, and the associative operations that merge with no other, as clusters.

    In the order of the DFG. The `inner` operations come after those that they read.
    """
    inner = _inner(dfg)
    made = []
    for operation in dfg.operations:
        operator = dfg.operator_by_name[operation.operator]
        if not operator.associative or operator.effect or operation.name in inner:
            continue
        leaves: list[Operand] = []
        merged: list[str] = []
        waiting = [*reversed(operation.operands)]
        while waiting:
            operand = waiting.pop()
            if operand.value in inner:
                merged.append(operand.value)
                waiting += reversed(dfg.operation_by_name[operand.value].operands)
            else:
                leaves.append(operand)
        made.append(Cluster(operation.name, operator.name, tuple(leaves), tuple(merged[::-1])))
    return tuple(made)


def pinned(dfg: Dfg) -> set[str]:
    """Return the values that a priority or an order edge names: when they are issued matters."""
    names = {name for edge in dfg.order for name in (edge.before, edge.after)}
    return names | {name for pair in dfg.priorities for name in (pair.first, pair.then)}


def leaves_below(dfg: Dfg, cluster: Cluster) -> dict[str, Leaves]:
    """Return the leaves of every inner operation of `cluster`, from left to right.

    Takes time and space in the square of the leaves.
    """
    below: dict[str, Leaves] = {}
    for name in cluster.inner:
        operands = dfg.operation_by_name[name].operands
        below[name] = tuple(
            leaf for operand in operands for leaf in below.get(operand.value, (operand,))
        )
    return below


def _inner(dfg: Dfg) -> set[str]:
    reads = Counter(operand.value for op in dfg.operations for operand in op.operands)
    visible = pinned(dfg) | set(dfg.results)
    found = set()
    for operation in dfg.operations:
        operator = dfg.operator_by_name[operation.operator]
        if not operator.associative or operator.effect:
            continue
        for operand in operation.operands:
            value = dfg.operation_by_name.get(operand.value)
            if (
                value is not None
                and operand.distance == 0
                and reads[operand.value] == 1
                and value.operator == operation.operator
                and value.name not in visible
            ):
                found.add(value.name)
    return found
