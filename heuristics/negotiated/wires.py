"""A loop and an array as the compiled negotiation reads them.

A cell is numbered place * K + cycle, of K cycles: first are the holds of components, then transfers
over paths, then stores in passing. Issues are no cells.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from heuristics.array import Block, Costs, Flags, Places, starts
from heuristics.modulo.loop import RESULT
from heuristics.modulo.partial import Pipelined
from models.igraph_import import import_igraph
from models.space_time.index_array import NEVER, IntArray


class Sizes(NamedTuple):
    """Numbers of components J, paths, layers of hops, cycles K, the II, operations O, edges E,
    orders D, nets N, and units of resources U; `external` is the component of results, or -1.
    """

    components: int
    paths: int
    layers: int
    cycles: int
    interval: int
    operations: int
    edges: int
    orders: int
    nets: int
    units: int
    external: int


class Wires(NamedTuple):
    """What does not change; C kinds of values, G groups of operations that the same limits count.

    Steps lead from a source of a path to a target of it.
    """

    out_begin: IntArray
    """[J + 1]: where the steps out of each component begin."""
    out: IntArray
    """[M, 4]: source, target, path and hops of each step, by source."""
    into_begin: IntArray
    """[J + 1]: where the steps into each component begin."""
    into: IntArray
    """[M, 4]: the same by target."""
    begin: IntArray
    """[5]: the units where holds, transfers, issue slots and shared limits begin, and that of
    routes."""
    limits: IntArray
    """[U]: units of resources that may be in use."""
    base: Costs
    """[U]: prices of units."""
    least: Costs
    """[J, J]: the least price of a route between two components."""
    travel: IntArray
    """[J, J]: the fewest cycles between being held and arriving."""
    parts: Flags
    """[3, J]: flags of components: transient, issues to route, and switch."""
    admits: Flags
    """[C, J]: where values of a kind may be at all."""
    holds: Flags
    """[C, J]: where they may be held."""
    stores: Flags
    """[C, J]: where they are stored on arrival."""
    kind: IntArray
    """[N]: the kind of the value of a net."""
    latency: IntArray
    """[O, J]: 0 where an operation is not executed."""
    able: IntArray
    """[A]: the components that execute an operation, one operation after the other."""
    ables: IntArray
    """[O + 1]: where those of each operation begin in `able`."""
    group: IntArray
    """[O]: the group of an operation."""
    shared: IntArray
    """[G, J, n]: the shared limits that count an issue, -1 for none."""
    home: IntArray
    """[N]: where an input is held, -1 for computed values."""
    net: IntArray
    """[E]: the net of an edge."""
    reader: IntArray
    """[E]: the operation that reads, or -1 for results."""
    shift: IntArray
    """[E]: the distance in cycles."""
    readers: IntArray
    """[E]: edges by net."""
    readers_begin: IntArray
    """[N + 1]: where the edges of each net begin in `readers`."""
    operands: IntArray
    """[n]: edges by reader, without results."""
    operands_begin: IntArray
    """[O + 1]: where the edges of each reader begin in `operands`."""
    before: IntArray
    """[D]: the operation that an order names first."""
    after: IntArray
    """[D]: the one that follows."""
    apart: IntArray
    """[D]: cycles between completion and start at least."""
    orders: IntArray
    """[2 D]: orders by operation, each twice."""
    orders_begin: IntArray
    """[O + 1]: where the orders of each operation begin in `orders`."""


def wires_of(shared: Pipelined, cycles: int) -> tuple[Sizes, Wires]:
    """Return the loop and its array by numbers, for schedules of so many cycles."""
    machine, loop, index = shared.machine, shared.loop, shared.index
    places = machine.places(shared.interval)
    limits = np.array(places.limits, dtype=np.int64)
    base = base_prices(shared, places)
    kinds = [machine.kind(i) for i in loop.value]
    # The first net of each kind stands for it.
    firsts = {id(kind): n for n, kind in reversed(list(enumerate(kinds)))}
    number = {key: n for n, key in enumerate(firsts)}
    distinct = [kinds[n] for n in firsts.values()]
    parts = machine.arch.components
    sizes = Sizes(
        machine.components,
        machine.paths,
        machine.layers,
        cycles,
        shared.interval,
        loop.operations,
        len(loop.edges),
        sum(map(len, loop.befores)),
        len(loop.value),
        len(limits),
        -1 if index.external is None else index.external,
    )
    groups: dict[tuple[int, ...], int] = {}
    group = []
    for operator in loop.operator:
        key = tuple(n for n, _ in machine.limits_on(operator))
        group.append(groups.setdefault(key, len(groups)))
    most = max((len(key) for key in groups), default=0)
    counted = np.full((len(groups), machine.components, max(most, 1)), -1, dtype=np.int64)
    for key, g in groups.items():
        for c, n in enumerate(key):
            for name in machine.arch.shared[n].components:
                counted[g, index.component[name], c] = n
    latency = np.array(shared.latency, dtype=np.int64)
    net = np.array([edge.net for edge in loop.edges], dtype=np.int64)
    reader = np.array([edge.reader for edge in loop.edges], dtype=np.int64)
    shift = np.array([edge.distance for edge in loop.edges], dtype=np.int64) * shared.interval
    orders = [order for orders in loop.befores for order in orders]
    before = np.array([order.before for order in orders], dtype=np.int64)
    after = np.array([order.after for order in orders], dtype=np.int64)
    ahead = [order.extra - order.distance * shared.interval for order in orders]
    readers, readers_begin = grouped(net, len(loop.value))
    operands, operands_begin = grouped(reader, loop.operations)
    ordered, orders_begin = grouped(np.concatenate([before, after]), loop.operations)
    home = np.full(len(loop.value), -1, dtype=np.int64)
    for n in range(loop.operations, len(loop.value)):
        home[n] = machine.homes[loop.value[n]][0][0]
    out, out_begin = grouped(machine.source, machine.components)
    into, into_begin = grouped(machine.target, machine.components)
    steps = np.stack([machine.source, machine.target, machine.path, machine.hops], axis=1)
    wires = Wires(
        out_begin=out_begin,
        out=steps[out],
        into_begin=into_begin,
        into=steps[into],
        begin=np.array(
            [
                *(b.begin for b in (places.holds, places.transfers, places.slots, places.shared)),
                places.routes[0],
            ],
            dtype=np.int64,
        ),
        limits=limits,
        base=base,
        least=least_prices(shared, places, base),
        travel=np.minimum(machine.distance, NEVER).astype(np.int64),
        parts=np.array(
            [machine.transient, machine.routing_issues, [part.switch for part in parts]]
        ),
        admits=np.array([index.admits[loop.value[n]] for n in firsts.values()]),
        holds=np.array([kind.holds for kind in distinct]),
        stores=np.array([kind.stores for kind in distinct]),
        kind=np.array([number[id(kind)] for kind in kinds], dtype=np.int64),
        latency=latency,
        able=np.nonzero(latency)[1],
        ables=starts((latency > 0).sum(axis=1)),
        group=np.array(group, dtype=np.int64),
        shared=counted,
        home=home,
        net=net,
        reader=reader,
        shift=shift,
        readers=readers,
        readers_begin=readers_begin,
        operands=operands,
        operands_begin=operands_begin,
        before=before,
        after=after,
        apart=np.array(ahead, dtype=np.int64),
        orders=ordered % max(len(orders), 1),
        orders_begin=orders_begin,
    )
    return sizes, wires


def grouped(keys: IntArray, count: int) -> tuple[IntArray, IntArray]:
    """Return the positions of `keys` by key from 0 on, and where those of each key begin."""
    order = np.argsort(keys, kind="stable")
    begin = np.searchsorted(keys[order], np.arange(count + 1)).astype(np.int64)
    skipped = int((keys < 0).sum())
    return order[skipped:].astype(np.int64), begin - skipped


FREE = 0.05
"""The price of a unit that is never short."""

ISSUE, LINK, REGISTER = 2.0, 1.0, 0.6
"""The prices of units that may be short."""

SPARED = 6.0
"""Divides the price of registers where passing values take issue slots: waiting is better."""

SCARCE = 5.0
"""Added to the price of entering the array, or in proportion to that of a slot which that takes, if
the inputs fill the entries, or with results the slots."""


def base_prices(shared: Pipelined, places: Places) -> Costs:
    """Return the price of a unit of each resource [U]."""
    limits = np.array(places.limits, dtype=np.int64)
    base = np.zeros(len(limits))
    arch, interval, external = shared.index.problem.arch, shared.interval, shared.index.external
    moving = np.array([part.routing_issues for part in arch.components])

    def fill(block: Block, prices: list[float]) -> None:
        end = block.begin + block.size * interval
        base[block.begin : end].reshape(interval, block.size)[:] = prices

    register = REGISTER / SPARED if moving.any() else REGISTER
    fill(places.holds, [FREE if p.capacity is None else register for p in arch.components])
    links = [FREE if path.width is None else LINK for path in arch.paths]
    slots = [ISSUE] * len(arch.components)
    if external is not None:
        name = arch.components[external].name
        entries = [h for h, path in enumerate(arch.paths) if name in path.sources]
        entered = beside(shared)
        width = sum(arch.paths[h].width or interval for h in entries)
        use = inputs_of(shared) / max(width * interval, 1)
        for h in entries:
            if arch.paths[h].width is not None:
                links[h] += SCARCE * min(use, 1.0) ** 2
        for j in entered:
            if moving[j]:
                use = (inputs_of(shared) + results_of(shared)) / (len(entered) * interval)
                slots[j] += ISSUE * min(use, 1.0) ** 2
    fill(places.transfers, links)
    fill(places.slots, slots)
    return base


def beside(shared: Pipelined) -> list[int]:
    """Return the components that values enter from the external one."""
    external, machine = shared.index.external, shared.machine
    if external is None:
        return []
    return sorted(set(machine.target[machine.source == external].tolist()))


def inputs_of(shared: Pipelined) -> int:
    """Return the number of inputs that operations read."""
    return len(shared.loop.value) - shared.loop.operations


def results_of(shared: Pipelined) -> int:
    """Return the number of results."""
    return sum(edge.reader == RESULT for edge in shared.loop.edges)


def least_prices(shared: Pipelined, places: Places, base: Costs) -> Costs:
    """Return the least price of a route between two components [J, J], by prices of free units."""
    machine = shared.machine
    weight: dict[tuple[int, int], float] = {}
    for s, t, h in machine.steps:
        price = 0.8 * float(base[places.transfers.begin + h])
        if not machine.arch.components[t].switch:
            # Whatever goes on from there was stored.
            price += 0.8 * float(base[places.holds.begin + t])
            if machine.routing_issues[t]:
                price += 0.8 * float(base[places.slots.begin + t])
        weight[s, t] = min(price, weight.get((s, t), np.inf))
    graph = import_igraph().Graph(n=machine.components, edges=list(weight), directed=True)
    found = np.array(graph.distances(weights=list(weight.values()), mode="out"))
    for t, part in enumerate(machine.arch.components):
        if not part.switch:
            last = 0.8 * float(base[places.holds.begin + t])
            if machine.routing_issues[t]:
                last += 0.8 * float(base[places.slots.begin + t])
            found[:, t] -= last
    np.fill_diagonal(found, 0.0)
    return np.maximum(found, 0.0)
