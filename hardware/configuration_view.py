"""A configuration as text: a table per tile with a row per context, then the rounds.

The components whose names end in the same `_row_column` are one tile. `a[1]` is the value a of
stage 1: in round r of the loop, the value of iteration r - 1. A route is listed at its source tile,
in the context of its arrival.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from itertools import zip_longest

from hardware.configuration.data import Cell, Configuration, Preset, Read, Route, rounds
from models.data.problem import Problem
from models.register_files.files import files_shown
from models.register_files.registers import Registers
from models.text import GAP, counted

HEADS = ("context", "operation", "operands from", "writes", "routes")
LEAST_WIDTH = 60
_SUFFIX = re.compile(r"_(\d+_\d+)$")

Row = list[list[str]]  # the lines of each column


def configuration_text(
    problem: Problem, made: Configuration, *, width: int = 120, registers: Registers | None = None
) -> str:
    """Return the configuration as plain text of at most `width` characters per line.

    With `registers`, `a[1] result in r2` names the register of a value, and every context of an
    unrolled kernel has a row.

    At least `LEAST_WIDTH` characters are used. Values kept by an unlimited memory are omitted, and
    so are contexts in which a tile has no other activity.
    """
    width = max(width, LEAST_WIDTH)
    view = _View(problem, made, registers)
    lines = [*_wrapped(view.title, width), *_wrapped(view.pipeline, width)]
    for tile, components in view.tiles.items():
        rows = [view.row(context, components) for context in view.contexts(components)]
        rows = [row for row in rows if any(row[1:])]
        if rows:
            lines += ["", *_wrapped(tile, width), *_table(rows, width)]
    if made.presets:
        lines += ["", "from before the first iteration, which is 0"]
        for preset in made.presets:
            lines += _wrapped(_preset(preset), width, "  ")
    if made.stages > 1:
        lines += ["", "operations that take effect"]
        for line in view.rounds():
            lines += _wrapped(line, width, "  ")
    return "\n".join(lines) + "\n"


class _View:
    """One configuration, by tile."""

    def __init__(
        self, problem: Problem, made: Configuration, registers: Registers | None = None
    ) -> None:
        self.problem, self.made, self.registers = problem, made, registers
        self.cells: dict[tuple[str, int], Cell] = {
            (cell.component, cell.context): cell for cell in made.cells
        }
        self.leaving: dict[tuple[str, int], list[Route]] = {}
        for route in made.routes:
            self.leaving.setdefault((route.source, route.context), []).append(route)
        self.tiles: dict[str, list[str]] = {}
        for component in problem.arch.components:
            self.tiles.setdefault(tile_of(component.name), []).append(component.name)
        self.staged = made.contexts is not None

    @property
    def title(self) -> str:
        """The title: the graph, the array and the contexts."""
        made = self.made
        interval = f" (II = {made.interval})" if self.staged else ", one per cycle"
        contexts = counted(made.interval, "context")
        title = f"{made.dfg} on {made.architecture}: {contexts}{interval}"
        if self.registers is None:
            return title
        files = f"; {files_shown(self.problem.arch, self.registers.kind)} registers"
        if self.registers.unroll > 1:
            files += f", a kernel of {counted(self.registers.unroll, 'round')}"
        return title + files

    @property
    def pipeline(self) -> str:
        """The line about stages, overlap, prologue and epilogue."""
        made, length = self.made, counted(self.made.horizon, "cycle")
        if not self.staged:
            return f"an iteration takes {length}; iterations do not overlap"
        ramp, stages = counted(made.ramp, "cycle"), counted(made.stages, "stage")
        overlap = counted(made.stages, "iteration")
        return (
            f"an iteration takes {length} in {stages}, {overlap} in flight;"
            f" prologue {ramp}, epilogue {ramp}"
        )

    def named(self, value: str, stage: int) -> str:
        """Return a value with its stage if iterations overlap."""
        return f"{value}[{stage}]" if self.staged else value

    def contexts(self, components: list[str]) -> list[int]:
        """Return the contexts of the kernel in which a tile is active."""
        there = {at for name, at in (*self.cells, *self.leaving) if name in components}
        rounds = self.registers.unroll if self.registers is not None else 1
        return sorted(at + turn * self.made.interval for at in there for turn in range(rounds))

    def place(self, component: str, context: int, value: str, cycle: int) -> str:
        """Return the register of a value held at the end of a cycle, empty without registers."""
        if self.registers is None:
            return ""
        at = context % self.registers.contexts
        known = self.registers.find(component, at, value, cycle)
        return "" if known is None else f" in r{known}"

    def row(self, context: int, components: list[str]) -> Row:
        """Return one context of a tile: the lines of each column, not yet cut to a width."""
        columns: Row = [[str(context)], [], [], [], []]
        for name in components:
            mark = f"{name}: " if len(components) > 1 else ""
            phase = context % self.made.interval
            cell = self.cells.get((name, phase), Cell(name, phase))
            for done in cell.operations:
                columns[1].append(f"{mark}{self.named(done.value, done.stage)} = {done.operator}")
                columns[2].append(", ".join(self.read(read, name, context) for read in done.reads))
            columns[3] += [mark + line for line in self.writes(cell, context)]
            for route in self.leaving.get((name, phase), ()):
                columns[4].append(self.route(route))
        return columns

    def read(self, read: Read, component: str, context: int) -> str:
        """Return an operand with its origin."""
        if read.origin == "constant":
            return f"{read.value} = {read.number}"
        where = f"from {read.path}" if read.origin == "path" else read.origin
        if read.origin in ("held", "result"):
            cycle = read.stage * self.made.interval + context % self.made.interval
            where += self.place(component, context - 1, read.value, cycle - 1)
        return f"{self.named(read.value, read.stage)} {where}"

    def writes(self, cell: Cell, context: int) -> Iterator[str]:
        """Yield lines of the stored values; kept and initial values share lines."""
        together: dict[str, list[str]] = {"initial": [], "kept": []}
        for write in cell.writes:
            value = self.named(write.value, write.stage)
            cycle = write.stage * self.made.interval + cell.context
            place = self.place(cell.component, context, write.value, cycle)
            if write.origin in together:
                together[write.origin].append(value + place)
            else:
                yield f"{value} " + (f"from {write.path}" if write.path else write.origin) + place
        component = self.problem.arch.component_by_name[cell.component]
        if component.issue == 0 and component.capacity is None:
            together.pop("kept")
        for origin, values in together.items():
            if values:
                yield f"{origin}: {(', ' if self.registers else ' ').join(values)}"

    def route(self, route: Route) -> str:
        """Return a path, the value it carries, and the selected source."""
        words = [f"{route.path}: {self.named(route.value, route.stage)}"]
        if len(self.problem.arch.path_by_name[route.path].sources) > 1:
            words.append(f"by {route.source}")
        if route.via is not None:
            words.append(f"via {route.via}")
        if route.left != route.context or self.problem.arch.path_by_name[route.path].latency:
            words.append(f"left in {route.left}")
        return " ".join(words)

    def rounds(self) -> Iterator[str]:
        """Yield the rounds of prologue and epilogue with their active operations."""
        for turn in rounds(self.made):
            first, last = turn.first_stage, turn.last_stage
            stages = f"stage {first}" if first == last else f"stages {first}-{last}"
            if turn.phase == "kernel":
                yield f"kernel, {stages}: all"
                continue
            active = " ".join(f"{on.value}@{on.component}" for on in turn.operations)
            yield f"{turn.phase} {turn.number}, {stages}: {active or 'none'}"


def tile_of(component: str) -> str:
    """Return the tile of a component: `tile_1_2` for `alu_1_2`, or the component by itself."""
    found = _SUFFIX.search(component)
    return f"tile_{found[1]}" if found else component


def _preset(preset: Preset) -> str:
    value = f"{preset.value} of iteration {-preset.distance} = {preset.number}"
    if preset.origin == "held":
        return f"{value}: held in {preset.place} at the start"
    verb = "arrives over" if preset.origin == "path" else "stands for the result on"
    return f"{value}: {verb} {preset.place} in cycle {preset.cycle}"


def _table(rows: list[Row], width: int) -> list[str]:
    """Return the rows under their heads, with columns wrapped at words to fit the width."""
    sizes = [
        max(len(text) for text in (head, *(line for row in rows for line in row[place])))
        for place, head in enumerate(HEADS)
    ]
    while sum(sizes) + len(GAP) * (len(sizes) - 1) > width:
        # The widest column shrinks first; of equally wide ones, the last.
        place = max(range(len(sizes)), key=lambda column: (sizes[column], column))
        sizes[place] -= 1
    heads = [_wrapped(head, size) for head, size in zip(HEADS, sizes, strict=True)]
    lines = [_joined(words, sizes) for words in zip_longest(*heads, fillvalue="")]
    lines.append(_joined(("-" * size for size in sizes), sizes))
    for row in rows:
        cut = _aligned(row, sizes)
        lines += [_joined(words, sizes) for words in zip_longest(*cut, fillvalue="")]
    return lines


def _aligned(row: Row, sizes: list[int]) -> Row:
    """Return the wrapped lines of a row, with operands aligned to their operation."""
    cut: Row = [row[0], [], [], *([] for _ in row[3:])]
    for done, operands in zip(row[1], row[2], strict=True):
        left, right = _wrapped(done, sizes[1]), _wrapped(operands, sizes[2])
        for one, other in zip_longest(left, right, fillvalue=""):
            cut[1].append(one)
            cut[2].append(other)
    for place in range(3, len(row)):
        cut[place] = [part for line in row[place] for part in _wrapped(line, sizes[place])]
    return cut


def _joined(words: Iterable[str], sizes: list[int]) -> str:
    made = (word.ljust(size) for word, size in zip(words, sizes, strict=True))
    return GAP.join(made).rstrip()


def _wrapped(text: str, width: int, margin: str = "") -> list[str]:
    return textwrap.wrap(
        text,
        width,
        initial_indent=margin,
        subsequent_indent=margin + "  ",
        break_on_hyphens=False,
    )
