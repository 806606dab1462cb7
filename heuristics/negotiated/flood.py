"""Cheapest routes of a net: forwards to a target, or backwards from a reader.

Routes cost at most `cap`; a search that finds none is repeated with a larger cap. Forwards to a
target, the least price of the rest counts, too, except along the net's own cells, which cost
nothing.
"""

from __future__ import annotations

import numpy as np

from heuristics.array import OWN, SPAN
from heuristics.negotiated.price import cell_price
from heuristics.negotiated.state import START, STEPS, Search, Units
from heuristics.negotiated.stays import hold_price, shorter, younger
from heuristics.negotiated.wires import ADMITTED, HELD, STORED, Ways
from shell.compiled import inner

DETOUR = 16.0
"""The most that a route may cost more on an empty array, by going through another component, than
the cheapest way between where it begins and where an operation is or was."""


@inner
def read_cost(ways: Ways, search: Search, j: int, k: int) -> float:
    """Return the cost of reading on a component in a cycle that a search has reached."""
    count, layers = ways.components, ways.layers
    row = k * (layers + 1) * count + j
    found = search.cost[row - count]
    for layer in range(layers):
        found = min(found, search.cost[row + layer * count])
    return found


@inner
def _is_worse(search: Search, row: int, layer: int, count: int, t: int, cost: float) -> bool:
    """Whether arriving costs no less than after at most as many hops."""
    found = False
    for n in range(layer + 1):
        found |= search.cost[row + n * count + t] <= cost
    return found


@inner
def flood(
    ways: Ways,
    units: Units,
    search: Search,
    kind: int,
    begun: int,
    is_input: bool,
    first: int,
    last: int,
    target: int,
    when: int,
    cap: float,
    near: int,
) -> float:
    """Search forwards, for arrivals until cycle `last`, and return the cost of reaching the target.

    The value can be had where it has `begun` in cycle `first`, an input from then on. With a target
    and `when`, it is read there in that cycle; with `when` -1 it may be collected there in any, and
    the one is noted. Without a target (-1) the return value means nothing.
    """
    count, layers = ways.components, ways.layers
    width, top, ring = (layers + 1) * count, layers * count, len(search.queue)
    cost, origin, now, then = search.cost, search.origin, search.now, search.then
    since, stored, entry, left = search.since, search.stored, search.entry, search.left
    queue, queued, found = search.queue, search.queued, np.inf
    limit = ways.least[begun, near] + DETOUR
    for n in range(first * width, (last + 1) * width):
        cost[n] = np.inf
    for j in range(count):
        search.met[j] = -1
    if ways.limited:
        for n in range(first * count, (last + 1) * count):
            entry[n] = np.inf
    cost[first * width + top + begun] = entry[first * count + begun] = 0.0
    since[first * count + begun], stored[first * count + begun] = first, START
    many, then[0], collected = 1, begun, -1
    for k in range(first + 1, last + 1):
        for n in range(many):
            now[n] = then[n]
        row, cells, holding, n = k * width, k * ways.places, many, 0
        before, many, arrived, head, tail = row - count, 0, 0, 0, 0
        while n < holding or head != tail:
            if n < holding:
                s, layer, through = now[n], 0, 0
                known = cost[before + s]
                n += 1
            else:
                place = queue[head]
                head = head + 1 if head + 1 < ring else 0
                queued[place] = False
                s, layer, through = place % count, place // count, 1
                known = cost[row + place]
            search.work[STEPS] += ways.out_begin[s + 1] - ways.out_begin[s]
            for r in range(ways.out_begin[s], ways.out_begin[s + 1]):
                t, further = ways.out[r, 1], layer + ways.out[r, 3]
                if further >= layers or not ways.rights[ADMITTED, kind, t]:
                    continue
                paid = cell_price(units, cells + count + ways.out[r, 2])
                total = known + paid
                if total > cap or _is_worse(search, row, further, count, t, total):
                    continue
                if target >= 0 and paid > OWN and total + ways.least[t, target] > cap:
                    continue
                if paid > OWN and ways.least[begun, t] + ways.least[t, near] > limit:
                    continue
                if when >= 0 and k - 1 + ways.travel[t, target] > when:
                    continue
                place = further * count + t
                cost[row + place], origin[row + place] = total, 2 * r + through
                left[place] = left[layer * count + s] if through else s
                if ways.switch[t] and not queued[place]:
                    queued[place] = True
                    queue[tail] = place
                    tail = tail + 1 if tail + 1 < ring else 0
                if search.met[t] != k:
                    search.met[t] = k
                    search.arrived[arrived] = t
                    arrived += 1
        for n in range(holding + arrived):
            # First what is kept, then what arrives.
            is_kept = n < holding
            t = now[n] if is_kept else search.arrived[n - holding]
            known, chosen, beginning, here = cost[before + t], 0, k, k * count + t
            limited = ways.stay[t] < SPAN
            paid = hold_price(units, cells + t, limited)
            if is_kept:
                if ways.transient[t] or not ways.rights[HELD, kind, t] or (is_input and t == begun):
                    continue
                beginning = since[here - count]
                if limited and k - beginning >= ways.stay[t]:
                    known, beginning = younger(ways, units, search, t, k)
            else:
                if not ways.rights[STORED, kind, t]:
                    continue
                known = np.inf
                for layer in range(layers):
                    if cost[row + layer * count + t] < known:
                        known, chosen = cost[row + layer * count + t], layer
                if limited and left[chosen * count + t] == t:
                    # What comes back at once has not been away.
                    continue
                if ways.routing_issues[t]:
                    paid += cell_price(units, cells + count + ways.paths + t)
            total = known + paid
            if not is_kept:
                stored[here], entry[here] = chosen, total
            if total > cap or total >= cost[row + top + t]:
                continue
            if target >= 0 and paid > 2.0 * OWN and total + ways.least[t, target] > cap:
                continue
            if when >= 0 and k + ways.travel[t, target] > when:
                continue
            if cost[row + top + t] == np.inf:
                then[many] = t
                many += 1
            cost[row + top + t], since[here] = total, beginning
            if when < 0 and t == target and not is_kept and total < found:
                found, cap, collected = total, min(cap, total), k
        if is_input and k < last:
            if cost[row + top + begun] == np.inf:
                then[many] = begun
                many += 1
            cost[row + top + begun] = entry[k * count + begun] = 0.0
            since[k * count + begun], stored[k * count + begun] = k, START
        if many == 0:
            break
    if when >= 0:
        return read_cost(ways, search, target, when)
    search.collected[0] = collected
    return found


@inner
def complete(
    ways: Ways,
    units: Units,
    search: Search,
    kind: int,
    reader: int,
    collected: bool,
    first: int,
    last: int,
    cap: float,
    near: int,
) -> None:
    """Search backwards from a reader in cycle `last`, or from being `collected` until then.

    Afterwards states of being held, from cycle `first` on, have the least costs of what follows.
    The net has no cells.
    """
    count, layers = ways.components, ways.layers
    width, top, ring = (layers + 1) * count, layers * count, len(search.queue)
    cost, now, then, queue, queued = (
        search.cost,
        search.now,
        search.then,
        search.queue,
        search.queued,
    )
    since, entry = search.since, search.entry
    limit = ways.least[near, reader] + DETOUR
    for n in range(first * width, (last + 1) * width):
        cost[n] = np.inf
    if ways.limited:
        for n in range(first * count, (last + 1) * count):
            entry[n] = np.inf
    many = 0
    if collected:
        cost[last * width + top + reader] = entry[last * count + reader] = 0.0
        since[last * count + reader] = last
        many, then[0] = 1, reader
    for k in range(last, first, -1):
        for n in range(many):
            now[n] = then[n]
        row, cells, holding = k * width, k * ways.places, many
        before, many, head, tail = row - count, 0, 0, 0
        if collected or k == last:
            cost[before + reader] = entry[(k - 1) * count + reader] = 0.0
            since[(k - 1) * count + reader] = k - 1
            many, then[0] = 1, reader
        if not collected and k == last:
            cost[row + reader] = 0.0
            tail, queue[0], queued[reader] = 1, reader, True
        for n in range(holding):
            t = now[n]
            known = cost[row + top + t]
            if t != reader or not collected:
                known += units.price[units.unit[cells + t]]
            if known > cap:
                continue
            if ways.rights[STORED, kind, t]:
                total = known
                if ways.routing_issues[t]:
                    total += units.price[units.unit[cells + count + ways.paths + t]]
                if total <= cap and total < cost[row + t]:
                    cost[row + t] = total
                    if not queued[t]:
                        queued[t] = True
                        queue[tail] = t
                        tail += 1
            if ways.transient[t] or not ways.rights[HELD, kind, t]:
                continue
            until = since[k * count + t]
            if until - k + 1 >= ways.stay[t]:
                known, until = shorter(ways, units, search, t, k)
            if known <= cap and known < cost[before + t]:
                if cost[before + t] == np.inf:
                    then[many] = t
                    many += 1
                cost[before + t], since[(k - 1) * count + t] = known, until
        while head != tail:
            place = queue[head]
            head = head + 1 if head + 1 < ring else 0
            queued[place] = False
            t, layer, known = place % count, place // count, cost[row + place]
            search.work[STEPS] += ways.into_begin[t + 1] - ways.into_begin[t]
            for r in range(ways.into_begin[t], ways.into_begin[t + 1]):
                s, further = ways.into[r, 0], layer + ways.into[r, 3]
                if further >= layers or not ways.rights[ADMITTED, kind, s]:
                    continue
                total = known + units.price[units.unit[cells + count + ways.into[r, 2]]]
                if total > cap or ways.least[near, s] + ways.least[s, reader] > limit:
                    continue
                if ways.rights[HELD, kind, s]:
                    here = (k - 1) * count + s
                    if ways.limited:
                        entry[here] = min(entry[here], total)
                    if total < cost[before + s]:
                        if cost[before + s] == np.inf:
                            then[many] = s
                            many += 1
                        cost[before + s], since[here] = total, k - 1
                place = further * count + s
                if ways.switch[s] and not _is_worse(search, row, further, count, s, total):
                    cost[row + place] = total
                    if not queued[place]:
                        queued[place] = True
                        queue[tail] = place
                        tail = tail + 1 if tail + 1 < ring else 0
