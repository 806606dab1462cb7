"""The layout of a DFG in pixels: values in layers, constants above their readers, edges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import dist
from typing import Literal

from models.data.dfg import Dfg
from models.transform import transform
from views.graph.layered import COLUMN, ROW, layers, placed

Point = tuple[float, float]
Kind = Literal["input", "operation", "constant"]
WIDTH, HEIGHT, MARGIN = 58.0, 30.0, 14.0
SMALL_WIDTH, SMALL_HEIGHT = 46.0, 16.0  # of a constant
NEAR = 0.74  # columns are so much nearer to each other than in reports, for narrow pages
LANE, LANES = 9.0, 5  # edges to later iterations beside each other
LONG = 1.5 * ROW
HEAD = 5.0  # of an arrow
BELOW = 22.5  # of its source, an edge to a later iteration turns
TAG = 17.0  # the least distance of distances
STEPS = 10  # places for a distance, along half an edge


@dataclass(frozen=True)
class Node:
    """A value, or one use of a constant, around (x, y)."""

    name: str
    kind: Kind
    x: float
    y: float
    operator: str = ""

    @property
    def size(self) -> Point:
        """Width and height."""
        return (SMALL_WIDTH, SMALL_HEIGHT) if self.kind == "constant" else (WIDTH, HEIGHT)

    @property
    def top(self) -> Point:
        """The point at which edges enter."""
        return self.x, self.y - self.size[1] / 2

    @property
    def bottom(self) -> Point:
        """The point at which edges leave."""
        return self.x, self.y + self.size[1] / 2


@dataclass(frozen=True)
class Edge:
    """An edge from the node `source` to `target`, both by number, through `bends`.

    `distance` is in iterations, `side` the x that an edge to a later iteration swings out to.
    """

    source: int
    target: int
    distance: int
    order: bool
    bends: tuple[Point, ...] = ()
    side: float = 0.0


@dataclass(frozen=True)
class Group:
    """Operations that one multi-node operation can execute, and the edges between them."""

    pattern: str
    nodes: tuple[int, ...]
    edges: tuple[int, ...]


class DfgLayout:
    """Nodes, edges and groups in an area of `width` × `height` pixels.

    Raises `InputError` for too many matches of a multi-node operation.
    """

    def __init__(self, dfg: Dfg) -> None:
        self.dfg = dfg
        number = {name: n for n, name in enumerate(dfg.values)}
        uses = [
            (operand.value, number[operation.name])
            for operation in dfg.operations
            for operand in dict.fromkeys(operation.operands)
            if operand.value in dfg.constant_by_name
        ]
        reads = [
            (number[value], number[reader], distance)
            for value, readers in dfg.consumers.items()
            for reader, distance in readers
        ]
        orders = [(number[e.before], number[e.after], e.distance) for e in dfg.order]
        count = len(number)
        fixed = [(count + n, reader, 0) for n, (_, reader) in enumerate(uses)]
        now = [(a, b, d) for a, b, d in (*reads, *fixed, *orders) if d == 0]
        layer = layers(count + len(uses), now, [number[name] for name in dfg.schedule_order])
        pairs = list(dict.fromkeys((a, b) for a, b, _ in now))
        wide, chained = placed(layer, pairs)
        places = [(NEAR * x, y) for x, y in wide]
        chains = [[NEAR * x if n % 2 == 0 else x for n, x in enumerate(c)] for c in chained]
        lefts = [x - WIDTH / 2 for x, _ in places] + [x for chain in chains for x in chain[::2]]
        left = min(lefts, default=0.0) - MARGIN
        top = min((y for _, y in places), default=0.0) - HEIGHT / 2 - MARGIN / 2
        self.nodes = tuple(
            self._node(name, x - left, y - top)
            for name, (x, y) in zip((*number, *(name for name, _ in uses)), places, strict=True)
        )
        bends = {
            pair: tuple((x - left, y - top) for x, y in zip(chain[::2], chain[1::2], strict=True))
            for pair, chain in zip(pairs, chains, strict=True)
        }
        self.edges = tuple(
            self._edge(rank, a, b, distance, order, bends)
            for rank, (a, b, distance, order) in enumerate(
                [(*e, False) for e in (*reads, *fixed)] + [(*e, True) for e in orders]
            )
        )
        self.groups = tuple(self._groups(number))
        xs = [node.x + node.size[0] / 2 for node in self.nodes]
        xs += [x for edge in self.edges for x, _ in edge.bends]
        xs += [edge.side + 8 for edge in self.edges if edge.distance]
        self.width = max(xs, default=0.0) + MARGIN
        ys = [node.bottom[1] for node in self.nodes]
        ys += [self.nodes[e.source].bottom[1] + BELOW for e in self.edges if e.distance]
        self.height = max(ys, default=0.0) + MARGIN

    def _node(self, name: str, x: float, y: float) -> Node:
        operation = self.dfg.operation_by_name.get(name)
        if operation is not None:
            return Node(name, "operation", x, y, operation.operator)
        return Node(name, "constant" if name in self.dfg.constant_by_name else "input", x, y)

    def _edge(
        self,
        rank: int,
        a: int,
        b: int,
        distance: int,
        order: bool,
        bends: dict[tuple[int, int], tuple[Point, ...]],
    ) -> Edge:
        if distance == 0:
            return Edge(a, b, 0, order, bends[a, b])
        first, then = self.nodes[a], self.nodes[b]
        # A short one fits between neighbours; long ones keep beside each other.
        lane = rank % LANES if abs(first.y - then.y) > LONG else 0
        side = max(first.x, then.x) + NEAR * COLUMN / 2 + LANE * lane
        return Edge(a, b, distance, order, (), side)

    def _groups(self, number: dict[str, int]) -> Iterable[Group]:
        if not self.dfg.patterns:
            return
        computation = transform(self.dfg, "none")
        found: dict[tuple[str, frozenset[int]], None] = {}
        for candidates in computation.candidates.values():
            for candidate in candidates:
                members = frozenset(number[name] for name in candidate.executes)
                if len(members) > 1:
                    found[candidate.operator, members] = None
        for pattern, members in found:
            inside = tuple(
                n
                for n, edge in enumerate(self.edges)
                if not edge.order and not edge.distance and {edge.source, edge.target} <= members
            )
            yield Group(pattern, tuple(sorted(members)), inside)


def swing(nodes: Sequence[Node], edge: Edge) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """Return the two Bézier curves of an edge to a later iteration, by four points each."""
    (x1, y1), (x2, y2) = nodes[edge.source].bottom, nodes[edge.target].top
    y2 -= HEAD
    side, middle = edge.side, (y1 + y2) / 2
    return (
        ((x1, y1), (x1 + 20, y1 + 30), (side, y1 + 30), (side, middle)),
        ((side, middle), (side, y2 - 30), (x2 + 20, y2 - 30), (x2, y2)),
    )


def tag_place(nodes: Sequence[Node], edge: Edge, taken: Sequence[Point]) -> Point:
    """Return where the distance of an edge is written: near its middle, but on no node, and on no
    other distance.
    """
    places = []
    for (ax, ay), (bx, by), (cx, cy), (dx, dy) in swing(nodes, edge):
        for step in range(STEPS + 1):
            t = step / STEPS
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
            places.append((a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy))
    middle = len(places) // 2
    near = sorted(range(len(places)), key=lambda number: abs(number - middle))
    apart = [p for p in (places[n] for n in near) if all(dist(p, q) > TAG for q in taken)]
    free = (place for place in apart if not any(_covers(node, place) for node in nodes))
    return next(free, places[middle])


def _covers(node: Node, point: Point) -> bool:
    width, height = node.size
    beside, beyond = abs(node.x - point[0]), abs(node.y - point[1])
    return beside < width / 2 + 3 and beyond < height / 2 + 5


def route(nodes: Sequence[Node], edge: Edge) -> str:
    """Return an edge as SVG path data; it ends just above its target, where the head begins."""
    if edge.distance:
        parts = [f"M{nodes[edge.source].x:.1f} {nodes[edge.source].bottom[1]:.1f}"]
        for curve in swing(nodes, edge):
            parts.append("C" + " ".join(f"{x:.1f} {y:.1f}" for x, y in curve[1:]))
        return "".join(parts)
    (x1, y1), (x2, y2) = nodes[edge.source].bottom, nodes[edge.target].top
    parts = [f"M{x1:.1f} {y1:.1f}"]
    ax, ay = x1, y1
    for x, y in (*edge.bends, (x2, y2 - HEAD)):
        half = (ay + y) / 2
        parts.append(f"C{ax:.1f} {half:.1f} {x:.1f} {half:.1f} {x:.1f} {y:.1f}")
        ax, ay = x, y
    return "".join(parts)
