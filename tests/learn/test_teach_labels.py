"""Labels of optimal mappings: the mappings, lines of the command, resuming, and processes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from archs.files import load_architecture
from heuristics.labels.arrays import fingerprint
from heuristics.labels.flow import Flow
from heuristics.labels.labels import mean_labels, read_labels
from heuristics.labels.tiles import tile_distances
from learn.labels.random_dfgs import random_dfg
from learn.labels.samples import Sample, read_samples, sample_to_line
from learn.labels.teach import optimal_mappings as module
from learn.labels.teach.__main__ import main
from learn.labels.teach.optimal_mappings import MappedGraph, optimal_mappings
from learn.labels.teach.solve import Teacher
from models.data.problem import Problem
from models.judge.checker import check
from solvers.search.interval_answer import IntervalQuestion
from solvers.search.intervals import IntervalSearch
from tests.system.commands import Done, run_python

SPEC = "lisa-simple:2x2"


def run(out: Path, *arguments: str) -> Done:
    return run_python("-m", "learn.labels.teach", SPEC, "--out", out, *arguments)


def test_labels_are_the_mean_of_the_mappings() -> None:
    """Tests a sample against the mappings that it comes from."""
    arch = load_architecture(SPEC)
    sample = Teacher(SPEC).sample(0)
    dfg = random_dfg(arch, 0)
    found = optimal_mappings(Problem(dfg, arch, 1))
    flow, tiles = Flow.of(dfg), tile_distances(arch)
    wanted = mean_labels([read_labels(flow, found.problem, m, tiles) for m in found.mappings])
    labels = sample.targets()
    assert np.allclose(labels.order, wanted.order, atol=1e-4)
    assert np.allclose(labels.association, wanted.association, atol=1e-4)
    assert np.allclose(labels.spatial, wanted.spatial, atol=1e-4)
    assert np.allclose(labels.temporal, wanted.temporal, atol=1e-4)
    assert sample.ii == sample.lower == found.contexts
    assert sample.candidates == len(found.mappings) > 1
    assert sample.score == pytest.approx(1 + 0.1 * sample.candidates)
    assert (sample.arch, sample.seed, sample.teacher, sample.dfg) == (SPEC, 0, "optimal", dfg)


@pytest.mark.process
def test_lines_do_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    """Tests that each seed has one line, and always the same."""
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    done = run(one, "--count", "5", "--seed", "7")
    assert done.returncode == 0 and done.stdout == ""
    assert "5 of 5 DFGs; of 5 new ones " in done.stderr and " s each, 0 s left" in done.stderr
    assert run(two, "--count", "5", "--seed", "7", "--jobs", "2", "--quiet").stderr == ""
    assert sorted(one.read_text().splitlines()) == sorted(two.read_text().splitlines())
    assert {sample.seed for sample in read_samples(str(one))} == {7, 8, 9, 10, 11}


@pytest.mark.process
def test_runs_go_on_where_they_stopped(tmp_path: Path) -> None:
    """Tests that whole lines are kept, whatever they say, and half a line is done again."""
    out = tmp_path / "samples.jsonl"
    arch = load_architecture(SPEC)
    kept = Sample(
        SPEC, fingerprint(arch), 0, "optimal", random_dfg(arch, 0), note="skipped by hand"
    )
    whole = sample_to_line(Teacher(SPEC).sample(1))
    out.write_text(sample_to_line(kept) + whole[: len(whole) // 2])
    done = run(out, "--count", "2")
    assert done.returncode == 0
    assert "2 of 2 DFGs, 1 of them kept; of 1 new ones 1 have labels" in done.stderr
    assert out.read_text() == sample_to_line(kept) + whole
    assert "2 of 2 DFGs, 2 of them kept" in run(out, "--count", "2").stderr
    assert out.read_text() == sample_to_line(kept) + whole


def test_only_samples_of_this_kind_are_added_to(tmp_path: Path, capsys: Any) -> None:
    """Tests that a file with samples of another array, or another teacher, is left as it is."""
    arch, out = load_architecture(SPEC), tmp_path / "samples.jsonl"
    dfg = random_dfg(arch, 0)
    for sample, word in (
        (Sample("lisa:3x3", "0", 0, "optimal", dfg), "lisa:3x3"),
        (Sample(SPEC, fingerprint(arch), 0, "annealing", dfg), "annealing"),
    ):
        out.write_text(sample_to_line(sample))
        assert main([SPEC, "--out", str(out), "--count", "2"]) == 2
        assert word in capsys.readouterr().err
        assert out.read_text() == sample_to_line(sample)


def random_problem(spec: str, seed: int) -> Problem:
    arch = load_architecture(spec)
    return Problem(random_dfg(arch, seed), arch, 1)


def require_alike(found: MappedGraph) -> None:
    """All mappings are legal, different, equally short, and have similarly many transfers."""
    assert found.mappings and found.contexts == found.lower
    at = msgspec.structs.replace(found.problem, contexts=found.contexts)
    assert all(not check(at, mapping) for mapping in found.mappings)
    assert len(set(found.mappings)) == len(found.mappings)
    assert {mapping.contexts for mapping in found.mappings} == {found.contexts}
    assert len({mapping.horizon for mapping in found.mappings}) == 1
    transfers = [len(mapping.transfers) for mapping in found.mappings]
    assert transfers == sorted(transfers) and transfers[-1] < 1.15 * transfers[0]


@pytest.mark.parametrize(("spec", "seed"), [("lisa-simple:2x2", 0), ("lisa-simple:2x2", 3)])
def test_the_interval_is_the_smallest(spec: str, seed: int) -> None:
    """Tests that it is the one which the full search proves."""
    problem = random_problem(spec, seed)
    found = optimal_mappings(problem)
    require_alike(found)
    searched = IntervalSearch(IntervalQuestion(problem, most=24)).run()
    assert searched.status == "optimal" and searched.contexts == found.contexts
    assert found.contexts is not None and found.contexts > 1


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("spec", ["lisa:3x3", "lisa-systolic:3x3", "hycube:3x3"])
def test_a_solver_finds_what_heuristics_do_not(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that solvers map as well, and no longer than heuristics, the same every time."""
    problem = random_problem(spec, 1)
    scheduled = optimal_mappings(problem)
    assert scheduled.by == "modulo scheduling"
    monkeypatch.setattr(module, "SCHEDULES", 0)
    solved = optimal_mappings(problem)
    require_alike(solved)
    assert solved.by == "SAT" and solved.contexts == scheduled.contexts
    assert solved.mappings[0].horizon <= scheduled.mappings[0].horizon
    assert optimal_mappings(problem).mappings == solved.mappings


def test_a_time_limit_proves_nothing() -> None:
    """Tests that where the time is up at once, nothing is called impossible."""
    found = optimal_mappings(random_problem("lisa:4x4", 1), 1e-6)
    assert not found.mappings and found.note.startswith("not proven: ")
