"""Components on a circle around the external memory, neighbours next to each other.

A memory that serves a single component stands outside, beyond it. A path that would run through
the external memory bends around it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from math import atan2, cos, hypot, inf, pi, sin

from models.data.architecture import Architecture, Path
from views.array.layout import (
    MEMORY_HEIGHT,
    SIDE,
    Node,
    Picture,
    Point,
    Wire,
    is_bus,
    joins,
    lane,
    loop,
    numbered,
    spacing,
)

GAP = 58.0  # the least length of an arrow
MARGIN = 46.0


def circle_picture(arch: Architecture, left: Architecture) -> Picture:
    """Return the layout of any architecture, of which this is left."""
    pairs = Counter(
        frozenset((path.sources[0], path.targets[0])) for path in arch.paths if not is_bus(path)
    )
    lanes = max(pairs.values(), default=1)
    side = max(SIDE, lanes * spacing(lanes) + 24)
    outside = _served(arch)
    order = [name for name in _order(arch) if name not in outside]
    radius = _hub_radius(arch, pairs)
    # Where many paths cross the circle, more room between the elements keeps them apart.
    crossing = max(len(pairs) - 2 * len(order), 0) / max(len(order), 1)
    around = len(order) * (side * 1.12 + GAP + 26 * min(crossing, 16)) / (2 * pi)
    least = radius + GAP + side * 0.6 if radius else (side if len(order) > 1 else 0.0)
    if any(map(is_bus, arch.paths)):
        least += 60  # room for the points where the wires of buses meet
    circle = max(around, least)
    nodes: dict[str, Node] = {}
    if arch.external is not None:
        nodes[arch.external] = Node(0, 0, 2 * radius, 2 * radius, round=True)
    computes = {c.name for c in arch.components if c.issue > 0}
    angles = {name: 2 * pi * rank / len(order) - pi / 2 for rank, name in enumerate(order)}
    angles |= {name: angles[served] for name, served in outside.items()}
    for name, angle in angles.items():
        away = circle + (side + MEMORY_HEIGHT + GAP if name in outside else 0.0)
        height = side if name in computes else MEMORY_HEIGHT
        nodes[name] = Node(away * cos(angle), away * sin(angle), side, height)
    picture = Picture({c.name: nodes[c.name] for c in arch.components})
    _wires(arch, left, picture, radius)
    return _moved(picture)


def _hub_radius(arch: Architecture, pairs: Counter[frozenset[str]]) -> float:
    """Return how large the external memory is: large enough for the arrows all around it."""
    if arch.external is None:
        return 0.0
    ports = sum(count for pair, count in pairs.items() if arch.external in pair)
    return max(52.0, ports * 16.0 / (2 * pi))


def _served(arch: Architecture) -> dict[str, str]:
    """Return the memories that join one component only, with that component, once for each."""
    joined: dict[str, set[str]] = defaultdict(set)
    for path in arch.paths:
        ends = {*path.sources, *path.targets}
        for end in ends:
            joined[end] |= ends - {end}
    found: dict[str, str] = {}
    computes = {c.name for c in arch.components if c.issue > 0}
    for name in (c.name for c in arch.components):
        other = min(joined[name]) if len(joined[name]) == 1 else arch.external
        if name in computes or name == arch.external or other not in computes:
            continue
        if other != arch.external and other is not None and other not in found.values():
            found[name] = other
    return found


def _order(arch: Architecture) -> list[str]:
    """Return all but the external memory, numbered ones by number, others along their paths."""
    names = [c.name for c in arch.components if c.name != arch.external]
    numbers = numbered(names)
    if numbers:
        return sorted(names, key=lambda name: numbers[name])
    onward: dict[str, list[str]] = {name: [] for name in names}
    for path in arch.paths:
        if not is_bus(path):
            a, b = path.sources[0], path.targets[0]
            if a in onward and b in onward:
                onward[a].append(b)
                onward[b].append(a)
    order: dict[str, None] = {}
    waiting = names[::-1]
    while waiting:
        name = waiting.pop()
        if name not in order:
            order[name] = None
            waiting += reversed(onward[name])
    return list(order)


def _wires(arch: Architecture, left: Architecture, picture: Picture, radius: float) -> None:
    bundles: dict[tuple[str, str], list[Path]] = defaultdict(list)
    buses = []
    for path in arch.paths:
        picture.wires[path.name] = []
        if is_bus(path):
            buses.append(path)
        else:
            a, b = path.sources[0], path.targets[0]
            bundles[min(a, b), max(a, b)].append(path)
    clear = radius + 18 if radius else 0.0
    for (first, second), paths in bundles.items():
        one, other = picture.nodes[first], picture.nodes[second]
        # Arrows keep to the right of the middle between the two.
        paths = sorted(paths, key=lambda path: path.sources[0] == first)
        for number, path in enumerate(paths):
            if first == second:
                points, rounding = loop(one, number), 7.0
            else:
                centre = arch.external in (first, second)
                shift = lane(number, len(paths))
                points, rounding = _between(one, other, shift, 0.0 if centre else clear)
            if path.sources[0] != first:
                points = points[::-1]
            kept = path.name in left.path_by_name
            picture.wires[path.name].append(Wire(points, kept, rounding=rounding))
    taken: list[Point] = []
    for path in buses:
        _bus(path, left, picture, clear, taken)


def _bus(
    path: Path, left: Architecture, picture: Picture, clear: float, taken: list[Point]
) -> None:
    """Draw a point in the middle of all ends, with a wire to or from each of them."""
    ends = [picture.nodes[name] for name in (*path.sources, *path.targets)]
    x, y = sum(n.x for n in ends) / len(ends), sum(n.y for n in ends) / len(ends)
    away = max(hypot(x, y), clear + 32 if clear else 0.0)
    turn = atan2(y, x) if hypot(x, y) > 1 else -pi / 2 + pi / max(len(picture.nodes) - 1, 1)
    while any(hypot(away * cos(turn) - a, away * sin(turn) - b) < 24 for a, b in taken):
        turn += 0.7
        away += 5
    hub = (away * cos(turn), away * sin(turn))
    taken.append(hub)
    picture.hubs[path.name] = [(hub, path.name in left.path_by_name)]
    point = Node(*hub, 8, 8, round=True)
    for names, inward in ((path.sources, True), (path.targets, False)):
        for name in names:
            both = name in path.sources and name in path.targets
            node = picture.nodes[name]
            around = 0.0 if node.round else clear
            shift = (14.0 if around else 0.0) + (9.0 if both and inward else 0.0)
            if node.y * (hub[0] - node.x) < node.x * (hub[1] - node.y):
                shift = -shift  # away from the middle, where more paths arrive
            points, rounding = _between(node, point, shift, around, 0.0)
            if not inward:
                points = points[::-1]
            kept = joins(left, path, name, not inward)
            wire = Wire(points, kept, not inward, rounding)
            picture.wires[path.name].append(wire)


def _between(
    a: Node, b: Node, shift: float, clear: float, shift_at_b: float | None = None
) -> tuple[tuple[Point, ...], float]:
    """Return the route from `a` to `b`, `shift` beside the line, and the radius of its corner.

    It keeps `clear` away from the origin.
    """
    shift_at_b = shift if shift_at_b is None else shift_at_b
    dx, dy = b.x - a.x, b.y - a.y
    length = hypot(dx, dy) or 1.0
    nx, ny = -dy / length, dx / length
    start, end = (
        (a.x + nx * shift, a.y + ny * shift),
        (b.x + nx * shift_at_b, b.y + ny * shift_at_b),
    )
    offset = a.x * nx + a.y * ny  # of the origin from the line
    along = -(a.x * dx + a.y * dy) / length
    if abs(offset) < clear and 0 < along < length:
        sign = 1.0 if offset >= 0 else -1.0
        # The rounded corner is a quarter of the distance from the point to the straight line.
        bend = (sign * clear - offset) / 0.75 + shift
        middle = (
            a.x + dx * along / length + nx * bend,
            a.y + dy * along / length + ny * bend,
        )
        return (_edge(a, start, middle), middle, _edge(b, end, middle)), inf
    return (_edge(a, start, end), _edge(b, end, start)), 7.0


def _edge(node: Node, inside: Point, outside: Point) -> Point:
    """Return where the line from a point inside the node to one outside crosses its outline."""
    dx, dy = outside[0] - inside[0], outside[1] - inside[1]
    px, py = inside[0] - node.x, inside[1] - node.y
    if node.round:
        square = dx * dx + dy * dy or 1.0
        half = px * dx + py * dy
        rest = max(half * half - square * (px * px + py * py - (node.width / 2) ** 2), 0.0)
        part = (rest**0.5 - half) / square
    else:
        parts = [
            ((size / 2 if d > 0 else -size / 2) - p) / d
            for p, d, size in ((px, dx, node.width), (py, dy, node.height))
            if d
        ]
        part = max(min(parts, default=0.0), 0.0)
    return inside[0] + part * dx, inside[1] + part * dy


def _moved(picture: Picture) -> Picture:
    """Return the picture with everything at positive coordinates, a margin around it."""
    nodes = picture.nodes.values()
    points = [p for wires in picture.wires.values() for w in wires for p in w.points]
    points += [(n.left, n.top) for n in nodes] + [(n.right, n.bottom) for n in nodes]
    left, top = min(x for x, _ in points) - MARGIN, min(y for _, y in points) - 12

    def at(point: Point) -> Point:
        return point[0] - left, point[1] - top

    return Picture(
        {
            name: Node(*at((n.x, n.y)), n.width, n.height, n.round)
            for name, n in picture.nodes.items()
        },
        {
            name: [Wire(tuple(map(at, w.points)), w.kept, w.head, w.rounding) for w in wires]
            for name, wires in picture.wires.items()
        },
        {name: [(at(p), kept) for p, kept in hubs] for name, hubs in picture.hubs.items()},
        max(x for x, _ in points) - left + MARGIN,
        max(y for _, y in points) - top + 12,
    )
