"""What a tree of exchangers and a chain have in common: a sorter, and positions to fill."""

from __future__ import annotations

from models.data.computation import Block, Cluster, Read, Wire
from models.transform.draft import Draft


def sort_leaves(draft: Draft, cluster: Cluster) -> list[Read]:
    """Add a sorter over the leaves of `cluster`; return its outputs, the leaves in any order."""
    draft.blocks.append(Block("sorter", cluster.leaves))
    block = len(draft.blocks) - 1
    return [Wire(block, output) for output in range(len(cluster.leaves))]


def positions(draft: Draft, cluster: Cluster) -> list[str]:
    """Return the names of the operations of `cluster`, in the order of their computation.

    They are positions of a tree, one less than there are leaves: `root~1`, `root~2`, … and
    the root itself.
    """
    root = cluster.root
    inner = range(1, len(cluster.leaves) - 1)
    return [*(draft.fresh(f"{root}~{n}", ("position", root, n)) for n in inner), root]
