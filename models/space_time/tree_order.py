"""Equal trees of a sum: clauses that leave one of the settings which make the same tree.

An XBTree makes most trees several times: the operands of a commutative operation change sides, two
subtrees of the same shape change places, and exchangers reach a shape in several ways. The mappings
differ in the names of the tree's operations only, so that one of the settings is enough. Up to six
leaves exactly (2n-3)!! settings are left, one for each tree; from seven leaves on, where a ring
rotates, only the first two leaves are ordered.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from models.data.computation import Computation, Read, Setting, Wire
from models.space_time.xyz_model import XyzModel
from models.transform.trees import FIFO_LEAVES

Tree = int | tuple["Tree", "Tree"]
"""An output of the sorter, or the two operands of an operation."""

Shape = tuple["Shape", ...]
"""A tree without its leaves, in which equal shapes are equal."""


def rule_equal_trees(model: XyzModel) -> None:
    """Add clauses on the control signals Q that leave one setting of those with the same tree.

    Of each shape the first setting s of the exchangers stays: ⋁ ¬s of the others. Under s, of two
    subtrees with the same shape the one with the earlier first leaf comes first, a before b among
    the outputs of the sorter: ⋁ ¬s ∨ ¬Q[a,r] ∨ ⋁ Q[b,r'] over r' > r. They are for models with
    exchangers; pins and symmetries that a mapping must have may name operations of the trees.
    """
    rows = list(equal_trees(model.index.computation))
    if not rows:
        return
    width = max(map(len, rows))
    padded = np.zeros((len(rows), width), dtype=np.int32)
    for row, clause in zip(padded, rows, strict=True):
        row[: len(clause)] = [sign * model.q[setting] for sign, setting in clause]
    model.constraints.add_clauses("equal trees", padded)


def equal_trees(computation: Computation) -> Iterator[list[tuple[int, Setting]]]:
    """Yield clauses of signs and control signals."""
    kinds = [block.kind for block in computation.blocks]
    if not kinds:
        return
    sorters = [p for p, kind in enumerate(kinds) if kind == "sorter"]
    operators = computation.dfg.operator_by_name
    roots = [c.root for c in computation.clusters if operators[c.operator].commutative]
    for root, sorter, end in zip(roots, sorters, [*sorters[1:], len(kinds)], strict=True):
        exchangers = range(sorter + 1, end)
        if not exchangers:
            continue
        leaves = computation.blocks[sorter].inputs
        ordered = len(leaves) <= FIFO_LEAVES
        seen: set[Shape] = set()
        for settings in product(range(2), repeat=len(exchangers)) if ordered else [()]:
            chosen = [Setting(p, c, 0) for p, c in zip(exchangers, settings, strict=False)]
            others = [(-1, setting) for setting in chosen]
            pairs = [(0, 1)]
            if ordered:
                tree = tree_of(computation, root, dict(zip(exchangers, settings, strict=True)))
                if shape(tree) in seen:
                    yield others
                    continue
                seen.add(shape(tree))
                pairs = list(equals(tree))
            for a, b in pairs:
                for r in range(len(leaves)):
                    later = [(1, Setting(sorter, b, n)) for n in range(r + 1, len(leaves))]
                    yield [*others, (-1, Setting(sorter, a, r)), *later]


def tree_of(computation: Computation, root: str, rotations: dict[int, int]) -> Tree:
    """Return the tree that exchangers make; rotations are by block."""

    def read(operand: Read) -> Tree:
        if not isinstance(operand, Wire):
            left, right = computation.candidates[operand.value][0].operands
            return read(left), read(right)
        if operand.block not in rotations:
            return operand.output
        inputs = computation.blocks[operand.block].inputs
        return read(inputs[(operand.output + rotations[operand.block]) % len(inputs)])

    left, right = computation.candidates[root][0].operands
    return read(left), read(right)


def shape(tree: Tree) -> Shape:
    """Return the shape of a tree, the same for all ways to draw it."""
    return () if isinstance(tree, int) else tuple(sorted(map(shape, tree)))


def equals(tree: Tree) -> Iterator[tuple[int, int]]:
    """Yield the first leaves of any two subtrees with the same shape and parent."""
    if isinstance(tree, int):
        return
    left, right = tree
    yield from equals(left)
    yield from equals(right)
    if shape(left) == shape(right):
        yield _first(left), _first(right)


def _first(tree: Tree) -> int:
    """Return the leaf that comes first of the larger shape, which no redrawing changes."""
    if isinstance(tree, int):
        return tree
    left, right = tree
    return _first(left if shape(left) >= shape(right) else right)
