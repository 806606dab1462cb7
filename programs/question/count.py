"""The cycles of a whole program on the array, execution by execution.

Every execution of a piece loads its contexts unless they are buffered, then its missing data lines,
then takes (N - 1) · II + L cycles for N iterations of L cycles each. Each load is one transfer of
`Buffers.transfer_cycles`. Dirty lines are written back together with the lines that replace them,
and at the end. An execution without iterations costs nothing.

Only iterations overlap. With double buffering, the transfers of an execution begin with the
execution before it, if the lines, or the contexts, of both fit the buffer: none that is in use is
replaced then, and none that is still written is loaded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from programs.cost import Buffers, Trace, trace
from programs.loops.expressions import Access, Constant
from programs.loops.region import Loop, Node, Region, Scalar, Statement
from programs.loops.tree import Path
from programs.loops.types import NumberType
from programs.question.executed import Executed


class Timing(NamedTuple):
    """The timing of a mapping: its II, equal to its contexts, and the cycles of an iteration."""

    ii: int
    length: int


class Execution(NamedTuple):
    """One execution of a piece (by number): its iterations, and lines loaded and written back.

    `fits` tells whether all lines that it and the execution before it touch fit the buffer.
    """

    piece: int
    iterations: int
    lines: int
    fits: bool


@dataclass(frozen=True)
class PieceCount:
    """All executions of a piece with at least one iteration."""

    executions: int
    iterations: int
    cycles: int
    contexts: int
    lines: int


@dataclass(frozen=True)
class Count:
    """Cycles by category, and bytes of moved data and contexts.

    `overlapped` are the cycles of transfers while an execution computes.
    """

    pieces: tuple[PieceCount, ...]
    computing: int
    loading_contexts: int
    moving_data: int
    data_bytes: int
    context_bytes: int
    exact: bool
    overlapped: int = 0

    @property
    def cycles(self) -> int:
        """Cycles of the whole program."""
        return self.computing + self.loading_contexts + self.moving_data - self.overlapped


def count(form: Executed, timings: Mapping[int, Timing], buffers: Buffers) -> Count:
    """Return the cycles of a region; `timings` has its executed pieces, by position.

    Kernels are loaded and replaced as a whole, with LRU replacement.
    """
    history, written_back, exact = executions(form, buffers)
    held: dict[int, int] = {}
    totals = np.zeros((len(form.pieces), 5), np.int64)
    computing = loading = moving = context_bytes = overlapped = 0
    running = busy = 0
    for number, iterations, lines, fits in history:
        if not iterations:
            continue
        timing = timings[number]
        cycles = (iterations - 1) * timing.ii + timing.length
        contexts = _loaded(held, number, timing.ii, buffers.contexts)
        size = contexts * buffers.context_bytes
        context_bytes += size
        transfers = (
            buffers.transfer_cycles(size),
            buffers.transfer_cycles(lines * buffers.line_bytes),
        )
        loading += transfers[0]
        moving += transfers[1]
        if buffers.double:
            beside = busy + timing.ii <= buffers.contexts, fits
            hidden = sum(each for each, fit in zip(transfers, beside, strict=True) if fit)
            overlapped += min(running, hidden)
        computing += cycles
        running, busy = cycles, timing.ii
        totals[number] += (1, iterations, cycles, contexts, lines)
    moving += buffers.transfer_cycles(written_back * buffers.line_bytes)
    data = (int(totals[:, 4].sum()) + written_back) * buffers.line_bytes
    pieces = tuple(PieceCount(*map(int, row)) for row in totals)
    return Count(pieces, computing, loading, moving, data, context_bytes, exact, overlapped)


def _loaded(held: dict[int, int], number: int, size: int, capacity: int) -> int:
    """Load a kernel into the context buffer; return the number of loaded contexts."""
    if size > capacity:
        held.clear()
        return size
    loaded = 0 if held.pop(number, None) is not None else size
    while sum(held.values()) + size > capacity:
        del held[next(iter(held))]
    held[number] = size
    return loaded


def executions(form: Executed, buffers: Buffers) -> tuple[list[Execution], int, bool]:
    """Return all executions in order, the lines written back at the end, and exactness.

    Accesses of two additional scalars per piece mark the starts of its executions and iterations in
    the trace.
    """
    marked, first = _marked(form, buffers.line_bytes)
    steps = trace(marked, buffers.line_bytes)
    found: list[Execution] = []
    current: int | None = None
    iterations = lines = 0
    touched: set[int] = set()
    before: set[int] = set()

    def end() -> None:
        nonlocal before
        if current is not None:
            fits = len(before | touched) <= buffers.lines
            found.append(Execution(current, iterations, lines, fits))
            before = touched if iterations else before

    for line, moved in _moved(steps, buffers.lines, first):
        if line < first:
            lines += moved
            touched.add(line)
            continue
        number, inside = divmod(line - first, 2)
        if inside:
            iterations += 1
            continue
        end()
        current, iterations, lines, touched = number, 0, 0, set()
    end()
    total = sum(execution.lines for execution in found)
    return found, _traffic(steps, buffers.lines, first) - total, steps.exact


def _moved(steps: Trace, lines: int, first: int) -> Iterator[tuple[int, int]]:
    """Yield every access with the lines that it moves; marks, from `first` on, move none.

    As in `programs.cost.traffic.simulate`, a line that is written first is not loaded.
    """
    buffer: dict[int, bool] = {}
    for line, write in zip(steps.lines.tolist(), steps.writes.tolist(), strict=True):
        moved = 0
        if line < first:
            dirty = buffer.pop(line, None)
            if dirty is None:
                moved = int(not write)
                if len(buffer) == lines:
                    moved += buffer.pop(next(iter(buffer)))
                dirty = False
            buffer[line] = dirty or write
        yield line, moved


def _traffic(steps: Trace, lines: int, first: int) -> int:
    from programs.cost import simulate

    data = steps.lines < first
    return simulate(Trace(steps.lines[data], steps.writes[data]), lines).lines


def _marked(form: Executed, line_bytes: int) -> tuple[Region, int]:
    """Return the region with marks, and the line of the first mark; marks come last in memory."""
    region = form.region
    # A byte always fits in one line.
    kind = NumberType("int", 8)
    marks = [f"mark {n}" for n in range(2 * len(form.pieces))]
    scalars = tuple(Scalar(mark, kind) for mark in marks)
    places: dict[Path, int] = {piece.path: n for n, piece in enumerate(form.pieces)}

    def mark(number: int) -> Statement:
        return Statement(marks[number], Access(marks[number], ()), Constant(0, kind))

    def visit(body: tuple[Node, ...], path: Path) -> tuple[Node, ...]:
        found: list[Node] = []
        for place, node in enumerate(body):
            assert isinstance(node, Loop)
            at = (*path, place)
            if at in places:
                number = 2 * places[at]
                found += [mark(number), replace(node, body=(mark(number + 1), *node.body))]
            else:
                found.append(replace(node, body=visit(node.body, at)))
        return tuple(found)

    marked = replace(region, body=visit(region.body, ()), scalars=(*region.scalars, *scalars))
    alone = replace(marked, body=(mark(0),))
    return marked, int(trace(alone, line_bytes).lines[0])
