"""Compiled loops of a partial mapping: domains of tiles and earliest starts.

Every instruction that is not placed has a domain, the set of its legal tiles. Each placement
shrinks domains: operands come from tiles within reach, instructions of a group share a tile,
siblings must not, and a tile with as many instructions as spokes is full.

In all functions `tables` are the `Tables` of N instructions on T tiles; `n`, `u` and `v` are
numbers of instructions. `tile` [N] int64 is the tile of each, -1 if it is not placed, `start`
[N] int64 its start in cycles or -1, `free` [T] int64 how many spokes are left, `used` [T, ii] uint8
whether a spoke is taken, `domain` [N, T] uint8 whether an instruction may be on a tile, and `queue`
[2N + 1] int64 the instructions whose domain has changed: how many, which, and a mark for each.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from shell.compiled import inner, outer
from streaming.heuristics.tables import (
    II,
    MESSAGE,
    MULTICAST,
    PIPELINE,
    TILES,
    WAITING,
    Ints,
    Tables,
)

Flags = NDArray[np.uint8]


@inner
def _near(domain: Flags, u: int, v: int, reach: int) -> int:
    """Restrict `v` to tiles at most `reach` away from some tile of `u`.

    Return 0 if the domain is empty, 1 if it is unchanged, 2 otherwise.
    """
    tiles, left, less = domain.shape[1], False, False
    for j in range(tiles):
        if not domain[v, j]:
            continue
        found = False
        for i in range(max(0, j - reach), min(tiles, j + reach + 1)):
            if domain[u, i]:
                found = True
                break
        if found:
            left = True
        else:
            domain[v, j] = 0
            less = True
    return 0 if not left else 2 if less else 1


@inner
def _same(domain: Flags, u: int, v: int) -> int:
    """Restrict `v` to the tiles of `u`; return as `_near` does."""
    left, less = False, False
    for j in range(domain.shape[1]):
        if domain[v, j]:
            if domain[u, j]:
                left = True
            else:
                domain[v, j] = 0
                less = True
    return 0 if not left else 2 if less else 1


@inner
def _without(domain: Flags, v: int, tile: int) -> int:
    """Remove one tile from the domain of `v`; return as `_near` does."""
    if not domain[v, tile]:
        return 1
    domain[v, tile] = 0
    for j in range(domain.shape[1]):
        if domain[v, j]:
            return 2
    return 0


@inner
def _only(domain: Flags, n: int) -> int:
    """Return the only tile of `n`, or -1."""
    found = -1
    for j in range(domain.shape[1]):
        if domain[n, j]:
            if found >= 0:
                return -1
            found = j
    return found


@inner
def _single_output(tables: Tables, domain: Flags, n: int) -> int:
    """Return 0 if readers of `n` on other tiles must be on two different tiles, else 1.

    An instruction with one output sends to one other tile only.
    """
    here = _only(domain, n)
    if here < 0:
        return 1
    there = -1
    for k in range(tables.readers.first[n], tables.readers.first[n + 1]):
        tile = _only(domain, tables.readers.items[k])
        if tile >= 0 and tile != here:
            if there >= 0 and there != tile:
                return 0
            there = tile
    return 1


@inner
def _push(queue: Ints, n: int) -> None:
    """Put `n` into the queue unless it is already queued."""
    size = (len(queue) - 1) // 2
    if not queue[1 + size + n]:
        queue[1 + size + n] = 1
        queue[0] += 1
        queue[queue[0]] = n


@inner
def _settle(tables: Tables, tile: Ints, free: Ints, domain: Flags, queue: Ints) -> bool:
    """Propagate all domains to a fixpoint; return False if one is empty."""
    reach, size = len(tables.latency) - 1, len(tile)
    while queue[0] > 0:
        n = queue[queue[0]]
        queue[0] -= 1
        queue[1 + size + n] = 0
        for lists in (tables.sources, tables.readers):
            for k in range(lists.first[n], lists.first[n + 1]):
                state = _near(domain, n, lists.items[k], reach)
                if state == 0:
                    return False
                if state == 2:
                    _push(queue, lists.items[k])
        for k in range(tables.mates.first[n], tables.mates.first[n + 1]):
            state = _same(domain, n, tables.mates.items[k])
            if state == 0:
                return False
            if state == 2:
                _push(queue, tables.mates.items[k])
        only = _only(domain, n)
        if only >= 0:
            for k in range(tables.apart.first[n], tables.apart.first[n + 1]):
                state = _without(domain, tables.apart.items[k], only)
                if state == 0:
                    return False
                if state == 2:
                    _push(queue, tables.apart.items[k])
        if not tables.numbers[MULTICAST]:
            if not _single_output(tables, domain, n):
                return False
            for k in range(tables.sources.first[n], tables.sources.first[n + 1]):
                if not _single_output(tables, domain, tables.sources.items[k]):
                    return False
    return True


@inner
def _crowd(tables: Tables, tile: Ints, free: Ints, domain: Flags, queue: Ints) -> int:
    """Reserve the spokes of a tile for instructions that have no other tile.

    Return 0 if there are too few spokes, 1 if no domain changes, 2 otherwise.
    """
    less = False
    for j in range(domain.shape[1]):
        wanted = 0
        for n in range(len(tile)):
            if tile[n] < 0 and _only(domain, n) == j:
                wanted += 1
        if wanted > free[j]:
            return 0
        if wanted == free[j]:
            for n in range(len(tile)):
                if tile[n] < 0 and domain[n, j] and _only(domain, n) != j:
                    if _without(domain, n, j) == 0:
                        return 0
                    _push(queue, n)
                    less = True
    return 2 if less else 1


@inner
def _follow(tables: Tables, tile: Ints, free: Ints, domain: Flags, queue: Ints) -> bool:
    """Propagate all rules; return whether every instruction still has a tile."""
    while True:
        if not _settle(tables, tile, free, domain, queue):
            break
        state = _crowd(tables, tile, free, domain, queue)
        if state == 0:
            break
        if state == 1:
            return True
    for k in range(len(queue)):
        queue[k] = 0
    return False


@outer
def begin(tables: Tables, tile: Ints, free: Ints, domain: Flags, queue: Ints) -> bool:
    """Propagate the domains of an empty mapping; return whether every instruction has a tile."""
    for n in range(len(tile)):
        _push(queue, n)
    return _follow(tables, tile, free, domain, queue)


@inner
def _arrival(tables: Tables, tile: Ints, start: Ints, n: int, at: int) -> int:
    """Return the earliest cycle in which `n` can start on tile `at`, given its placed sources."""
    ready = 0
    for k in range(tables.posts.first[tables.flow[n]], tables.posts.first[tables.flow[n] + 1]):
        u = tables.posts.items[k]
        if tile[u] >= 0:
            ready = max(ready, start[u] + tables.numbers[PIPELINE] + tables.numbers[MESSAGE])
    for k in range(tables.sources.first[n], tables.sources.first[n + 1]):
        u = tables.sources.items[k]
        if tile[u] >= 0:
            gone = abs(tile[u] - at)
            ready = max(ready, start[u] + tables.numbers[PIPELINE] + tables.latency[gone])
    return ready


@inner
def _waits(tables: Tables, n: int) -> bool:
    """Return whether `n` has to start when its last operand arrives."""
    return not tables.numbers[WAITING] and tables.sources.first[n] < tables.sources.first[n + 1]


@outer
def look(
    tables: Tables,
    tile: Ints,
    start: Ints,
    free: Ints,
    used: Flags,
    domain: Flags,
    n: int,
    found: Ints,
    trial: Flags,
    queue: Ints,
) -> None:
    """Set `found` [T, ii] to the start of `n` at each place, in cycles, -1 at illegal places.

    `trial` [N, T] is scratch space for domains.
    """
    ii = tables.numbers[II]
    for j in range(tables.numbers[TILES]):
        for k in range(ii):
            found[j, k] = -1
        if not domain[n, j] or free[j] <= 0:
            continue
        for m in range(domain.shape[0]):
            for i in range(domain.shape[1]):
                trial[m, i] = domain[m, i]
        for i in range(domain.shape[1]):
            trial[n, i] = i == j
        tile[n] = j
        free[j] -= 1
        _push(queue, n)
        possible = _follow(tables, tile, free, trial, queue)
        tile[n] = -1
        free[j] += 1
        if not possible:
            continue
        ready = _arrival(tables, tile, start, n, j)
        for k in range(ii):
            late = (k - ready) % ii
            if not used[j, k] and not (late and _waits(tables, n)):
                found[j, k] = ready + late


@outer
def place(
    tables: Tables,
    tile: Ints,
    start: Ints,
    free: Ints,
    used: Flags,
    domain: Flags,
    n: int,
    at: int,
    spoke: int,
    queue: Ints,
) -> bool:
    """Place `n` on tile `at` in a spoke; propagate domains and starts.

    Return whether every instruction still has a tile.
    """
    for i in range(domain.shape[1]):
        domain[n, i] = i == at
    tile[n] = at
    free[at] -= 1
    used[at, spoke] = 1
    start[n] = spoke
    _push(queue, n)
    if not _follow(tables, tile, free, domain, queue):
        return False  # and operands may be out of reach
    for k in range(len(tables.order)):
        m = tables.order[k]
        if tile[m] >= 0:
            ready = _arrival(tables, tile, start, m, tile[m])
            start[m] = ready + (start[m] - ready) % tables.numbers[II]
    return True
