"""The loop index tree of a region, and its perfect nests (PT-Map, Sec. 3.2).

A perfect nest (PNL) is a loop whose body is statements only, or one perfect nest. Counted are the
largest ones, and each run of statements beside a loop as a nest without loops of its own, since it
is executed, and mapped, by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from programs.loops.region import Loop, Node, Region, Statement


class PerfectNest(NamedTuple):
    """`loops` around `statements`, with nothing between; `outer` are the loops around all that."""

    outer: tuple[Loop, ...]
    loops: tuple[Loop, ...]
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A loop, or the virtual root, where `loop` is None and the whole region is the body.

    `outer` are the loops around it, outermost first.
    """

    loop: Loop | None
    body: tuple[Node, ...]
    children: tuple[TreeNode, ...]
    outer: tuple[Loop, ...] = ()

    @property
    def perfect(self) -> bool:
        """Whether the loops from here on are a perfect nest; the root by itself is no loop."""
        if self.loop is None:
            return False
        if not self.children:
            return True
        return len(self.body) == 1 and self.children[0].perfect

    @property
    def nest(self) -> PerfectNest:
        """The perfect nest that begins here; raises `ValueError` where there is none."""
        if self.loop is None or not self.perfect:
            raise ValueError("no perfect nest begins here")
        if not self.children:
            statements = tuple(node for node in self.body if isinstance(node, Statement))
            return PerfectNest(self.outer, (self.loop,), statements)
        inner = self.children[0].nest
        return PerfectNest(self.outer, (self.loop, *inner.loops), inner.statements)


def loop_tree(region: Region) -> TreeNode:
    """Return the virtual root of a region's loop index tree."""
    return _node(None, region.body, ())


def _node(loop: Loop | None, body: tuple[Node, ...], outer: tuple[Loop, ...]) -> TreeNode:
    inside = outer if loop is None else (*outer, loop)
    children = tuple(_node(x, x.body, inside) for x in body if isinstance(x, Loop))
    return TreeNode(loop, body, children, outer)


def perfect_nests(region: Region) -> tuple[PerfectNest, ...]:
    """Return the largest perfect nests and the runs of statements beside them, in order."""
    return tuple(_nests(loop_tree(region)))


def _nests(node: TreeNode) -> list[PerfectNest]:
    if node.perfect:
        return [node.nest]
    around = node.outer if node.loop is None else (*node.outer, node.loop)
    found: list[PerfectNest] = []
    children = iter(node.children)
    for is_loop, run in groupby(node.body, lambda part: isinstance(part, Loop)):
        if is_loop:
            for _ in run:
                found += _nests(next(children))
        else:
            found.append(PerfectNest(around, (), tuple(x for x in run if isinstance(x, Statement))))
    return found
