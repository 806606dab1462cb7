"""Negotiated congestion: full arrays with few wires, prices, and what is left to others."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from archs.presets import architecture_preset
from examples.loops.nests import stencil, tile
from examples.loops.random_loops import random_loop
from heuristics.modulo.partial import Pipelined
from heuristics.negotiated import negotiated_schedule
from heuristics.negotiated.due import due_cycles
from heuristics.negotiated.wires import LINK, wires_of
from models.data.dfg import Dfg
from models.data.problem import Problem
from tests.heuristics.mappers import require_legal


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


def test_prices_follow_capacities() -> None:
    """Tests that entries are dear where the inputs fill them, whatever the array is called."""
    found = []
    for interval in (6, 12, 24):
        problem = Problem(tile(4, 4, 4), architecture_preset("hycube:4x4,io=memory"), interval)
        shared = Pipelined.of(problem)
        assert shared is not None
        sizes, wires = wires_of(shared, 1)
        paths = shared.index.problem.arch.paths
        entries = [h for h, path in enumerate(paths) if path.sources == ("extmem",)]
        prices = wires.base[wires.begin[1] : wires.begin[1] + sizes.paths]
        others = [h for h, path in enumerate(paths) if path.width and h not in entries]
        assert set(prices[others]) == {LINK}
        found.append(float(prices[entries[0]]))
    assert found[0] > found[1] > found[2] > LINK


def test_due_cycles_leave_time_to_travel() -> None:
    """Tests that each operand of an operation can arrive before its cycle."""
    problem = Problem(tile(2, 2, 4), architecture_preset("adres:4x4,io=memory"), 8)
    shared = Pipelined.of(problem)
    assert shared is not None
    sizes, wires = wires_of(shared, 1)
    chance = np.random.default_rng(0)
    able = [wires.able[a:b] for a, b in zip(wires.ables, wires.ables[1:], strict=False)]
    site = np.array([chance.choice(parts) for parts in able])
    due = due_cycles(sizes, wires, site)
    for net, reader, shift in zip(wires.net, wires.reader, wires.shift, strict=True):
        if net < sizes.operations and reader >= 0 and net != reader:
            done = due[net] + wires.latency[net, site[net]] - 1
            assert due[reader] + shift >= done + wires.travel[site[net], site[reader]]
