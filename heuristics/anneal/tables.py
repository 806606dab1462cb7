"""The problem as flat arrays for the compiled inner loop: places, their units, and all steps.

Everything that a mapping takes is a cell: a place in a cycle. A place is a hold on a component, a
transfer over a path, a store in passing, a port, or the choice of an input; a cell takes one of
each of the place's units, in the slot of its cycle. Routes of one net share their cells.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heuristics.anneal.places import Flags, Ints, Places, flat, starts
from heuristics.modulo.partial import Partial, Pipelined
from models.errors import InfeasibleError

Reals = NDArray[np.float64]

FAR = -(1 << 30)
"""No dependence: `apart` of operations that may start in any order."""

UNREACHED, NOWHERE = 1 << 20, 1e18
"""Cycles, and the price, of a route that does not exist."""

ROOM, PER_CYCLE = 400, 5
"""Most cells of a route: a constant, or for each cycle a hold, a store, a step and its ports."""

MOST_CELLS, MOST_CYCLES = 50_000_000, 10_000
"""Cells of routes, and cycles; more would take too much memory, or time."""


class Tables(NamedTuple):
    """The constants of annealing a loop at one II.

    O operations, N nets (those of the operations, then inputs), M edges, D orders, E steps (a path
    from one of its sources to one of its targets), J components, P places, U units; times are in
    cycles. No operation is issued from cycle `end` on, but values of earlier iterations may be read
    later, before `cycles`.
    """

    interval: int
    cycles: int
    end: int
    lead: int
    """Cycles that are left before the first operation."""
    width: int
    """Cycles in which an operation is tried."""
    external: int
    """The external component, -1: none."""
    bounded_end: bool
    """Whether results have to be in the external component in cycle end - 1."""
    layers: int
    """Hops that are possible in a cycle, plus 1."""
    limit: Ints
    """[U]: the number of available units."""
    units: Ints
    """[P + 1]: where in `unit_of` the units of a place begin."""
    unit_of: Ints
    """The units that a place takes, in slot 0; in slot t they are `unit_of + t * unit_step`."""
    unit_step: Ints
    base: Reals
    """[P]: the price of a cell of a place."""
    source: Ints
    """[E]: the component that a step leaves."""
    target: Ints
    """[E]: the component that a step enters."""
    delay: Ints
    """[E]: its latency."""
    hops: Ints
    """[E]: its hops."""
    path_place: Ints
    """[E]: its place."""
    read_place: Ints
    """[E]: the read port that it takes, -1: none."""
    write_place: Ints
    """[E]: the write port that it takes, -1: none."""
    out: Ints
    """[J + 1]: where in `out_step` the steps that leave a component begin."""
    out_step: Ints
    """[E]: steps."""
    store_place: Ints
    """[J]: the slot that storing takes, -1: none."""
    switch: Flags
    """[J]: whether values go on in the cycle of arrival."""
    transient: Flags
    """[J]: whether values are held for a cycle only."""
    admits: Flags
    """[N, J]: whether a net may pass."""
    holds: Flags
    """[N, J]: whether it may be held."""
    stores: Flags
    """[N, J]: whether it may be stored on arrival."""
    edge_net: Ints
    """[M]: the net that is read."""
    edge_reader: Ints
    """[M]: the operation that reads it, -1: a result."""
    edge_distance: Ints
    """[M]: the distance in iterations."""
    into: Ints
    """[O + 1]: where in `into_edge` the edges of its operands begin."""
    into_edge: Ints
    out_of: Ints
    """[O + 1]: where in `out_edge` the edges of its readers begin."""
    out_edge: Ints
    order_before: Ints
    """[D]: the operation of an order that comes first."""
    order_after: Ints
    """[D]: the operation of an order that comes second."""
    order_extra: Ints
    """[D]: cycles between the end of the first and the start of the other."""
    order_distance: Ints
    """[D]: iterations between them."""
    latency: Ints
    """[O, J]: 0 where an operation is not executed."""
    able: Ints
    """[O + 1]: where in `able_at` the components of an operation begin."""
    able_at: Ints
    issue_place: Ints
    """[O, J]: the place of an issue, -1: none."""
    apart: Ints
    """[O, O]: the least number of cycles from the start of the first operation to that of the
    second, or FAR.
    """
    first: Ints
    """[O]: the first cycle in which an operation can start."""
    home: Ints
    """[N + 1]: where in `home_at` the components begin where a net is in cycle 0."""
    home_at: Ints
    home_free: Flags
    """Whether it stays there without cost."""
    home_place: Ints
    """The choice that it takes there, -1: none."""
    waits_free: bool
    """Whether all inputs stay without cost."""


def partial_of(shared: Pipelined, number: int) -> Partial:
    """Return an empty schedule; attempts by `number` may end differently.

    Its end leaves time for inputs from far away and, where the end is bounded, for slow operations:
    in every other attempt at their largest latency.
    """
    part, when = shared.partial(number), shared.when
    assert when is not None
    late = max((n - first for n, first in zip(_first(part), when.first, strict=True)), default=0)
    part.end += late
    if part.bounded_end:
        longest = [int(np.max(row)) for row in part.latency] if number % 2 else part.least
        done = (last + latency for last, latency in zip(when.last, longest, strict=True))
        part.end = max(part.end, max(done, default=1) + late + 1 + number)
    return part


def _first(part: Partial) -> list[int]:
    """[O]: earliest starts of operations, by dependences and routes of inputs.

    Inputs that arrive within the lead cycles count as present.
    """
    loop, index = part.loop, part.index
    first = np.array(part.when.first, dtype=np.int64)
    for o, edges in enumerate(loop.into):
        able = np.flatnonzero(np.asarray(part.latency[o]) > 0)
        for net, _, iterations in (loop.edges[e] for e in edges):
            value = loop.value[net]
            homes = [j for j, _ in part.homes.get(value, ())]
            if net < loop.operations or not homes or set(homes) & set(able.tolist()):
                continue
            far = index.travel(index.may_hold[value], index.admits[value], index.stores_arrivals)
            soonest = int(far[homes][:, able].min())
            if soonest < UNREACHED:
                first[o] = max(first[o], soonest - iterations * part.interval - part.lead)
    apart = part.when.apart
    after = np.where(np.isfinite(apart), first[:, None] + apart, 0)
    return [int(n) for n in after.max(axis=0, initial=0)]


def tabulate(part: Partial) -> Tables:
    """Return the tables of an empty schedule.

    Raises `InfeasibleError` where an operation has no component, and `MemoryError` where the
    tables would be too large.
    """
    loop, machine, index = part.loop, part.machine, part.index
    operations, components = loop.operations, machine.components
    places = Places(part)
    able = [np.flatnonzero(places.can_issue(o)).tolist() for o in range(operations)]
    if not all(able):
        raise InfeasibleError("an operation has no component")
    edges = np.array(loop.edges, dtype=np.int64).reshape(-1, 3)
    sources, targets = machine.source[:-1], machine.target[:-1]
    orders = [order for row in loop.befores for order in row]
    apart = np.where(np.isfinite(part.when.apart), part.when.apart, FAR)
    homes, issue = places.homes(), places.issues()
    rows = places.units.rows
    units = np.array([unit for row in rows for unit in row], dtype=np.int64).reshape(-1, 2)
    cycles = part.end + 1 + int(edges[:, 2].max(initial=0)) * part.interval
    cells = len(edges) * longest(cycles)
    if cells > MOST_CELLS or cycles > MOST_CYCLES:
        raise MemoryError(f"{cells} cells in {cycles} cycles are too many")
    return Tables(
        interval=part.interval,
        cycles=cycles,
        end=part.end,
        lead=part.lead,
        # Where results have to wait for a bounded end, late operations are better.
        width=part.end if part.bounded_end else part.width,
        external=-1 if part.external is None else part.external,
        bounded_end=part.bounded_end,
        layers=machine.layers,
        limit=np.array(places.units.limits, dtype=np.int64),
        units=starts([len(row) for row in rows]),
        unit_of=np.ascontiguousarray(units[:, 0]),
        unit_step=np.ascontiguousarray(units[:, 1]),
        base=np.array(places.units.base, dtype=np.float64),
        source=np.ascontiguousarray(sources),
        target=np.ascontiguousarray(targets),
        delay=machine.latency[machine.path[:-1]],
        hops=np.array([machine.hops[h] for h in machine.path[:-1]], dtype=np.int64),
        path_place=machine.path[:-1] + components,
        read_place=places.read_place,
        write_place=places.write_place,
        out=starts(np.bincount(sources, minlength=components).tolist()),
        out_step=np.argsort(sources, kind="stable"),
        store_place=places.store_place,
        switch=np.array(index.switches, dtype=bool),
        transient=np.array(machine.transient, dtype=bool),
        admits=_flags([index.admits[i] for i in loop.value], components),
        holds=_flags([kind.holds for kind in part.kinds], components),
        stores=_flags([kind.stores for kind in part.kinds], components),
        edge_net=np.ascontiguousarray(edges[:, 0]),
        edge_reader=np.ascontiguousarray(edges[:, 1]),
        edge_distance=np.ascontiguousarray(edges[:, 2]),
        into=starts([len(row) for row in loop.into]),
        into_edge=flat(loop.into),
        out_of=starts([len(row) for row in loop.out_of[:operations]]),
        out_edge=flat(loop.out_of[:operations]),
        order_before=np.array([o.before for o in orders], dtype=np.int64),
        order_after=np.array([o.after for o in orders], dtype=np.int64),
        order_extra=np.array([o.extra for o in orders], dtype=np.int64),
        order_distance=np.array([o.distance for o in orders], dtype=np.int64),
        latency=np.array(part.latency, dtype=np.int64).reshape(operations, components),
        able=starts([len(row) for row in able]),
        able_at=flat(able),
        issue_place=issue,
        apart=apart.astype(np.int64),
        first=np.array(_first(part), dtype=np.int64),
        home=homes.first,
        home_at=homes.at,
        home_free=homes.free,
        home_place=homes.place,
        waits_free=part.waits_free,
    )


def longest(cycles: int) -> int:
    """Return the largest number of cells of a route."""
    return max(ROOM, PER_CYCLE * cycles)


def _flags(rows: list[Flags], components: int) -> Flags:
    return np.array(rows, dtype=bool).reshape(len(rows), components)
