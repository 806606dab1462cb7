"""The pages of ablation, gaps and labels: what they show of invented answers."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench import lisa_gap, lisa_labels, lisa_runs
from bench.asker import Asker
from bench.figures import ranged
from bench.lisa_ablation import (
    Measured,
    common,
    duels,
    gathered,
    page,
    plot_ablation,
    quantities,
    variants,
    verdict,
)
from bench.lisa_quality import Cell, plot_quality
from bench.lisa_runs import Task, Variant
from bench.lisa_sets import GROUPS, Combination, chosen
from bench.lisa_weights import Shelf
from bench.loop_sets import Loop, known
from examples.loops.random_loops import random_loop
from models.data.dfg import Dfg
from models.errors import InputError
from solvers.questions.entries import Entry

LOOP = Loop.of("l", random_loop(4, 0))
OPTIONS = argparse.Namespace(seeds=2, time_limit=5.0, jobs=1)


def runs(*found: tuple[int | None, float]) -> list[Entry]:
    return [{"ii": ii, "seconds": seconds, "lower_bound": 1} for ii, seconds in found]


def measured(loop: str, **entries: list[Entry]) -> Measured:
    named = {name.replace("_", " "): entry for name, entry in entries.items()}
    return Measured(Combination(chosen(["4x4"])[0], Loop.of(loop, random_loop(4, 0))), named)


FOUND = [
    measured("a", SA=runs((2, 1.0), (4, 3.0)), trivial_labels=runs((1, 1.0), (1, 1.0))),
    measured("b", SA=runs((1, 2.0), (1, 2.0)), trivial_labels=runs((1, 1.0), (1, 1.0))),
    measured("c", SA=runs((None, 5.0), (2, 5.0)), trivial_labels=runs((3, 5.0), (3, 5.0))),
]


def test_ablation_page() -> None:
    """Tests means with spread over what all map, and wins and losses over everything."""
    text = "\n".join(page(chosen(["4x4"]), FOUND, OPTIONS))
    assert "| SA | 5 of 6 | 2 | 2.00 ± 0.71 | 9.0 ± 1.4 |" in text
    assert "| trivial labels | 6 of 6 | 4 | 1.00 ± 0.00 | 7.0 ± 0.0 |" in text
    assert "over the 2 of 3 combinations" in text
    assert "| trivial labels | SA | 1 | 1 | 1 | 0 | 0 |" in text
    assert "| a | 1 | 2 (2–4) | 2.00 | 1 | 1.00 |" in text
    assert "| c | 1 | 2 (2–none) | 5.00 | 3 | 5.00 |" in text


def test_verdict() -> None:
    """Tests that the interval counts first, and times only where they differ."""
    said = [verdict(each, "trivial labels", "SA") for each in FOUND]
    assert said == ["better", "faster", "worse"]
    same = measured("d", SA=runs((1, 1.0)), other=runs((1, 1.05)))
    assert verdict(same, "other", "SA") == "same"
    assert [each.combination.loop for each in common(FOUND, ["SA"])] == ["a", "b"]
    assert ranged([math.inf, math.inf]) == "none"


def test_duels_where_both_are() -> None:
    """Tests that a variant which only some arrays have is compared there."""
    some = [*FOUND, measured("e", SA=runs((2, 1.0)), nets=runs((1, 1.0)))]
    assert "| nets | SA | 1 | 0 | 0 | 0 | 0 |" in "\n".join(duels(some))


def test_infeasible_left_out() -> None:
    """Tests that what arithmetic refutes is in no table."""
    combination = FOUND[0].combination
    task = Task(LOOP, "lisa:4x4", Variant("SA"), 1, 1.0)
    assert gathered([(combination, task)], [{"lower_bound": None, "ii": None}]) == []


def test_variants_without_weights(tmp_path: Path) -> None:
    """Tests that without weights there is still plain annealing and trivial labels."""
    found = variants(Shelf(tmp_path).told(Asker(), "lisa:3x3"), tmp_path)
    assert [variant.name for variant in found] == ["SA", "SA-M", "trivial labels"]


def test_plots(tmp_path: Path) -> None:
    """Tests that both plots are drawn."""
    pytest.importorskip("matplotlib")
    plot_ablation(quantities(FOUND), tmp_path / "a.svg")
    answers = {"SA": {"ii": 2}, "LISA": {"ii": None}}
    cells = [Cell(Combination(group, LOOP), answers) for group in GROUPS[:2]]
    plot_quality(cells, tmp_path / "q.svg")
    for name in ("a.svg", "q.svg"):
        assert "</svg>" in (tmp_path / name).read_text(encoding="utf-8")


def test_annealing() -> None:
    """Tests that a task anneals the same every time."""
    array = "mesh:2x2,registers=2,io=all,max_contexts=24"
    for variant in (Variant("SA"), Variant("t", "always", "trivial", 2)):
        first, again = (lisa_runs.measure(Task(LOOP, array, variant, 1, 60.0)) for _ in range(2))
        assert first["ii"] == again["ii"] >= first["lower_bound"]


def test_known_loops() -> None:
    """Tests that a loop is known by what was measured, and its graph read when it is asked for."""
    asker = Asker()

    def loops() -> Iterator[tuple[str, Dfg]]:
        yield "a", random_loop(4, 0)

    (loop,) = known(asker, "some", loops)
    assert (loop.name, loop.digest, loop.graph()) == ("a", LOOP.digest, random_loop(4, 0))
    assert known(Asker(known=asker.rows), "some", lambda: iter(())) == [loop]
    with pytest.raises(InputError, match="no graphs in the folder of benchmarks: shared/benchm"):
        known(asker, "some", lambda: iter(()))


def gap(seed: int, status: str, ii: int | None, sa: int | None) -> lisa_gap.Measured:
    exact: Entry = {"status": status, "ii": ii, "lower_bound": 1}
    found = lisa_gap.Measured(seed, "lisa:3x3", LOOP, exact)
    found.runs["SA"] = [{"ii": sa, "seconds": 1.0}, {"ii": None, "seconds": 2.0}]
    return found


def test_gaps() -> None:
    """Tests the histogram, what is not proven, and contradictions of a proof."""
    found = [
        gap(1, "optimal", 2, 2),
        gap(2, "optimal", 2, 7),
        gap(3, "optimal", 2, None),
        gap(4, "infeasible", None, None),
        gap(5, "feasible", 3, 2),
        gap(6, "optimal", 2, 1),
    ]
    assert [m.contradicts("SA") for m in found] == [False] * 5 + [True]
    text = "\n".join(lisa_gap.page(found[:5], 2, 20.0))
    assert "| `lisa:3x3` | SA | 5 | 1 | 3 | 1 | 0 | 0 | 1 | 1 | 2.50 | 1.50 | 2.00 |" in text
    assert "Minimum not proven: 1" in text
    assert "| 5 | `lisa:3x3` | 1 | 3 | 2, none | - |" in text
    assert "No weights, and so no LISA, for `lisa:3x3`." in text
    assert "contradicts the proof for seed 6" in "\n".join(lisa_gap.page(found, 2, 20.0))


def shares(order: float) -> dict[str, float]:
    return {"order": order, "association": 0.95, "spatial": 1.0, "temporal": 0.5}


def test_labels_page() -> None:
    """Tests that figures below the paper's, and below trivial labels, are marked."""
    samples = {"paper networks": 12, "trivial": 12}
    row = lisa_labels.Row("lisa:3x3", "optimal", 3, samples)
    row.shares = {"paper networks": shares(0.6), "trivial": shares(0.7)}
    row.trained = {"paper networks": shares(0.9)}
    text = "\n".join(lisa_labels.page([row]))
    assert "| `lisa:3x3` |  | the paper's |  | 0.648 | 0.939 | 0.992 | 0.938 |" in text
    assert "| paper networks, held out |  | 0.900 | 0.950 | 1.000 | 0.500 ↓ |" in text
    assert "| paper networks | 12 | 0.600 ↓ ✗ | 0.950 | 1.000 | 0.500 ↓ |" in text
    assert "| trivial | 12 | 0.700 | 0.950 | 1.000 | 0.500 |" in text
    assert "* `lisa:3x3`: the optimal teacher found no labels for 3 DFGs" in text


def test_labels_without_networks() -> None:
    """Tests that missing networks are said, and how shares of several DFGs are added up."""
    count = dict.fromkeys(lisa_labels.LABELS, 4) | {"temporal": 0}
    right = [dict.fromkeys(count, number) | {"temporal": 0} for number in (1, 4)]
    entries: list[Entry] = [
        {"status": "labelled", "labels": count, "right": {"teacher again": each}} for each in right
    ]
    found = lisa_labels.row("lisa:3x3", "annealing", [], [*entries, {"status": "no labels"}])
    assert found.notes == ["no networks of the annealing teacher for `lisa:3x3`"]
    assert (found.unlabelled, found.samples) == (1, {"teacher again": 2})
    assert found.shares["teacher again"] == dict.fromkeys(count, 0.625) | {"temporal": 1.0}
