"""A loop and an array as the compiled negotiation reads them, and prices of the array."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from heuristics.array import Block, Costs, Flags, Places, starts
from heuristics.modulo.loop import RESULT
from heuristics.modulo.partial import Pipelined
from models.igraph_import import graph_base
from models.register_files.registers import FOR_EVER
from models.space_time.index_array import NEVER, IntArray

ADMITTED, HELD, STORED = range(3)
"""Rows of `rights`: where values may be at all, are held, and are stored on arrival."""


class Ways(NamedTuple):
    """The array: J components, H paths, L layers of hops, K cycles, C kinds of values.

    A place is a hold of a component, a transfer, a store in passing or an issue, or a shared limit,
    in this order; a cell is numbered cycle * places + place. Steps lead from a source of a path to
    a target.
    """

    components: int
    paths: int
    layers: int
    places: int
    cycles: int
    interval: int
    out_begin: IntArray
    """[J + 1]: where the steps out of each component begin."""
    out: IntArray
    """[M, 4]: source, target, path and hops of each step, by source."""
    into_begin: IntArray
    """[J + 1]: where the steps into each component begin."""
    into: IntArray
    """[M, 4]: the same by target."""
    least: Costs
    """[J, J]: the least price of a route between two components."""
    travel: IntArray
    """[J, J]: the fewest cycles between being held and arriving."""
    transient: Flags
    routing_issues: Flags
    switch: Flags
    """[J]: flags of components."""
    rights: Flags
    """[3, C, J]"""
    stay: IntArray
    """[J]: the most cycles for which a component keeps a value."""
    limited: bool
    """Whether one of them has a limit."""


class Nets(NamedTuple):
    """The loop: O operations, N nets, E edges (orders come last), G groups of operations that the
    same limits count.
    """

    routed: int
    """The number of edges that need a route."""
    external: int
    """The component of results, or -1."""
    kind: IntArray
    """[N]: the kind of the value of a net."""
    home: IntArray
    """[N]: where an input is held, -1 for computed values."""
    latency: IntArray
    """[O, J]: 0 where an operation is not executed."""
    able: IntArray
    """[A]: the components that execute an operation, one operation after the other."""
    ables: IntArray
    """[O + 1]: where those of each operation begin in `able`."""
    group: IntArray
    """[O]: the group of an operation."""
    issues: IntArray
    """[G, J, n]: the places that an issue takes, -1 for none."""
    net: IntArray
    """[E]: the net of an edge, or the operation that an order names first."""
    reader: IntArray
    """[E]: the operation that reads, or follows; -1 for results."""
    shift: IntArray
    """[E]: the distance in cycles, less those that an order asks for."""
    readers: IntArray
    """[E]: edges by net."""
    readers_begin: IntArray
    """[N + 1]: where the edges of each net begin in `readers`."""
    operands: IntArray
    """[n]: edges by reader, without results."""
    operands_begin: IntArray
    """[O + 1]: where the edges of each reader begin in `operands`."""


def ways_of(shared: Pipelined, cycles: int) -> Ways:
    """Return the array by numbers, for schedules of so many cycles."""
    machine, index = shared.machine, shared.index
    places, count = machine.places(shared.interval), machine.components
    kinds, _ = _kinds(shared)
    admitted = [index.admits[value] for value in kinds.values()]
    held = [machine.kind(value).holds for value in kinds.values()]
    stored = [machine.kind(value).stores for value in kinds.values()]
    steps = np.stack([machine.source, machine.target, machine.path, machine.hops], axis=1)
    out, out_begin = grouped(machine.source, count)
    into, into_begin = grouped(machine.target, count)
    found = Ways(
        components=count,
        paths=machine.paths,
        layers=machine.layers,
        places=2 * count + machine.paths + len(machine.arch.shared),
        cycles=cycles,
        interval=shared.interval,
        out_begin=out_begin,
        out=steps[out],
        into_begin=into_begin,
        into=steps[into],
        least=least_prices(shared, places, base_prices(shared, places)),
        travel=np.minimum(machine.distance, NEVER).astype(np.int64),
        transient=machine.transient,
        routing_issues=machine.routing_issues,
        switch=np.array([part.switch for part in machine.arch.components]),
        rights=np.array([admitted, held, stored]),
        stay=machine.stays,
        limited=bool((machine.stays < FOR_EVER).any()),
    )
    return Ways._make(map(_plain, found))


def nets_of(shared: Pipelined) -> Nets:
    """Return the loop by numbers."""
    machine, loop, interval = shared.machine, shared.loop, shared.interval
    latency, external = np.array(shared.latency, dtype=np.int64), shared.index.external
    group, issues = _issues(shared)
    rows = [(e.net, e.reader, e.distance * interval) for e in loop.edges]
    rows += [
        (d.before, d.after, d.distance * interval - d.extra) for own in loop.befores for d in own
    ]
    net, reader, shift = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    readers, readers_begin = grouped(net, len(loop.value))
    operands, operands_begin = grouped(reader, loop.operations)
    homes = [machine.homes[value][0][0] for value in loop.value[loop.operations :]]
    found = Nets(
        routed=len(loop.edges),
        external=-1 if external is None else external,
        kind=_kinds(shared)[1],
        home=np.array([-1] * loop.operations + homes),
        latency=latency,
        able=np.nonzero(latency)[1],
        ables=starts((latency > 0).sum(axis=1)),
        group=group,
        issues=issues,
        net=net,
        reader=reader,
        shift=shift,
        readers=readers,
        readers_begin=readers_begin,
        operands=operands,
        operands_begin=operands_begin,
    )
    return Nets._make(map(_plain, found))


def _plain(part: object) -> object:
    """Return a copy of an array, row by row in memory, as compiled functions read it."""
    return np.array(part, order="C") if isinstance(part, np.ndarray) else part


def _kinds(shared: Pipelined) -> tuple[dict[int, int], IntArray]:
    """Return a value of each kind, by kind, and the number of the kind of each net [N]."""
    kinds = [id(shared.machine.kind(value)) for value in shared.loop.value]
    first = dict(zip(reversed(kinds), reversed(shared.loop.value), strict=True))
    number = {kind: n for n, kind in enumerate(first)}
    return first, np.array([number[kind] for kind in kinds], dtype=np.int64)


def _issues(shared: Pipelined) -> tuple[IntArray, IntArray]:
    """Return the group of each operation [O], and the places of an issue by group [G, J, n]."""
    machine, count = shared.machine, shared.machine.components
    limited = [machine.limits_on(operator) for operator in shared.loop.operator]
    groups = {tuple(n for n, _ in own): own for own in limited}
    first = count + machine.paths
    issues = np.full((len(groups), count, 1 + max(map(len, groups))), -1, dtype=np.int64)
    issues[:, :, 0] = first + np.arange(count)
    for g, own in enumerate(groups.values()):
        for c, (n, members) in enumerate(own):
            issues[g, members, c + 1] = first + count + n
    number = {key: g for g, key in enumerate(groups)}
    group = [number[tuple(n for n, _ in own)] for own in limited]
    return np.array(group, dtype=np.int64), issues


def grouped(keys: IntArray, count: int) -> tuple[IntArray, IntArray]:
    """Return the positions of `keys` by key from 0 on, and where those of each key begin."""
    order = np.argsort(keys, kind="stable")
    begin = np.searchsorted(keys[order], np.arange(count + 1))
    skipped = int((keys < 0).sum())
    return order[skipped:], begin - skipped


SPARE = 0.8
"""The share of its price that a unit costs while it is not in use."""

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
    holds = [FREE if part.capacity is None else register for part in arch.components]
    links = [FREE if path.width is None else LINK for path in arch.paths]
    slots = [ISSUE] * len(arch.components)
    for j, part in enumerate(arch.components):
        if moving[j] and part.capacity is not None and part.capacity <= part.issue:
            # While a value waits here, nothing can be issued.
            holds[j] = slots[j] = ISSUE / 2
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
    fill(places.holds, holds)
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
    machine, count = shared.machine, shared.machine.components
    holds, slots = (base[block.begin :][:count] for block in (places.holds, places.slots))
    # What goes on from a component that is no switch was stored there.
    stored = SPARE * (holds + np.where(machine.routing_issues, slots, 0.0))
    stored[[part.switch for part in machine.arch.components]] = 0.0
    weight: dict[tuple[int, int], float] = {}
    for s, t, h in machine.steps:
        price = SPARE * base[places.transfers.begin + h] + stored[t]
        weight[s, t] = min(price, weight.get((s, t), np.inf))
    graph = graph_base()(n=count, edges=list(weight), directed=True)
    found = np.array(graph.distances(weights=list(weight.values()), mode="out")) - stored
    np.fill_diagonal(found, 0.0)
    return np.maximum(found, 0.0)
