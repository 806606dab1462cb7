"""Simulated annealing of placements by price: an operation moves, or two change places. Compiled.

Every place of the array is free or has one operation, so that a movement to a place that is taken
sends the operation there to where the other came from, in the cycle of that slot that suits it.
"""

from __future__ import annotations

import numpy as np

from heuristics.transport.compiled import inner, outer
from heuristics.transport.price import count_cells, edge_price, price_at

CLOSE = 0.6
"""The share of movements to where an operand or a reader is near."""

BEHIND = 2
"""The cycles tried for what gives way: from so many intervals earlier on."""


@inner
def _issue(layout, state, o, much):
    """Count the issue of o, or take it back; return the change of what is too much."""
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


@inner
def _keep(state):
    """Note the placement as the best so far."""
    state.best[0] = state.total[0]
    for o in range(len(state.site)):
        state.best_site[o], state.best_cycle[o] = state.site[o], state.cycle[o]


@outer
def begin(layout, state, seed):
    """Place every operation at random where none is; return False where one finds no place.

    Those with the fewest places to choose from are first.
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


@inner
def _propose(layout, state, o):
    """Another place and cycle for o: near what it reads or what reads it, or anywhere."""
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
        row, way = min(waited, len(layout.near)) - 1, 0 if behind else 1
        if layout.nears[row, way, a] > 0:
            b = layout.near[row, way, a, np.random.randint(layout.nears[row, way, a])]
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


@inner
def _give_way(layout, state, w, slot):
    """Set the cycle of w, which has its new place, to the one of this slot that costs least."""
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


@inner
def _concerned(layout, nets, o, w):
    """List o and w, if there is one, and whatever they read; return how many."""
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


@inner
def _put(state, o, site, k, w, other_site, other_k):
    state.site[o], state.cycle[o] = site, k
    if w >= 0:
        state.site[w], state.cycle[w] = other_site, other_k


@inner
def _count(layout, state, count, o, w, much):
    """Count what resources and limits have; return the changes of what is too much."""
    taken = 0
    for z in range(count):
        u = state.nets[z]
        taken += count_cells(layout, state, u, much)
    issues = _issue(layout, state, o, much)
    if w >= 0:
        issues += _issue(layout, state, w, much)
    return taken, issues


@inner
def _price_of(layout, state, o, w):
    price = price_at(layout, state.site, state.cycle, o, -1)
    if w >= 0:
        price += price_at(layout, state.site, state.cycle, w, o)
    return price


@inner
def _is_free(layout, state):
    """Whether there is a way for everything."""
    for e in range(len(layout.source)):
        if edge_price(layout, state.site, state.cycle, e) > layout.free:
            return False
    most = 0.0
    for o in range(len(state.site)):
        most = max(most, layout.own[o, layout.unit[state.site[o]]])
    return most <= layout.free


@outer
def sweep(layout, state, movements, hot, cold):
    """Try so many movements while it gets colder; return True once everything is for nothing."""
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
            if not _give_way(layout, state, w, old_slot):
                _put(state, o, old_site, old_k, w, w_site, w_k)
                continue
            new_k = state.cycle[w]
        change = _price_of(layout, state, o, w) - before
        most = -temperature * np.log(np.random.random() + 1e-300)
        # At best nothing is too much any more.
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
