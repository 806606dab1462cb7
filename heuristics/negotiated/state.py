"""The mutable state of negotiation: where operations are, routes, units in use and their prices."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from heuristics.array import Costs, Flags
from heuristics.negotiated.wires import Sizes
from models.space_time.index_array import IntArray

LONGEST = 240
"""The most cells of a route."""

WIDEST = 48
"""The most cycles of a window."""


class State(NamedTuple):
    """Numbers are those of `Sizes` and `Wires`; S are states of a search, K * J held ones and K *
    layers * J arriving ones.
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
    units: IntArray
    """[E, LONGEST]: the units that they take."""
    length: IntArray
    """[E]: the number of its cells, -1 without a route."""
    start: IntArray
    """[E]: the component that it leaves."""
    since: IntArray
    """[E]: the last cycle in which the value is held there."""
    mark: IntArray
    """[cells]: the last stamp of a cell: the current one for those of the net at work."""
    stamps: IntArray
    """[2]: the current stamp of cells, and that of searches."""
    held: Costs
    """[K * J]: the least cost of being held at the end of a cycle."""
    held_stamp: IntArray
    held_from: IntArray
    """[K * J]: -1 at a start, -2 if kept, else the layer of the arrival."""
    come: Costs
    """[K * L * J]: the least cost of arriving."""
    come_stamp: IntArray
    come_from: IntArray
    """[K * L * J]: twice the step, plus 1 if the value came through a switch."""
    now: IntArray
    """[J]: the components that hold the value at the end of the cycle before."""
    then: IntArray
    """[J]: those of this cycle."""
    queue: IntArray
    """[L * J + 1]: states of arrival to go on from, in a ring."""
    queued: Flags
    """[L * J]: whether a state is in the queue."""
    arrived: IntArray
    """[J]: the components where the value arrives in this cycle."""
    arrived_stamp: IntArray
    """[J]: the last (search, cycle) in which it arrived there."""
    late: Costs
    """[E + D]: the added price of a missing route, and of a violated order."""
    known: Costs
    """[O + E]: the last cost of a site, and of a route: where the next search begins."""
    total: Costs
    """[WIDEST * J]: costs of sites."""
    over: IntArray
    """[U]: the units in use beyond their limits."""
    number: IntArray
    """[U]: the position of a unit in `over`, -1 for others."""
    users: IntArray
    """[E * LONGEST]: nets that use units, unit by unit."""
    users_begin: IntArray
    """[U + 1]: where those of each begin."""
    some: IntArray
    """[E + O]: scratch."""
    scalars: Costs
    """[5]: see the positions below."""


PRESSURE, BROKEN, PULL, UNTIMELY, NOISE = range(5)
"""Positions in `scalars`: the pressure of overuse; the price of an operand that comes too late;
those of the way from, and of a cycle away from the plan; the amplitude of noise."""


def state_of(sizes: Sizes, base: Costs) -> State:
    """Return a state without operations and routes."""
    count, layers, cycles = sizes.components, sizes.layers, sizes.cycles

    def table(length: int, value: int = -1) -> IntArray:
        return np.full(length, value, dtype=np.int64)

    return State(
        at=table(sizes.operations),
        when=table(sizes.operations),
        site=table(sizes.operations),
        due=table(sizes.operations),
        uses=table(sizes.units, 0),
        history=np.zeros(sizes.units),
        price=base.copy(),
        cells=np.zeros((sizes.edges, LONGEST), dtype=np.int64),
        units=np.zeros((sizes.edges, LONGEST), dtype=np.int64),
        length=table(sizes.edges),
        start=table(sizes.edges),
        since=table(sizes.edges),
        mark=table((2 * count + sizes.paths) * cycles, 0),
        stamps=table(2, 0),
        held=np.zeros(cycles * count),
        held_stamp=table(cycles * count, 0),
        held_from=table(cycles * count),
        come=np.zeros(cycles * layers * count),
        come_stamp=table(cycles * layers * count, 0),
        come_from=table(cycles * layers * count),
        now=table(count),
        then=table(count),
        queue=table(layers * count + 1),
        queued=np.zeros(layers * count, dtype=np.bool_),
        arrived=table(count),
        arrived_stamp=table(count, 0),
        late=np.zeros(sizes.edges + sizes.orders),
        known=np.full(sizes.operations + sizes.edges, 4.0),
        total=np.zeros(WIDEST * count),
        over=table(sizes.units),
        number=table(sizes.units),
        users=table(sizes.edges * LONGEST),
        users_begin=table(sizes.units + 1),
        some=table(sizes.edges + sizes.operations),
        scalars=np.zeros(5),
    )
