"""A loop and an array as the compiled annealing reads them, and a placement of one on the other."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heuristics.array import starts
from heuristics.modulo.loop import RESULT
from heuristics.modulo.machine import FAR
from heuristics.modulo.partial import Pipelined
from models.igraph_import import graph_base
from models.space_time.index_array import IntArray

Lengths = NDArray[np.float64]

LONGER = 1.3
"""The power of a distance that is paid: two short wires are better than none and a long one."""

TIGHT = 3.0
"""Added weight of an edge on a recurrence without slack; it shrinks with the slack."""

NEAR = 24
"""The number of proposed components around a neighbour."""


DENSER = 1.5
"""Limit on the operations of a component, relative to an even spread: denser placements of large
arrays would fill adjacent wires, and leave far ones empty.
"""


class PlacementLayout(NamedTuple):
    """O operations, J components, E edges between operations, P places, N shared limits.

    A place is an issue slot of a component in one cycle of the II; its cycle is open.
    """

    price: Lengths
    """[J, J]: of an edge from one component to another."""
    own: Lengths
    """[O, J]: of bringing inputs to an operation, and its value to where results go."""
    able: IntArray
    """[A]: the components that execute an operation, one operation after the other."""
    ables: IntArray
    """[O + 1]: where those of each operation begin in `able`."""
    executes: NDArray[np.bool_]
    """[O, J]: the same."""
    near: IntArray
    """[J, R]: the R components nearest to one, itself first."""
    edges: IntArray
    """[E, 2]: (source, target)."""
    weight: Lengths
    """[E]."""
    touching: IntArray
    """[2 E]: the edges of an operation, one operation after the other."""
    begin: IntArray
    """[O + 1]: where those of each operation begin in `touching`."""
    places: IntArray
    """[J + 1]: where the places of each component begin."""
    limited: NDArray[np.bool_]
    """[N, O]: whether a shared limit counts an operation."""
    member: NDArray[np.bool_]
    """[N, J]: whether issues of a component count."""
    at_most: IntArray
    """[N]: the number of issues it allows in an II."""


class PlacementState(NamedTuple):
    """A placement."""

    site: IntArray
    """[O]: the component."""
    place: IntArray
    """[O]."""
    holder: IntArray
    """[P]: the operation, or -1."""
    issued: IntArray
    """[N]: the number of issues counted by each shared limit."""


def state_of(layout: PlacementLayout) -> PlacementState:
    """Return arrays for a placement, without one."""
    count = len(layout.executes)

    def table(length: int) -> IntArray:
        return np.full(length, -1, dtype=np.int64)

    return PlacementState(
        table(count), table(count), table(int(layout.places[-1])), table(len(layout.at_most))
    )


def hops(shared: Pipelined) -> IntArray:
    """Return the number of paths that a computed value takes from one component to another [J, J].

    `FAR` at most, also for unreachable components.
    """
    parts = shared.index.problem.arch.components
    passing = np.array([part.holds_intermediates for part in parts])
    return _distances(shared, passing)


def _distances(shared: Pipelined, passing: NDArray[np.bool_]) -> IntArray:
    steps = {(s, t) for s, t, _ in shared.machine.steps if passing[s] and passing[t]}
    graph = graph_base()(n=len(passing), edges=sorted(steps), directed=True)
    found = np.minimum(np.array(graph.distances(mode="out")), FAR)
    return found.astype(np.int64)


def layout_of(shared: Pipelined, away: IntArray) -> PlacementLayout:
    """Return the tables of a loop on an array, of which `away` [J, J] are the `hops`."""
    loop, arch, interval = shared.loop, shared.index.problem.arch, shared.interval
    executes = np.array(shared.latency) > 0
    edges, weight = _edges(shared)
    touching, begin = touching_edges(edges, loop.operations)
    # The operations of each component if all were spread evenly over those that execute them.
    evenly = (executes / executes.sum(axis=1, keepdims=True)).sum(axis=0)
    issue = np.minimum([part.issue * interval for part in arch.components], loop.operations)
    issue = np.minimum(issue, np.ceil(DENSER * evenly)).astype(np.int64)
    limited = [[limit.limits(name) for name in loop.operator] for limit in arch.shared]
    member = [[part.name in limit.components for part in arch.components] for limit in arch.shared]
    usable = np.array(executes.any(axis=0), dtype=bool)
    distant = np.where(usable, away, away.max() + 1)
    count = int(min(usable.sum(), NEAR))
    return PlacementLayout(
        price=away.astype(np.float64) ** LONGER,
        own=_own(shared),
        able=np.nonzero(executes)[1].copy(),
        ables=starts(executes.sum(axis=1)),
        executes=executes,
        near=np.ascontiguousarray(np.argsort(distant, axis=1, kind="stable")[:, :count]),
        edges=edges,
        weight=weight,
        touching=touching,
        begin=begin,
        places=starts(issue),
        limited=np.array(limited, dtype=bool).reshape(-1, loop.operations),
        member=np.array(member, dtype=bool).reshape(-1, len(arch.components)),
        at_most=np.array([limit.at_most * interval for limit in arch.shared], dtype=np.int64),
    )


def touching_edges(edges: IntArray, operations: int) -> tuple[IntArray, IntArray]:
    """Return the edges [2 E] of each operation, one after the other, and where they begin."""
    flat = edges.T.reshape(-1)
    order = np.argsort(flat, kind="stable")
    begin = np.searchsorted(flat[order], np.arange(operations + 1))
    return order % max(len(edges), 1), begin


def _edges(shared: Pipelined) -> tuple[IntArray, Lengths]:
    """Return the edges between different operations [E, 2], each once, and their weights [E]."""
    loop, when = shared.loop, shared.when
    assert when is not None
    found: dict[tuple[int, int], float] = {}
    for edge in loop.edges:
        if edge.reader in (RESULT, edge.net) or edge.net >= loop.operations:
            continue
        latency = int(shared.latency[edge.net].max())
        slack = edge.distance * shared.interval - latency - when.apart[edge.reader, edge.net]
        weight = 1.0 + TIGHT / (1.0 + max(slack, 0.0))
        pair = (edge.net, edge.reader)
        found[pair] = max(weight, found.get(pair, 0.0))
    pairs = np.array(list(found), dtype=np.int64).reshape(-1, 2)
    return pairs, np.array(list(found.values()))


def _own(shared: Pipelined) -> Lengths:
    """Return the price of inputs and results of each operation on each component [O, J]."""
    loop, index = shared.loop, shared.index
    everywhere = _distances(shared, np.ones(shared.machine.components, dtype=bool))
    price = everywhere.astype(np.float64) ** LONGER
    own = np.zeros((loop.operations, shared.machine.components))
    for edge in loop.edges:
        if edge.net >= loop.operations and edge.reader != RESULT:
            held = [j for j, _ in shared.machine.homes.get(loop.value[edge.net], ())]
            if held:
                own[edge.reader] += price[held].min(axis=0)
        elif edge.reader == RESULT and edge.net < loop.operations and index.external is not None:
            own[edge.net] += price[:, index.external]
    return own
