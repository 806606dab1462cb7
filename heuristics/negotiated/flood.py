"""Cheapest routes of a net, compiled by numba: forwards to a target, or backwards from a reader.

Only what costs at most `cap` is looked at; whoever finds nothing doubles it. Forwards to a target,
the least price of the rest counts, too, except along the net's own cells: these lead on without cost.
"""

from __future__ import annotations

import numpy as np

from heuristics.array import OWN
from heuristics.negotiated.compiled import inner
from heuristics.negotiated.price import hold_price, path_price, store_price
from heuristics.negotiated.state import LONGEST, State
from heuristics.negotiated.wires import Sizes, Wires


@inner
def _offer(sizes: Sizes, state: State, k: int, place: int, cost: float, origin: int) -> bool:
    """Note a cost of arriving at layer * J + component; return whether it is the least so far."""
    count = sizes.components
    j, row, search = place % count, k * sizes.layers * count, state.stamps[1]
    for other in range(j, place + 1, count):
        if state.come_stamp[row + other] == search and state.come[row + other] <= cost:
            return False
    state.come_stamp[row + place] = search
    state.come[row + place] = cost
    state.come_from[row + place] = origin
    return True


@inner
def _push(sizes: Sizes, state: State, place: int, tail: int) -> int:
    """Put a state into the queue, unless it is there; return the new tail."""
    if state.queued[place]:
        return tail
    state.queued[place] = True
    state.queue[tail] = place
    return (tail + 1) % len(state.queue)


@inner
def _hold(state: State, row: int, cost: float, origin: int, then: int, j: int) -> int:
    """Note a cost of being held; return the new number of components that hold the value."""
    search = state.stamps[1]
    if state.held_stamp[row] == search:
        if state.held[row] <= cost:
            return then
    else:
        state.held_stamp[row] = search
        state.then[then] = j
        then += 1
    state.held[row] = cost
    state.held_from[row] = origin
    return then


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
    With a target and `when`, it is read there in that cycle; without `when` it may be collected there in
    any. Without a target (-1) the return value means nothing.
    """
    count, layers, kind, home = sizes.components, sizes.layers, wires.kind[net], wires.home[net]
    state.stamps[1] += 1
    origin, found = home, np.inf
    if home < 0:
        origin = state.at[net]
        first = state.when[net] + wires.latency[net, origin] - 1
    if first < 0 or first > last or last >= sizes.cycles:
        return found
    then = _hold(state, first * count + origin, 0.0, -1, 0, origin)
    for k in range(first + 1, last + 1):
        for n in range(then):
            state.now[n] = state.then[n]
        now, then, arrived, head, tail = then, 0, 0, 0, 0
        n = 0
        while n < now or head != tail:
            if n < now:
                s, layer, through = state.now[n], 0, 0
                before = state.held[(k - 1) * count + s]
                n += 1
            else:
                place = state.queue[head]
                head = (head + 1) % len(state.queue)
                state.queued[place] = False
                s, layer, through = place % count, place // count, 1
                before = state.come[k * layers * count + place]
            for r in range(wires.out_begin[s], wires.out_begin[s + 1]):
                t, further = wires.out_target[r], layer + wires.out_hops[r]
                if further >= layers or not wires.admits[kind, t]:
                    continue
                price = path_price(sizes, wires, state, wires.out_path[r], k)
                cost = before + price
                if cost > cap:
                    continue
                if target >= 0:
                    if price > OWN and cost + wires.least[t, target] > cap:
                        continue
                    if when >= 0 and k - 1 + wires.travel[t, target] > when:
                        continue
                place = further * count + t
                if _offer(sizes, state, k, place, cost, 2 * r + through):
                    if wires.parts[2, t]:
                        tail = _push(sizes, state, place, tail)
                    stamp = state.stamps[1] * sizes.cycles + k
                    if state.arrived_stamp[t] != stamp:
                        state.arrived_stamp[t] = stamp
                        state.arrived[arrived] = t
                        arrived += 1
        for n in range(now):
            s = state.now[n]
            if wires.parts[0, s] or not wires.holds[kind, s] or s == home:
                continue
            price = hold_price(sizes, wires, state, s, k)
            cost = state.held[(k - 1) * count + s] + price
            if cost > cap:
                continue
            if when >= 0:
                if k + wires.travel[s, target] > when:
                    continue
                if price > OWN and cost + wires.least[s, target] > cap:
                    continue
            then = _hold(state, k * count + s, cost, -2, then, s)
        for n in range(arrived):
            t = state.arrived[n]
            if not wires.stores[kind, t]:
                continue
            best, chosen = np.inf, 0
            for layer in range(layers):
                row = (k * layers + layer) * count + t
                if state.come_stamp[row] == state.stamps[1] and state.come[row] < best:
                    best, chosen = state.come[row], layer
            price = hold_price(sizes, wires, state, t, k) + store_price(sizes, wires, state, t, k)
            cost = best + price
            if cost > cap:
                continue
            if when >= 0:
                if k + wires.travel[t, target] > when:
                    continue
                if price > 2 * OWN and cost + wires.least[t, target] > cap:
                    continue
            then = _hold(state, k * count + t, cost, chosen, then, t)
            if when < 0 and t == target and cost < found:
                found = cost
                cap = min(cap, cost)
                state.some[0] = k
        if home >= 0 and k < last:
            then = _hold(state, k * count + home, 0.0, -1, then, home)
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
    """Search backwards from a reader, or with `when` -1 - k from being collected until cycle k.

    Afterwards `held` has the least cost of what follows being held, from cycle `first` on.
    """
    count, layers, kind = sizes.components, sizes.layers, wires.kind[net]
    state.stamps[1] += 1
    collected = when < 0
    last = -1 - when if collected else when
    then = 0
    if last >= sizes.cycles or last <= first:
        return
    if collected:
        then = _hold(state, last * count + reader, 0.0, -1, 0, reader)
    for k in range(last, first, -1):
        for n in range(then):
            state.now[n] = state.then[n]
        now, then, head, tail = then, 0, 0, 0
        if k == last and not collected:
            _offer(sizes, state, k, reader, 0.0, 0)
            tail = _push(sizes, state, reader, tail)
            then = _hold(state, (k - 1) * count + reader, 0.0, -1, then, reader)
        for n in range(now):
            t = state.now[n]
            known = state.held[k * count + t]
            hold = hold_price(sizes, wires, state, t, k)
            if t == reader and collected:
                hold = 0.0
            if wires.stores[kind, t]:
                cost = known + hold + store_price(sizes, wires, state, t, k)
                if cost <= cap and _offer(sizes, state, k, t, cost, 0):
                    tail = _push(sizes, state, t, tail)
            if not wires.parts[0, t] and wires.holds[kind, t] and known + hold <= cap:
                then = _hold(state, (k - 1) * count + t, known + hold, -2, then, t)
        while head != tail:
            place = state.queue[head]
            head = (head + 1) % len(state.queue)
            state.queued[place] = False
            t, layer = place % count, place // count
            after = state.come[k * layers * count + place]
            for r in range(wires.into_begin[t], wires.into_begin[t + 1]):
                s, further = wires.into_source[r], layer + wires.into_hops[r]
                if further >= layers or not wires.admits[kind, s]:
                    continue
                cost = after + path_price(sizes, wires, state, wires.into_path[r], k)
                if cost > cap:
                    continue
                if wires.holds[kind, s]:
                    then = _hold(state, (k - 1) * count + s, cost, 0, then, s)
                if wires.parts[2, s]:
                    place = further * count + s
                    if _offer(sizes, state, k, place, cost, 0):
                        tail = _push(sizes, state, place, tail)
        if collected and k - 1 > first:
            then = _hold(state, (k - 1) * count + reader, 0.0, -1, then, reader)


@inner
def trace(sizes: Sizes, wires: Wires, state: State, e: int, j: int, k: int, at_end: bool) -> bool:
    """Take down the cheapest route to where a search forwards has led, as that of an edge.

    It is read on component j in cycle k, or `at_end` held at its end. Returns False if it is too
    long.
    """
    count, layers, search = sizes.components, sizes.layers, state.stamps[1]
    first_path, first_store = count * sizes.cycles, (count + sizes.paths) * sizes.cycles
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
                    state.cells[e, length] = j * sizes.cycles + k
                    length += 1
                state.start[e], state.since[e], state.length[e] = j, k, length
                return True
            state.cells[e, length] = j * sizes.cycles + k
            length += 1
            if origin == -2:
                k -= 1
                continue
            if wires.parts[1, j]:
                state.cells[e, length] = first_store + j * sizes.cycles + k
                length += 1
            layer = origin
        origin = state.come_from[(k * layers + layer) * count + j]
        r = origin // 2
        state.cells[e, length] = first_path + wires.out_path[r] * sizes.cycles + k
        length += 1
        is_held = origin % 2 == 0
        j = wires.out_source[r]
        if is_held:
            k -= 1
        else:
            layer -= wires.out_hops[r]
    return False
