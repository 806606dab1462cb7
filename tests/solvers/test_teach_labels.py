"""Labels of optimal mappings as a command: lines, resuming, processes, and errors."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from archs.files import load_architecture
from heuristics.labels.arrays import fingerprint
from heuristics.labels.flow import Flow
from heuristics.labels.labels import mean_labels, read_labels
from heuristics.labels.tiles import tile_distances
from learn.labels.random_dfgs import random_dfg
from learn.labels.samples import Sample, read_samples, sample_to_line
from models.data.problem import Problem
from solvers.questions.teach_labels.optimal_mappings import optimal_mappings
from solvers.questions.teach_labels.solve import Teacher

ROOT = Path(__file__).parents[2]
SPEC = "lisa-simple:2x2"
Done = subprocess.CompletedProcess[str]


def command(out: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "solvers.teach_labels", SPEC, "--out", str(out), *arguments]


def run(out: Path, *arguments: str) -> Done:
    return subprocess.run(
        command(out, *arguments), cwd=ROOT, text=True, capture_output=True, timeout=100
    )


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
