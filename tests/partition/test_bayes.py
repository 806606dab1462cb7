"""Bayesian optimisation and NSGA-II over part numbers, and trials that are kept."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from models.errors import InputError
from partition.heuristics import Coarse, Cost, TrialSearch, Weights, coarsen, graph_partition, plain
from partition.heuristics.bayes import Found, Sampler, Trial
from partition.heuristics.encoding import Encoding
from partition.model import Partition, PartitionGraph
from partition.model.partition import fault
from shell.budget import Budget
from shell.signals import Signals
from tests.partition.random_partitions import random_dfg


@pytest.fixture
def optuna() -> object:
    """The package, where it is."""
    return pytest.importorskip("optuna")


def graph_of(seed: int, most: int = 12) -> PartitionGraph:
    """Return a graph of some blocks."""
    while True:
        graph = PartitionGraph(random_dfg(seed, most, rich=False))
        if len(graph.blocks) > 4:
            return graph
        seed += 1000


SEARCHES = [(sampler, encoding) for sampler in ("tpe", "nsga2") for encoding in ("raw", "acyclic")]


@pytest.mark.oracle(keep=1)
@pytest.mark.usefixtures("optuna")
@pytest.mark.parametrize(("sampler", "encoding"), SEARCHES)
def test_best_of_the_trials(sampler: Sampler, encoding: Encoding) -> None:
    """Tests the trace, the best partition of it, that a seed repeats it, and what valid means."""
    for seed in range(3):
        graph = graph_of(seed)
        coarse = plain(graph) if seed else coarsen(graph, 2)
        search = TrialSearch(24, sampler, encoding, seed=seed, initial=5, population=6)
        seen: list[Trial] = []

        def observer(*told: Any, seen: list[Trial] = seen) -> None:
            seen.append(Trial(*told))

        found = graph_partition(coarse, 2, search, observer=observer)
        assert seen == found.trace
        assert [trial.number for trial in found.trace] == list(range(24))
        costs = [trial.cost for trial in found.trace]
        assert [trial.best for trial in found.trace] == [min(costs[: n + 1]) for n in range(24)]
        assert found.cost == min(costs) == Cost(coarse, 2)(coarse.restrict(found.part)).cost
        right = fault(graph.dfg, Partition.of_blocks(graph, found.part)) is None
        assert found.valid == (right and len(set(found.part)) == 2)
        assert encoding == "raw" or right
        again = graph_partition(coarse, 2, search)
        assert (again.part, [t.cost for t in again.trace]) == (found.part, costs)


@pytest.mark.oracle(keep=1)
@pytest.mark.usefixtures("optuna")
@pytest.mark.parametrize("sampler", ["tpe", "nsga2"])
def test_goes_on(sampler: Sampler, tmp_path: Path) -> None:
    """Tests that a run makes only the missing trials, and none again that were drawn before."""
    coarse, store = plain(graph_of(2)), tmp_path / "trials.db"
    start = [[0] * len(coarse.groups)]

    def run(trials: int) -> tuple[Found, list[int]]:
        made: list[int] = []
        search = TrialSearch(trials, sampler, seed=3, initial=4, population=5)
        found = graph_partition(
            coarse, 3, search, start, observer=lambda n, *_: made.append(n), store=store
        )
        return found, made

    first, made = run(7)
    assert made == list(range(7))
    again, made = run(7)
    assert (again, made) == (first, [])
    longer, made = run(19)
    assert made == list(range(7, 19))
    assert longer.trace[:7] == first.trace
    assert longer.cost <= first.cost
    shorter, made = run(5)
    assert (shorter, made) == (longer, [])


@pytest.mark.usefixtures("optuna")
def test_several_studies(tmp_path: Path) -> None:
    """Tests that a file has several studies, and that none is taken for another question."""
    graph, store = graph_of(5), tmp_path / "trials.db"
    coarse, search = plain(graph), TrialSearch(3)
    graph_partition(coarse, 2, search, store=store)
    graph_partition(coarse, 3, search, store=store, study="three")
    for parts, other, why in (
        (3, search, "parts is 3 here and was 2 there"),
        (2, TrialSearch(3, weights=Weights(beta=2)), "weights is .* here and was .* there"),
    ):
        with pytest.raises(InputError, match=f"trials.db: study 'partition' .*: {why}$"):
            graph_partition(coarse, parts, other, store=store)
    with pytest.raises(InputError, match="graph is .* here and was .* there"):
        graph_partition(plain(graph_of(6)), 2, search, store=store)
    (tmp_path / "text.db").write_text("no database " * 100)
    with pytest.raises(InputError, match="text.db: no trials can be kept here: .*not a database"):
        graph_partition(coarse, 2, search, store=tmp_path / "text.db")


@pytest.mark.usefixtures("optuna")
def test_ends(tmp_path: Path) -> None:
    """Tests that a deadline and Ctrl-C end a search with the best so far, which is kept."""
    coarse = plain(graph_of(3))
    assert len(graph_partition(coarse, 2, budget=Budget(0.0)).trace) == 1

    def interrupt(number: int, cost: float, best: float, seconds: float) -> None:
        if number == 4:
            signal.raise_signal(signal.SIGINT)

    store = tmp_path / "trials.db"
    with Signals():
        found = graph_partition(coarse, 2, observer=interrupt, store=store)
    assert len(found.trace) == 5
    assert found.cost == min(trial.cost for trial in found.trace)
    over = graph_partition(coarse, 2, store=store, budget=Budget(0.0))
    assert over.trace == found.trace


def test_bad_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests numbers that make no sense, and a missing package."""
    for fields in ({"trials": 0}, {"initial": 0}, {"candidates": 0}, {"population": 1}):
        with pytest.raises(InputError, match="there must be at least"):
            TrialSearch(**fields)
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(InputError, match=r"needs optuna: pip install 'xyzmap\[partition\]'"):
        graph_partition(Coarse(((0,), (1,)), ((0, 1),), (1,), (1, 1)), 2)
