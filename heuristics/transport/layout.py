"""A loop, an array and a placement by numbers, as the compiled functions read them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heuristics.modulo.loop import RESULT
from heuristics.modulo.machine import Kind
from heuristics.modulo.partial import Partial
from heuristics.transport.routes import (
    FAR,
    Cells,
    Prices,
    Pricing,
    Routes,
    arrival,
    rooms,
    routes_of,
)
from models.space_time.index_array import IntArray

NEAR = 4
"""Up to so many cycles later, lists say which units a value gets to without a move."""

LONGEST = 2
"""Transport is priced up to so many intervals."""


class TransportLayout(NamedTuple):
    """A loop on an array: O operations, E edges (reads and orders), N shared limits, U units that
    execute any operation, S places (the issue slots of a unit), J components, H paths.

    Times are in cycles, prices in issue slots. D is `LONGEST` intervals.
    """

    interval: int
    last: int
    """The last cycle in which operations may start."""
    free: float
    """What an edge or an operation costs at most that needs no better place."""
    component: IntArray
    """[U]: the component of a unit."""
    unit: IntArray
    """[S]: the unit of a place."""
    place: IntArray
    """[U + 1]: the first place of a unit."""
    able: IntArray
    """[O, S]: the places where an operation is executed, as many as `ables` says."""
    ables: IntArray
    """[O]: how many they are."""
    rarest: IntArray
    """[O]: the operations, those with the fewest places first."""
    latency: IntArray
    """[O, U]: 0 where an operation is not executed."""
    begin: IntArray
    """[O + 1]: where in `touching` the edges of an operation begin."""
    touching: IntArray
    """[2E]: edges."""
    source: IntArray
    """[E]: the operation that computes what is read, or that comes first."""
    target: IntArray
    """[E]: the other one."""
    shift: IntArray
    """[E]: how many cycles later than its target's cycle an edge is read."""
    kind: IntArray
    """[E]: which of the prices are those of an edge; 0 for orders."""
    own: Prices
    """[O, U]: what inputs and results of an operation cost."""
    price: Prices
    """[kinds, U, U, D + 1]: what transport costs, by the cycles that there are for it."""
    first: NDArray[np.int32]
    """[kinds * U * U * (D + 1) + 1]: where the cells that a route takes begin."""
    cell_of: NDArray[np.int32]
    """[C]: the resource of a cell, a component or J plus a path."""
    cell_after: NDArray[np.int16]
    """[C]: how many cycles after the value is computed."""
    room: IntArray
    """[J + H]: how many values a resource has room for."""
    near: IntArray
    """[NEAR, 2, U, U]: units where a value of a unit is read without a move after 1, 2, … cycles,
    and those that it can come from."""
    nears: IntArray
    """[NEAR, 2, U]: how many they are."""
    counted: NDArray[np.bool_]
    """[O, N, U]: whether a limit counts an operation on a unit."""
    at_most: IntArray
    """[N]: how many operations a limit allows in a slot."""


class TransportState(NamedTuple):
    """A placement on a `TransportLayout`, and what it uses; II slots."""

    site: IntArray
    """[O]: the place of each operation."""
    cycle: IntArray
    """[O]: the cycle in which it starts."""
    holder: IntArray
    """[S, II]: the operation of each place and slot, or -1."""
    issued: IntArray
    """[N, II]: how many operations each shared limit has."""
    taken: IntArray
    """[J + H, II]: how many values each resource has."""
    excess: IntArray
    """[2]: by how many values resources are above their room, and shared limits by operations."""
    total: NDArray[np.float64]
    """[1]: the price of the placement, with what is above the limits."""
    best: NDArray[np.float64]
    """[1]: the least price so far."""
    best_site: IntArray
    """[O]: the places at that price."""
    best_cycle: IntArray
    """[O]: the cycles at that price."""
    nets: IntArray
    """[O]: operations whose values a movement concerns."""
    seen: IntArray
    """[J + H, D + 1]: the `stamp` of the value that was last counted there."""
    stamp: IntArray
    """[1]: how many values have been counted."""


def layout_of(part: Partial, pricing: Pricing) -> TransportLayout:
    """Return the numbers of an empty schedule."""
    loop, index = part.loop, part.index
    latencies = np.array(part.latency, dtype=np.int64).reshape(loop.operations, -1)
    units = np.flatnonzero((latencies > 0).any(axis=0))
    arch = index.problem.arch
    issue = np.minimum([arch.components[j].issue for j in units], loop.operations)
    unit = np.repeat(np.arange(len(units)), issue)
    latency = latencies[:, units]
    able = np.zeros((loop.operations, len(unit)), dtype=np.int64)
    ables = (latency[:, unit] > 0).sum(axis=1)
    for o in range(loop.operations):
        able[o, : ables[o]] = np.flatnonzero(latency[o, unit] > 0)
    longest = LONGEST * part.interval
    kinds: dict[int, int] = {}
    routes, cells = [_anywhere(len(units), longest)], Cells()
    for kind in part.kinds[: loop.operations]:
        if id(kind) not in kinds:
            kinds[id(kind)] = len(routes)
            routes.append(
                routes_of(part.machine, part.interval, pricing, kind, units, longest, cells)
            )
    edges = _edges(part, kinds)
    begin, touching = _touching(loop.operations, edges)
    source, target, shift, kind_of = edges.T
    price = np.stack([w.price for w in routes])
    near, nears = _near(price[1:].min(axis=0) if len(routes) > 1 else price[0], pricing.move)
    counted = np.zeros((loop.operations, len(arch.shared), len(units)), dtype=np.bool_)
    for o, limits in enumerate(part.limited):
        for n, members in limits:
            counted[o, n] = np.isin(units, members)
    starts = [part.end - int(row[row > 0].max()) for row in latencies]
    return TransportLayout(
        part.interval,
        max(min(max(part.when.last) + 2 * part.interval, *starts), 1),
        FAR - 0.1 if pricing.counted else pricing.move - 0.1,
        units,
        unit,
        np.concatenate(([0], np.cumsum(issue))),
        able,
        ables,
        np.argsort(ables, kind="stable"),
        latency,
        begin,
        touching,
        source.copy(),
        target.copy(),
        shift.copy(),
        kind_of.copy(),
        _own(part, pricing, units, [routes[kinds[id(k)]] for k in part.kinds[: loop.operations]]),
        price,
        np.concatenate([*(w.first.ravel() for w in routes), [len(cells.of)]]).astype(np.int32),
        np.array(cells.of, dtype=np.int32),
        np.array(cells.after, dtype=np.int16),
        rooms(part.machine),
        near,
        nears,
        counted,
        np.array([limit.at_most for limit in arch.shared], dtype=np.int64),
    )


def _anywhere(units: int, longest: int) -> Routes:
    """What an order costs: nothing, once there has been time."""
    price = np.zeros((units, units, longest + 1), dtype=np.float32)
    price[:, :, 0] = FAR
    none = np.zeros(price.shape, dtype=np.int32)
    return Routes(price, none, np.zeros(units, dtype=np.float32))


def _edges(part: Partial, kinds: dict[int, int]) -> IntArray:
    """[E, 4]: source, target, shift, and kind; 0 is the kind of what is only an order."""
    loop, rows = part.loop, []
    for edge in loop.edges:
        if edge.reader not in (RESULT, edge.net) and edge.net < loop.operations:
            kind: Kind = part.kinds[edge.net]
            rows.append((edge.net, edge.reader, edge.distance * part.interval, kinds[id(kind)]))
    for orders in loop.befores:
        for order in orders:
            if order.before != order.after:
                shift = order.distance * part.interval - order.extra
                rows.append((order.before, order.after, shift, 0))
    return np.array(rows, dtype=np.int64).reshape(-1, 4)


def _touching(operations: int, edges: IntArray) -> tuple[IntArray, IntArray]:
    own: list[list[int]] = [[] for _ in range(operations)]
    for e, (source, target, _, _) in enumerate(edges.tolist()):
        own[source].append(e)
        own[target].append(e)
    begin = np.cumsum([0, *(len(some) for some in own)])
    return begin, np.array([e for some in own for e in some], dtype=np.int64)


def _near(price: Prices, move: float) -> tuple[IntArray, IntArray]:
    """[NEAR, 2, U, U] units without a move, forwards and backwards; [NEAR, 2, U] how many."""
    count = len(price)
    near = np.zeros((NEAR, 2, count, count), dtype=np.int64)
    nears = np.zeros((NEAR, 2, count), dtype=np.int64)
    for d in range(NEAR):
        free = price[:, :, min(d + 1, price.shape[2] - 1)] < move
        for side, table in enumerate((free, free.T)):
            for a in range(count):
                found = np.flatnonzero(table[a])
                near[d, side, a, : len(found)] = found
                nears[d, side, a] = len(found)
    return near, nears


def _own(part: Partial, pricing: Pricing, units: IntArray, routes: list[Routes]) -> Prices:
    loop = part.loop
    own = np.zeros((loop.operations, len(units)), dtype=np.float32)
    cycles = part.reach + part.interval
    known: dict[tuple[int, ...], Prices] = {}
    for edge in loop.edges:
        if edge.reader == RESULT and edge.net < loop.operations:
            own[edge.net] += routes[edge.net].leave
        elif edge.reader != RESULT and edge.net >= loop.operations:
            homes = [j for j, _ in part.homes.get(loop.value[edge.net], ())]
            kind = part.kinds[edge.net]
            key = (id(kind), *homes)
            if key not in known:
                known[key] = arrival(
                    part.machine, part.interval, pricing, kind, homes, units, cycles
                )
            own[edge.reader] += known[key]
    return own


def state_of(layout: TransportLayout) -> TransportState:
    """Return the state of a placement before there is one."""
    operations, slots = len(layout.able), layout.interval

    def table(*shape: int) -> IntArray:
        return np.zeros(shape, dtype=np.int64)

    return TransportState(
        table(operations),
        table(operations),
        table(len(layout.unit), slots),
        table(len(layout.at_most), slots),
        table(len(layout.room), slots),
        table(2),
        np.zeros(1),
        np.zeros(1),
        table(operations),
        table(operations),
        table(operations),
        table(len(layout.room), layout.price.shape[3]),
        table(1),
    )
