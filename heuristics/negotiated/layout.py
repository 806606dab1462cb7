"""Nets and components as the annealing of places reads them, and how full components may be."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from heuristics.array import starts
from heuristics.modulo.loop import RESULT
from heuristics.modulo.partial import Pipelined
from heuristics.negotiated.wires import Nets, Ways, beside, inputs_of, results_of
from heuristics.placement.layout import PlacementLayout, hops, layout_of, touching_edges
from models.space_time.index_array import IntArray

POWER = 1.15
"""The power of the length of a wire that is paid."""

APART, APART_MOVES, FAR = 0.4, 1.5, 100.0
"""Added to the least price of a route between two components; the second one where values that pass
take issue slots, and a value that does not come in time takes one. FAR where there is no route."""

MANY = 8
"""The most operations of a net between all of which wires are paid; else they lead to the first."""

DENSER, DENSER_MOVES = 1.15, 1.3
"""Limit on the operations of a component, relative to an even spread; the second one where values
that pass take issue slots, which are left to them elsewhere."""


def net_layout(shared: Pipelined, ways: Ways, nets: Nets) -> PlacementLayout:
    """Return the layout of a loop in which all ends of a net attract each other.

    A net of n ends pays a share 1 / (n - 1) of each wire between two: about a tree. The home of an
    input, and where results go, are ends, too.
    """
    loop = shared.loop
    apart = APART_MOVES if ways.routing_issues.any() else APART
    price = np.where(np.isfinite(ways.least), ways.least, FAR) + apart
    np.fill_diagonal(price, 0.0)
    price = price**POWER
    own = np.zeros(nets.latency.shape)
    pairs: dict[tuple[int, int], float] = {}
    for net, out in enumerate(loop.out_of):
        readers = {loop.edges[e].reader for e in out}
        pins = sorted(readers - {net, RESULT})
        if net < loop.operations:
            pins.insert(0, net)
        share = 1.0 / max(len(pins) + (net >= loop.operations) + (RESULT in readers) - 1, 1)
        if net >= loop.operations:
            own[pins] += share * price[nets.home[net]]
        elif RESULT in readers:
            own[net] += share * price[:, nets.external]
        ends = combinations(pins, 2) if len(pins) <= MANY else ((pins[0], o) for o in pins[1:])
        for pair in ends:
            pairs[pair] = pairs.get(pair, 0.0) + share
    edges = np.array(list(pairs), dtype=np.int64).reshape(-1, 2)
    touching, begin = touching_edges(edges, loop.operations)
    return layout_of(shared, hops(shared))._replace(
        price=price,
        own=own,
        edges=edges,
        weight=np.array(list(pairs.values())),
        touching=touching,
        begin=begin,
        places=starts(_room(shared, ways, nets)),
    )


def _room(shared: Pipelined, ways: Ways, nets: Nets) -> IntArray:
    """Return how many operations each component may have."""
    executes = nets.latency > 0
    evenly = (executes / executes.sum(axis=1, keepdims=True)).sum(axis=0)
    most = np.ceil(np.where(ways.routing_issues, DENSER_MOVES, DENSER) * evenly)
    arch = shared.index.problem.arch
    slots = np.array([part.issue * shared.interval for part in arch.components])
    left = slots.copy()
    # What enters and leaves takes a slot of a component beside the memory.
    entered = [j for j in beside(shared) if ways.routing_issues[j]]
    if entered:
        passing = inputs_of(shared) + results_of(shared)
        left[entered] = np.maximum(left[entered] - -(-passing // len(entered)), 0)
    room = np.minimum(left, most).astype(np.int64)
    if room.sum() < len(executes):
        return np.minimum(slots, len(executes))
    return room
