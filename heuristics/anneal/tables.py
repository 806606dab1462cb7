"""The problem as flat arrays for the compiled inner loop: places, their units, and all steps.

Cells, places and units are those of `heuristics.array`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from heuristics.array import Costs, Flags, Places, flat, starts
from heuristics.modulo.partial import Partial, Pipelined
from models.errors import InfeasibleError
from models.register_files.registers import longest_stays
from models.space_time.index_array import IntArray

FAR = -(1 << 30)
"""No dependence: `apart` of operations that may start in any order."""

UNREACHED, NOWHERE = 1 << 20, 1e18
"""Cycles, and the price, of a route that does not exist."""

ROOM, PER_CYCLE = 400, 5
"""Most cells of a route: a constant, or for each cycle a hold, a store, a step and its ports."""

MOST_AGES = 8
"""Classes of ages by which the search for routes distinguishes stays with a limit."""

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
    limit: IntArray
    """[U]: the number of available units."""
    units: IntArray
    """[P + 1]: where in `unit_of` the units of a place begin."""
    unit_of: IntArray
    """The units that a place takes, in slot 0; in slot t they are `unit_of + t * unit_step`."""
    unit_step: IntArray
    base: Costs
    """[P]: the price of a cell of a place."""
    source: IntArray
    """[E]: the component that a step leaves."""
    target: IntArray
    """[E]: the component that a step enters."""
    delay: IntArray
    """[E]: its latency."""
    hops: IntArray
    """[E]: its hops."""
    path_place: IntArray
    """[E]: its place."""
    read_place: IntArray
    """[E]: the read port that it takes, -1: none."""
    write_place: IntArray
    """[E]: the write port that it takes, -1: none."""
    out: IntArray
    """[J + 1]: where in `out_step` the steps that leave a component begin."""
    out_step: IntArray
    """[E]: steps."""
    store_place: IntArray
    """[J]: the slot that storing takes, -1: none."""
    switch: Flags
    """[J]: whether values go on in the cycle of arrival."""
    transient: Flags
    """[J]: whether values are held for a cycle only."""
    stay: IntArray
    """[J]: for how many cycles a component may keep a value; `cycles` where that has no limit."""
    limited: bool
    """Whether a component has one."""
    ages: int
    """Classes of ages of limited stays, at least 1."""
    admits: Flags
    """[N, J]: whether a net may pass."""
    holds: Flags
    """[N, J]: whether it may be held."""
    stores: Flags
    """[N, J]: whether it may be stored on arrival."""
    edge_net: IntArray
    """[M]: the net that is read."""
    edge_reader: IntArray
    """[M]: the operation that reads it, -1: a result."""
    edge_distance: IntArray
    """[M]: the distance in iterations."""
    around: IntArray
    """[O + 1]: where in `around_edge` the edges of an operation begin."""
    around_edge: IntArray
    """The edges of its operands, then those of its readers; one that reads itself is in both."""
    order_before: IntArray
    """[D]: the operation of an order that comes first."""
    order_after: IntArray
    """[D]: the operation of an order that comes second."""
    order_extra: IntArray
    """[D]: cycles between the end of the first and the start of the other."""
    order_distance: IntArray
    """[D]: iterations between them."""
    latency: IntArray
    """[O, J]: 0 where an operation is not executed."""
    able: IntArray
    """[O + 1]: where in `able_at` the components of an operation begin."""
    able_at: IntArray
    issue_place: IntArray
    """[O, J]: the place of an issue, -1: none."""
    apart: IntArray
    """[O, O]: the least number of cycles from the start of the first operation to that of the
    second, or FAR.
    """
    first: IntArray
    """[O]: the first cycle in which an operation can start."""
    home: IntArray
    """[N + 1]: where in `home_at` the components begin where a net is in cycle 0."""
    home_at: IntArray
    home_free: Flags
    """Whether it stays there without cost."""
    home_place: IntArray
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
    places = machine.places(part.interval)
    issue = _issues(part, places)
    able = [np.flatnonzero(row >= 0).tolist() for row in issue]
    if not all(able):
        raise InfeasibleError("an operation has no component")
    value, inputs = loop.value, loop.value[operations:]
    edges = _columns(loop.edges, 3)
    orders = _columns([order for row in loop.befores for order in row], 4)
    around = [[*loop.into[o], *loop.out_of[o]] for o in range(operations)]
    apart = np.where(np.isfinite(part.when.apart), part.when.apart, FAR)
    homes = [(i, j, free) for i in inputs for j, free in machine.homes.get(i, [])]
    units = _columns([unit for row in places.rows for unit in row], 2)
    cycles = part.end + 1 + int(edges[2].max(initial=0)) * part.interval
    cells = len(loop.edges) * longest(cycles)
    if cells > MOST_CELLS or cycles > MOST_CYCLES:
        raise MemoryError(f"{cells} cells in {cycles} cycles are too many")
    stay = np.minimum(longest_stays(index.problem), cycles)
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
        limit=np.array(places.limits, dtype=np.int64),
        units=starts(map(len, places.rows)),
        unit_of=units[0],
        unit_step=units[1],
        base=np.array(places.base, dtype=np.float64),
        source=machine.source,
        target=machine.target,
        delay=machine.delay,
        hops=machine.hops,
        path_place=places.first_path + machine.path,
        read_place=_limited(places, places.read_place),
        write_place=_limited(places, places.write_place),
        out=starts(np.bincount(machine.source, minlength=components)),
        out_step=np.argsort(machine.source, kind="stable"),
        store_place=np.where(
            machine.routing_issues, places.first_store + np.arange(components), -1
        ),
        switch=index.switches,
        transient=machine.transient,
        stay=stay,
        limited=bool((stay < cycles).any()),
        ages=min(int(stay.max(initial=1, where=stay < cycles)), MOST_AGES),
        admits=index.admits[value],
        holds=index.may_hold[value],
        stores=index.may_hold[value] & index.stores_arrivals,
        edge_net=edges[0],
        edge_reader=edges[1],
        edge_distance=edges[2],
        around=starts(map(len, around)),
        around_edge=flat(around),
        order_before=orders[0],
        order_after=orders[1],
        order_extra=orders[2],
        order_distance=orders[3],
        latency=np.array(part.latency, dtype=np.int64).reshape(operations, components),
        able=starts(map(len, able)),
        able_at=flat(able),
        issue_place=issue,
        apart=apart.astype(np.int64),
        first=np.array(_first(part), dtype=np.int64),
        home=starts([*[0] * operations, *(len(machine.homes.get(i, [])) for i in inputs)]),
        home_at=np.array([j for _, j, _ in homes], dtype=np.int64),
        home_free=np.array([free for _, _, free in homes], dtype=bool),
        home_place=np.array([places.choices.get((i, j), -1) for i, j, _ in homes], dtype=np.int64),
        waits_free=part.waits_free,
    )


def _issues(part: Partial, places: Places) -> IntArray:
    """Return the place of an issue [O, J], -1 where an operation would be late, or not be held."""
    found = np.full((part.loop.operations, part.machine.components), -1, dtype=np.int64)
    for o, latency in enumerate(part.latency):
        able = (latency > 0) & (latency < part.end)
        if part.loop.out_of[o]:
            able &= part.kinds[o].holds
        for j in np.flatnonzero(able).tolist():
            found[o, j] = places.issue(j, part.limited[o])
    return found


def _limited(places: Places, ports: IntArray) -> IntArray:
    """Return ports [E], with -1 for ports that never run out."""
    return np.array([p if p >= 0 and places.rows[p] else -1 for p in ports], dtype=np.int64)


def _columns(rows: Sequence[tuple[int, ...]], count: int) -> IntArray:
    """Return the columns of rows of `count` numbers, each contiguous."""
    return np.array(rows, dtype=np.int64).reshape(-1, count).T.copy()


def longest(cycles: int) -> int:
    """Return the largest number of cells of a route."""
    return max(ROOM, PER_CYCLE * cycles)
