"""Observations of a partial mapping, in compiled loops: numbers of every node and of every slot.

Times are in units of `TIME` cycles and relative to the present instruction; tiles are relative to
its last operand's. So observations do not depend on the position in the row, or the time, of a part
of a program.

In all functions `tables`, `tile`, `start`, `free`, `used` and `domain` are as in
`streaming.heuristics.kernel`, for N instructions on T tiles. `n` is the instruction to place,
`starts` [T, ii] int64 are the return value of `Board.places`. `nodes` [N, DYNAMIC], `slots` [T *
ii, SLOT] and `state` [STATE] are float32 and filled; `early` [N] int64 and `pressure` [T] float64
are scratch space.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from shell.compiled import inner, outer
from streaming.heuristics.tables import II, MESSAGE, PIPELINE, TILES, Ints, Lists, Tables

Floats = NDArray[np.float32]
Flags = NDArray[np.uint8]


TIME = 8.0
LARGEST = 4.0
"""The bound at which relative numbers are clipped."""

DYNAMIC = (
    "placed", "current", "source", "reader", "partner", "tile", "time", "slack", "tiles left",
)  # fmt: skip
"""Columns of nodes. A partner has a reader in common with the present instruction; `time` is the
start, or the earliest remaining one, `slack` its possible delay without more cycles.
"""

SLOT = (
    "allowed", "used", "later", "beyond", "excess", "waits", "from sources", "to readers",
    "to partners", "free here", "free near", "edge", "pressure", "next here", "next to 1",
    "next to 2",
)  # fmt: skip
"""Of slots. `later` than the earliest start; `beyond` the bound on cycles, `excess` its positive
part; distances are means; `pressure` counts who wants the tile against its free spokes; `next` are
free spokes in which a reader could start without waiting, 0, 1 and 2 tiles away."""

STATE = ("placed", "left", "allowed", "above", "tail", "first")
"""State of the whole: shares placed and left (of 32), places allowed, the rise of the bound, the
work that follows the present instruction, and its earliest possible start.
"""


@inner
def _cut(x: float) -> float:
    """Return `x`, cut off at `LARGEST` in both directions."""
    return max(-LARGEST, min(LARGEST, x))


@inner
def _earliest(tables: Tables, tile: Ints, start: Ints, early: Ints) -> int:
    """Set `early` to the start of placed instructions, and to the least one of the others.

    Return the bound on cycles that follows.
    """
    pipeline, most = tables.numbers[PIPELINE], 0
    for i in range(len(tables.order)):
        n = tables.order[i]
        ready = 0
        for k in range(tables.posts.first[tables.flow[n]], tables.posts.first[tables.flow[n] + 1]):
            ready = max(ready, early[tables.posts.items[k]] + pipeline + tables.numbers[MESSAGE])
        for k in range(tables.sources.first[n], tables.sources.first[n + 1]):
            ready = max(ready, early[tables.sources.items[k]] + pipeline)
        early[n] = start[n] if tile[n] >= 0 else ready
        most = max(most, early[n] + tables.tail[n])
    return most


@inner
def _mark(tables: Tables, n: int, nodes: Floats, column: int, lists: Lists) -> None:
    """Set a column of `nodes` to 1 for the instructions that `lists` has for `n`."""
    for k in range(lists.first[n], lists.first[n + 1]):
        nodes[lists.items[k], column] = 1.0


@inner
def _nodes(
    tables: Tables,
    tile: Ints,
    start: Ints,
    domain: Flags,
    n: int,
    early: Ints,
    bound: int,
    anchor: int,
    first: int,
    nodes: Floats,
) -> None:
    """Fill `nodes`; `bound` is that on cycles.

    Tiles are relative to `anchor`, times to cycle `first`.
    """
    tiles = tables.numbers[TILES]
    for m in range(len(tile)):
        for i in range(nodes.shape[1]):
            nodes[m, i] = 0.0
        left = 0
        for j in range(tiles):
            left += domain[m, j]
        if tile[m] >= 0:
            nodes[m, 0] = 1.0
            nodes[m, 5] = _cut((tile[m] - anchor) / TIME)
        nodes[m, 6] = _cut((early[m] - first) / TIME)
        nodes[m, 7] = _cut((bound - early[m] - tables.tail[m]) / TIME)
        nodes[m, 8] = left / tiles
    nodes[n, 1] = 1.0
    _mark(tables, n, nodes, 2, tables.sources)
    _mark(tables, n, nodes, 3, tables.readers)
    for k in range(tables.readers.first[n], tables.readers.first[n + 1]):
        _mark(tables, tables.readers.items[k], nodes, 4, tables.sources)
    nodes[n, 4] = 0.0


@inner
def _away(lists: Lists, n: int, tile: Ints, at: int, skip: int) -> float:
    """Return the mean distance, in tiles, from `at` to the placed instructions in the list of `n`.

    0 if none is placed; instruction `skip` does not count.
    """
    total, count = 0.0, 0
    for k in range(lists.first[n], lists.first[n + 1]):
        m = lists.items[k]
        if m != skip and tile[m] >= 0:
            total += abs(tile[m] - at)
            count += 1
    return total / count if count else 0.0


@inner
def _free(
    used: Flags, tiles: int, ii: int, at: int, gone: int, cycle: int, own: tuple[int, int]
) -> float:
    """Return the share of the tiles `gone` away from `at` whose spoke of a cycle is free.

    `own`, a tile and a spoke, counts as taken.
    """
    spoke, found, count = cycle % ii, 0, 0
    for side in (-1, 1):
        j = at + side * gone
        if 0 <= j < tiles:
            count += 1
            if not used[j, spoke] and not (j == own[0] and spoke == own[1]):
                found += 1
    return found / count if count else 0.0


@outer
def latencies(tables: Tables, tile: Ints, start: Ints) -> int:
    """Return Σ (t_n − t_p) over the placed instructions, in cycles (§3.5).

    Instruction n is ready in t_n, the last of its operands in t_p. Only operands that are placed
    count; for starts t_p is the launch of the flow.
    """
    total, pipeline = 0, tables.numbers[PIPELINE]
    for n in range(len(tile)):
        if tile[n] < 0:
            continue
        before, some = 0, False
        for k in range(tables.sources.first[n], tables.sources.first[n + 1]):
            u = tables.sources.items[k]
            if tile[u] >= 0:
                some = True
                before = max(before, start[u] + pipeline)
        if not some:
            flow = tables.flow[n]
            for k in range(tables.posts.first[flow], tables.posts.first[flow + 1]):
                u = tables.posts.items[k]
                if tile[u] >= 0:
                    before = max(before, start[u] + pipeline + tables.numbers[MESSAGE])
        total += start[n] + pipeline - before
    return total


@outer
def describe(
    tables: Tables,
    tile: Ints,
    start: Ints,
    free: Ints,
    used: Flags,
    domain: Flags,
    n: int,
    starts: Ints,
    least: int,
    early: Ints,
    pressure: NDArray[np.float64],
    nodes: Floats,
    slots: Floats,
    state: Floats,
) -> int:
    """Fill `nodes`, `slots` and `state` for instruction `n`; return the bound on cycles.

    `least` is the bound of the empty mapping, in cycles.
    """
    tiles, ii, pipeline = tables.numbers[TILES], tables.numbers[II], tables.numbers[PIPELINE]
    reach = min(len(tables.latency) - 1, tiles - 1)
    bound = max(least, _earliest(tables, tile, start, early))
    first, allowed, here = -1, 0, 0
    for j in range(tiles):
        for k in range(ii):
            if starts[j, k] >= 0:
                allowed += 1
                if first < 0 or starts[j, k] < first:
                    first = starts[j, k]
    if first < 0:
        first = early[n]
    anchor, last = tiles // 2, -1
    for k in range(tables.sources.first[n], tables.sources.first[n + 1]):
        u = tables.sources.items[k]
        if tile[u] >= 0 and start[u] > last:
            anchor, last = tile[u], start[u]
    _nodes(tables, tile, start, domain, n, early, bound, anchor, first, nodes)
    for j in range(tiles):
        pressure[j] = 0.0
    for m in range(len(tile)):
        if tile[m] < 0:
            here += 1
            if m != n and nodes[m, 8] > 0:
                for j in range(tiles):
                    if domain[m, j]:
                        pressure[j] += 1.0 / (nodes[m, 8] * tiles)
    for j in range(tiles):
        near, count = 0.0, 0
        for i in range(max(0, j - reach), min(tiles, j + reach + 1)):
            if i != j:
                near += free[i]
                count += 1
        near = near / (count * ii) if count else 0.0
        partners, some = 0.0, 0
        for k in range(tables.readers.first[n], tables.readers.first[n + 1]):
            r = tables.readers.items[k]
            if tile[r] < 0:
                partners += _away(tables.sources, r, tile, j, n)
                some += 1
        ready = 0
        for k in range(tables.sources.first[n], tables.sources.first[n + 1]):
            u = tables.sources.items[k]
            if tile[u] >= 0 and abs(tile[u] - j) < len(tables.latency):
                ready = max(ready, start[u] + pipeline + tables.latency[abs(tile[u] - j)])
        sources = _away(tables.sources, n, tile, j, -1)
        readers = _away(tables.readers, n, tile, j, -1)
        for k in range(ii):
            slot = slots[j * ii + k]
            for i in range(slots.shape[1]):
                slot[i] = 0.0
            slot[1] = used[j, k]
            slot[9] = free[j] / ii
            slot[10] = near
            slot[11] = min(j, tiles - 1 - j, 4) / 4.0
            slot[12] = _cut((pressure[j] - free[j] + 1) / ii)
            s = starts[j, k]
            if s < 0:
                continue
            slot[0] = 1.0
            slot[2] = _cut((s - first) / TIME)
            slot[3] = _cut((s + tables.tail[n] - bound) / TIME)
            slot[4] = max(0.0, slot[3])
            slot[5] = _cut((s - ready) / TIME)
            slot[6] = _cut(sources / 2.0)
            slot[7] = _cut(readers / 2.0)
            slot[8] = _cut(partners / (4.0 * some)) if some else 0.0
            own = (j, k)
            slot[13] = _free(used, tiles, ii, j, 0, s + pipeline, own)
            for gone in (1, 2):
                if gone <= reach:
                    cycle = s + pipeline + tables.latency[gone]
                    slot[13 + gone] = _free(used, tiles, ii, j, gone, cycle, own)
    state[0] = 1.0 - here / len(tile)
    state[1] = min(LARGEST, here / 32.0)
    state[2] = allowed / (tiles * ii)
    state[3] = _cut((bound - least) / TIME)
    state[4] = _cut(tables.tail[n] / (4 * TIME))
    state[5] = _cut((first + tables.tail[n] - bound) / TIME)
    return bound
