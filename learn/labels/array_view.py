"""An array as seen by the network: its tiles, their operations, and their links.

The view does not depend on the names or the order of tiles, so symmetric arrays look the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from heuristics.labels.flow import FAR, IntArray
from heuristics.labels.tiles import tile_distances, tile_numbers
from learn.labels.vocabulary import spelling
from models.data.architecture import Architecture
from models.data.problem import Problem

FloatArray = NDArray[np.float64]

CLASSES = ("add", "mul", "div", "load", "store", "const", "cmp", "select", "input", "output")
"""Kinds of operations whose starts per cycle describe a tile."""

TILE_ATTRIBUTES = (
    *CLASSES, "registers", "switches", "routing takes a slot", "keeps arrivals", "links out",
    "links in", "values in", "latency of links", "mean distance", "largest distance",
)  # fmt: skip
ARRAY_ATTRIBUTES = (
    "tiles", "registers a tile", "links a tile", "mean distance", "hops a cycle", "moves limited",
)  # fmt: skip

MANY = 64
"""Substitute for unlimited numbers."""


@dataclass(frozen=True, eq=False)
class ArrayView:
    """`tiles` [T, attributes], `links` [2, L] between different tiles, `apart` [T, T] in links,
    `whole` [attributes] of the array, and per component `tile` [J].
    """

    arch: Architecture
    names: tuple[str, ...]
    tiles: FloatArray
    links: IntArray
    apart: FloatArray
    whole: FloatArray
    tile: IntArray
    _known: dict[str, tuple[FloatArray, float]] = field(default_factory=dict, repr=False)

    @property
    def size(self) -> int:
        """The number of tiles."""
        return len(self.tiles)

    def tiles_of(self, problem: Problem, components: IntArray) -> tuple[int, ...]:
        """Return the tiles of components of a problem on this array, which have to issue."""
        names = [problem.arch.components[j].name for j in components.tolist()]
        number = {p.name: int(t) for p, t in zip(self.arch.components, self.tile, strict=True)}
        return tuple(number[name] for name in names)

    def of_components(self, rows: FloatArray) -> FloatArray:
        """Return [n, components]: rows [n, T] of tiles, expanded to all components."""
        number = {p.name: int(t) for p, t in zip(self.arch.components, self.tile, strict=True)}
        found = np.zeros((len(rows), len(self.names)))
        for j, name in enumerate(self.names):
            if name in number:
                found[:, j] = rows[:, number[name]]
        return found

    def slots(self, operator: str) -> FloatArray:
        """Return [T]: the operations of an operator that each tile starts per cycle."""
        return self._starts(operator)[0]

    def rate(self, operator: str) -> float:
        """Return the operations of an operator that start per cycle, shared limits included."""
        return self._starts(operator)[1]

    def _starts(self, operator: str) -> tuple[FloatArray, float]:
        if operator not in self._known:
            found, issue = np.zeros(self.size), {}
            for part, tile in zip(self.arch.components, self.tile.tolist(), strict=True):
                if part.supports(operator):
                    found[tile] += part.issue
                    issue[part.name] = part.issue
            total = float(sum(issue.values()))
            for limit in self.arch.shared:
                if limit.limits(operator):
                    own = sum(issue.get(name, 0) for name in limit.components)
                    total -= max(0, own - limit.at_most)
            self._known[operator] = found, total
        return self._known[operator]


@lru_cache(maxsize=16)
def array_view(arch: Architecture) -> ArrayView:
    """Return the view of an array: all but its external memory."""
    names = tuple(part.name for part in arch.components)
    arch = _inside(arch)
    tile = tile_numbers(arch)
    _, first = np.unique(tile, return_index=True)
    between = tile_distances(arch)[np.ix_(first, first)]
    count = len(first)
    reach = np.where(between < FAR, between, count).astype(float)
    number = {part.name: int(t) for part, t in zip(arch.components, tile, strict=True)}
    into, values, latency = np.zeros((3, count))
    out = np.zeros(count)
    links: set[tuple[int, int]] = set()
    for path in arch.paths:
        ends = {(number[a], number[b]) for a in path.sources for b in path.targets}
        ends = {(a, b) for a, b in ends if a != b}
        links |= ends
        for target in {b for _, b in ends}:
            values[target] += min(path.width or MANY, 4)
            into[target] += 1
            latency[target] += path.latency
    for a, _ in links:
        out[a] += 1
    parts = arch.components
    rows = np.zeros((count, len(TILE_ATTRIBUTES)))
    known = spelling(arch)
    for part, t in zip(parts, tile.tolist(), strict=True):
        row = rows[t]
        for column, kind in enumerate(CLASSES):
            if kind in known and part.supports(known[kind]):
                row[column] += min(part.issue, 4)
        row[10] += min(MANY if part.capacity is None else part.capacity, MANY) * (
            not part.transient
        )
        row[11] += part.switch
        row[12] = max(row[12], part.routing_issues)
        row[13] = max(row[13], part.keeps_arrivals and part.issue > 0)
    rows[:, 10] = np.log2(1 + rows[:, 10])
    rows[:, 14:18] = np.column_stack([out, into, np.log2(1 + values), latency / into.clip(1)])
    rows[:, 18:] = np.column_stack([reach.mean(axis=1), reach.max(axis=1)])
    hops = MANY if arch.max_hops is None else arch.max_hops
    switching = any(part.switch for part in parts)
    whole = np.array(
        [
            np.log2(count),
            rows[:, 10].mean(),
            len(links) / count,
            reach.mean(),
            np.log2(1 + hops) if switching else 0.0,
            float(arch.max_routes is not None),
        ]
    )
    pairs = np.array(sorted(links), dtype=np.int64).reshape(-1, 2).T
    return ArrayView(arch, names, rows, pairs, reach, whole, tile)


def _inside(arch: Architecture) -> Architecture:
    """Return an array without its external memory and the paths from and to it."""
    parts = tuple(part for part in arch.components if part.name != arch.external)
    if arch.external is None or not parts:
        return arch
    paths = []
    for path in arch.paths:
        sources = tuple(name for name in path.sources if name != arch.external)
        targets = tuple(name for name in path.targets if name != arch.external)
        if sources and targets:
            paths.append(msgspec.structs.replace(path, sources=sources, targets=targets))
    left = {part.name for part in parts}
    shared = tuple(kept for limit in arch.shared if (kept := limit.among(left)) is not None)
    found: Architecture = msgspec.structs.replace(
        arch, components=parts, paths=tuple(paths), external=None, shared=shared
    )
    return found
