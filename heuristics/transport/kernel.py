"""Simulated annealing of placements by the price of transport, compiled by numba.

A movement moves an operation, or has two change places. A place of the array is free or has one
operation, so that a movement to one that is taken sends the operation there to where the other came
from, in the cycle of that slot that costs least. Prices are in issue slots.

In all functions `layout` is the `TransportLayout` of a loop and an array, `state` the
`TransportState` of a placement on it; `o`, `w` and `u` are numbers of operations, `e` is that of an
edge, `site` that of a place, and `k` a cycle. `much` is 1 to count something and -1 to take it
back.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from heuristics.transport.layout import TransportLayout, TransportState
from models.space_time.index_array import IntArray
from shell.compiled import Kernels

kernels = Kernels("transport", Path(__file__).parent, ("kernel", "layout"), last="sweep")

CLOSE = 0.6
"""The share of movements to where an operand or a reader is near."""

BEHIND = 2
"""The cycles tried for the operation that is displaced: from so many intervals earlier on."""

EARLY, EARLIER = 3.0, 0.3
"""What it costs to be read too early, and for every cycle more."""


@kernels.inner
def edge_price(layout: TransportLayout, site: IntArray, cycle: IntArray, e: int) -> float:
    """Return the price of edge `e`, from the unit of its source to that of its target.

    `site` and `cycle` [O] int64 are the place and the cycle of each operation.
    """
    u, v = layout.source[e], layout.target[e]
    a, b = layout.unit[site[u]], layout.unit[site[v]]
    waited = cycle[v] + layout.shift[e] - cycle[u] - layout.latency[u, a] + 1
    if waited < 1:
        return EARLY + EARLIER * (1 - waited)
    return layout.price[layout.kind[e], a, b, min(waited, layout.price.shape[3] - 1)]


@kernels.inner
def price_at(layout: TransportLayout, site: IntArray, cycle: IntArray, o: int, other: int) -> float:
    """Return the price of operation `o` and all its edges, but for those to and from `other`.

    `site` and `cycle` are as in `edge_price`; `other` is an operation, or -1 for none.
    """
    total = layout.own[o, layout.unit[site[o]]]
    for x in range(layout.begin[o], layout.begin[o + 1]):
        e = layout.touching[x]
        if layout.source[e] != other and layout.target[e] != other:
            total += edge_price(layout, site, cycle, e)
    return total


@kernels.inner
def count_cells(layout: TransportLayout, state: TransportState, u: int, much: int) -> int:
    """Count what the value of `u` takes; return the change of what is above the room, in units.

    The result itself takes the register that it goes to, also where nothing reads it, since the
    issue slot is taken. What routes to several readers share is counted once.
    """
    change = 0
    unit = layout.unit[state.site[u]]
    done = state.cycle[u] + layout.latency[u, unit] - 1
    change += _take(layout, state, layout.component[unit], done, much)
    readers = 0
    for x in range(layout.begin[u], layout.begin[u + 1]):
        readers += layout.source[layout.touching[x]] == u
    state.stamp[0] += 1
    stamp, span = state.stamp[0], layout.price.shape[3]
    for x in range(layout.begin[u], layout.begin[u + 1]):
        e = layout.touching[x]
        if layout.source[e] != u:
            continue
        v = layout.target[e]
        b = layout.unit[state.site[v]]
        waited = min(state.cycle[v] + layout.shift[e] - done, span - 1)
        if waited < 1:
            continue
        route = ((layout.kind[e] * len(layout.component) + unit) * len(layout.component) + b) * span
        for n in range(layout.first[route + waited], layout.first[route + waited + 1]):
            of, after = layout.cell_of[n], layout.cell_after[n]
            if readers > 1:
                if state.seen[of, after] == stamp:
                    continue
                state.seen[of, after] = stamp
            change += _take(layout, state, of, done + after, much)
    return change


@kernels.inner
def _take(layout: TransportLayout, state: TransportState, of: int, cycle: int, much: int) -> int:
    """Count a unit of resource `of` in a cycle; return the change of what is above its room."""
    slot = cycle % layout.interval
    if much > 0:
        state.taken[of, slot] += 1
        return int(state.taken[of, slot] > layout.room[of])
    state.taken[of, slot] -= 1
    return -int(state.taken[of, slot] >= layout.room[of])


@kernels.inner
def _issue(layout: TransportLayout, state: TransportState, o: int, much: int) -> int:
    """Count the issue of `o`; return the change of what is above the shared limits, in issues."""
    change = 0
    unit, slot = layout.unit[state.site[o]], state.cycle[o] % layout.interval
    for n in range(len(layout.at_most)):
        if layout.counted[o, n, unit]:
            if much > 0:
                change += state.issued[n, slot] >= layout.at_most[n]
                state.issued[n, slot] += 1
            else:
                state.issued[n, slot] -= 1
                change -= state.issued[n, slot] >= layout.at_most[n]
    return change


@kernels.inner
def _keep(state: TransportState) -> None:
    """Note the placement as the best so far."""
    state.best[0] = state.total[0]
    for o in range(len(state.site)):
        state.best_site[o], state.best_cycle[o] = state.site[o], state.cycle[o]


@kernels.outer
def begin(layout: TransportLayout, state: TransportState, seed: int) -> bool:
    """Place every operation at random where none is; return False where one finds no place.

    Those with the fewest places to choose from are first. `seed` is that of numba's generator.
    """
    np.random.seed(seed)
    count = len(state.site)
    state.holder[:] = -1
    state.issued[:] = 0
    state.taken[:] = 0
    for o in layout.rarest:
        free = -1
        for _ in range(10_000):
            site = layout.able[o, np.random.randint(layout.ables[o])]
            k = 1 + np.random.randint(layout.last)
            if state.holder[site, k % layout.interval] < 0:
                free = site
                break
        if free < 0:
            return False
        state.site[o], state.cycle[o] = free, k
        state.holder[free, k % layout.interval] = o
    state.excess[:] = 0
    total = 0.0
    for o in range(count):
        total += layout.own[o, layout.unit[state.site[o]]]
        state.excess[1] += _issue(layout, state, o, 1)
        state.excess[0] += count_cells(layout, state, o, 1)
    for e in range(len(layout.source)):
        total += edge_price(layout, state.site, state.cycle, e)
    state.total[0] = total + state.excess[0] + state.excess[1]
    _keep(state)
    return True


@kernels.inner
def _propose(layout: TransportLayout, state: TransportState, o: int) -> tuple[int, int]:
    """Return another place and cycle for `o`: near an operand or a reader of it, or anywhere.

    The place is -1 where the proposal is not possible.
    """
    edges = layout.begin[o + 1] - layout.begin[o]
    site = -1
    k = state.cycle[o]
    if edges > 0 and np.random.random() < CLOSE:
        e = layout.touching[layout.begin[o] + np.random.randint(edges)]
        waited = 1
        if np.random.random() < 0.5:
            waited += np.random.randint(2 * layout.interval)
        behind = layout.target[e] == o
        other = layout.source[e] if behind else layout.target[e]
        a = layout.unit[state.site[other]]
        row, side = min(waited, len(layout.near)) - 1, 0 if behind else 1
        if layout.nears[row, side, a] > 0:
            b = layout.near[row, side, a, np.random.randint(layout.nears[row, side, a])]
            slots = layout.place[b + 1] - layout.place[b]
            site = layout.place[b] + np.random.randint(slots)
            if layout.latency[o, b] == 0:
                return -1, 0
            if behind:
                ready = state.cycle[other] + layout.latency[other, a] - 1
                k = ready + waited - layout.shift[e]
            else:
                k = state.cycle[other] + layout.shift[e] - waited - layout.latency[o, b] + 1
    if site < 0:
        site = layout.able[o, np.random.randint(layout.ables[o])]
        k += np.random.randint(2 * layout.interval + 1) - layout.interval
    if k < 1 or k > layout.last:
        return -1, 0
    return site, k


@kernels.inner
def _displace(layout: TransportLayout, state: TransportState, w: int, slot: int) -> bool:
    """Set the cycle of `w`, at its new place, to the one of `slot` (0 … II - 1) that costs least.

    Return whether there is one.
    """
    since = state.cycle[w]
    least, chosen = np.inf, -1
    first = since + (slot - since) % layout.interval - BEHIND * layout.interval
    for k in range(first, first + 2 * BEHIND * layout.interval, layout.interval):
        if 1 <= k <= layout.last:
            state.cycle[w] = k
            price = price_at(layout, state.site, state.cycle, w, w)
            if price < least:
                least, chosen = price, k
    state.cycle[w] = chosen
    return chosen > 0


@kernels.inner
def _concerned(layout: TransportLayout, nets: IntArray, o: int, w: int) -> int:
    """List `o`, `w` unless it is -1, and what they read in `nets` [O] int64; return how many."""
    count = 0
    for p in (o, w):
        if p < 0:
            continue
        for x in range(layout.begin[p] - 1, layout.begin[p + 1]):
            u = p if x < layout.begin[p] else layout.source[layout.touching[x]]
            known = False
            for z in range(count):
                known = known or nets[z] == u
            if not known:
                nets[count] = u
                count += 1
    return count


@kernels.inner
def _put(
    state: TransportState, o: int, site: int, k: int, w: int, other_site: int, other_k: int
) -> None:
    """Put `o` at a place and cycle, and `w`, unless it is -1, at the other ones."""
    state.site[o], state.cycle[o] = site, k
    if w >= 0:
        state.site[w], state.cycle[w] = other_site, other_k


@kernels.inner
def _count(
    layout: TransportLayout, state: TransportState, count: int, o: int, w: int, much: int
) -> tuple[int, int]:
    """Count what the first `count` of `state.nets` take, and the issues of `o` and `w`.

    `w` may be -1. Return the changes of what is above the room, and above the shared limits.
    """
    taken = 0
    for z in range(count):
        u = state.nets[z]
        taken += count_cells(layout, state, u, much)
    issues = _issue(layout, state, o, much)
    if w >= 0:
        issues += _issue(layout, state, w, much)
    return taken, issues


@kernels.inner
def _price_of(layout: TransportLayout, state: TransportState, o: int, w: int) -> float:
    """Return the price of `o`, and of `w` unless it is -1, each edge counted once."""
    price = price_at(layout, state.site, state.cycle, o, -1)
    if w >= 0:
        price += price_at(layout, state.site, state.cycle, w, o)
    return price


@kernels.inner
def _is_free(layout: TransportLayout, state: TransportState) -> bool:
    """Return whether no edge and no operation costs more than `layout.free`."""
    for e in range(len(layout.source)):
        if edge_price(layout, state.site, state.cycle, e) > layout.free:
            return False
    most = 0.0
    for o in range(len(state.site)):
        most = max(most, layout.own[o, layout.unit[state.site[o]]])
    return most <= layout.free


@kernels.outer
def sweep(
    layout: TransportLayout, state: TransportState, movements: int, hot: float, cold: float
) -> bool:
    """Try so many movements; return True once `_is_free` holds and nothing is above its limits.

    The temperature falls geometrically from `hot` to `cold`, in the unit of prices.
    """
    cooling = (cold / hot) ** (1.0 / movements)
    temperature = hot
    for _ in range(movements):
        temperature *= cooling
        o = np.random.randint(len(state.site))
        site, k = _propose(layout, state, o)
        old_site, old_k = state.site[o], state.cycle[o]
        if site < 0 or (site == old_site and k == old_k):
            continue
        slot, old_slot = k % layout.interval, old_k % layout.interval
        w = state.holder[site, slot]
        if w == o:
            w = -1
        w_site, w_k = 0, 0
        if w >= 0:
            if layout.latency[w, layout.unit[old_site]] == 0:
                continue
            w_site, w_k = site, state.cycle[w]
        before = _price_of(layout, state, o, w)
        state.site[o], state.cycle[o] = site, k
        new_k = 0
        if w >= 0:
            state.site[w] = old_site
            if not _displace(layout, state, w, old_slot):
                _put(state, o, old_site, old_k, w, w_site, w_k)
                continue
            new_k = state.cycle[w]
        change = _price_of(layout, state, o, w) - before
        most = -temperature * np.log(np.random.random() + 1e-300)
        # At best nothing is above its limits any more.
        if change - state.excess[0] - state.excess[1] > most:
            _put(state, o, old_site, old_k, w, w_site, w_k)
            continue
        nets = _concerned(layout, state.nets, o, w)
        _put(state, o, old_site, old_k, w, w_site, w_k)
        taken, issues = _count(layout, state, nets, o, w, -1)
        if change + taken + issues > most:
            _count(layout, state, nets, o, w, 1)
            continue
        _put(state, o, site, k, w, old_site, new_k)
        more_taken, more_issues = _count(layout, state, nets, o, w, 1)
        taken, issues = taken + more_taken, issues + more_issues
        change += taken + issues
        if change > most:
            _count(layout, state, nets, o, w, -1)
            _put(state, o, old_site, old_k, w, w_site, w_k)
            _count(layout, state, nets, o, w, 1)
            continue
        state.holder[old_site, old_slot] = w
        state.holder[site, slot] = o
        state.excess[0] += taken
        state.excess[1] += issues
        state.total[0] += change
        if state.total[0] < state.best[0] - 1e-6:
            _keep(state)
            if state.excess[0] + state.excess[1] == 0 and _is_free(layout, state):
                return True
    return False
