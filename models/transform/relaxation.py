"""Less than any order asks for: what arithmetic can say of all orders without listing them.

A partial result is known by its size only. Class k stands for all partial results of a cluster
that have more than 2^(k-1) and at most 2^k leaves, and any leaf may be any other. Whatever
order a mapping chooses, no result is computed earlier than its class, or used later.
"""

from __future__ import annotations

from models.computation import Candidate, Cluster, Read
from models.dfg import Operand
from models.transform.draft import Draft
from models.transform.sorter import sort_leaves


def add_classes(draft: Draft, cluster: Cluster) -> None:
    """Add the classes of a cluster: each is computed from two smaller ones, the root from any.

    The larger operand of a result has at least half of its leaves; so, for a result of class k,
    it is of class k - 1 or k. Reading the own class is left out: that is neither the earliest
    way to compute one of the class, nor the last use of one, which is the root's.
    """
    first, second, *_ = sort_leaves(draft, cluster)
    size = len(cluster.leaves)
    largest = (size - 2).bit_length()
    left: list[Read] = [first]
    right: list[Read] = [second]
    for k in range(1, largest + 1):
        name = draft.fresh(f"{cluster.root}<{2**k}", ("class", cluster.root, k))
        pairs = [(left[k - 1], right[b]) for b in range(k)]
        draft.put(name, [Candidate(cluster.operator, pair, (name,)) for pair in pairs])
        left.append(Operand(name))
        right.append(Operand(name))
    half = (size - 1).bit_length() - 1
    draft.put(
        cluster.root,
        [
            Candidate(cluster.operator, (left[a], right[b]), (cluster.root,))
            for a in range(half, largest + 1)
            for b in range(half + 1)
        ],
    )
