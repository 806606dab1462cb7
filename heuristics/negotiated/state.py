"""The mutable state of negotiation: where operations are, routes, units in use and their prices."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from heuristics.array import Costs, Flags
from heuristics.negotiated.wires import Wires
from models.space_time.index_array import IntArray

LONGEST = 240
"""The most cells of a route."""

WIDEST = 24
"""The most cycles of a window in which an operation is tried."""


class State(NamedTuple):
    """Numbers are those of `Wires`.

    The states of a search are numbered (cycle * (L + 1) + layer) * J + component: layers below L
    are arrivals after so many hops, and L is being held at the end of the cycle.
    """

    at: IntArray
    """[O]: the component of an operation, -1 while it is not placed."""
    when: IntArray
    """[O]: the cycle of its issue."""
    site: IntArray
    """[O]: the planned component."""
    due: IntArray
    """[O]: the planned cycle."""
    uses: IntArray
    """[U]: the units in use."""
    history: Costs
    """[U]: the past overuse."""
    price: Costs
    """[U]: the price of one more unit."""
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
    mark: IntArray
    """[cells]: the last stamp of a cell: the current one for those of the net at work."""
    stamp: IntArray
    """[2]: the current stamp; the cycle in which the last search without one collected a result."""
    cost: Costs
    """[states of a search]: the least cost of a state."""
    origin: IntArray
    """[states of a search]: twice the step of an arrival, plus 1 if the value came through a
    switch; the layer of the arrival that was stored, KEPT, or START."""
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
    known: Costs
    """[O + E]: the last cost of a site, and of a route: where the next search begins."""
    total: Costs
    """[WIDEST * J]: costs of sites."""
    wanted: IntArray
    """[E, 2]: nets to connect, each with one edge, or -1 for all."""
    scalars: Costs
    """[5]: see the positions below."""


PRESSURE, BROKEN, PULL, UNTIMELY, NOISE = range(5)
"""Positions in `scalars`: the pressure of overuse; the price of an operand that comes too late;
those of the way from, and of a cycle away from the plan; the amplitude of noise."""

START, KEPT = -1, -2
"""Origins of being held."""


def state_of(wires: Wires) -> State:
    """Return a state without operations and routes."""
    count, operations, edges = wires.components, len(wires.latency), len(wires.net)
    states = wires.cycles * (wires.layers + 1) * count

    def table(*shape: int) -> IntArray:
        return np.full(shape, -1, dtype=np.int64)

    return State(
        at=table(operations),
        when=table(operations),
        site=table(operations),
        due=table(operations),
        uses=np.zeros(len(wires.limits), dtype=np.int64),
        history=np.zeros(len(wires.limits)),
        price=wires.base.copy(),
        cells=table(edges, LONGEST),
        length=table(edges),
        start=table(edges),
        since=table(edges),
        late=np.zeros(edges),
        mark=table(len(wires.unit)),
        stamp=np.zeros(2, dtype=np.int64),
        cost=np.zeros(states),
        origin=table(states),
        now=table(count),
        then=table(count),
        queue=table(wires.layers * count + 1),
        queued=np.zeros(wires.layers * count, dtype=np.bool_),
        arrived=table(count),
        met=table(count),
        known=np.full(operations + edges, 4.0),
        total=np.zeros(WIDEST * count),
        wanted=table(edges + 1, 2),
        scalars=np.zeros(5),
    )
