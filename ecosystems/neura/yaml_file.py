"""The YAML file of an array, which the compiler and its hardware generator share.

Arrays are those that the compiler makes of a file: `Architecture.cpp`, `ArchitectureSpec.h` and
`ParserUtils.cpp` of https://github.com/coredac/neura, read at 43ba2367 in November 2026. What it
ignores is left out with a note; so is what the file asks for and no array of the compiler has.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from ecosystems.neura.document import REGISTERS_PER_FILE, Array, Link, Tile
from ecosystems.neura.standard import MEMORY as OF_MEMORY
from ecosystems.neura.standard import Topology, neighbours
from models.data.sizes import MOST_LATENCY
from models.errors import InputError
from models.formats.json_text import convert
from models.formats.text_files import decode_text
from models.notes import note

MOST = 64
"""The most rows, and the most columns."""

OVERRIDDEN_REGISTERS = 4
"""The registers of a tile whose override gives no number; the default does not stay."""

OVERRIDDEN_LATENCY = 1
"""The latency of a link whose override gives none, whatever that of other links is."""

MEMORY = (-1, -1)
"""The data memory in links of the hardware generator; each tile that loads and stores has some."""


class Grid(msgspec.Struct, frozen=True):
    """One array: its relevant members, with the compiler's defaults.

    The hardware generator calls the control words `configMemSize`.
    """

    rows: int = 4
    columns: int = 4
    ctrl_mem_items: int | None = None
    config_mem_size: int | None = msgspec.field(default=None, name="configMemSize")
    base_topology: Literal["mesh", "king_mesh", "king mesh", "ring"] = "mesh"

    @property
    def words(self) -> int:
        """The control words of a tile."""
        return next((n for n in (self.ctrl_mem_items, self.config_mem_size) if n is not None), 20)

    @property
    def topology(self) -> Topology:
        """The pattern of links."""
        return "king_mesh" if self.base_topology == "king mesh" else self.base_topology


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

    tile_x: int = -1
    tile_y: int = -1
    num_registers: int | None = None
    fu_types: tuple[str, ...] = ()
    existence: bool = True


class LinkOverride(msgspec.Struct, frozen=True):
    """Properties of one link, which need not be part of the topology."""

    src_tile_x: int = -1
    src_tile_y: int = -1
    dst_tile_x: int = -1
    dst_tile_y: int = -1
    latency: int = OVERRIDDEN_LATENCY
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
        return found.architecture.name, _array(found, where)
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


def _array(found: YamlArray, where: str) -> Array:
    grid = found.per_cgra_defaults or found.cgra_defaults
    if grid is None:
        raise InputError('add "per_cgra_defaults", with rows, columns and ctrl_mem_items', "$")
    for name, most in (("rows", MOST), ("columns", MOST), ("words", 1_000_000)):
        word = "ctrl_mem_items" if name == "words" else name
        _within(getattr(grid, name), 1, most, word, "$.per_cgra_defaults")
    several = found.multi_cgra_defaults
    if (several.rows, several.columns) != (1, 1):
        size = f"{several.rows}×{several.columns}"
        note(f"one array of the {size} in the file: the compiler maps a graph onto one", where)
    tiles, units = _tiles(found, grid, where)
    links = _links(found, grid, set(units), where)
    for number, what in _without_memory(found, grid):
        if number in units:
            units[number] = tuple(each for each in units[number] if each not in OF_MEMORY)
            note(f"tile {number} loads and stores nothing: {what}", where)
    able: dict[str, list[int]] = {}
    for number, types in units.items():
        for name in types:
            able.setdefault(name, []).append(number)
    return Array(
        len(tiles),
        grid.words,
        tuple(tiles),
        {name: tuple(numbers) for name, numbers in able.items()},
        tuple(links),
    )


def _tiles(
    found: YamlArray, grid: Grid, where: str
) -> tuple[list[Tile], dict[int, tuple[str, ...]]]:
    """Return the existing tiles, and the classes of operations of each.

    Overrides of a tile apply one after the other; a tile that is gone stays so.
    """
    usual = found.tile_defaults
    kept = dict.fromkeys(range(grid.rows * grid.columns), usual.num_registers)
    units = dict.fromkeys(kept, usual.fu_types)
    _within(usual.num_registers, 0, 1_000_000, "num_registers", "$.tile_defaults")
    _whole_files(usual.num_registers, f"{where}: $.tile_defaults")
    for n, change in enumerate(found.tile_overrides or ()):
        at = f"$.tile_overrides[{n}]"
        number = _number(change.tile_x, change.tile_y, grid)
        if number not in kept:
            _left_out(change.tile_x, change.tile_y, grid, number, f"{where}: {at}")
            continue
        if not change.existence:
            del kept[number], units[number]
            continue
        units[number] = change.fu_types or units[number]
        own = change.num_registers
        if own is None:
            own = OVERRIDDEN_REGISTERS
            what = f"num_registers is not given, so the compiler takes {own}: no file of eight"
            note(f"tile {number} has no registers: {what}", f"{where}: {at}")
        elif own > 0:
            _within(own, 0, 1_000_000, "num_registers", at)
            _whole_files(own, f"{where}: {at}")
        kept[number] = own if own > 0 else kept[number]
    if not kept:
        raise InputError("no tile is left", "$.tile_overrides")
    tiles = []
    for number, registers in kept.items():
        y, x = divmod(number, grid.columns)
        files = registers // REGISTERS_PER_FILE
        tiles.append(Tile(number, x, y, files * REGISTERS_PER_FILE, files))
    return tiles, {number: tuple(dict.fromkeys(types)) for number, types in units.items()}


def _whole_files(registers: int, where: str) -> None:
    """Say how many registers do not exist, as files have eight each."""
    if left := registers % REGISTERS_PER_FILE:
        what = f"{registers - left} of {registers} registers exist: the compiler's files have eight"
        note(what, where)


def _links(found: YamlArray, grid: Grid, tiles: set[int], where: str) -> list[Link]:
    """Return the links between existing tiles. Overrides apply one after the other."""
    usual = found.link_defaults.latency
    _within(usual, 1, MOST_LATENCY, "latency", "$.link_defaults")
    made = sorted(neighbours(grid.topology, grid.rows, grid.columns))
    links = dict.fromkeys((ends for ends in made if tiles.issuperset(ends)), usual)
    for n, change in enumerate(found.link_overrides or ()):
        ends = (change.src_tile_x, change.src_tile_y), (change.dst_tile_x, change.dst_tile_y)
        if MEMORY in ends:
            continue
        if not (known := _existing(ends, grid, tiles, f"{where}: $.link_overrides[{n}]")):
            continue
        source, target = known
        if source == target:
            raise InputError(f"a link from tile {source} to itself", f"$.link_overrides[{n}]")
        if not change.existence:
            links.pop(known, None)
            continue
        _within(change.latency, -MOST_LATENCY, MOST_LATENCY, "latency", f"$.link_overrides[{n}]")
        before = links.get(known, OVERRIDDEN_LATENCY)
        links[known] = change.latency if change.latency > 0 else before
    return [Link(*ends, latency) for ends, latency in links.items()]


def _existing(
    ends: tuple[tuple[int, int], tuple[int, int]], grid: Grid, tiles: set[int], where: str
) -> tuple[int, int] | None:
    """Return the numbers of two tiles; None, and say which one does not exist."""
    found = []
    for x, y in ends:
        number = _number(x, y, grid)
        if number is None or number not in tiles:
            _left_out(x, y, grid, number, where)
            return None
        found.append(number)
    return found[0], found[1]


def _without_memory(found: YamlArray, grid: Grid) -> Iterator[tuple[int, str]]:
    """Yield the tiles that have no link to or from the data memory, and why."""
    seen = set()
    for n, change in enumerate(found.link_overrides or ()):
        ends = (change.src_tile_x, change.src_tile_y), (change.dst_tile_x, change.dst_tile_y)
        if MEMORY not in ends or change.existence:
            continue
        number = _number(*ends[ends[0] == MEMORY], grid)
        if number is not None and number not in seen:
            seen.add(number)
            yield number, f"$.link_overrides[{n}] removes its link to the memory"


def _number(x: int, y: int, grid: Grid) -> int | None:
    """Return the number of the tile at a place, None outside the array."""
    return y * grid.columns + x if 0 <= x < grid.columns and 0 <= y < grid.rows else None


def _left_out(x: int, y: int, grid: Grid, number: int | None, where: str) -> None:
    """Say that an override is of no tile."""
    size = f"the array has {grid.columns} columns and {grid.rows} rows"
    why = size if number is None else "an override before this one removes it"
    note(f"left out, as by the compiler: there is no tile at x {x}, y {y}: {why}", where)


def _within(value: int, least: int, most: int, name: str, where: str) -> None:
    if not least <= value <= most:
        raise InputError(f"{name} {value} must be from {least} to {most}", where)
