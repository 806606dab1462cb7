"""The exact traffic of a program: a simulation of its line trace in an LRU data buffer.

The trace has every access of a statement, reads before writes, under its affine guards. Conditional
accesses, under predicates or in arms of selections, always count, since graphs load
unconditionally. Local scalars are values on the array, not in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from programs.cost.grid import Column, linear, points, subscript
from programs.loops.expressions import Access
from programs.loops.region import Array, Loop, Node, Region, Scalar, Statement


class Trace(NamedTuple):
    """Line numbers in access order, and a mask of writes: both of shape (accesses,).

    `exact` is false if some subscripts depend on data; the first element then represents all.
    """

    lines: NDArray[np.int64]
    writes: NDArray[np.bool_]
    exact: bool = True


class Traffic(NamedTuple):
    """The numbers of lines loaded and written back."""

    loads: int
    stores: int

    @property
    def lines(self) -> int:
        """The total lines moved."""
        return self.loads + self.stores


class _Places(NamedTuple):
    """The addresses of arrays and scalars in bytes; each begins a new line."""

    base: dict[str, int]
    item: dict[str, int]
    strides: dict[str, tuple[int, ...]]


def trace(region: Region, line_bytes: int = 4, nodes: Sequence[Node] | None = None) -> Trace:
    """Return the trace of a region, or of the given top-level `nodes`.

    A line has `line_bytes` bytes; every array and scalar begins a new line.
    """
    places = _places(region, line_bytes)
    found: list[tuple[list[Column], Column, Column, bool]] = []
    exact = True

    def visit(body: Sequence[Node], loops: tuple[Loop, ...], at: tuple[int, ...]) -> None:
        nonlocal exact
        for position, node in enumerate(body):
            if isinstance(node, Loop):
                visit(node.body, (*loops, node), (*at, position))
            else:
                exact &= _statement(region, places, loops, node, (*at, position), found, line_bytes)

    visit(region.body if nodes is None else nodes, (), ())
    if not found:
        return Trace(np.zeros(0, np.int64), np.zeros(0, np.bool_))
    depth = max(len(moment) for moment, *_ in found)
    keys = []
    for level in range(depth):
        parts = [
            moment[level] if level < len(moment) else np.zeros(len(lines), np.int64)
            for moment, lines, *_ in found
        ]
        keys.append(np.concatenate(parts))
    lines = np.concatenate([lines for _, lines, _, _ in found])
    writes = np.concatenate([np.full(len(lines), write) for _, lines, _, write in found])
    order = _order(keys)
    return Trace(lines[order], writes[order], exact)


def _statement(
    region: Region,
    places: _Places,
    loops: tuple[Loop, ...],
    statement: Statement,
    at: tuple[int, ...],
    found: list[tuple[list[Column], Column, Column, bool]],
    line_bytes: int,
) -> bool:
    """Add the accesses of a statement; return whether all of them are known."""
    grid = points(loops)
    size = len(grid[loops[-1].index]) if loops else 1
    inside = np.ones(size, np.bool_)
    for constraint in statement.guard.constraints:
        value = linear(constraint.affine, grid, size)
        inside &= value == 0 if constraint.equality else value >= 0
    if not inside.all():
        grid = {name: column[inside] for name, column in grid.items()}
        size = int(inside.sum())
    exact = statement.guard.predicate is None
    for number, access in enumerate(statement.accesses):
        if access.name not in places.base:
            continue
        byte, known = _bytes(places, access, grid, size)
        exact &= known
        moment: list[Column] = []
        for level, position in enumerate(at):
            moment.append(np.full(size, position, np.int64))
            if level < len(loops):
                moment.append(grid[loops[level].index])
        # Deeper statements beside this one differ in the previous position.
        moment.append(np.full(size, number, np.int64))
        first, last = byte // line_bytes, (byte + places.item[access.name] - 1) // line_bytes
        write = number == len(statement.reads)
        found.append((moment, first, moment[-1], write))
        for extra in range(1, int((last - first).max()) + 1 if size else 1):
            more = first + extra <= last
            found.append(([c[more] for c in moment], (first + extra)[more], moment[-1], write))
    return exact


def _bytes(
    places: _Places, access: Access, grid: dict[str, Column], size: int
) -> tuple[Column, bool]:
    total, known = np.full(size, places.base[access.name], np.int64), True
    for place, stride in zip(access.subscripts, places.strides[access.name], strict=True):
        values = subscript(place, grid, size)
        if values is None:
            known = False
        else:
            total += values * stride
    return total, known


def _places(region: Region, line_bytes: int) -> _Places:
    places = _Places({}, {}, {})
    free = 0
    for name, declared in region.declared.items():
        if isinstance(declared, Scalar) and declared.local:
            continue
        size = item = declared.type.width // 8
        strides: list[int] = []
        for extent in reversed(declared.extents if isinstance(declared, Array) else ()):
            strides.insert(0, size)
            size *= extent
        places.base[name], places.item[name], places.strides[name] = free, item, tuple(strides)
        free += -(-size // line_bytes) * line_bytes
    return places


def _order(keys: list[Column]) -> NDArray[np.int64]:
    """Return the sorting order of `keys`, packed into one number per moment if possible."""
    combined = np.zeros(len(keys[0]), np.int64)
    span = 1
    for key in keys:
        if not len(key):
            break
        low, high = int(key.min()), int(key.max())
        span *= high - low + 1
        if span >= 1 << 62:
            return np.lexsort(keys[::-1]).astype(np.int64)
        combined = combined * (high - low + 1) + (key - low)
    return np.argsort(combined, kind="stable").astype(np.int64)


def simulate(trace: Trace, lines: int) -> Traffic:
    """Return the traffic of a trace with a buffer of `lines` lines, initially and finally empty.

    The buffer is fully associative with LRU replacement. A line whose first access is a write is
    not loaded, since it is written completely.
    """
    if not len(trace.lines):
        return Traffic(0, 0)
    names, firsts, number = np.unique(trace.lines, return_index=True, return_inverse=True)
    if len(names) <= lines:
        # Without replacements: lines read first are loaded once, written lines are stored once.
        written = np.zeros(len(names), np.bool_)
        written[number[trace.writes]] = True
        loads = int((~trace.writes[firsts]).sum())
        return Traffic(loads, int(written.sum()))
    # Consecutive accesses to one line only change its dirty state.
    changes = np.flatnonzero(np.diff(number, prepend=-1))
    written = np.logical_or.reduceat(trace.writes, changes)
    begun = trace.writes[changes]
    buffer: dict[int, bool] = {}
    loads = stores = 0
    parts = number[changes].tolist(), begun.tolist(), written.tolist()
    for line, first, write in zip(*parts, strict=True):
        dirty = buffer.pop(line, None)
        if dirty is None:
            loads += not first
            if len(buffer) == lines:
                stores += buffer.pop(next(iter(buffer)))
            dirty = False
        # Dictionaries keep insertion order: the most recently used line is last.
        buffer[line] = dirty or write
    return Traffic(loads, stores + sum(buffer.values()))
