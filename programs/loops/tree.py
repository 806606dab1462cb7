"""The loop tree of a region: paths, runs of statements, and perfect nests (PT-Map, Sec. 3.2).

A path identifies a loop or statement: the position in the region's body, then in the body of the
loop there, and so on, from 0. A perfect nest (PNL) is a loop whose body is statements only, or one
perfect nest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple, TypeAlias

from programs.loops.region import Loop, Node, Statement

Path: TypeAlias = tuple[int, ...]


class PerfectNest(NamedTuple):
    """A maximal perfect nest at a path, or a run of statements beside loops.

    A run has no `loops` and the path of its first statement; it is executed and mapped separately.
    `outer` are the loops around, outermost first.
    """

    path: Path
    outer: tuple[Loop, ...]
    loops: tuple[Loop, ...]
    statements: tuple[Statement, ...]

    @property
    def parts(self) -> int:
        """The number of parts of the surrounding body that it covers."""
        return 1 if self.loops else len(self.statements)


def perfect_nests(
    body: tuple[Node, ...], path: Path = (), outer: tuple[Loop, ...] = ()
) -> Iterator[PerfectNest]:
    """Yield the maximal perfect nests and the runs of statements of a body, in order."""
    for place, run in runs(body):
        at, (node, *_) = (*path, place), run
        if isinstance(node, Statement):
            yield PerfectNest(at, outer, (), tuple(x for x in run if isinstance(x, Statement)))
        elif is_perfect(node):
            loops = [node]
            while isinstance(inner := loops[-1].body[0], Loop):
                loops.append(inner)
            statements = tuple(x for x in loops[-1].body if isinstance(x, Statement))
            yield PerfectNest(at, outer, tuple(loops), statements)
        else:
            yield from perfect_nests(node.body, at, (*outer, node))


def runs(body: tuple[Node, ...]) -> Iterator[tuple[int, tuple[Node, ...]]]:
    """Yield each loop and each run of statements of a body, with its first position."""
    place = 0
    for is_loop, group in groupby(body, lambda node: isinstance(node, Loop)):
        nodes = tuple(group)
        for part in [(node,) for node in nodes] if is_loop else [nodes]:
            yield place, part
            place += len(part)


def is_perfect(node: Node) -> bool:
    """Return whether a node is a perfect nest."""
    if not isinstance(node, Loop):
        return False
    inner = [part for part in node.body if isinstance(part, Loop)]
    return not inner or (len(node.body) == 1 and is_perfect(inner[0]))


def loops_at(body: tuple[Node, ...], path: Path) -> tuple[Loop, ...]:
    """Return the loops along a path, outermost first, the one at its end included."""
    found: list[Loop] = []
    for place in path:
        loop = body[place]
        assert isinstance(loop, Loop)
        found.append(loop)
        body = loop.body
    return tuple(found)


def body_at(body: tuple[Node, ...], path: Path) -> tuple[Node, ...]:
    """Return the body of the loop at a path; the empty path denotes the region's body."""
    return loops_at(body, path)[-1].body if path else body


def replaced(
    body: tuple[Node, ...], path: Path, count: int, nodes: tuple[Node, ...]
) -> tuple[Node, ...]:
    """Return a body with `count` parts from a path on replaced by `nodes`."""
    place, *rest = path
    if not rest:
        return (*body[:place], *nodes, *body[place + count :])
    (loop,) = loops_at(body, (place,))
    inside = replace(loop, body=replaced(loop.body, tuple(rest), count, nodes))
    return (*body[:place], inside, *body[place + 1 :])
