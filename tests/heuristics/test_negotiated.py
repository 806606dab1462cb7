"""Negotiated congestion: full arrays with few wires, prices, and what is left to others."""

from __future__ import annotations

import numpy as np
import pytest

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


@pytest.mark.parametrize(
    "array", ["s4:2x2,io=memory", "torus:4x4,registers=4,io=all,ports=row:1", "ring:4"]
)
def test_what_is_not_understood(array: str) -> None:
    """Tests that arrays with ports, or inputs in limited registers, are left to others."""
    problem = Problem(tile(2, 2, 2), architecture_preset(array), 40)
    mapping = negotiated_schedule(problem, 0, attempts=1, rounds=20)
    if mapping is not None:
        require_legal(problem, mapping)


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
