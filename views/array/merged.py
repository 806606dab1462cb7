"""An array with one component for each tile: for pictures in which all parts have no room."""

from __future__ import annotations

from models.data.architecture import Architecture, Component, Path, Support
from views.array.tiles import Tiles, tiles_of


def merged(arch: Architecture) -> Architecture:
    """Return the tiles, with what their parts execute, and one path for all between the same ones.

    Paths inside a tile are left out.
    """
    names = {part: tile.removeprefix("tile_") for part, tile in tiles_of(arch).items()}
    tiles = Tiles(arch)
    cell = {names[first]: at for first, at in tiles.cell.items()}
    parts: dict[str, list[Component]] = {}
    for component in arch.components:
        parts.setdefault(names[component.name], []).append(component)
    made = [
        Component(name, max(p.issue for p in own), _ops(own), position=cell.get(name))
        for name, own in parts.items()
    ]
    paths: dict[str, Path] = {}
    for path in arch.paths:
        sources, targets = (
            tuple(sorted({names[end] for end in ends})) for ends in (path.sources, path.targets)
        )
        name = f"{'+'.join(sources)}->{'+'.join(targets)}"
        if len({*sources, *targets}) > 1:
            paths.setdefault(name, Path(name, sources, targets))
    external = names[arch.external] if arch.external else None
    return Architecture(arch.name, tuple(made), tuple(paths.values()), external)


def of_neighbours(arch: Architecture) -> Architecture:
    """Return the same without paths between tiles that are not beside each other, and without
    those of memories; paths between the external memory and the outermost tiles are kept.
    """
    units = {component.name for component in arch.components if component.issue}
    cell = {name: at for name, at in Tiles(arch).cell.items() if name in units}
    outer = [{min(axis), max(axis)} for axis in zip(*cell.values(), strict=True)]

    def near(path: Path) -> bool:
        ends = {*path.sources, *path.targets}
        at = [cell[end] for end in ends if end in cell]
        if len(at) < len(ends):
            reached = any(map(set.__contains__, outer, at[0])) if len(at) == 1 else False
            return arch.external in ends and reached
        return len(at) == 2 and all(abs(a - b) <= 1 for a, b in zip(*at, strict=True))

    paths = tuple(path for path in arch.paths if not cell or near(path))
    return Architecture(arch.name, arch.components, paths, arch.external)


def _ops(parts: list[Component]) -> tuple[str | Support, ...] | None:
    """Return what some parts execute together; None for everything."""
    units = [part for part in parts if part.issue]
    if not units or any(part.ops is None for part in units):
        return None
    return tuple({str(op): op for part in units for op in part.ops or ()}.values())
