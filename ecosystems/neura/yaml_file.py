"""The YAML file of an array, which the compiler and its hardware generator share."""

from __future__ import annotations

from typing import Any

import msgspec

from ecosystems.neura.document import Array, Link, Tile
from ecosystems.neura.standard import Topology, neighbours
from models.data.sizes import MOST_LATENCY
from models.errors import InputError
from models.formats.json_text import convert
from models.formats.text_files import decode_text

MOST = 64
"""The most rows, and the most columns."""

FILES = 4
"""The register files of a tile; the YAML file lacks their number."""


class Grid(msgspec.Struct, frozen=True):
    """One array: its relevant members, with the compiler's defaults."""

    rows: int
    columns: int
    ctrl_mem_items: int
    base_topology: Topology = "mesh"


class Several(msgspec.Struct, frozen=True):
    """The number of arrays."""

    rows: int = 1
    columns: int = 1


class TileDefaults(msgspec.Struct, frozen=True):
    """Defaults of tiles."""

    num_registers: int
    fu_types: tuple[str, ...]


class LinkDefaults(msgspec.Struct, frozen=True):
    """Defaults of links; `bandwidth`, in bits, has no effect."""

    latency: int = 1
    bandwidth: int = 32


class TileOverride(msgspec.Struct, frozen=True):
    """Properties of one tile, which is missing without `existence`."""

    tile_x: int
    tile_y: int
    cgra_x: int = 0
    cgra_y: int = 0
    num_registers: int | None = None
    fu_types: tuple[str, ...] | None = None
    existence: bool = True


class LinkOverride(msgspec.Struct, frozen=True):
    """Properties of one link, which need not be part of the topology."""

    src_tile_x: int
    src_tile_y: int
    dst_tile_x: int
    dst_tile_y: int
    latency: int | None = None
    existence: bool = True


class Title(msgspec.Struct, frozen=True):
    """The name of the array."""

    name: str = ""


class YamlArray(msgspec.Struct, frozen=True):
    """The file; other members, such as those for simulators, are ignored."""

    tile_defaults: TileDefaults
    architecture: Title = Title()
    multi_cgra_defaults: Several = Several()
    per_cgra_defaults: Grid | None = None
    cgra_defaults: Grid | None = None
    link_defaults: LinkDefaults = LinkDefaults()
    link_overrides: tuple[LinkOverride, ...] | None = None
    tile_overrides: tuple[TileOverride, ...] | None = None


def read_yaml(data: bytes, where: str) -> tuple[str, Array]:
    """Return the name and the array of a YAML file. Raises `InputError`, with the place."""
    raw = _parsed(data, where)
    if not isinstance(raw, dict):
        raise InputError("expected members such as 'tile_defaults:'", where)
    found = convert(raw, YamlArray, where)
    try:
        return found.architecture.name, _array(found)
    except InputError as error:
        raise error.inside(where) from None


def _parsed(data: bytes, where: str) -> Any:
    import yaml

    text = decode_text(data, where)
    try:
        return yaml.safe_load(text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        line = "" if mark is None else f"line {mark.line + 1}: "
        raise InputError(f"not YAML: {line}{error.problem}", where) from None
    except (yaml.YAMLError, ValueError) as error:
        raise InputError(f"not YAML: {error}", where) from None
    except RecursionError:
        raise InputError("nested too deeply for a file of this kind", where) from None


def _array(found: YamlArray) -> Array:
    grid = found.per_cgra_defaults or found.cgra_defaults
    if grid is None:
        raise InputError('add "per_cgra_defaults", with rows, columns and ctrl_mem_items', "$")
    if (found.multi_cgra_defaults.rows, found.multi_cgra_defaults.columns) != (1, 1):
        raise InputError("several arrays are not supported; one is", "$.multi_cgra_defaults")
    for name, most in (("rows", MOST), ("columns", MOST), ("ctrl_mem_items", 1_000_000)):
        _within(getattr(grid, name), 1, most, name, "$.per_cgra_defaults")
    tiles, units = _tiles(found, grid)
    links = _links(found, grid)
    able: dict[str, list[int]] = {}
    for number, types in units.items():
        for name in types:
            able.setdefault(name, []).append(number)
    return Array(
        len(tiles),
        grid.ctrl_mem_items,
        tuple(tiles),
        {name: tuple(numbers) for name, numbers in able.items()},
        tuple(link for link in links if link.source in units and link.target in units),
    )


def _tiles(found: YamlArray, grid: Grid) -> tuple[list[Tile], dict[int, tuple[str, ...]]]:
    """Return the existing tiles, and the classes of operations of each."""
    own = {}
    for n, change in enumerate(found.tile_overrides or ()):
        where = f"$.tile_overrides[{n}]"
        if (change.cgra_x, change.cgra_y) != (0, 0):
            raise InputError("there is one array: cgra_x and cgra_y must be 0", where)
        own[_number(change.tile_x, change.tile_y, grid, where)] = where, change
    tiles, units = [], {}
    for number in range(grid.rows * grid.columns):
        y, x = divmod(number, grid.columns)
        kept, types = found.tile_defaults.num_registers, found.tile_defaults.fu_types
        where = "$.tile_defaults"
        if number in own:
            where, change = own[number]
            if not change.existence:
                continue
            kept = kept if change.num_registers is None else change.num_registers
            types = types if change.fu_types is None else change.fu_types
        _within(kept, 0, 1_000_000, "num_registers", where)
        tiles.append(Tile(number, x, y, kept, FILES))
        units[number] = tuple(dict.fromkeys(types))
    if not tiles:
        raise InputError("no tile is left", "$.tile_overrides")
    return tiles, units


def _links(found: YamlArray, grid: Grid) -> list[Link]:
    usual = found.link_defaults.latency
    _within(usual, 1, MOST_LATENCY, "latency", "$.link_defaults")
    links = dict.fromkeys(sorted(neighbours(grid.base_topology, grid.rows, grid.columns)), usual)
    for n, change in enumerate(found.link_overrides or ()):
        where = f"$.link_overrides[{n}]"
        source = _number(change.src_tile_x, change.src_tile_y, grid, where)
        target = _number(change.dst_tile_x, change.dst_tile_y, grid, where)
        if source == target:
            raise InputError(f"a link from tile {source} to itself", where)
        if not change.existence:
            links.pop((source, target), None)
            continue
        latency = usual if change.latency is None else change.latency
        _within(latency, 1, MOST_LATENCY, "latency", where)
        links[source, target] = latency
    return [Link(*ends, latency) for ends, latency in links.items()]


def _number(x: int, y: int, grid: Grid, where: str) -> int:
    if not (0 <= x < grid.columns and 0 <= y < grid.rows):
        size = f"{grid.columns} columns and {grid.rows} rows"
        raise InputError(f"there is no tile at x {x}, y {y}: the array has {size}", where)
    return y * grid.columns + x


def _within(value: int, least: int, most: int, name: str, where: str) -> None:
    if not least <= value <= most:
        raise InputError(f"{name} {value} must be from {least} to {most}", where)
