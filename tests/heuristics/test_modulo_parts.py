"""The parts of modulo scheduling: routes against brute force, the reservation table, times."""

from __future__ import annotations

import random
from functools import cache

import msgspec
import numpy as np
import pytest

from archs.presets import architecture_preset
from examples.loops.kernels import SMALL, kernel_loop
from examples.loops.polybench import polybench
from heuristics.modulo.choices import EJECTED, choices
from heuristics.modulo.flood import Flood, remaining
from heuristics.modulo.loop import RESULT, Loop
from heuristics.modulo.machine import Machine
from heuristics.modulo.order import dependences, downwards, outwards, times
from heuristics.modulo.partial import Pipelined
from heuristics.modulo.reservation import SPAN, Costs, Reservation
from models.data.architecture import Architecture
from models.data.dfg import Dfg, Operand, Operation, Operator, Priority
from models.data.problem import Problem
from models.space_time.index import Index
from tests.examples.loop_support import recurrence_mii

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
        source.randrange(table.first_other) * SPAN + source.randrange(LAST)
        for _ in range(4 * machine.components)
    ]
    table.add(1, cells, {})
    return table


def stores(table: Reservation) -> Costs:
    """[II, J]: what storing in passing costs beside the hold."""
    issue = table.slots + table.price[table.board[6]]
    return np.where(table.machine.routing_issues, issue, 0.0)


def ports(table: Reservation) -> tuple[Costs, Costs]:
    """[II, J]: what a read port costs, and a write port."""
    size = table.interval * table.machine.components
    first, second = (
        table.price[begin : begin + size].reshape(table.interval, -1)
        for begin in table.board[4:6].tolist()
    )
    return first, second


def cheapest(table: Reservation, start: tuple[int, int], value: int) -> list[list[float]]:
    """Return by cycle and component what reading costs, by plain recursion over cells."""
    machine, interval = table.machine, table.interval
    arch, index = machine.index.problem.arch, machine.index
    most = arch.max_hops
    holds, admits = index.may_hold[value], index.admits[value]
    reads, writes = ports(table)
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
    trace, (reads, writes) = flood.trace(j, k), ports(table)
    assert (trace.component, trace.cycle) == start
    assert len(set(trace.cells)) == len(trace.cells)
    paid = 0.0
    for cell in trace.cells:
        place, cycle = divmod(cell, SPAN)
        slot = cycle % table.interval
        if place < table.first_path:
            paid += table.holds[slot, place]
        elif place < table.first_store:
            paid += table.transfers[slot, place - table.first_path]
        else:
            paid += stores(table)[slot, place - table.first_store]
    for e, cycle in trace.steps if table.machine.ported else ():
        s, t, h = table.machine.steps[e]
        left = cycle - int(table.machine.latency[h])
        paid += reads[left % table.interval, s] + writes[cycle % table.interval, t]
    assert paid == pytest.approx(flood.cost(j, k))


def longest(loop: Loop, latency: list[int], interval: int) -> np.ndarray:
    """The longest ways between all operations, by Floyd and Warshall's algorithm."""
    apart = np.full((loop.operations, loop.operations), -np.inf)
    np.fill_diagonal(apart, 0)
    for before, after, cycles in dependences(loop, latency, interval):
        apart[before, after] = max(apart[before, after], cycles)
    for middle in range(loop.operations):
        np.maximum(apart, apart[:, middle, None] + apart[None, middle, :], out=apart)
    return apart


@pytest.mark.parametrize("kernel", sorted(SMALL)[::2])
def test_times(kernel: str) -> None:
    """Tests recurrence bounds and orders: every operation once, after what it reads at once."""
    dfg = kernel_loop(kernel)
    least = recurrence_mii(dfg)
    array = architecture_preset("mesh:4x4,io=all")
    for interval in (least - 1, least):
        if interval < 1:
            continue
        loop = Loop.of(Index(Problem(dfg, array, interval)))
        latency = [dfg.latency(dfg.values[loop.value[o]]) for o in range(loop.operations)]
        when = times(loop, latency, interval)
        assert (when is None) == (interval < least)
        if when is None:
            continue
        assert np.array_equal(when.apart, longest(loop, latency, interval))
        for edge in loop.edges:
            if edge.reader != RESULT and edge.net < loop.operations:
                ready = when.first[edge.net] + latency[edge.net] - edge.distance * interval
                assert when.first[edge.reader] >= ready
        assert all(a <= b for a, b in zip(when.first, when.last, strict=True))
        chance = random.Random(0)
        for order in (downwards, outwards):
            found = order(loop, when, chance, 1.0)
            assert sorted(found) == list(range(loop.operations))


@pytest.mark.parametrize("first", ["p", "q"])
def test_operations_that_may_start_together(first: str) -> None:
    """Tests that `>=` lets both start in one cycle, whichever is placed first."""
    operations = (Operation("p", "f", (Operand("a"),)), Operation("q", "f", (Operand("a"),)))
    priority = Priority("p", "q", ">=")
    dfg = Dfg("pair", (Operator("f", 1),), ("a",), operations, ("p", "q"), priorities=(priority,))
    shared = Pipelined.of(Problem(dfg, architecture_preset("mesh:2x2,io=all"), 4))
    assert shared is not None
    part = shared.partial(0)
    number = {dfg.values[value]: o for o, value in enumerate(part.loop.value[:2])}
    part.put(number.pop(first), (part.index.component["pe_0_0"], 5))
    found = choices(part, *number.values())
    assert found is not None
    assert found.costs[5 - found.window.first].min() < EJECTED


@pytest.mark.parametrize("spec", ARRAYS)
def test_backwards(spec: str) -> None:
    """Tests that the route on from a start costs the same, searched from the reader."""
    table = table_of(spec, 5, 4)
    machine = table.machine
    kind = machine.kind(len(machine.index.values) - 1)
    readers = range(machine.components)
    ahead = [remaining(table, kind, 1, LAST, (j, LAST)) for j in readers]
    for s in np.flatnonzero(kind.holds):
        flood = Flood(table, kind, 0, [(int(s), 1)], LAST, False)
        for j in readers:
            assert ahead[j][0, s] == pytest.approx(flood.cost(j, LAST))


def test_own_cells() -> None:
    """Tests that a second reader of a net goes along with the first for nearly nothing."""
    table = table_of("mesh:3x3", 0, 2)
    machine, index = table.machine, table.machine.index
    kind, start = machine.kind(len(index.values) - 1), (index.component["pe_0_0"], 1)
    goal = index.component["pe_2_2"]
    flood = Flood(table, kind, 0, [start], LAST, False)
    table.add(0, flood.trace(goal, 6).cells, {})
    again = Flood(table, kind, 0, [start], LAST, False)
    assert again.cost(goal, 6) < 0.05 < flood.cost(goal, 6)
    hard = Flood(table, kind, 0, [start], LAST, True)
    assert hard.cost(goal, 6) < 0.05


def test_table() -> None:
    """Tests that cells are counted per slot and net, and given back."""
    table = table_of("mesh:2x2,registers=2", 0, 3)
    before = list(table.uses)
    crowded: dict[int, None] = {}
    j = table.machine.index.component["pe_1_1"]
    cells = [j * SPAN + k for k in (1, 4, 7)]
    table.add(0, [*cells, cells[0]], crowded)
    (unit,) = {unit for cell in cells for unit in table.resources(cell)}
    assert table.uses[unit] == before[unit] + 3
    assert list(crowded) == [unit]
    assert table.overused(unit)
    table.remove(0, cells)
    assert table.uses[unit] == before[unit] + 1
    table.remove(0, cells[:1])
    assert table.uses == before
    assert not table.cells[0]
