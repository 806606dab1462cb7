"""The array as boxes and polylines, in the places that `views.array.svg` gives them."""

from __future__ import annotations

from typing import Any

from models.data.architecture import Architecture, Component, Path
from views.array.layout import Node, Picture, Point, Wire, is_bus
from views.array.places import placed

NEAR = 1.5  # of a box: a wire that ends there belongs to it


def array_data(arch: Architecture) -> dict[str, Any]:
    """Return components, paths and the size of the picture, all in its pixels.

    A component has `boxes` [left, top, width, height, round]. A path has `wires`: whether it has
    an arrow head, whether its corners are as round as can be, the component that it begins or
    ends at (-1: none), then the points.
    """
    picture = placed(arch, arch)
    numbers = {component.name: number for number, component in enumerate(arch.components)}
    return {
        "size": [round(picture.width), round(picture.height)],
        "components": [_component(c, arch, picture) for c in arch.components],
        "paths": [_path(path, picture, numbers) for path in arch.paths],
    }


def _component(component: Component, arch: Architecture, picture: Picture) -> dict[str, Any]:
    node = picture.nodes[component.name]
    kind = "external" if component.name == arch.external else "memory"
    return {
        "name": component.name,
        "kind": "element" if component.issue else kind,
        "issue": component.issue,
        "capacity": component.capacity,
        "boxes": [_box(box) for box in (node, *node.more)],
    }


def _box(box: Node) -> list[float]:
    places = (box.left, box.top, box.width, box.height)
    return [*(round(place, 1) for place in places), int(box.round)]


def _path(path: Path, picture: Picture, numbers: dict[str, int]) -> dict[str, Any]:
    wires = []
    for wire in picture.wires[path.name]:
        end = _end(wire, path, picture, numbers)
        points = [round(place, 1) for point in wire.points for place in point]
        wires.append([int(wire.head), int(wire.rounding > 100), end, *points])
    return {
        "name": path.name,
        "sources": [numbers[name] for name in path.sources],
        "targets": [numbers[name] for name in path.targets],
        "width": path.width,
        "bus": int(is_bus(path)),
        "wires": wires,
    }


def _end(wire: Wire, path: Path, picture: Picture, numbers: dict[str, int]) -> int:
    """Return the component where a wire of a bus ends, if it has a head, or begins."""
    point = wire.points[-1 if wire.head else 0]
    for name in path.targets if wire.head else path.sources:
        node = picture.nodes[name]
        if any(_touches(box, point) for box in (node, *node.more)):
            return numbers[name]
    return -1


def _touches(box: Node, point: Point) -> bool:
    x, y = point
    return box.left - NEAR <= x <= box.right + NEAR and box.top - NEAR <= y <= box.bottom + NEAR
