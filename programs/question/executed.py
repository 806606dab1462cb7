"""A region as executed by the array: every piece is a loop with a separate graph.

Statements beside loops are mapped separately; here they are loops of one iteration, so that
mappings alone can execute a whole program.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from programs.cost import Counts, counts
from programs.dataflow import DataflowOptions, Kernel, extract
from programs.loops.affine import Bound, affine
from programs.loops.region import Loop, Node, Region, Statement, loops_of
from programs.loops.tree import Path
from programs.transform.substitute import substitute_statement


@dataclass(frozen=True, eq=False)
class Piece:
    """An innermost loop at a path of the region of `Executed`, and its execution counts.

    `single` marks statements beside loops, which have no counter.
    """

    path: Path
    outer: tuple[Loop, ...]
    loop: Loop
    single: bool
    counts: Counts

    @property
    def name(self) -> str:
        """The name: the indices of the loop and of its surrounding loops."""
        return ".".join(loop.index for loop in (*self.outer, self.loop))


@dataclass(frozen=True, eq=False)
class Executed:
    """The region, and its pieces in text order, including pieces that never run."""

    region: Region
    pieces: tuple[Piece, ...]

    def kernel(self, piece: Piece) -> Kernel:
        """Return the graph of a piece."""
        return extract(self.region, piece.loop, DataflowOptions(control=not piece.single))


def executed(region: Region) -> Executed:
    """Return a region with statements beside loops in loops of one iteration."""
    taken = {loop.index for loop in loops_of(region.body)} | set(region.declared)
    single: set[int] = set()

    def once(run: list[Statement], outer: tuple[Loop, ...]) -> Loop:
        index, start = _fresh(taken), affine()
        statements = tuple(run)
        if outer:
            # Values that depend on the surrounding loop's index are computed on the array.
            around = outer[-1].index
            start = affine({around: 1})
            moved = {around: affine({index: 1})}
            statements = tuple(substitute_statement(statement, moved) for statement in run)
        made = Loop(index, (Bound(start),), (Bound(start + 1),), statements, line=run[0].line)
        single.add(id(made))
        return made

    def wrapped(body: tuple[Node, ...], outer: tuple[Loop, ...]) -> tuple[Node, ...]:
        if outer and all(isinstance(node, Statement) for node in body):
            return body
        found: list[Node] = []
        for is_loop, run in groupby(body, lambda node: isinstance(node, Loop)):
            if is_loop:
                for node in run:
                    assert isinstance(node, Loop)
                    found.append(replace(node, body=wrapped(node.body, (*outer, node))))
            else:
                found.append(once([x for x in run if isinstance(x, Statement)], outer))
        return tuple(found)

    made = replace(region, body=wrapped(region.body, ()))
    return Executed(made, tuple(_pieces(made.body, (), (), single)))


def _fresh(taken: set[str]) -> str:
    name, number = "once", 0
    while name in taken:
        number += 1
        name = f"once_{number}"
    taken.add(name)
    return name


def _pieces(
    body: tuple[Node, ...], outer: tuple[Loop, ...], path: Path, single: set[int]
) -> Iterator[Piece]:
    for place, node in enumerate(body):
        assert isinstance(node, Loop)
        at = (*path, place)
        if isinstance(node.body[0], Statement):
            number = counts((*outer, node))
            yield Piece(at, outer, node, id(node) in single, number)
        else:
            yield from _pieces(node.body, (*outer, node), at, single)
