"""Negotiated congestion: full arrays with few wires, prices, and arrays that are left to others."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from msgspec.structs import replace

from archs.presets import architecture_preset
from examples.loops.nests import stencil, tile
from examples.loops.random_loops import random_loop
from heuristics.modulo import modulo_schedule
from heuristics.modulo.partial import Pipelined
from heuristics.negotiated import negotiated_schedule
from heuristics.negotiated.due import due_cycles
from heuristics.negotiated.wires import LINK, base_prices, nets_of, ways_of
from heuristics.placement import placed_schedule
from models.data.dfg import Dfg, Operand, Operation, Operator, OrderEdge
from models.data.problem import Problem
from tests.heuristics.mappers import require_legal

ADDITION = Operation("a", "add", (Operand("x"), Operand("x")))


@pytest.mark.parametrize(
    ("dfg", "array", "interval"),
    [
        (tile(2, 2, 3), "hycube:4x4,io=memory", 4),
        (stencil(4), "hycube:4x4,io=memory", 9),
        (stencil(4), "adres:4x4,io=memory", 16),
        (tile(2, 2, 3), "mesh:4x4,registers=2,io=all", 3),
        (random_loop(40, 0, 2), "adres:4x4,io=memory", 8),
    ],
)
def test_full_arrays(dfg: Dfg, array: str, interval: int) -> None:
    """Tests loops that need most entries, slots or links; a seed always gives the same mapping."""
    problem = Problem(dfg, architecture_preset(array), interval)
    mapping = negotiated_schedule(problem, 1, attempts=3, rounds=300)
    assert mapping is not None
    require_legal(problem, mapping, iterations=4)
    assert negotiated_schedule(problem, 1, attempts=3, rounds=300) == mapping


def test_what_is_not_understood() -> None:
    """Tests that limited ports, and inputs in a limited memory, are left to others."""
    array = architecture_preset("mesh:2x2,registers=4,io=all")
    dfg = tile(2, 2, 2)
    assert negotiated_schedule(Problem(dfg, array, 8), 0, attempts=1, rounds=50) is not None
    ported = tuple(replace(part, read_ports=9) for part in array.components)
    other = replace(array, components=ported)
    assert negotiated_schedule(Problem(dfg, other, 8), 0, attempts=1) is None
    limited = [replace(p, capacity=90) if p.initial == "all" else p for p in array.components]
    other = replace(array, components=tuple(limited))
    assert negotiated_schedule(Problem(dfg, other, 8), 0, attempts=1) is None


def test_others_do_not_reach_it() -> None:
    """Tests a full array on which modulo scheduling, with placement or without, maps nothing."""
    problem = Problem(tile(2, 4, 4), architecture_preset("adres:4x4,io=memory"), 10)
    mapping = negotiated_schedule(problem, 0, attempts=2, rounds=300)
    assert mapping is not None
    require_legal(problem, mapping, iterations=4)
    assert modulo_schedule(problem, 0, effort=30) is None
    assert placed_schedule(problem, 0, attempts=2) is None


def test_prices_follow_capacities() -> None:
    """Tests that entries are dear where the inputs fill them, whatever the array is called."""
    found = []
    for interval in (6, 12, 24):
        problem = Problem(tile(4, 4, 4), architecture_preset("hycube:4x4,io=memory"), interval)
        shared = Pipelined.of(problem)
        assert shared is not None
        places, paths = shared.machine.places(interval), problem.arch.paths
        entries = [h for h, path in enumerate(paths) if path.sources == ("extmem",)]
        first = places.transfers.begin
        prices = base_prices(shared, places)[first : first + len(paths)]
        others = [h for h, path in enumerate(paths) if path.width and h not in entries]
        assert set(prices[others]) == {LINK}
        found.append(float(prices[entries[0]]))
    assert found[0] > found[1] > found[2] > LINK


def test_due_cycles_leave_time_to_travel() -> None:
    """Tests that each operand of an operation can arrive before its cycle."""
    problem = Problem(tile(2, 2, 4), architecture_preset("adres:4x4,io=memory"), 8)
    shared = Pipelined.of(problem)
    assert shared is not None
    ways, nets = ways_of(shared, 1), nets_of(shared)
    chance = np.random.default_rng(0)
    able = [nets.able[a:b] for a, b in zip(nets.ables, nets.ables[1:], strict=False)]
    site = np.array([chance.choice(parts) for parts in able])
    due = due_cycles(ways, nets, site)
    for net, reader, shift in zip(nets.net, nets.reader, nets.shift, strict=True):
        if net < len(site) and reader >= 0 and net != reader:
            done = due[net] + nets.latency[net, site[net]] - 1
            assert due[reader] + shift >= done + ways.travel[site[net], site[reader]]


def test_orders_are_kept() -> None:
    """Tests that an operation follows those after which an order of the loop asks for it."""
    names = ("a", "b", "c", "d")
    operations = tuple(Operation(name, "store") for name in names)
    orders = tuple(OrderEdge(*pair) for pair in itertools.pairwise(names))
    dfg = Dfg("ordered", (Operator("store", 0, effect=True),), (), operations, order=orders)
    problem = Problem(dfg, architecture_preset("s4:2x2"), 2)
    mapping = negotiated_schedule(problem, 0, attempts=3, rounds=100)
    assert mapping is not None
    require_legal(problem, mapping, iterations=4)
