"""Tiles that no grid gives places: igraph places them so that links are short, joined straight.

These places are those of Kamada and Kawai, 1989: distances on paper are those in links.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from math import cos, hypot, sin

import numpy as np

from models.data.architecture import Architecture, Path
from views.array.layout import LANE, Node, Picture, Point, lane
from views.array.tiles import Tiles

GAP, MARGIN = 70.0, 20.0
"""The least distance between two tiles, and the margin around all."""
HUB = 24.0
"""The least distance between points where paths of several tiles meet, and to tiles."""


def free_picture(tiles: Tiles, left: Architecture) -> Picture:
    """Return the places of the whole array, of which `left` is kept."""
    made = Picture(tiles.tile, wires={path.name: [] for path in tiles.arch.paths})
    links: dict[tuple[str, str], list[Path]] = defaultdict(list)
    for path in tiles.arch.paths:
        if link := tiles.link(path):
            first, second = sorted(link)
            links[first, second].append(path)
    least = LANE * max(map(len, links.values()), default=1) + 20
    outlines = _placed(tiles, made, least)
    for (first, second), paths in links.items():
        paths.sort(key=lambda path: tiles.link(path) == (first, second))
        for number, path in enumerate(paths):
            away = lane(number, len(paths), least - 20)
            points = _between(outlines[first], outlines[second], away)
            if tiles.link(path) != (first, second):
                points = points[::-1]
            made.wires[path.name].append(tiles.wire(path, left, points))
    for path in tiles.arch.paths:
        ends = tiles.ends(path)
        if len(ends) > 1 and not made.wires[path.name]:
            hub = _hub([outlines[name] for name in ends], [*outlines.values()], made)
            made.hubs[path.name] = hub
            for name in ends:
                points = _between(outlines[name], Node(*hub, 0, 0), 0.0)
                made.wires[path.name].append(tiles.wire(path, left, points, name))
    return made


def _placed(tiles: Tiles, made: Picture, least: float) -> dict[str, Node]:
    """Place all tiles; return their outlines."""
    from igraph import Graph

    names = [*tiles.members]
    number = {name: n for n, name in enumerate(names)}
    pairs = {
        (number[a], number[b])
        for path in tiles.arch.paths
        for a, b in combinations(tiles.ends(path), 2)
    }
    at = np.array(Graph(len(names), sorted(pairs)).layout_kamada_kawai().coords)
    sizes = np.array([tiles.size(name, least) for name in names])
    apart = np.maximum(abs(at[:, None] - at), 1e-9)
    # The least scale at which no two tiles are closer than the gap, to the side or below.
    scales = (((sizes[:, None] + sizes) / 2 + GAP) / apart).min(axis=2)
    at *= scales[np.triu_indices(len(names), 1)].max(initial=1.0)
    corner = (at - sizes / 2).min(axis=0) - MARGIN
    made.width, made.height = ((at + sizes / 2).max(axis=0) - corner + MARGIN).tolist()
    return {
        name: tiles.place(made, name, (x, y), least)
        for name, (x, y) in zip(names, (at - corner).tolist(), strict=True)
    }


def _hub(ends: list[Node], others: list[Node], made: Picture) -> Point:
    """Return a point near the middle of all ends that is in no tile and not near another hub."""
    x, y = sum(n.x for n in ends) / len(ends), sum(n.y for n in ends) / len(ends)
    turn, away = 0.0, 0.0

    def taken(point: Point) -> bool:
        if any(hypot(point[0] - a, point[1] - b) < HUB for a, b in made.hubs.values()):
            return True
        return any(
            abs(point[0] - n.x) < n.width / 2 + HUB and abs(point[1] - n.y) < n.height / 2 + HUB
            for n in others
        )

    point = (x, y)
    while taken(point):
        turn, away = turn + 0.7, away + 4.0
        point = (x + away * cos(turn), y + away * sin(turn))
    return point


def _between(a: Node, b: Node, away: float) -> list[Point]:
    """Return where a line from box to box, `away` beside their middles, leaves and enters these."""
    dx, dy = b.x - a.x, b.y - a.y
    length = hypot(dx, dy) or 1.0
    x, y = -dy / length * away, dx / length * away
    return [_edge(a, (x, y), (dx, dy)), _edge(b, (x, y), (-dx, -dy))]


def _edge(node: Node, inside: Point, way: Point) -> Point:
    """Return where a line from a point `inside`, as seen from the middle, leaves a box."""
    parts = [
        ((size / 2 if d > 0 else -size / 2) - p) / d
        for p, d, size in zip(inside, way, (node.width, node.height), strict=True)
        if d
    ]
    part = max(min(parts, default=0.0), 0.0)
    return node.x + inside[0] + part * way[0], node.y + inside[1] + part * way[1]
