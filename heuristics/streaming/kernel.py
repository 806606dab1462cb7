"""The loops of a partial mapping, compiled: what may still be where, and when things start.

Every instruction that is not placed has a set of tiles where it may go. It shrinks with every
placement: operands come from tiles nearby, instructions of a group share a tile and others must
not, and a tile with as many instructions as spokes has no room for others.
"""

from __future__ import annotations

from heuristics.streaming.compiled import inner, outer
from heuristics.streaming.tables import II, MESSAGE, MULTICAST, PIPELINE, TILES, WAITING


@inner
def _near(domain, u, v, reach):
    """Leave to `v` only what is near some tile of `u`: return 0 none left, 1 as it was, 2 less."""
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
def _same(domain, u, v):
    """Leave to `v` only tiles of `u`: return as `_near` does."""
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
def _without(domain, v, tile):
    """Take one tile from `v`: return as `_near` does."""
    if not domain[v, tile]:
        return 1
    domain[v, tile] = 0
    for j in range(domain.shape[1]):
        if domain[v, j]:
            return 2
    return 0


@inner
def _only(domain, n):
    """Return the only tile of `n`, or -1."""
    found = -1
    for j in range(domain.shape[1]):
        if domain[n, j]:
            if found >= 0:
                return -1
            found = j
    return found


@inner
def _single_output(tables, domain, n):
    """Of an instruction with one output: readers elsewhere share a tile.

    Return 0 where that is broken by what is settled, 1 otherwise.
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
def _push(queue, n):
    """Put `n` into the queue: its length is in place 0, then members, then marks."""
    size = (len(queue) - 1) // 2
    if not queue[1 + size + n]:
        queue[1 + size + n] = 1
        queue[0] += 1
        queue[queue[0]] = n


@inner
def _settle(tables, tile, free, domain, queue):
    """Shrink all domains until nothing follows any more; return whether none is empty."""
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
def _crowd(tables, tile, free, domain, queue):
    """Keep room for what can go nowhere else: return 0 too little, 1 as it was, 2 less."""
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
def _follow(tables, tile, free, domain, queue):
    """Return whether something is left for everyone after all that follows."""
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
def begin(tables, tile, free, domain, queue):
    """Shrink the domains of an empty mapping; return whether none is empty."""
    for n in range(len(tile)):
        _push(queue, n)
    return _follow(tables, tile, free, domain, queue)


@inner
def _arrival(tables, tile, start, n, at):
    """Return the first cycle in which `n` could start on tile `at`, as far as is placed."""
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
def _waits(tables, n):
    """Whether `n` has to start when its last operand arrives."""
    return not tables.numbers[WAITING] and tables.sources.first[n] < tables.sources.first[n + 1]


@outer
def look(tables, tile, start, free, used, domain, n, found, trial, queue):
    """Set `found` [tiles, ii] to the start of `n` at each place, -1 where it may not go."""
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
def place(tables, tile, start, free, used, domain, n, at, spoke, queue):
    """Place `n`, shrink what is left to others, and let what is placed start when it can."""
    for i in range(domain.shape[1]):
        domain[n, i] = i == at
    tile[n] = at
    free[at] -= 1
    used[at, spoke] = 1
    start[n] = spoke
    _push(queue, n)
    possible = _follow(tables, tile, free, domain, queue)
    for k in range(len(tables.order)):
        m = tables.order[k]
        if tile[m] >= 0:
            ready = _arrival(tables, tile, start, m, tile[m])
            start[m] = ready + (start[m] - ready) % tables.numbers[II]
    return possible
