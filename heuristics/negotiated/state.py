"""The mutable state of negotiation: where operations are, routes, units in use and their prices."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from heuristics.array import Costs, Flags
from heuristics.modulo.partial import Pipelined
from heuristics.negotiated.wires import Nets, Ways, base_prices
from models.register_files.registers import FOR_EVER
from models.space_time.index_array import IntArray

LONGEST = 240
"""The most cells of a route."""

WIDEST = 24
"""The most cycles of a window in which an operation is tried."""


class Plan(NamedTuple):
    """Where operations and routes are; numbers are those of `Nets` and `Ways`."""

    at: IntArray
    """[O]: the component of an operation, -1 while it is not placed."""
    when: IntArray
    """[O]: the cycle of its issue."""
    site: IntArray
    """[O]: the planned component."""
    due: IntArray
    """[O]: the planned cycle."""
    cells: IntArray
    """[E, LONGEST]: the cells of a route."""
    length: IntArray
    """[E]: the number of its cells; 0 for an order that is kept; -1 where something is missing."""
    start: IntArray
    """[E]: the component that it leaves."""
    since: IntArray
    """[E]: the last cycle in which the value is held there."""
    late: Costs
    """[E]: the added price of a missing route, or of a violated order."""
    known: Costs
    """[O + E]: the last cost of a site, and of a route: where the next search begins."""
    wanted: IntArray
    """[E + 1, 2]: nets to connect, each with one edge, or -1 for all."""


class Units(NamedTuple):
    """The U units of resources in the slots of the II, and the cells that take them."""

    unit: IntArray
    """[cells]: the unit of a cell."""
    limits: IntArray
    """[U]: how often a unit may be in use."""
    base: Costs
    """[U]: prices at first."""
    uses: IntArray
    """[U]: how often a unit is in use."""
    history: Costs
    """[U]: the past overuse."""
    price: Costs
    """[U]: the price of one more use."""
    mark: IntArray
    """[cells]: the last stamp of a cell: the current one for those of the net at work."""
    phase: IntArray
    """[cells]: of a hold in a component that keeps values for some cycles: the number of the phase,
    in a kernel of as many cycles, where one value has the register; 0 of other cells."""
    taken: IntArray
    """[phases]: the last stamp of a phase, like those of cells."""
    stamp: IntArray
    """[1]: the current stamp."""
    scalars: Costs
    """[3]: see the positions below."""


class Search(NamedTuple):
    """Scratch of searches.

    The states of a search are numbered (cycle * (L + 1) + layer) * J + component: layers below L
    are arrivals after so many hops, and L is being held at the end of the cycle.
    """

    cost: Costs
    """[states]: the least cost of a state."""
    origin: IntArray
    """[states]: twice the step of an arrival, plus 1 if the value came through a switch."""
    left: IntArray
    """[L * J]: the component that an arrival of this cycle left."""
    since: IntArray
    """[K * J]: the cycle in which the cheapest stay that goes on in a cycle began; or, backwards,
    in which it will end."""
    stored: IntArray
    """[K * J]: the layer of the arrival with which a stay began in a cycle, or START."""
    entry: Costs
    """[K * J]: the cost of a stay that begins, or ends, in a cycle; where stays are limited."""
    now: IntArray
    """[J]: the components that hold the value at the end of one cycle."""
    then: IntArray
    """[J]: those at the end of the next one."""
    queue: IntArray
    """[L * J + 1]: arrivals to go on from, in a ring."""
    queued: Flags
    """[L * J]: whether an arrival is in the queue."""
    arrived: IntArray
    """[J]: the components where the value arrives in this cycle."""
    met: IntArray
    """[J]: the last cycle in which it arrived there."""
    total: Costs
    """[WIDEST * J]: costs of sites."""
    collected: IntArray
    """[1]: the cycle in which the last search for any collected a result."""
    work: IntArray
    """[2]: steps over paths, and prices of sites, since the last look: the units of work."""


State = tuple[Ways, Nets, Plan, Units, Search]
"""What the compiled functions work on."""


PULL, UNTIMELY, NOISE = range(3)
"""Positions in `scalars`: the prices of the way from the planned place, and of a cycle away from
the planned one; the amplitude of noise."""

STEPS, SITES = range(2)
"""Positions in `work`."""

START = -1
"""A stay that began where the value can be had."""


def state_of(shared: Pipelined, ways: Ways, nets: Nets) -> State:
    """Return a state without operations and routes."""
    count, layers, edges, operations = ways.components, ways.layers, len(nets.net), len(nets.group)
    places, slots = shared.machine.places(ways.interval), np.arange(ways.interval)[:, None]
    blocks = (places.holds, places.transfers, places.slots, places.shared)
    rows = np.hstack([b.begin + slots * b.size + np.arange(b.size) for b in blocks])
    unit = rows[np.arange(ways.cycles) % ways.interval].reshape(-1)
    base = base_prices(shared, places)
    phase, phases = _phases(ways)
    plan = Plan(
        at=table(operations),
        when=table(operations),
        site=table(operations),
        due=table(operations),
        cells=table(edges, LONGEST),
        length=table(edges),
        start=table(edges),
        since=table(edges),
        late=np.zeros(edges),
        known=np.full(operations + edges, 4.0),
        wanted=table(edges + 1, 2),
    )
    units = Units(
        unit=unit,
        limits=np.array(places.limits, dtype=np.int64),
        base=base,
        uses=np.zeros(len(base), dtype=np.int64),
        history=np.zeros(len(base)),
        price=base.copy(),
        mark=table(len(unit)),
        phase=phase,
        taken=table(phases),
        stamp=np.zeros(1, dtype=np.int64),
        scalars=np.zeros(3),
    )
    states = ways.cycles * (layers + 1) * count
    search = Search(
        cost=np.zeros(states),
        origin=table(states),
        left=table(layers * count),
        since=table(ways.cycles * count),
        stored=table(ways.cycles * count),
        entry=np.zeros(ways.cycles * count),
        now=table(count),
        then=table(count),
        queue=table(layers * count + 1),
        queued=np.zeros(layers * count, dtype=np.bool_),
        arrived=table(count),
        met=table(count),
        total=np.zeros(WIDEST * count),
        collected=table(1),
        work=np.zeros(2, dtype=np.int64),
    )
    return ways, nets, plan, units, search


def _phases(ways: Ways) -> tuple[IntArray, int]:
    """Return the phase of each cell [cells], and the number of phases."""
    phase = np.zeros((ways.cycles, ways.places), dtype=np.int64)
    total = 1
    for j in np.flatnonzero(ways.stay < FOR_EVER).tolist():
        size = int(ways.stay[j])
        phase[:, j] = total + np.arange(ways.cycles) % size
        total += size
    return phase.reshape(-1), total


def table(*shape: int) -> IntArray:
    """Return an array without entries."""
    return np.full(shape, -1, dtype=np.int64)
