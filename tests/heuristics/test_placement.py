"""Placement by wires: what is counted is true, and what is found is legal."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from archs.presets import architecture_preset
from examples.loops.nests import tile, transform
from examples.loops.polybench import polybench
from examples.loops.random_loops import random_loop
from heuristics.modulo.partial import Pipelined
from heuristics.modulo.schedule import Schedule
from heuristics.placement import placed_schedule, refine, refined_schedule
from heuristics.placement.kernel import CROWDED, anneal, begin
from heuristics.placement.layout import Layout, State, hops, layout_of, state_of
from heuristics.placement.times import least_held
from models.data.dfg import Dfg
from models.data.problem import Problem
from models.judge.checker import check
from models.judge.simulator import simulate
from tests.seeds import seeds

LOOPS = (random_loop(40, 3, 2), polybench("gemm", unroll=3), tile(2, 2, 3))
ARRAYS = (
    "mesh:4x4,registers=2,io=all",
    "hycube:4x4,io=memory",
    "adres:4x4,io=memory",
    "sl8:8x8,io=memory,registers=4",
)


def pipelined(dfg: Dfg, array: str, interval: int) -> Pipelined:
    shared = Pipelined.of(Problem(dfg, architecture_preset(array), interval))
    assert shared is not None
    return shared


def price(layout: Layout, state: State) -> float:
    """The sum of prices, counted anew."""
    total = sum(layout.own[o, j] for o, j in enumerate(state.site))
    for (s, t), weight in zip(layout.edges, layout.weight, strict=True):
        total += weight * layout.price[state.site[s], state.site[t]]
    for n, most in enumerate(layout.at_most):
        issued = sum(layout.limited[n, o] and layout.member[n, j] for o, j in enumerate(state.site))
        assert issued == state.issued[n]
        total += CROWDED * max(0, issued - most)
    return float(total)


@pytest.mark.parametrize("dfg", LOOPS, ids=lambda dfg: dfg.name)
@pytest.mark.parametrize("array", ARRAYS)
def test_annealing_counts_prices_and_places_right(dfg: Dfg, array: str) -> None:
    """Tests that places are those of able components, one operation each, and gains are true."""
    shared = pipelined(dfg, array, 6)
    layout = layout_of(shared, hops(shared))
    state = state_of(layout)
    assert begin(layout, state, 7)
    before = price(layout, state)
    gained = anneal(layout, state, 20_000, 4.0, 0.05)
    after = price(layout, state)
    assert gained == pytest.approx(before - after)
    assert after < before
    for o, (j, p) in enumerate(zip(state.site, state.place, strict=True)):
        assert layout.executes[o, j] and state.holder[p] == o
        assert layout.places[j] <= p < layout.places[j + 1]
    assert (state.holder >= 0).sum() == len(dfg.operations)


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


@pytest.mark.large(keep=1)
@pytest.mark.parametrize(("rounds", "wrong"), [(228, 20), (4, 1)])
def test_refinement(rounds: int, wrong: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests what annealing completes, and what scheduling has to; seeds give the same again."""
    monkeypatch.setattr(refine, "ROUNDS", rounds)
    monkeypatch.setattr(refine, "WRONG", wrong)
    resolved: list[int] = []

    def noted(self: Any, *given: Any) -> int:
        resolved.append(adopt(self, *given))
        return resolved[-1]

    adopt = Schedule.adopt
    monkeypatch.setattr(Schedule, "adopt", noted)
    problem = Problem(random_loop(60, 3, 2, reach=12), architecture_preset(ARRAYS[0]), 5)
    mapping = refined_schedule(problem, 1, attempts=3)
    assert mapping is not None and bool(resolved) == (rounds == 4)
    assert check(problem, mapping) == []
    assert simulate(problem, mapping, iterations=6).ok
    assert refined_schedule(problem, 1, attempts=3) == mapping


MOST = 6


@seeds(range(20))
def test_values_are_held_no_longer_than_dependences_ask(seed: int) -> None:
    """Tests the sum of lifetimes against all starts of four operations."""
    interval = 3
    dfg = random_loop(4, seed, 1, distance=2)
    shared = Pipelined.of(Problem(dfg, architecture_preset("mesh:2x2,io=all"), interval))
    assert shared is not None
    if shared.when is None:
        return
    reads = [
        (e.net, e.reader, e.distance * interval)
        for e in shared.loop.edges
        if e.net < 4 and e.reader >= 0
    ]

    def held(starts: tuple[int, ...]) -> int | None:
        last = dict.fromkeys({e.net for e in shared.loop.edges if e.net < 4}, 1)
        for net, reader, shift in reads:
            apart = starts[reader] + shift - starts[net]
            if apart < 1:
                return None
            last[net] = max(last[net], apart)
        return sum(last.values())

    sums = (held(starts) for starts in product(range(2 * MOST), repeat=4))
    assert least_held(shared) == min(each for each in sums if each is not None)
