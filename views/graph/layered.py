"""A graph drawn in layers, with few crossings and short edges (after Sugiyama).

All edges of a node share one way down through the layers between, so that a value with many
readers is one line that branches. Nodes of a layer are sorted by the mean place of their
neighbours, in sweeps down and up; then their places are the nearest to those means that keep
the order and the distances (a regression with pooled violators). Where layers are wide, their
nodes stand by turns in two or three rows.
"""

from __future__ import annotations

from bisect import bisect, insort
from collections.abc import Iterable, Sequence

COLUMN, THIN, ROW = 84.0, 14.0, 58.0  # distances of nodes, of bends, and of layers, in pixels
SORTS, SHIFTS = 12, 8  # sweeps
WIDE, STEP = 10, 34.0  # nodes of a layer in one row, and the distance of its rows, in pixels

Pair = tuple[int, int]
Edge = tuple[int, int, int]
"""From, to, and the distance in iterations."""

Place = tuple[float, float]


def layers(count: int, edges: Iterable[Edge], order: Iterable[int]) -> list[int]:
    """Return a layer for each node: below all it needs, inputs just above their first reader."""
    needs: list[list[int]] = [[] for _ in range(count)]
    readers: list[list[int]] = [[] for _ in range(count)]
    for before, after, _ in edges:
        needs[after].append(before)
        readers[before].append(after)
    layer = [0] * count
    for node in order:
        layer[node] = 1 + max((layer[before] for before in needs[node]), default=0)
    computed = set(order)
    for node in range(count):
        if node not in computed and readers[node]:
            layer[node] = min(layer[reader] for reader in readers[node]) - 1
    return layer


def placed(layers: Sequence[int], edges: Iterable[Pair]) -> tuple[list[Place], list[list[float]]]:
    """Return the place of each node, and the bends of each edge as x, y, x, y, ….

    Edges lead from a smaller layer to a larger one.
    """
    drawing = _Drawing(layers)
    ways = [drawing.join(*edge) for edge in edges]
    drawing.sort()
    drawing.shift()
    places = drawing.places()
    bends = [[at for node in way for at in places[node]] for way in ways]
    return places[: len(layers)], bends


class _Drawing:
    """Nodes, and bends where an edge passes a layer: both are numbers."""

    def __init__(self, layers: Sequence[int]) -> None:
        self.real = len(layers)
        self.layer = list(layers)
        self.up: list[list[int]] = [[] for _ in layers]
        self.down: list[list[int]] = [[] for _ in layers]
        self.ways: dict[int, list[int]] = {}
        self.rows: list[list[int]] = []
        self.x: list[float] = []
        widest = max((self.layer.count(layer) for layer in set(layers)), default=0)
        self.turns = 1 + (widest > WIDE) + (widest > 2 * WIDE)

    def join(self, source: int, target: int) -> list[int]:
        """Add an edge; return the bends on its way."""
        way = self.ways.setdefault(source, [])
        between = self.layer[target] - self.layer[source] - 1
        while len(way) < between:
            self.layer.append(self.layer[source] + len(way) + 1)
            self.up.append([])
            self.down.append([])
            self._link(way[-1] if way else source, len(self.layer) - 1)
            way.append(len(self.layer) - 1)
        self._link(way[between - 1] if between else source, target)
        return way[:between]

    def _link(self, above: int, below: int) -> None:
        self.down[above].append(below)
        self.up[below].append(above)

    def sort(self) -> None:
        """Order every layer; of all sweeps, the order with the fewest crossings is kept."""
        least = min(self.layer, default=0)
        self.rows = [[] for _ in range(max(self.layer, default=0) - least + 1)]
        for node in self._deep_first():
            self.rows[self.layer[node] - least].append(node)
        best, fewest = [row[:] for row in self.rows], self._crossings()
        for sweep in range(SORTS):
            if not fewest:
                break
            upward = sweep % 2 == 1
            near = self.down if upward else self.up
            for row, beside in self._steps(upward):
                rank = {node: place for place, node in enumerate(beside)}
                own = {node: place * len(beside) / len(row) for place, node in enumerate(row)}
                row.sort(key=lambda node: _mean([rank[n] for n in near[node]], own[node]))
            crossings = self._crossings()
            if crossings < fewest:
                best, fewest = [row[:] for row in self.rows], crossings
        self.rows = best

    def _deep_first(self) -> list[int]:
        """All nodes, neighbours after each other."""
        found: dict[int, None] = {}
        for root in range(len(self.layer)):
            waiting = [root]
            while waiting:
                node = waiting.pop()
                if node not in found:
                    found[node] = None
                    waiting += reversed(self.up[node] + self.down[node])
        return list(found)

    def _steps(self, upward: bool) -> list[tuple[list[int], list[int]]]:
        """Each layer with the one before it in the direction of a sweep."""
        rows = self.rows[::-1] if upward else self.rows
        return list(zip(rows[1:], rows, strict=False))

    def _crossings(self) -> int:
        count = 0
        for below, above in self._steps(False):
            rank = {node: place for place, node in enumerate(below)}
            passed: list[int] = []
            for node in above:
                ends = [rank[end] for end in self.down[node]]
                count += sum(len(passed) - bisect(passed, end) for end in ends)
                for end in ends:
                    insort(passed, end)
        return count

    def shift(self) -> None:
        """Give every node its x."""
        self.x = [0.0] * len(self.layer)
        for row in self.rows:
            self._settle(row, [0.0] * len(row))
        for sweep in range(SHIFTS):
            upward = sweep % 2 == 1
            for row, _ in self._steps(upward):
                near = self.down if upward else self.up
                self._settle(row, [self._wish(node, near[node]) for node in row])
        for row in self.rows:
            self._settle(row, [self._wish(n, self.up[n] + self.down[n]) for n in row])

    def _wish(self, node: int, near: list[int]) -> float:
        return _mean([self.x[other] for other in near], self.x[node])

    def _settle(self, row: list[int], wishes: list[float]) -> None:
        """Place a layer as near to the wishes as order and distances allow (least squares)."""
        offsets, at = [], 0.0
        for before, node in zip([None, *row], row, strict=False):
            if before is not None:
                at += (self._size(before) + self._size(node)) / 2
            offsets.append(at)
        blocks: list[tuple[float, int]] = []  # mean and number of nodes that stand together
        for wish, offset in zip(wishes, offsets, strict=True):
            mean, count = wish - offset, 1
            while blocks and blocks[-1][0] > mean:
                other, more = blocks.pop()
                mean, count = (mean * count + other * more) / (count + more), count + more
            blocks.append((mean, count))
        moved = [mean for mean, count in blocks for _ in range(count)]
        for node, mean, offset in zip(row, moved, offsets, strict=True):
            self.x[node] = mean + offset

    def _size(self, node: int) -> float:
        return COLUMN / self.turns if node < self.real else THIN / self.turns

    def places(self) -> list[Place]:
        """Return the place of every node and bend."""
        least, height = min(self.x, default=0.0), ROW + STEP * (self.turns - 1)
        y = [height * layer + STEP * (self.turns - 1) / 2 for layer in self.layer]
        for row in self.rows:
            for rank, node in enumerate(n for n in row if n < self.real and len(row) > 1):
                y[node] = height * self.layer[node] + STEP * (rank % self.turns)
        return [(round(a - least, 1), round(b, 1)) for a, b in zip(self.x, y, strict=True)]


def _mean(numbers: Sequence[float], otherwise: float) -> float:
    return sum(numbers) / len(numbers) if numbers else otherwise
