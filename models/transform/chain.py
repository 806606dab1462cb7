"""Chains: an XBTree without exchangers, the accumulation of a cluster's leaves in any order.

It leaves out most trees, so that it serves for finding mappings, not for refuting them.
"""

from __future__ import annotations

from models.data.computation import Cluster, Read
from models.data.dfg import Operand
from models.transform.draft import Draft
from models.transform.sorter import positions, sort_leaves


def add_chain(draft: Draft, cluster: Cluster) -> None:
    """Add t1 = s0 ∘ s1, t2 = t1 ∘ s2, … over the outputs of a sorter.

    An operator that does not commute has no sorter: its leaves stay in their order.
    """
    commutes = draft.dfg.operator_by_name[cluster.operator].commutative
    leaves = iter(sort_leaves(draft, cluster) if commutes else cluster.leaves)
    so_far: Read = next(leaves)
    for name, leaf in zip(positions(draft, cluster), leaves, strict=True):
        draft.put_pair(name, cluster.operator, so_far, leaf)
        so_far = Operand(name)
