"""XBTrees: all shapes of a binary tree by exchangers, after a sorter (the paper's section 6.1).

A chain is an XBTree without exchangers, the accumulation of a cluster's leaves in any order. It
leaves out most trees, so that it serves for finding mappings, not for refuting them.
"""

from __future__ import annotations

from itertools import islice

from models.data.computation import Block, Cluster, Read, Wire
from models.data.dfg import Operand
from models.transform.draft import Draft


def sort_leaves(draft: Draft, cluster: Cluster) -> list[Read]:
    """Add a sorter over the leaves of `cluster`; return its outputs, the leaves in any order."""
    draft.blocks.append(Block("sorter", cluster.leaves))
    block = len(draft.blocks) - 1
    return [Wire(block, output) for output in range(len(cluster.leaves))]


def positions(draft: Draft, cluster: Cluster) -> list[str]:
    """Return the names of the operations of `cluster`, in the order of their computation.

    They are positions of a tree, one less than the leaves: `root~1`, `root~2`, … and the root
    itself.
    """
    root = cluster.root
    inner = range(1, len(cluster.leaves) - 1)
    return [*(draft.fresh(f"{root}~{n}", ("position", root, n)) for n in inner), root]


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


FIFO_LEAVES = 6
"""The most leaves for which a tree with one waiting wire reaches all shapes; of 7 leaves it reaches
10 of 11, of 8 leaves 19 of 23.
"""


def add_tree(draft: Draft, cluster: Cluster) -> None:
    """Add the XBTree of a cluster of n leaves: a sorter, n-3 exchangers and n-1 positions.

    Leaves are sorted into any order, so that every shape of a binary tree is every order.
    """
    names = positions(draft, cluster)
    leaves = sort_leaves(draft, cluster)
    draft.put_pair(names[0], cluster.operator, leaves[0], leaves[1])
    add = _add_fifo if len(cluster.leaves) <= FIFO_LEAVES else _add_ring
    add(draft, cluster.operator, names, leaves[2:])


def _add_fifo(draft: Draft, operator: str, names: list[str], leaves: list[Read]) -> None:
    """Add operations on the last result, or the next leaf, and the wire that waits.

    A leaf waits at first. An exchanger of two inputs, as in Fig. 7 of the paper, chooses which of
    the last result and the next leaf is the operand beside the waiting wire; the other one waits
    then.
    """
    last: Read = Operand(names[0])
    waiting, *others = leaves or [last]
    for name, leaf in zip(names[1:], others, strict=False):
        operand, waits = _rotate(draft, [last, leaf])
        draft.put_pair(name, operator, operand, waiting)
        last, waiting = Operand(name), waits
    if leaves:
        draft.put_pair(names[-1], operator, last, waiting)


def _add_ring(draft: Draft, operator: str, names: list[str], leaves: list[Read]) -> None:
    """Add operations on the first two wires of a ring, which exchangers rotate.

    The ring has the last result, W = max(1, ⌊log2 n⌋ - 1) waiting wires and the next leaf. Waiting
    results are at the front of the waiting wires, the latest one first, and leaves behind them.
    That gives every tree, for it allows every step of a stack machine:

    - last result with the latest waiting result: no rotation;
    - last result with a leaf, the last wire of the ring: by one step, backwards;
    - two leaves, the last two wires: by two steps backwards, which leaves the last result in front
      of the waiting ones.

    W wires suffice: computing the subtree that needs more of them first, one that needs w has at
    least 2^(w+1) leaves. The ring shrinks when no leaf is left; two wires need no rotation.
    """
    left = iter(leaves)
    ring: list[Read] = [Operand(names[0]), *islice(left, (len(names) + 1).bit_length() - 2)]
    for name in names[1:]:
        ring += islice(left, 1)
        if len(ring) > 2:
            ring = _rotate(draft, ring)
        draft.put_pair(name, operator, ring[0], ring[1])
        ring = [Operand(name), *ring[2:]]


def _rotate(draft: Draft, ring: list[Read]) -> list[Read]:
    draft.blocks.append(Block("exchanger", tuple(ring)))
    return [Wire(len(draft.blocks) - 1, output) for output in range(len(ring))]
