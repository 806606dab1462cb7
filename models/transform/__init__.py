"""All candidates of the values of a DFG: the same values, by other orders and operations.

Owns the step from a `Dfg` to a `Computation`, the paper's sections 5 (enumeration, multi-node
operations) and 6 (exchangers and sorters). It depends on no architecture and no horizon.
"""

from __future__ import annotations

from models.data.computation import Cluster, Computation, Transform
from models.data.dfg import Dfg
from models.errors import InputError
from models.transform.clusters import clusters
from models.transform.draft import Draft
from models.transform.enumeration import add_orders
from models.transform.multi_node import add_multi_node
from models.transform.relaxation import add_classes
from models.transform.trees import add_chain, add_tree

__all__ = ["relaxed", "transform"]

HOWS = ("none", "enumerate", "xbtree", "chain")


def transform(dfg: Dfg, how: Transform) -> Computation:
    """Return the computation of `dfg` in which operators may be reordered according to `how`.

    `"none"` keeps every operation. `"enumerate"` lists all orders of every cluster of an
    associative operator, `"xbtree"` expresses the same by exchangers and sorters, `"chain"` has
    accumulations only, in any order. Under `"xbtree"` an operator that does not commute is
    enumerated, under `"chain"` it accumulates from left to right. The multi-node operations of
    `dfg` are always added. Raises `InputError` for too many orders, or matches of a pattern.
    """
    if how not in HOWS:
        raise InputError(f"unknown transformation '{how}'; known: {', '.join(HOWS)}")
    draft = Draft(dfg)
    merged = clusters(dfg) if how != "none" else ()
    if how == "chain":
        for cluster in merged:
            add_chain(draft, cluster)
    elif how == "xbtree":
        free = {c.root for c in merged if dfg.operator_by_name[c.operator].commutative}
        for cluster in merged:
            if cluster.root in free:
                add_tree(draft, cluster)
        add_orders(draft, tuple(c for c in merged if c.root not in free))
    elif merged:
        add_orders(draft, merged)
    return _finished(draft, merged)


def relaxed(dfg: Dfg) -> Computation:
    """Return a relaxation of all orders of `dfg`'s clusters, for bounds."""
    draft = Draft(dfg)
    merged = clusters(dfg)
    add_classes(draft, merged)
    return _finished(draft, merged)


def _finished(draft: Draft, merged: tuple[Cluster, ...]) -> Computation:
    inner = {name for cluster in merged for name in cluster.inner}
    for operation in draft.dfg.operations:
        if operation.name not in draft.candidates and operation.name not in inner:
            draft.put(operation.name, [draft.base(operation)])
    if draft.dfg.patterns:
        add_multi_node(draft)
    return draft.finish(merged)
