"""The page of cost against trials: its optimum against enumeration, curves, and what it shows."""

from __future__ import annotations

import argparse
import math
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.partition_balance import cheapest, search
from bench.partition_curves import Curve, Panel, duel, over, plot_trials
from bench.partition_sets import Kernel, opened
from bench.partition_trials import (
    COARSENED,
    VARIANTS,
    WHOLE,
    Measured,
    Trials,
    measure,
    page,
    price,
)
from heuristics.partition import Cost, Weights, coarsen, plain
from solvers.questions.entries import Entry
from tests.bench.partition_answers import chains, partitions

__all__ = ["chains"]

OPTIONS = argparse.Namespace(seeds=1, trials=20, jobs=1)


@given(
    st.integers(2, 40),
    st.lists(st.integers(0, 12), min_size=40, max_size=40),
    st.sampled_from([0.0, 0.25, 1.0, 3.0]),
    st.integers(0, 3),
)
def test_balances(count: int, drops: list[int], beta: float, slack: int) -> None:
    """Tests the search over balances against all of them, and its bound where cuts are not proven.

    No cut for some sizes, then ever smaller ones.
    """
    sizes = list(range(-(-count // 2), count))
    cut_of: dict[int, int] = {}
    left: int | None = None
    for largest, drop in zip(sizes, drops, strict=False):
        left = (30 + drop if drop > 6 else None) if left is None else max(0, left - drop)
        if left is not None:
            cut_of[largest] = left
    costs = {s: c + beta * (2 * s - count) for s, c in cut_of.items()}

    def cut(most: int) -> tuple[int | None, int | None, int]:
        able = [s for s in cut_of if s <= most]
        if not able:
            return None, None, count**2 + 100
        best = min(able, key=lambda s: (cut_of[s], s))
        return cut_of[best], best, max(0, cut_of[best] - slack)

    found = search(count, cut, Weights(beta=beta))
    if not costs:
        assert found.value is None and not found.proven
        return
    assert found.value is not None
    assert found.bound <= min(costs.values()) <= found.value
    if not slack:
        assert found.proven and found.value == min(costs.values())


@pytest.mark.parametrize("what", [WHOLE, COARSENED])
def test_optimum(chains: Kernel, what: str) -> None:
    """Tests the optimum of the cost against every partition there is."""
    pytest.importorskip("ortools")
    graph, limits = opened(chains)
    coarse = plain(graph) if what == WHOLE else coarsen(graph, 2)
    cost = Cost(coarse, 2)
    every = [cost(labels) for labels in product(range(2), repeat=len(coarse.groups))]
    found = measure(Trials(chains, what, 2, 60.0))
    assert found["proven"] and found["value"] == min(s.cost for s in every if s.valid)
    assert cheapest(graph, limits, Weights(), 0.0).bound == 0


def test_price(chains: Kernel) -> None:
    """Tests that the price tells partitions from what is none."""
    coarse = plain(opened(chains)[0])
    paid, cost = price(coarse, 2, Weights()), Cost(coarse, 2)
    for labels in product(range(2), repeat=len(coarse.groups)):
        score = cost(labels)
        assert score.valid == (score.cost < paid)


@pytest.mark.parametrize("variant", VARIANTS)
def test_search(chains: Kernel, variant: str) -> None:
    """Tests one search of each kind: improvements that end at its cost."""
    pytest.importorskip("optuna")
    found = measure(Trials(chains, variant, 2, 0, 1, 12))
    costs = [cost for _, cost, _ in found["steps"]]
    assert costs == sorted(set(costs), reverse=True) and costs[-1] == found["cost"]
    assert (found["trials"], found["steps"][0][0]) == (12, 1)
    graph, _ = opened(chains)
    coarse = coarsen(graph, 2)
    valid = {Cost(coarse, 2)(part).cost for part in product(range(2), repeat=len(coarse.groups))}
    assert found["cost"] in valid
    assert list(partitions(graph, 2, 7))


def curve(*steps: tuple[int, float, float], trials: int = 10, seconds: float = 5.0) -> Curve:
    return Curve(steps, trials, seconds)


ONE = curve((1, 90.0, 1.0), (4, 6.0, 2.0))
OTHER = curve((1, 50.0, 0.5), (6, 5.0, 3.0), trials=20, seconds=4.0)


def test_curves() -> None:
    """Tests the best cost so far, and who is cheaper for the same trials or seconds."""
    assert (ONE.after(3), ONE.after(4), ONE.by(0.5), ONE.by(2.0)) == (90.0, 6.0, math.inf, 6.0)
    assert (ONE.first_below(10.0), ONE.first_below(1.0)) == (4, None)
    assert duel([ONE, ONE], [OTHER, ONE], timed=False) == (0, 1, 1)
    short = curve((1, 50.0, 0.5), (2, 5.0, 3.0), seconds=3.5)
    assert duel([ONE], [short], timed=True) == (0, 1, 0)
    assert duel([ONE], [curve((1, 50.0, 0.5), seconds=2.5)], timed=True) == (1, 0, 0)


@pytest.mark.parametrize("timed", [False, True])
def test_points(timed: bool) -> None:
    """Tests that points go up to the end that all reach, and that no range is outside."""
    points = over([ONE, OTHER], timed)
    assert points[0][0] == 1 and points[-1] == ((4.0 if timed else 10.0), 5.5, 5.0, 6.0)
    assert all(low <= median <= high for _, median, low, high in points)
    assert [x for x, *_ in points] == sorted(x for x, *_ in points)
    assert over([curve((1, 3.0, 5.0))], timed=True) == [(5.0, 3.0, 3.0, 3.0)]


def searched(cost: float, valid: bool = True) -> Entry:
    steps = [[1, 90.0, 0.5], [3, cost, 1.0]]
    return {
        "nodes": 4,
        "cost": cost,
        "valid": valid,
        "price": 40.0,
        "trials": 9,
        "seconds": 2.0,
    } | {"steps": steps}


def best(value: float, bound: float) -> Entry:
    return {"nodes": 8, "value": value, "bound": bound, "proven": value == bound, "seconds": 3.0}


def answers(kernel: Kernel, cost: float) -> Measured:
    runs = {variant: [searched(cost), searched(60.0, False)] for variant in VARIANTS}
    return Measured(kernel, runs, {WHOLE: best(3.0, 2.0), COARSENED: best(4.0, 4.0)})


def test_page(chains: Kernel) -> None:
    """Tests what is proven, seeds without a partition, duels, and contradictions of a bound."""
    text = "\n".join(page([answers(chains, 4.0)], OPTIONS))
    assert "| optimum | 8 | 3 | at least 2 | 3.0 |" in text
    assert "| optimum, coarsened | 8 | 4 | yes | 3.0 |" in text
    assert "| TPE, raw | 1 of 2 | 3 (3–none) | inf (4.00–none) | 1 | 9 | 2.0 |" not in text
    assert "| TPE, raw | 1 of 2 | 3 (3–none) | none (4.00–none) | 1 | 9 | 2.0 |" in text
    assert "| TPE, raw against NSGA-II, raw | trials | 0 | 0 | 2 |" in text
    assert "contradicted" not in text
    assert "contradicted: TPE, raw, seed 0: 3" in "\n".join(page([answers(chains, 3.0)], OPTIONS))


def test_plot(chains: Kernel, tmp_path: Path) -> None:
    """Tests that the plot is drawn, with the optima that are proven only."""
    pytest.importorskip("matplotlib")
    panel = answers(chains, 4.0).panel()
    assert panel.optima == {COARSENED: 4.0} and panel.price == 40.0
    plot_trials([panel, Panel("x", {"TPE, raw": [ONE]}, {}, 40.0)], tmp_path / "p.svg")
    assert "</svg>" in (tmp_path / "p.svg").read_text(encoding="utf-8")
