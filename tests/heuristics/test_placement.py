"""Placement by wires: what is counted is true, and what is found is legal."""

from __future__ import annotations

import pytest

from archs.presets import architecture_preset
from examples.loops.nests import tile, transform
from heuristics.placement import placed_schedule
from heuristics.placement.kernel import CROWDED
from heuristics.placement.layout import PlacementLayout, PlacementState
from models.data.dfg import Dfg
from models.data.problem import Problem
from models.judge.checker import check
from models.judge.simulator import simulate

ARRAYS = (
    "mesh:4x4,registers=2,io=all",
    "hycube:4x4,io=memory",
    "adres:4x4,io=memory",
    "sl8:8x8,io=memory,registers=4",
)


def price(layout: PlacementLayout, state: PlacementState) -> float:
    """The sum of prices, counted anew."""
    total = sum(layout.own[o, j] for o, j in enumerate(state.site))
    for (s, t), weight in zip(layout.edges, layout.weight, strict=True):
        total += weight * layout.price[state.site[s], state.site[t]]
    for n, most in enumerate(layout.at_most):
        issued = sum(layout.limited[n, o] and layout.member[n, j] for o, j in enumerate(state.site))
        assert issued == state.issued[n]
        total += CROWDED * max(0, issued - most)
    return float(total)


@pytest.mark.parametrize(
    ("dfg", "array", "interval"),
    [
        (transform(16), "mesh:4x4,registers=4,io=all", 6),
        (tile(4, 4, 4), "mesh:4x4,registers=4,io=all", 8),
        (tile(2, 2, 3), "hycube:4x4,io=memory", 4),
    ],
)
def test_full_arrays(dfg: Dfg, array: str, interval: int) -> None:
    """Tests loops that take most slots; the same seed gives the same mapping."""
    problem = Problem(dfg, architecture_preset(array), interval)
    mapping = placed_schedule(problem, 1, attempts=6)
    assert mapping is not None
    assert check(problem, mapping) == []
    assert simulate(problem, mapping, iterations=4).ok
    assert placed_schedule(problem, 1, attempts=6) == mapping
