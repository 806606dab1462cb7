"""The array as boxes and polylines, in the places that `views.array.svg` gives them."""

from __future__ import annotations

from typing import Any

from models.data.architecture import Architecture, Component, Path
from views.array.layout import Node, Picture
from views.array.places import placed


def array_data(arch: Architecture) -> dict[str, Any]:
    """Return components, paths and the size of the picture, all in its pixels.

    A component has `boxes` [left, top, width, height], and the first component of its `tile`. A
    path has `wires`: whether it has an arrow head, whether its corners are fully round, the tile
    that it joins with the others (-1: it leads from tile to tile), then the points. Where a path is
    `inside` a tile, its wire is the outline of that.
    """
    picture = placed(arch, arch)
    numbers = {component.name: number for number, component in enumerate(arch.components)}
    return {
        "size": [round(picture.width), round(picture.height)],
        "components": [_component(c, arch, picture, numbers) for c in arch.components],
        "paths": [_path(path, picture, numbers) for path in arch.paths],
    }


def _component(
    component: Component, arch: Architecture, picture: Picture, numbers: dict[str, int]
) -> dict[str, Any]:
    node = picture.nodes[component.name]
    kind = "external" if component.name == arch.external else "memory"
    return {
        "name": component.name,
        "kind": "element" if component.issue else kind,
        "issue": component.issue,
        "capacity": component.capacity,
        "tile": numbers[picture.tile[component.name]],
        "boxes": [_box(box) for box in (node, *node.more)],
    }


def _box(box: Node) -> list[float]:
    return [round(place, 1) for place in (box.left, box.top, box.width, box.height)]


def _path(path: Path, picture: Picture, numbers: dict[str, int]) -> dict[str, Any]:
    wires = [
        [int(wire.head), 0, numbers.get(wire.end, -1), *_flat(wire.points)]
        for wire in picture.wires[path.name]
    ]
    inside = not wires
    if inside:
        box = picture.frames[picture.tile[path.sources[0]]]
        left, top, right, bottom = box.left, box.top, box.right, box.bottom
        around = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
        wires.append([0, 0, -1, *_flat(around)])
    return {
        "name": path.name,
        "sources": [numbers[name] for name in path.sources],
        "targets": [numbers[name] for name in path.targets],
        "width": path.width,
        "bus": int(path.name in picture.hubs),
        "inside": int(inside),
        "wires": wires,
    }


def _flat(points: tuple[tuple[float, float], ...]) -> list[float]:
    return [round(place, 1) for point in points for place in point]
