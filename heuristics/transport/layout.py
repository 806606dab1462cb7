"""A loop and an array by numbers, as the compiled functions read them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heuristics.modulo.loop import RESULT
from heuristics.modulo.machine import Kind
from heuristics.modulo.partial import Partial
from heuristics.transport.ways import FAR, Cells, Prices, Pricing, Ways, arrival, rooms, ways_of
from models.space_time.index_array import IntArray

NEAR = 4
"""Up to so many cycles later, lists say which units a value gets to for nothing."""

LONGEST = 2
"""Transport is priced up to so many intervals."""


class Layout(NamedTuple):
    """O operations, U units that execute any of them, E edges, N shared limits, S places.

    A place is one of the issue slots that a unit has in every cycle. `last` is the last cycle in
    which operations may start, `free` what an edge costs at most that needs nothing better; `shift`
    [E] how much later than its reader's cycle an edge is read; `kind` [E] which prices are those of
    an edge; `own` [O, U] what inputs and results cost. `near` [NEAR, 2, U, U] lists the units where
    a value of a unit can be read without a move after 1, 2, … cycles, and those that it can come
    from; `nears` how many. `at_most` [N] limits what `counted` [O, N, U] has in a slot.
    """

    interval: int
    last: int
    free: float
    component: IntArray  # [U]
    unit: IntArray  # [S]
    place: IntArray  # [U + 1], the first place of a unit
    able: IntArray  # [O, S]
    ables: IntArray  # [O]
    rarest: IntArray  # [O], operations by how many places they have
    latency: IntArray  # [O, U]; 0 where it cannot be executed
    begin: IntArray  # [O + 1]
    touching: IntArray  # edges of operation o from begin[o] on
    source: IntArray  # [E]
    target: IntArray  # [E]
    shift: IntArray  # [E]
    kind: IntArray  # [E]
    own: Prices
    price: Prices  # [kinds, U, U, D + 1]
    first: NDArray[np.int32]  # [kinds * U * U * (D + 1) + 1], of the cells that a way takes
    cell_of: NDArray[np.int32]  # the resource of a cell
    cell_after: NDArray[np.int16]  # how many cycles after the value is there
    room: IntArray  # [J + H], of each resource
    near: IntArray
    nears: IntArray
    counted: NDArray[np.bool_]
    at_most: IntArray


def layout_of(part: Partial, pricing: Pricing) -> Layout:
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
    ways, cells = [_anywhere(len(units), longest)], Cells()
    for kind in part.kinds[: loop.operations]:
        if id(kind) not in kinds:
            kinds[id(kind)] = len(ways)
            ways.append(ways_of(part.machine, part.interval, pricing, kind, units, longest, cells))
    edges = _edges(part, kinds)
    begin, touching = _touching(loop.operations, edges)
    source, target, shift, kind_of = edges.T
    price = np.stack([w.price for w in ways])
    near, nears = _near(price[1:].min(axis=0) if len(ways) > 1 else price[0], pricing.move)
    counted = np.zeros((loop.operations, len(arch.shared), len(units)), dtype=np.bool_)
    for o, limits in enumerate(part.limited):
        for n, members in limits:
            counted[o, n] = np.isin(units, members)
    starts = [part.end - int(row[row > 0].max()) for row in latencies]
    return Layout(
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
        _own(part, pricing, units, [ways[kinds[id(k)]] for k in part.kinds[: loop.operations]]),
        price,
        np.concatenate([*(w.first.ravel() for w in ways), [len(cells.of)]]).astype(np.int32),
        np.array(cells.of, dtype=np.int32),
        np.array(cells.after, dtype=np.int16),
        rooms(part.machine),
        near,
        nears,
        counted,
        np.array([limit.at_most for limit in arch.shared], dtype=np.int64),
    )


def _anywhere(units: int, longest: int) -> Ways:
    """What an order costs: nothing, once there has been time."""
    price = np.zeros((units, units, longest + 1), dtype=np.float32)
    price[:, :, 0] = FAR
    none = np.zeros(price.shape, dtype=np.int32)
    return Ways(price, none, np.zeros(units, dtype=np.float32))


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
    """[NEAR, 2, U, U] units for nothing, forwards and backwards; [NEAR, 2, U] how many."""
    count = len(price)
    near = np.zeros((NEAR, 2, count, count), dtype=np.int64)
    nears = np.zeros((NEAR, 2, count), dtype=np.int64)
    for d in range(NEAR):
        free = price[:, :, min(d + 1, price.shape[2] - 1)] < move
        for way, table in enumerate((free, free.T)):
            for a in range(count):
                found = np.flatnonzero(table[a])
                near[d, way, a, : len(found)] = found
                nears[d, way, a] = len(found)
    return near, nears


def _own(part: Partial, pricing: Pricing, units: IntArray, ways: list[Ways]) -> Prices:
    loop = part.loop
    own = np.zeros((loop.operations, len(units)), dtype=np.float32)
    cycles = part.reach + part.interval
    known: dict[tuple[int, ...], Prices] = {}
    for edge in loop.edges:
        if edge.reader == RESULT and edge.net < loop.operations:
            own[edge.net] += ways[edge.net].leave
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
