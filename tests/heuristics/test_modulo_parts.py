"""The parts of modulo scheduling: routes against brute force, the reservation table, times."""

from __future__ import annotations

import random
from functools import cache

import msgspec
import numpy as np
import pytest

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from heuristics.array import SPAN, Costs
from heuristics.modulo.flood import Flood
from heuristics.modulo.machine import Machine
from heuristics.modulo.reservation import Reservation
from models.data.architecture import Architecture
from models.data.problem import Problem
from models.space_time.index import Index

ARRAYS = [
    "mesh:2x2",
    "lisa:2x2,io=memory",
    "hycube:2x2,io=memory",
    "satmapit:2x2,moves=2,io=memory",
]
LAST = 7


def table_of(
    spec: str, seed: int, interval: int, max_hops: int | None = None, varied: bool = False
) -> Reservation:
    """Return a table for two nets in which the second has many cells at random.

    With `varied` the array has ports, and latencies and hops at random.
    """
    array = architecture_preset(spec)
    array = Architecture(array.name, array.components, array.paths, array.external, None, max_hops)
    if varied:
        replace, chance = msgspec.structs.replace, random.Random(f"{spec} {seed}")
        parts = (replace(c, read_ports=chance.choice((None, 1, 2)), write_ports=1)
                 for c in array.components)  # fmt: skip
        paths = (replace(p, latency=chance.choice((0, 0, 1, 2)), hops=chance.choice((0, 1)))
                 for p in array.paths)  # fmt: skip
        array = replace(array, components=tuple(parts), paths=tuple(paths), max_routes=3)
    machine = Machine(Index(Problem(polybench("bicg"), array, interval)))
    table = Reservation(machine, interval, 2)
    source = random.Random(seed)
    cells = [
        source.randrange(table.places.first_port) * SPAN + source.randrange(LAST)
        for _ in range(4 * machine.components)
    ]
    table.add(1, cells, {})
    return table


def stores(table: Reservation) -> Costs:
    """[II, J]: what storing in passing costs beside the hold."""
    issue = table.slots + table.price[table.board[6]]
    return np.where(table.machine.routing_issues, issue, 0.0)


def cheapest(table: Reservation, start: tuple[int, int], value: int) -> list[list[float]]:
    """Return by cycle and component what reading costs, by plain recursion over cells."""
    machine, interval = table.machine, table.interval
    arch, index = machine.index.problem.arch, machine.index
    most = arch.max_hops
    holds, admits = index.may_hold[value], index.admits[value]
    reads, writes = table.reads, table.writes
    storing = stores(table)
    into = [[e for e, step in enumerate(machine.steps) if step[1] == j] for j in range(len(holds))]

    def passes(e: int) -> bool:
        return bool(admits[machine.steps[e][0]] and admits[machine.steps[e][1]])

    @cache
    def held(j: int, k: int) -> float:
        if (j, k) == start:
            return 0.0
        if k <= start[1] or not holds[j]:
            return np.inf
        price = table.holds[k % interval, j]
        costs = [] if arch.components[j].transient else [held(j, k - 1) + price]
        if index.stores_arrivals[j]:
            costs.append(arrived(j, k) + price + storing[k % interval, j])
        return min(costs, default=np.inf)

    @cache
    def arrived(j: int, k: int) -> float:
        if k <= start[1]:
            return np.inf
        best = np.inf
        # Breadth-first backwards through switches; prices are positive, so no circle is cheaper.
        waiting = [(j, 0, 0.0, frozenset([j]))]
        while waiting:
            place, hops, cost, seen = waiting.pop()
            for e in into[place]:
                s, _, h = machine.steps[e]
                total = hops + arch.paths[h].hops
                if not passes(e) or (most is not None and total > most):
                    continue
                delay = arch.paths[h].latency
                paid = cost + table.transfers[k % interval, h]
                if machine.ported:
                    paid += reads[(k - delay) % interval, s] + writes[k % interval, place]
                best = min(best, held(s, k - 1 - delay) + paid)
                if arch.components[s].switch and delay:
                    best = min(best, arrived(s, k - delay) + paid)
                elif arch.components[s].switch and s not in seen and paid < best:
                    waiting.append((s, total, paid, seen | {s}))
        return best

    count = len(holds)
    return [
        [min(held(j, k - 1), arrived(j, k)) for j in range(count)]
        for k in range(start[1] + 1, LAST + 1)
    ]


@pytest.mark.parametrize("spec", ARRAYS)
@pytest.mark.parametrize("max_hops", [None, 1, 2])
@pytest.mark.parametrize("varied", [False, True])
def test_flood(spec: str, max_hops: int | None, varied: bool) -> None:
    """Tests that a flood costs what the cheapest route by brute force does, and its trace too."""
    for seed in range(2):
        table = table_of(spec, seed, 3, max_hops, varied)
        machine = table.machine
        value = len(machine.index.values) - 1
        names = machine.index.component
        start = (names.get("pe_0_0", names.get("alu_0_0", names.get("fu_0_0", 0))), 1)
        flood = Flood(table, machine.kind(value), 0, [start], LAST, False)
        wanted = cheapest(table, start, value)
        np.testing.assert_allclose(flood.read[1:], np.array(wanted))
        for k in range(2, LAST + 1):
            for j in range(machine.components):
                if np.isfinite(flood.cost(j, k)):
                    traced(table, flood, start, j, k)


def traced(table: Reservation, flood: Flood, start: tuple[int, int], j: int, k: int) -> None:
    """Require that the cells of a route cost what the flood says."""
    trace = flood.trace(j, k)
    assert (trace.component, trace.cycle) == start
    assert len(set(trace.cells)) == len(trace.cells)
    paid = 0.0
    for cell in trace.cells:
        place, cycle = divmod(cell, SPAN)
        slot = cycle % table.interval
        if place < table.places.first_path:
            paid += table.holds[slot, place]
        elif place < table.places.first_store:
            paid += table.transfers[slot, place - table.places.first_path]
        else:
            paid += stores(table)[slot, place - table.places.first_store]
    for e, cycle in trace.steps if table.machine.ported else ():
        s, t, _ = table.machine.steps[e]
        left = cycle - int(table.machine.delay[e])
        paid += table.reads[left % table.interval, s] + table.writes[cycle % table.interval, t]
    assert paid == pytest.approx(flood.cost(j, k))
