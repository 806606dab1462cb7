"""The part of an array that a mapping uses, with a component for each tile."""

from __future__ import annotations

from models.data.architecture import Architecture, Component, Path
from views.array.layout import Cell
from views.array.tiles import Tiles, tiles_of
from views.mapping.schedule import Schedule


def tile_array(schedule: Schedule) -> tuple[Architecture, dict[str, str]]:
    """Return the rows and columns with tiles in use, and the tile of each component.

    Paths that bring nothing are there between neighbours only.
    """
    arch = schedule.problem.arch
    names, tiles = tiles_of(arch), Tiles(arch)
    used = {names[issue.component] for issue in schedule.mapping.issues}
    for name in schedule.components:
        for cycle in range(schedule.cycles):
            for arrival in schedule.at(name, cycle).arrivals:
                used |= {names[name], names[arrival.source]}
    cell = {names[first]: at for first, at in tiles.cell.items()}
    if cell and used & cell.keys():
        inside = [cell[name] for name in used & cell.keys()]
        rows, columns = map(set, zip(*inside, strict=True))
        used |= {name for name, (row, column) in cell.items() if row in rows and column in columns}
    made: dict[str, Component] = {}
    for component in arch.components:
        name = names[component.name]
        if name in used and (name not in made or component.issue > made[name].issue):
            made[name] = Component(name, component.issue, position=cell.get(name))
    brings = {transfer.path for transfer in schedule.mapping.transfers}
    parts = (part for path in arch.paths if (part := _between(path, names, made)))
    paths = [part for part in parts if part.name in brings or _is_short(part, cell)]
    external = names[arch.external] if arch.external else None
    external = external if external in made else None
    return Architecture(arch.name, tuple(made.values()), tuple(paths), external), names


def _is_short(path: Path, cell: dict[str, Cell]) -> bool:
    """Whether all tiles of a path are beside each other; always so without cells."""
    at = [cell.get(name) for name in (*path.sources, *path.targets)]
    known = [each for each in at if each is not None]
    spans = [max(axis) - min(axis) for axis in zip(*known, strict=True)]
    return not cell or (len(known) == len(at) and max(spans) <= 1)


def _between(path: Path, names: dict[str, str], made: dict[str, Component]) -> Path | None:
    """Return a path as one of tiles; None inside a tile, and where it leaves what is shown."""
    sources, targets = (
        tuple(dict.fromkeys(names[end] for end in ends if names[end] in made))
        for ends in (path.sources, path.targets)
    )
    there = sources and targets and len({*sources, *targets}) > 1
    return Path(path.name, sources, targets) if there else None
