"""Small composable generators: tiles on a grid, links between them, ports to the memory.

A cell is a (row, column) pair, row 0 at the top. A `Build` collects components and paths and
becomes an `Architecture` at the end. Widths are in values per cycle, latencies in cycles;
None means unlimited.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from models.data.architecture import (
    Architecture,
    Component,
    InitialContents,
    Path,
    SharedIssue,
    Support,
)

EXTMEM = "extmem"
Cell = tuple[int, int]
SIDES = ("top", "bottom", "left", "right")
RIGHT_DOWN: tuple[Cell, ...] = ((0, 1), (1, 0))
FOUR_NEIGHBOURS: tuple[Cell, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONALS: tuple[Cell, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
Wrap = bool | Literal["rows", "columns"]
"""Whether opposite edges are joined: both pairs, or those at the ends of rows or of columns."""


class PathNames:
    """Unique names of paths: `a->b`, `a+b->c+d` for buses, `a->b#2` for the second of a name."""

    def __init__(self) -> None:
        self._used: set[str] = set()
        self._count: dict[str, int] = {}

    def name(self, sources: Sequence[str], targets: Sequence[str]) -> str:
        """Return a name for one more path from `sources` to `targets`."""
        base = f"{'+'.join(sources)}->{'+'.join(targets)}"
        while True:
            number = self._count[base] = self._count.get(base, 0) + 1
            name = base if number == 1 else f"{base}#{number}"
            if name not in self._used:
                self._used.add(name)
                return name


@dataclass(frozen=True)
class Tile:
    """A kind of processing element: registers (None: unlimited) and operation units."""

    registers: int | None = 2
    units: int = 1


@dataclass
class Build:
    """An architecture under construction; `width` and `latency` are those of new paths."""

    name: str
    width: int | None = 1
    latency: int = 0
    components: list[Component] = field(default_factory=list)
    paths: list[Path] = field(default_factory=list)
    shared: list[SharedIssue] = field(default_factory=list)
    _names: PathNames = field(default_factory=PathNames)

    def place(self, names: Iterable[str], tile: Tile) -> None:
        """Add one processing element of kind `tile` per name."""
        for name in names:
            self.components.append(Component(name, issue=tile.units, capacity=tile.registers))

    def external(self, intermediates: bool, inputs: tuple[str, ...] | None = None) -> None:
        """Add the external memory, which holds `inputs` in cycle 0 (None: all inputs)."""
        initial: Literal["all"] | InitialContents = (
            "all" if inputs is None else InitialContents(inputs)
        )
        self.components.append(
            Component(EXTMEM, initial=initial, holds_intermediates=intermediates)
        )

    def memory(self, name: str, initial: InitialContents) -> None:
        """Add an internal memory of unlimited size."""
        self.components.append(Component(name, initial=initial))

    def link(self, source: str, target: str) -> None:
        """Add a path of the build's width and latency."""
        self.wire(source, target, self.width, self.latency)

    def wire(self, source: str, target: str, width: int | None, latency: int = 0) -> None:
        """Add a path of its own width and latency."""
        name = self._names.name((source,), (target,))
        self.paths.append(Path(name, (source,), (target,), width, latency))

    def bus(
        self,
        sources: Sequence[str],
        targets: Sequence[str],
        width: int | None = None,
        hops: int = 0,
        name: str = "",
    ) -> None:
        """Add a path with any number of ends, called `name` or after its ends."""
        ends = (tuple(sources), tuple(targets))
        self.paths.append(Path(name or self._names.name(*ends), *ends, width, hops=hops))

    def share(self, name: str, components: Iterable[str], ops: Sequence[str], at_most: int) -> None:
        """Limit the operations of `ops` that start per cycle on some components together."""
        self.shared.append(SharedIssue(name, tuple(components), tuple(ops), at_most))

    def ports(self, entries: Iterable[str], exits: Iterable[str]) -> None:
        """Add a path from the external memory to each of `entries` and back from `exits`."""
        for name in entries:
            self.link(EXTMEM, name)
        for name in exits:
            self.link(name, EXTMEM)

    def finish(
        self,
        max_contexts: int | None = None,
        max_hops: int | None = None,
        max_routes: int | None = None,
    ) -> Architecture:
        """Return the architecture; results are collected by the external memory, if it has one."""
        has_external = any(component.name == EXTMEM for component in self.components)
        return Architecture(
            self.name,
            tuple(self.components),
            tuple(self.paths),
            EXTMEM if has_external else None,
            max_contexts,
            max_hops,
            max_routes,
            tuple(self.shared),
        )


def wired_unit(name: str, ops: tuple[str | Support, ...] | None) -> Component:
    """Return a unit that issues one operation per cycle and whose output wire holds the result.

    The wire holds the result for one cycle, and no other value passes through the unit.
    """
    return Component(name, 1, ops, 1, transient=True, keeps_arrivals=False)


def grid(rows: int, columns: int) -> list[Cell]:
    """Return the cells of a grid, row by row."""
    return [(row, column) for row in range(rows) for column in range(columns)]


def neighbours(
    rows: int, columns: int, steps: Iterable[Cell], wrap: Wrap = False
) -> Iterator[tuple[Cell, Cell]]:
    """Yield each pair of cells that are one of `steps` apart, each ordered pair once.

    `wrap` joins opposite edges; a step from a cell to itself is left out.
    """
    steps = tuple(steps)
    down_again, right_again = wrap in (True, "columns"), wrap in (True, "rows")
    for row, column in grid(rows, columns):
        reached: set[Cell] = {(row, column)}
        for down, right in steps:
            below, beside = row + down, column + right
            target = (
                below % rows if down_again else below,
                beside % columns if right_again else beside,
            )
            inside = 0 <= target[0] < rows and 0 <= target[1] < columns
            if inside and target not in reached:
                reached.add(target)
                yield (row, column), target


def side(rows: int, columns: int, where: str) -> list[Cell]:
    """Return the cells at one of `SIDES`, or `all` of them."""
    row = {"top": 0, "bottom": rows - 1}.get(where)
    column = {"left": 0, "right": columns - 1}.get(where)
    return [c for c in grid(rows, columns) if row in (None, c[0]) and column in (None, c[1])]


def pe_names(rows: int, columns: int, flat: bool = False) -> dict[Cell, str]:
    """Return the name of each cell's PE: `pe_r_c`, or `pe0`, `pe1`, … when `flat`."""
    return {
        cell: f"pe{number}" if flat else f"pe_{cell[0]}_{cell[1]}"
        for number, cell in enumerate(grid(rows, columns))
    }


def add_roms(
    build: Build,
    names: Mapping[Cell, str],
    contents: Mapping[str, InitialContents] | None = None,
) -> None:
    """Add one memory `rom_r_c` per PE, with a path of unlimited width into it.

    `contents` maps the name of a memory to its contents in cycle 0.
    """
    for (row, column), pe in names.items():
        rom = f"rom_{row}_{column}"
        build.memory(rom, (contents or {}).get(rom, InitialContents()))
        build.wire(rom, pe, None)
