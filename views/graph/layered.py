"""A layered drawing of a directed graph, with few crossings and short edges.

igraph orders the nodes of each layer (K. Sugiyama, S. Tagawa, M. Toda: Methods for visual
understanding of hierarchical system structures, IEEE Trans. SMC 11(2), 1981). Its own coordinates
give a bend the width of a node and can make nodes overlap, so coordinates are computed here:
layer by layer, the least-squares fit to the mean x of the neighbours that keeps order and
distances (isotonic regression). All edges of a node share their bends, so that a value with many
readers is one line that branches. The nodes of wide layers alternate between two or three rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise

from models.igraph_import import import_igraph

COLUMN, THIN, ROW = 84.0, 14.0, 58.0  # distances of nodes, of bends, and of layers, in pixels
SWEEPS = 8  # of the placement
WIDE, STEP = 10, 34.0  # nodes of a layer in one row, and the distance of its rows, in pixels

Pair = tuple[int, int]
Edge = tuple[int, int, int]
"""From, to, and the distance in iterations."""

Place = tuple[float, float]


def layers(count: int, edges: Iterable[Edge], order: Iterable[int]) -> list[int]:
    """Return the layer of each of `count` nodes: 1 + the largest layer of its operands.

    `order` lists the computed nodes topologically. Any other node stands one layer above its first
    reader.
    """
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
    """Return the place of each node in pixels, and the bends of each edge as x, y, x, y, ….

    Edges lead from a smaller layer to a larger one.
    """
    if not layers:
        return [], []
    drawing = _Drawing(layers)
    chains = [drawing.join(*edge) for edge in edges]
    drawing.order()
    drawing.place()
    places = drawing.places()
    bends = [[at for node in chain for at in places[node]] for chain in chains]
    return places[: len(layers)], bends


class _Drawing:
    """Nodes, and bends where an edge passes a layer: both are numbers, nodes first."""

    def __init__(self, layers: Sequence[int]) -> None:
        self.real, least = len(layers), min(layers)
        self.layer = [layer - least for layer in layers]
        self.above: list[list[int]] = [[] for _ in layers]
        self.below: list[list[int]] = [[] for _ in layers]
        self.chains: dict[int, list[int]] = {}
        self.rows: list[list[int]] = []
        self.x: list[float] = []
        widest = max(self.layer.count(layer) for layer in set(self.layer))
        self.turns = 1 + (widest > WIDE) + (widest > 2 * WIDE)

    def join(self, source: int, target: int) -> list[int]:
        """Add an edge; return its bends, from the source on."""
        chain = self.chains.setdefault(source, [])
        between = self.layer[target] - self.layer[source] - 1
        while len(chain) < between:
            self.layer.append(self.layer[source] + len(chain) + 1)
            self.above.append([])
            self.below.append([])
            self._link(chain[-1] if chain else source, len(self.layer) - 1)
            chain.append(len(self.layer) - 1)
        self._link(chain[between - 1] if between else source, target)
        return chain[:between]

    def _link(self, above: int, below: int) -> None:
        self.below[above].append(below)
        self.above[below].append(above)

    def order(self) -> None:
        """Order the nodes and bends of every layer."""
        links = [(a, b) for a, readers in enumerate(self.below) for b in readers]
        graph = import_igraph().Graph(n=len(self.layer), edges=links, directed=True)
        x = [place[0] for place in graph.layout_sugiyama(layers=self.layer)]
        self.rows = [[] for _ in range(max(self.layer) + 1)]
        for node in sorted(range(len(x)), key=lambda node: (x[node], node)):
            self.rows[self.layer[node]].append(node)

    def place(self) -> None:
        """Give every node its x, in sweeps down and up."""
        self.x = [0.0] * len(self.layer)
        for row in self.rows:
            self._fit(row, [0.0] * len(row))
        for sweep in range(SWEEPS):
            near = self.below if sweep % 2 else self.above
            for row in (self.rows[::-1] if sweep % 2 else self.rows)[1:]:
                self._fit(row, [self._mean(node, near[node]) for node in row])
        for row in self.rows:
            self._fit(row, [self._mean(n, self.above[n] + self.below[n]) for n in row])

    def _mean(self, node: int, near: list[int]) -> float:
        return sum(self.x[other] for other in near) / len(near) if near else self.x[node]

    def _fit(self, row: list[int], wishes: list[float]) -> None:
        """Place a layer as near to the wishes as order and distances allow (pooled violators)."""
        sizes = [(COLUMN if node < self.real else THIN) / self.turns for node in row]
        steps = ((one + other) / 2 for one, other in pairwise(sizes))
        offsets = list(accumulate(steps, initial=0.0))[: len(row)]
        blocks: list[tuple[float, int]] = []  # mean and number of nodes at their least distances
        for wish, offset in zip(wishes, offsets, strict=True):
            mean, count = wish - offset, 1
            while blocks and blocks[-1][0] > mean:
                other, more = blocks.pop()
                mean, count = (mean * count + other * more) / (count + more), count + more
            blocks.append((mean, count))
        moved = [mean for mean, count in blocks for _ in range(count)]
        for node, mean, offset in zip(row, moved, offsets, strict=True):
            self.x[node] = mean + offset

    def places(self) -> list[Place]:
        """Return the place of every node and bend."""
        least, height = min(self.x), ROW + STEP * (self.turns - 1)
        y = [height * layer + STEP * (self.turns - 1) / 2 for layer in self.layer]
        for row in self.rows:
            for rank, node in enumerate(n for n in row if n < self.real and len(row) > 1):
                y[node] = height * self.layer[node] + STEP * (rank % self.turns)
        return [(round(a - least, 1), round(b, 1)) for a, b in zip(self.x, y, strict=True)]
