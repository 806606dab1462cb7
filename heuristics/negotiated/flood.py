"""Cheapest routes of a net, compiled by numba: forwards to a target, or backwards from a reader.

Only what costs at most `cap` is looked at; whoever finds nothing raises it. Forwards to a target,
the least price of the rest counts, too, except along the net's own cells, which cost nothing.
"""

from __future__ import annotations

import numpy as np

from heuristics.array import OWN
from heuristics.negotiated.compiled import inner
from heuristics.negotiated.price import own_price
from heuristics.negotiated.state import LONGEST, State
from heuristics.negotiated.wires import Sizes, Wires


@inner
def _offer(
    come: np.ndarray,
    come_stamp: np.ndarray,
    search: int,
    row: int,
    count: int,
    place: int,
    cost: float,
) -> bool:
    """Note a cost of arriving at layer * J + component, if that is the least of up to its hops."""
    for other in range(place % count, place + 1, count):
        if come_stamp[row + other] == search and come[row + other] <= cost:
            return False
    come_stamp[row + place] = search
    come[row + place] = cost
    return True


@inner
def _hold(held: np.ndarray, held_stamp: np.ndarray, search: int, row: int, cost: float) -> int:
    """Note a cost of being held; return 2 if it is the first, 1 if the least so far, else 0."""
    if held_stamp[row] == search:
        if held[row] <= cost:
            return 0
        held[row] = cost
        return 1
    held_stamp[row] = search
    held[row] = cost
    return 2


@inner
def read_cost(sizes: Sizes, state: State, j: int, k: int) -> float:
    """Return the cost of reading on a component in a cycle, after a search forwards."""
    count, search, found = sizes.components, state.stamps[1], np.inf
    row = (k - 1) * count + j
    if k > 0 and state.held_stamp[row] == search:
        found = state.held[row]
    for layer in range(sizes.layers):
        row = (k * sizes.layers + layer) * count + j
        if state.come_stamp[row] == search and state.come[row] < found:
            found = state.come[row]
    return found


@inner
def _hold_price(sizes: Sizes, wires: Wires, state: State, j: int, k: int, slot: int) -> float:
    """Return the price of holding the value at the end of a cycle."""
    unit = wires.begin[0] + slot * sizes.components + j
    if state.mark[j * sizes.cycles + k] == state.stamps[0]:
        return own_price(wires, state, unit)
    return state.price[unit]


@inner
def _store_price(sizes: Sizes, wires: Wires, state: State, j: int, k: int, slot: int) -> float:
    """Return the price of storing what arrives, without that of holding it."""
    if not wires.parts[1, j]:
        return 0.0
    unit = wires.begin[2] + slot * sizes.components + j
    if state.mark[(sizes.components + sizes.paths + j) * sizes.cycles + k] == state.stamps[0]:
        return own_price(wires, state, unit)
    return state.price[unit] + state.price[wires.begin[4]]


@inner
def flood(
    sizes: Sizes,
    wires: Wires,
    state: State,
    net: int,
    first: int,
    last: int,
    target: int,
    when: int,
    cap: float,
) -> float:
    """Search forwards, for arrivals until cycle `last`, and return the cost of reaching the target.

    An input can be had at home from cycle `first` on, a computed value where and when it is done.
    With a target and `when`, it is read there in that cycle; without `when` it may be collected
    there in any. Without a target (-1) the return value means nothing.
    """
    count, layers, kind, home = sizes.components, sizes.layers, wires.kind[net], wires.home[net]
    state.stamps[1] += 1
    search, stamp = state.stamps[1], state.stamps[0]
    held, held_stamp, held_from = state.held, state.held_stamp, state.held_from
    come, come_stamp, come_from = state.come, state.come_stamp, state.come_from
    price, mark, queue, queued = state.price, state.mark, state.queue, state.queued
    now_at, then_at, ring = state.now, state.then, len(state.queue)
    origin, found = home, np.inf
    if home < 0:
        origin = state.at[net]
        first = state.when[net] + wires.latency[net, origin] - 1
    if first < 0 or first > last or last >= sizes.cycles:
        return found
    _hold(held, held_stamp, search, first * count + origin, 0.0)
    held_from[first * count + origin] = -1
    then, then_at[0] = 1, origin
    for k in range(first + 1, last + 1):
        for n in range(then):
            now_at[n] = then_at[n]
        now, then, arrived, head, tail, n = then, 0, 0, 0, 0, 0
        slot, row = k % sizes.interval, k * layers * count
        first_unit = wires.begin[1] + slot * sizes.paths
        while n < now or head != tail:
            if n < now:
                s, layer, through = now_at[n], 0, 0
                before = held[(k - 1) * count + s]
                n += 1
            else:
                place = queue[head]
                head = head + 1 if head + 1 < ring else 0
                queued[place] = False
                s, layer, through = place % count, place // count, 1
                before = come[row + place]
            for r in range(wires.out_begin[s], wires.out_begin[s + 1]):
                t, h, further = wires.out[r, 1], wires.out[r, 2], layer + wires.out[r, 3]
                if further >= layers or not wires.admits[kind, t]:
                    continue
                if mark[(count + h) * sizes.cycles + k] == stamp:
                    paid = own_price(wires, state, first_unit + h)
                else:
                    paid = price[first_unit + h]
                cost = before + paid
                if cost > cap:
                    continue
                if target >= 0:
                    if paid > OWN and cost + wires.least[t, target] > cap:
                        continue
                    if when >= 0 and k - 1 + wires.travel[t, target] > when:
                        continue
                place = further * count + t
                if _offer(come, come_stamp, search, row, count, place, cost):
                    come_from[row + place] = 2 * r + through
                    if wires.parts[2, t] and not queued[place]:
                        queued[place] = True
                        queue[tail] = place
                        tail = tail + 1 if tail + 1 < ring else 0
                    if state.arrived_stamp[t] != search * sizes.cycles + k:
                        state.arrived_stamp[t] = search * sizes.cycles + k
                        state.arrived[arrived] = t
                        arrived += 1
        for n in range(now):
            s = now_at[n]
            if wires.parts[0, s] or not wires.holds[kind, s] or s == home:
                continue
            paid = _hold_price(sizes, wires, state, s, k, slot)
            cost = held[(k - 1) * count + s] + paid
            if cost > cap:
                continue
            if when >= 0 and k + wires.travel[s, target] > when:
                continue
            if target >= 0 and paid > OWN and cost + wires.least[s, target] > cap:
                continue
            _hold(held, held_stamp, search, k * count + s, cost)
            held_from[k * count + s] = -2
            then_at[then] = s
            then += 1
        for n in range(arrived):
            t = state.arrived[n]
            if not wires.stores[kind, t]:
                continue
            best, chosen = np.inf, 0
            for layer in range(layers):
                place = row + layer * count + t
                if come_stamp[place] == search and come[place] < best:
                    best, chosen = come[place], layer
            paid = _hold_price(sizes, wires, state, t, k, slot)
            paid += _store_price(sizes, wires, state, t, k, slot)
            cost = best + paid
            if cost > cap:
                continue
            if when >= 0 and k + wires.travel[t, target] > when:
                continue
            if target >= 0 and paid > 2 * OWN and cost + wires.least[t, target] > cap:
                continue
            better = _hold(held, held_stamp, search, k * count + t, cost)
            if better:
                held_from[k * count + t] = chosen
                if better == 2:
                    then_at[then] = t
                    then += 1
            if when < 0 and t == target and cost < found:
                found, cap = cost, min(cap, cost)
                state.some[0] = k
        if home >= 0 and k < last:
            if _hold(held, held_stamp, search, k * count + home, 0.0) == 2:
                then_at[then] = home
                then += 1
            held_from[k * count + home] = -1
        if then == 0:
            break
    if when >= 0:
        return read_cost(sizes, state, target, when)
    return found


@inner
def complete(
    sizes: Sizes,
    wires: Wires,
    state: State,
    net: int,
    reader: int,
    when: int,
    first: int,
    cap: float,
) -> None:
    """Search backwards from a reader; with `when` -1 - k from being collected until cycle k.

    Afterwards `held` has the least cost of what follows being held, from cycle `first` on. The net
    has no cells.
    """
    count, layers, kind = sizes.components, sizes.layers, wires.kind[net]
    state.stamps[1] += 1
    search = state.stamps[1]
    held, held_stamp, price = state.held, state.held_stamp, state.price
    come, come_stamp, queue, queued = state.come, state.come_stamp, state.queue, state.queued
    now_at, then_at, ring = state.now, state.then, len(state.queue)
    collected = when < 0
    last = -1 - when if collected else when
    then = 0
    if last >= sizes.cycles or last <= first:
        return
    if collected:
        _hold(held, held_stamp, search, last * count + reader, 0.0)
        then, then_at[0] = 1, reader
    for k in range(last, first, -1):
        for n in range(then):
            now_at[n] = then_at[n]
        now, then, head, tail = then, 0, 0, 0
        slot, row, previous = k % sizes.interval, k * layers * count, (k - 1) * count
        first_hold = wires.begin[0] + slot * count
        first_unit = wires.begin[1] + slot * sizes.paths
        first_store = wires.begin[2] + slot * count
        if (collected and k - 1 > first) or (k == last and not collected):
            _hold(held, held_stamp, search, previous + reader, 0.0)
            then, then_at[0] = 1, reader
        if k == last and not collected:
            _offer(come, come_stamp, search, row, count, reader, 0.0)
            tail, queue[0], queued[reader] = 1, reader, True
        for n in range(now):
            t = now_at[n]
            known = held[k * count + t]
            if t != reader or not collected:
                known += price[first_hold + t]
            if known > cap:
                continue
            if wires.stores[kind, t]:
                cost = known
                if wires.parts[1, t]:
                    cost += price[first_store + t] + price[wires.begin[4]]
                if cost <= cap and _offer(come, come_stamp, search, row, count, t, cost):
                    # Each component is in the queue at most once so far.
                    queued[t] = True
                    queue[tail] = t
                    tail += 1
            if wires.parts[0, t] or not wires.holds[kind, t]:
                continue
            if _hold(held, held_stamp, search, previous + t, known) == 2:
                then_at[then] = t
                then += 1
        while head != tail:
            place = queue[head]
            head = head + 1 if head + 1 < ring else 0
            queued[place] = False
            t, layer, after = place % count, place // count, come[row + place]
            for r in range(wires.into_begin[t], wires.into_begin[t + 1]):
                s, further = wires.into[r, 0], layer + wires.into[r, 3]
                if further >= layers or not wires.admits[kind, s]:
                    continue
                cost = after + price[first_unit + wires.into[r, 2]]
                if cost > cap:
                    continue
                can_hold = wires.holds[kind, s]
                if can_hold and _hold(held, held_stamp, search, previous + s, cost) == 2:
                    then_at[then] = s
                    then += 1
                place = further * count + s
                if (
                    wires.parts[2, s]
                    and _offer(come, come_stamp, search, row, count, place, cost)
                    and not queued[place]
                ):
                    queued[place] = True
                    queue[tail] = place
                    tail = tail + 1 if tail + 1 < ring else 0


@inner
def _note(sizes: Sizes, wires: Wires, state: State, e: int, length: int, place: int, k: int) -> int:
    """Add a cell to a route, and its unit; return the new length."""
    slot = k % sizes.interval
    if place < sizes.components:
        unit = wires.begin[0] + slot * sizes.components + place
    elif place < sizes.components + sizes.paths:
        unit = wires.begin[1] + slot * sizes.paths + place - sizes.components
    else:
        store = place - sizes.components - sizes.paths
        unit = wires.begin[2] + slot * sizes.components + store
    state.cells[e, length] = place * sizes.cycles + k
    state.units[e, length] = unit
    return length + 1


@inner
def trace(sizes: Sizes, wires: Wires, state: State, e: int, j: int, k: int, at_end: bool) -> bool:
    """Take down the cheapest route to where a search forwards has led, as that of an edge.

    It is read on component j in cycle k, or `at_end` held at its end. Returns False if it is too
    long.
    """
    count, layers, search = sizes.components, sizes.layers, state.stamps[1]
    length, layer, is_held = 0, -1, at_end
    if not at_end:
        row, best = (k - 1) * count + j, np.inf
        if state.held_stamp[row] == search:
            best, is_held = state.held[row], True
        for n in range(layers):
            row = (k * layers + n) * count + j
            if state.come_stamp[row] == search and state.come[row] < best:
                best, is_held, layer = state.come[row], False, n
        if is_held:
            k -= 1
    while length + 3 <= LONGEST:
        if is_held:
            origin = state.held_from[k * count + j]
            if origin == -1:
                if wires.home[wires.net[e]] < 0:
                    length = _note(sizes, wires, state, e, length, j, k)
                state.start[e], state.since[e], state.length[e] = j, k, length
                return True
            length = _note(sizes, wires, state, e, length, j, k)
            if origin == -2:
                k -= 1
                continue
            if wires.parts[1, j]:
                length = _note(sizes, wires, state, e, length, count + sizes.paths + j, k)
            layer = origin
        origin = state.come_from[(k * layers + layer) * count + j]
        r = origin // 2
        length = _note(sizes, wires, state, e, length, count + wires.out[r, 2], k)
        is_held = origin % 2 == 0
        j = wires.out[r, 0]
        if is_held:
            k -= 1
        else:
            layer -= wires.out[r, 3]
    return False
