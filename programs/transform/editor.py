"""Rewrites a region at a path, and tracks the original instances of each statement copy."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace

from programs.loops.affine import Bound, affine
from programs.loops.region import Loop, Node, Region, Statement, instances, loops_of
from programs.loops.tree import Path, replaced
from programs.polyhedral import Origin, Place
from programs.transform.records import NotApplicableError
from programs.transform.substitute import (
    substitute_bound,
    substitute_place,
    substitute_statement,
)


class Editor:
    """One rewriting of a region: get loops, make copies, replace parts.

    `origins` becomes valid with the new region. New ids and indices are unique.
    """

    def __init__(self, region: Region, origins: Mapping[str, Origin]) -> None:
        self.region, self.old_origins = region, origins
        self.origins: dict[str, Origin] = {}
        self.used = {statement.id for statement in region.statements}
        self.free: set[str] = set()
        self._counts: defaultdict[str, int] = defaultdict(lambda: 1)
        self._indices: set[str] | None = None

    def loop(self, path: Path) -> Loop:
        """Return the loop at a path. Raises `NotApplicableError` if it is not a loop."""
        node = self.node(path)
        if not isinstance(node, Loop):
            raise NotApplicableError("this is a statement, not a loop", self.region.where(node))
        return node

    def node(self, path: Path) -> Node:
        """Return the loop or statement at a path. Raises `NotApplicableError` if it is missing."""
        body = self.region.body
        node: Node | None = None
        for place in path:
            if not 0 <= place < len(body):
                node = None
                break
            node = body[place]
            body = node.body if isinstance(node, Loop) else ()
        if node is None:
            dots = ".".join(map(str, path))
            raise NotApplicableError(
                f"there is no loop '{dots}'", self.region.source or self.region.name
            )
        return node

    def band(self, path: Path, depth: int) -> tuple[Loop, ...]:
        """Return `depth` nested loops, each the whole body of the previous one.

        Raises `NotApplicableError` if the nest is not that deep.
        """
        loops = [self.loop(path)]
        while len(loops) < depth:
            (*rest, node) = loops[-1].body
            if rest or not isinstance(node, Loop):
                raise NotApplicableError(
                    f"loop '{loops[-1].index}' has more in it than one loop",
                    self.region.where(loops[-1]),
                )
            loops.append(node)
        return tuple(loops)

    def outer(self, path: Path) -> tuple[Loop, ...]:
        """Return the loops around the node at a path."""
        return tuple(self.loop(path[:end]) for end in range(1, len(path)))

    def replace(self, path: Path, count: int, make: Callable[[], list[Node]]) -> Region:
        """Return the region with `count` parts of a body replaced by what `make` returns."""
        old = [self.node((*path[:-1], path[-1] + n)) for n in range(count)]
        self.free = {statement.id for _, statement in instances(tuple(old))}
        self.origins = {
            id: origin for id, origin in self.old_origins.items() if id not in self.free
        }
        body = replaced(self.region.body, path, count, tuple(make()))
        return replace(self.region, body=body)

    def copy(
        self,
        node: Node,
        indices: Mapping[str, Place] | None = None,
        around: frozenset[str] = frozenset(),
    ) -> Node:
        """Return a copy with `indices` replaced; `around` are the indices of new outer loops."""
        indices = indices or {}
        if isinstance(node, Statement):
            return self._statement(node, indices)
        index = node.index
        if index in around:
            index = self.fresh_index(index)
            indices = {**indices, node.index: affine({index: 1})}
        inside = around | {index}
        return Loop(
            index,
            self.bounds(node, node.lower, indices),
            self.bounds(node, node.upper, indices),
            tuple(self.copy(part, indices, inside) for part in node.body),
            node.step,
            node.type,
            node.line,
        )

    def bounds(
        self, loop: Loop, bounds: tuple[Bound, ...], indices: Mapping[str, Place]
    ) -> tuple[Bound, ...]:
        """Return bounds with indices replaced. Raises `NotApplicableError` for non-affine ones."""
        found: list[Bound] = []
        for bound in bounds:
            made = substitute_bound(bound, indices)
            if made is None:
                raise NotApplicableError(
                    f"the bounds of loop '{loop.index}' would not be affine",
                    self.region.where(loop),
                )
            found.append(made)
        return tuple(found)

    def fresh_index(self, name: str) -> str:
        """Return an unused name derived from another one."""
        if self._indices is None:
            self._indices = {loop.index for loop in loops_of(self.region.body)}
            self._indices |= set(self.region.declared)
        base, number = name.rstrip("_0123456789") or "i", 0
        while (made := f"{base}_{number}") in self._indices:
            number += 1
        self._indices.add(made)
        return made

    def _statement(self, statement: Statement, indices: Mapping[str, Place]) -> Statement:
        id = statement.id
        if id in self.free:
            self.free.discard(id)
        else:
            base = id.split("~")[0]
            while (id := f"{base}~{self._counts[base]}") in self.used:
                self._counts[base] += 1
            self.used.add(id)
        origin = self.old_origins[statement.id]
        places = tuple(substitute_place(place, indices) for place in origin.places)
        self.origins[id] = Origin(origin.id, places)
        return replace(substitute_statement(statement, indices), id=id)
