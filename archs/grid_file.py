"""Own arrays in a few lines: a preset, its options as keys, and what differs by tile.

The file is TOML, or JSON with the tag `GRID_TAG`; docs/howto/own-array.md shows one. The preset
builds the array; here operators, latencies and registers of its tiles are replaced.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Annotated, Any, Literal, NoReturn, cast, get_args

import msgspec

from archs.machines.generators import DIAGONALS, FOUR_NEIGHBOURS, Cell, grid
from archs.machines.operators import MEMORY, spellings
from archs.machines.spec import LARGEST_SIDE, MOST, Preset, Request
from archs.presets import built, preset_of
from archs.void_limits import limiting
from models.data.architecture import Architecture, Component, Support
from models.data.sizes import MOST_LATENCY
from models.errors import InputError, meant, unknown
from models.formats.json_text import convert, decode_tagged, decode_toml
from models.formats.text_files import stem
from models.notes import note
from models.semantics.opcodes import KIND_OF, kind_of
from models.semantics.vocabulary import INSTRUCTIONS, Kind, words

GRID_TAG = "xyzmap/grid/1"
PATTERNS = {"mesh": FOUR_NEIGHBOURS, "diagonals": DIAGONALS}
UNITS, REGISTERS = ("pe", "fu"), ("rf", "xbar", "pe")
"""The parts of a tile that execute, and that hold values; the first that there is counts."""

Side = Annotated[int, msgspec.Meta(ge=1, le=LARGEST_SIDE)]
Cycles = Annotated[int, msgspec.Meta(ge=1, le=MOST_LATENCY)]
Word = Annotated[str, msgspec.Meta(pattern=r"^\S+$")]
Number = Annotated[int, msgspec.Meta(ge=1, le=MOST)]


class Region(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some tiles: with operators beside those of all tiles, own latencies, and own registers."""

    rows: int | tuple[int, ...] | None = None
    columns: int | tuple[int, ...] | None = None
    tiles: tuple[Cell, ...] | None = None
    ops: tuple[Word, ...] = ()
    latencies: dict[str, Cycles] = {}
    registers: Number | Literal["unlimited"] | None = None


class Grid(msgspec.Struct, frozen=True):
    """The keys of a file beside the options of its preset."""

    rows: Side
    columns: Side
    preset: str = "mesh"
    name: str | None = None
    links: tuple[str | Cell, ...] | None = None
    ops: tuple[Word, ...] | None = None
    latencies: dict[str, Cycles] = {}
    regions: tuple[Region, ...] = ()


def grid_from_toml(data: bytes, path: str) -> Architecture:
    """Return the array of a TOML file. Raises `InputError` with file, key and fault."""
    raw = decode_toml(data, path)
    tag = raw.pop("schema", GRID_TAG)
    if tag != GRID_TAG:
        raise InputError(f"is {str(tag)[:60]!r}; expected '{GRID_TAG}'", f"{path}: $.schema")
    return _made(raw, path)


def grid_from_json(data: bytes, path: str) -> Architecture:
    """Return the array of a JSON file with the tag `GRID_TAG`. Raises `InputError`, as for TOML."""
    return _made(decode_tagged(data, GRID_TAG, path), path)


def _made(raw: dict[str, Any], path: str) -> Architecture:
    # The option `ops` of a preset is a word, operators are a list.
    own = set(Grid.__struct_fields__) - ({"ops"} if isinstance(raw.get("ops"), str) else set())
    found = convert({key: value for key, value in raw.items() if key in own}, Grid, path)
    options = {key: value for key, value in raw.items() if key not in own}
    _tell_unknown(found, path)
    request, preset = _request(found, options, path)
    tiles = _Tiles(found, request, built(preset, request), path)
    return tiles.made()


def _tell_unknown(found: Grid, path: str) -> None:
    """Note operators that are in no vocabulary: a misspelled one would be missed by graphs only."""
    listed = [*(found.ops or ()), *(word for region in found.regions for word in region.ops)]
    for word in dict.fromkeys(listed):
        if word not in get_args(Kind) and kind_of(word) is None:
            what = f"no known instruction is called '{word}'"
            use = "only graphs with that operator use it"
            note(f"{what}, so {use}{meant(word, KIND_OF)}", path)


def _request(found: Grid, options: dict[str, Any], path: str) -> tuple[Request, Preset]:
    preset = preset_of(found.preset, f"{path}: $.preset")
    if preset.size != "RxC":
        what = f"'{found.preset}' has no rows and columns; mesh, s4, adres and hycube have"
        raise InputError(what, f"{path}: $.preset")
    for key, value in options.items():
        if key not in preset.options:
            known = [*Grid.__struct_fields__, *preset.options]
            raise InputError(unknown("key", key, known, len(known)), f"{path}: $.{key}")
        if not isinstance(value, (bool, int, str)):
            raise InputError("expected a number, a word, true or false", f"{path}: $.{key}")
    said = [f"{key}={_word(value)}" for key, value in options.items()]
    request = preset.request(found.preset, f"{found.rows}x{found.columns}", said, path)
    name = stem(path) if found.name is None else found.name
    return replace(request, name=name, steps=_steps(found, preset, path)), preset


def _word(value: bool | int | str) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _steps(found: Grid, preset: Preset, path: str) -> tuple[Cell, ...] | None:
    """Return the steps of own links; None for those of the preset."""
    if found.links is None:
        return None
    if "diagonals" not in preset.options:
        what = f"'{found.preset}' has links of its own; mesh, s4, adres and hycube take others"
        raise InputError(what, f"{path}: $.links")
    steps: list[Cell] = []
    for number, link in enumerate(found.links):
        where = f"{path}: $.links[{number}]"
        if isinstance(link, str):
            if link not in PATTERNS:
                shown = f"'{link}' must be mesh, diagonals or a step [down, right]"
                more = '; preset = "torus" or wrap = true join the edges' * (link == "torus")
                raise InputError(shown + more, where)
            steps += PATTERNS[link]
            continue
        if not (abs(link[0]) < found.rows and abs(link[1]) < found.columns) or link == (0, 0):
            size = f"{found.rows}x{found.columns}"
            raise InputError(f"no tile of {size} is the step {list(link)} from another", where)
        steps.append(link)
    return tuple(steps)


class _Tiles:
    """The tiles of an array that is built, and what the file replaces in them."""

    def __init__(self, found: Grid, request: Request, arch: Architecture, path: str) -> None:
        self.found, self.request, self.arch, self.path = found, request, arch, path
        self.parts = dict(arch.component_by_name)

    def made(self) -> Architecture:
        """Return the array with all that is replaced."""
        cells = grid(self.request.rows, self.request.columns)
        if self.found.ops is not None:
            for cell in cells:
                self._replace_ops(cell, self.found.ops)
        self._set_latencies(self.found.latencies, cells, "$.latencies")
        for number, region in enumerate(self.found.regions):
            self._set_region(region, f"$.regions[{number}]")
        components = tuple(self.parts[part.name] for part in self.arch.components)
        changed: Architecture = msgspec.structs.replace(self.arch, components=components)
        return limiting(changed)

    def _replace_ops(self, cell: Cell, listed: Iterable[str]) -> None:
        """Replace operators; the preset's option `memory` still says what loads and stores."""
        unit = self._unit(cell, "$.ops")
        memory = spellings(MEMORY) if "memory" in self.request.values else ()
        kept = [word for word in memory if unit.supports(word)]
        self._set(unit, ops=tuple(dict.fromkeys((*spelled(listed), *kept))))

    def _set_region(self, region: Region, place: str) -> None:
        cells = self._cells(region, place)
        if not (region.ops or region.latencies or region.registers is not None):
            self._refuse("changes nothing: add ops, latencies or registers", place)
        for cell in cells if region.ops else ():
            unit = self._unit(cell, f"{place}.ops")
            if unit.ops is None:
                what = "adds nothing: all tiles execute every operator; list those of all as $.ops"
                self._refuse(what, f"{place}.ops")
            new = (word for word in spelled(region.ops) if word not in unit.latency_of)
            self._set(unit, ops=(*(unit.ops or ()), *new))
        self._set_latencies(region.latencies, cells, f"{place}.latencies")
        for cell in cells if region.registers is not None else ():
            self._set_registers(cell, region.registers, f"{place}.registers")

    def _set_latencies(self, latencies: dict[str, int], cells: list[Cell], place: str) -> None:
        for word, cycles in latencies.items():
            meant, used = frozenset(spelled((word,))), False
            for cell in cells:
                unit = self._unit(cell, place)
                known = unit.latency_of
                if known.keys() & meant:
                    used = True
                    slow = (Support(n, cycles if n in meant else old) for n, old in known.items())
                    self._set(unit, ops=tuple(x if x.latency is not None else x.name for x in slow))
            if not used:
                self._refuse(f"no tile here lists '{word}'; add it to ops", f"{place}.{word}")

    def _set_registers(self, cell: Cell, number: int | str | None, place: str) -> None:
        if not self.request.values.get("registers", 1):
            self._refuse("all tiles have none; set $.registers for all first", place)
        part = self._part(cell, REGISTERS, place)
        self._set(part, capacity=None if number == "unlimited" else number)

    def _cells(self, region: Region, place: str) -> list[Cell]:
        """Return the cells of a region, in the order of the grid."""
        rows, columns = self.request.rows, self.request.columns
        if region.tiles is None:
            if region.rows is None and region.columns is None:
                self._refuse("names no tiles: add rows, columns or tiles", place)
            down = self._lines(region.rows, rows, f"{place}.rows")
            right = self._lines(region.columns, columns, f"{place}.columns")
            return [cell for cell in grid(rows, columns) if cell[0] in down and cell[1] in right]
        if region.rows is not None or region.columns is not None:
            self._refuse("names tiles; take rows and columns away, or these", f"{place}.tiles")
        for number, (row, column) in enumerate(region.tiles):
            if not (0 <= row < rows and 0 <= column < columns):
                what = (
                    f"there is no tile [{row}, {column}]; the last is [{rows - 1}, {columns - 1}]"
                )
                self._refuse(what, f"{place}.tiles[{number}]")
        return sorted(set(region.tiles))

    def _lines(self, given: int | tuple[int, ...] | None, size: int, where: str) -> set[int]:
        """Return the numbers of rows or of columns; all where none are given."""
        numbers = range(size) if given is None else (given,) if isinstance(given, int) else given
        for number in numbers:
            if not 0 <= number < size:
                self._refuse(f"there is no {number}; they are 0 to {size - 1}", where)
        return set(numbers)

    def _unit(self, cell: Cell, place: str) -> Component:
        return self._part(cell, UNITS, place)

    def _part(self, cell: Cell, kinds: Iterable[str], place: str) -> Component:
        row, column = cell
        for kind in kinds:
            if part := self.parts.get(f"{kind}_{row}_{column}"):
                return part
        what = f"tiles of '{self.found.preset}' have several units; those of mesh, s4 and adres one"
        self._refuse(what, place)

    def _set(self, part: Component, **fields: Any) -> None:
        self.parts[part.name] = msgspec.structs.replace(part, **fields)

    def _refuse(self, what: str, place: str) -> NoReturn:
        raise InputError(what, f"{self.path}: {place}")


def spelled(listed: Iterable[str]) -> tuple[str, ...]:
    """Return operators in all their spellings; a word such as `alu` stands for its whole kind."""
    return tuple(dict.fromkeys(name for word in listed for name in _spelled(word)))


def _spelled(word: str) -> Iterator[str]:
    if word in get_args(Kind):
        yield from spellings(words(cast(Kind, word)), predicated=True)
        return
    yield word
    for each in INSTRUCTIONS:
        if word.lower() in each.words:
            yield from spellings(each.words, predicated=True)
