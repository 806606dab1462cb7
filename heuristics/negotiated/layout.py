"""Nets and components as the annealing of places reads them, and how full components may be."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from heuristics.array import Costs, Flags, starts
from heuristics.modulo.loop import RESULT
from heuristics.modulo.partial import Pipelined
from heuristics.negotiated.wires import Sizes, Wires, beside, inputs_of, results_of
from models.space_time.index_array import IntArray

POWER = 1.15
"""The power of the length of a wire that is paid."""

APART, FAR = 0.4, 100.0
"""Added to the least price of a route between two components; FAR where there is none."""

DENSER, DENSER_MOVES = 1.15, 1.6
"""Limit on the operations of a component, relative to an even spread; the second one where values
that pass take issue slots, which are left to them elsewhere."""


class Nets(NamedTuple):
    """The pins of a net are the operation that computes it or -1 - home, then its readers."""

    price: Costs
    """[J, J]: of a wire from one component to another."""
    branch: Costs
    """[J]: of going on from a component where the value is read."""
    pins: IntArray
    pins_begin: IntArray
    """[N + 1]"""
    nets: IntArray
    """The nets of an operation, one operation after the other."""
    nets_begin: IntArray
    """[O + 1]"""
    able: IntArray
    ables: IntArray
    """[O + 1]: where the components of each operation begin in `able`."""
    executes: Flags
    """[O, J]"""
    places: IntArray
    """[J + 1]: where the places of each component begin."""


class Placement(NamedTuple):
    """A placement: the component and the place of each operation, and the operation at a place."""

    site: IntArray
    place: IntArray
    holder: IntArray
    cost: Costs
    """[N]: the price of each net."""
    stamp: IntArray
    """[N]"""
    away: Costs
    """Scratch for the pins of a net."""
    some: IntArray
    """Scratch for the nets of two operations."""


def nets_of(shared: Pipelined, sizes: Sizes, wires: Wires) -> Nets:
    """Return the nets of a loop on an array."""
    loop = shared.loop
    pins: list[list[int]] = []
    for n in range(sizes.nets):
        edges = [loop.edges[e] for e in loop.out_of[n]]
        source = n if n < sizes.operations else -1 - int(wires.home[n])
        ends = {-1 - sizes.external if edge.reader == RESULT else edge.reader for edge in edges}
        pins.append([source, *sorted(ends - {source})])
    touched: list[list[int]] = [[] for _ in range(sizes.operations)]
    for n, own in enumerate(pins):
        for pin in own:
            if pin >= 0:
                touched[pin].append(n)
    executes = wires.latency > 0
    finite = np.where(np.isfinite(wires.least), wires.least, FAR) + APART
    np.fill_diagonal(finite, 0.0)
    return Nets(
        price=finite**POWER,
        branch=np.where(wires.parts[1], wires.base[wires.begin[2]], 0.0),
        pins=np.array([pin for own in pins for pin in own], dtype=np.int64),
        pins_begin=starts(map(len, pins)),
        nets=np.array([n for own in touched for n in own], dtype=np.int64),
        nets_begin=starts(map(len, touched)),
        able=wires.able,
        ables=wires.ables,
        executes=executes,
        places=starts(_room(shared, sizes, wires)),
    )


def _room(shared: Pipelined, sizes: Sizes, wires: Wires) -> IntArray:
    """Return how many operations a component may have."""
    executes = wires.latency > 0
    arch, interval = shared.index.problem.arch, shared.interval
    evenly = (executes / executes.sum(axis=1, keepdims=True)).sum(axis=0)
    moving = np.array([part.routing_issues for part in arch.components])
    most = np.ceil(np.where(moving, DENSER_MOVES, DENSER) * evenly)
    slots = np.array([part.issue * interval for part in arch.components])
    # What enters and leaves takes a slot of a component beside the memory.
    entered = [j for j in beside(shared) if moving[j]]
    if entered:
        passing = inputs_of(shared) + results_of(shared)
        slots[entered] = np.maximum(slots[entered] - -(-passing // len(entered)), 0)
    room = np.minimum(slots, most).astype(np.int64)
    if room.sum() < sizes.operations:
        return np.minimum([part.issue * interval for part in arch.components], sizes.operations)
    return room


def placement_of(nets: Nets) -> Placement:
    """Return arrays for a placement, without one."""
    count, wide = len(nets.nets_begin) - 1, int(np.diff(nets.pins_begin).max(initial=1))

    def table(length: int) -> IntArray:
        return np.full(length, -1, dtype=np.int64)

    return Placement(
        site=table(count),
        place=table(count),
        holder=table(int(nets.places[-1])),
        cost=np.zeros(len(nets.pins_begin) - 1),
        stamp=table(len(nets.pins_begin) - 1),
        away=np.zeros(wide),
        some=table(2 * len(nets.nets) + 2),
    )
