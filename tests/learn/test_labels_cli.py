"""`python -m learn.labels` as users run it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from heuristics.labels.arrays import read_array
from learn.intervals.__main__ import main as intervals
from learn.intervals.features import PAIR
from learn.intervals.samples import Pair
from learn.intervals.samples import Sample as IntervalSample
from learn.intervals.samples import sample_to_line as interval_line
from learn.labels.__main__ import main
from learn.labels.samples import sample_to_line
from learn.labels.weights import load_weights, save_weights
from models.formats.native_json import dfg_to_json
from tests.learn.label_samples import (
    KINDS,
    SPEC,
    made_samples,
    made_weights,
    needs_torch,
    small_dfg,
)

EVERY = (*KINDS, "shra", "cmp", "select", "input", "output")


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """A DFG, weights and samples."""
    paths = {name: str(tmp_path / name) for name in ("dfg.json", "w.json", "s.jsonl")}
    Path(paths["dfg.json"]).write_text(dfg_to_json(small_dfg()))
    save_weights(made_weights(vocabulary=EVERY), paths["w.json"])
    Path(paths["s.jsonl"]).write_text("".join(map(sample_to_line, made_samples(12))))
    return paths


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that fails; return its one line."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("labels: ")
    assert err.count("\n") == 1
    return err.removeprefix("labels: ").rstrip()


def test_predict_prints_every_label(
    capsys: pytest.CaptureFixture[str], files: dict[str, str]
) -> None:
    """Tests text and JSON, which say the same."""
    arguments = ["predict", files["dfg.json"], SPEC, "--weights", files["w.json"]]
    assert main(arguments) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    orders = {line[1]: float(line[2]) for line in lines if line[0] == "order"}
    assert orders == pytest.approx(found["order"], abs=0.006)
    reads = [(line[1], line[2], int(line[3])) for line in lines if line[0] == "distance"]
    assert reads == [(r["source"], r["target"], r["distance"]) for r in found["reads"]]
    assert len(lines) == 6 + len(found["association"]) + len(reads)


@needs_torch
def test_train_writes_weights_that_predict(
    capsys: pytest.CaptureFixture[str], files: dict[str, str], tmp_path: Path
) -> None:
    """Tests training on a file, progress on stderr, and prediction with the result."""
    out = str(tmp_path / "new.json")
    data = ["--data", files["s.jsonl"]]
    options = ["--epochs", "2", "--network", "arrays", "--loss", "mse", "--seed", "4", "--out", out]
    options += ["--batch", "3"]
    assert main(["train", SPEC, *data, *options]) == 0
    text, progress = capsys.readouterr()
    assert f"wrote {out}" in text
    assert "epoch 2 of 2" in progress
    weights = load_weights(read_array(SPEC), out)
    assert (weights.kind, weights.training.loss, weights.training.seed) == ("arrays", "mse", 4)
    assert weights.training.graphs == 3
    assert main(["evaluate", SPEC, "--weights", out, *data, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["accuracy"] == weights.accuracy


@needs_torch
def test_train_learns_intervals_too(
    capsys: pytest.CaptureFixture[str], files: dict[str, str], tmp_path: Path
) -> None:
    """Tests that weights trained with pairs predict both, and that pairs are needed for that."""
    pairs, out = tmp_path / "pairs.jsonl", str(tmp_path / "new.json")
    pairs.write_text("".join(interval_line(_pair(seed, 6)) for seed in range(1, 6)))
    train = ["train", SPEC, "--data", files["s.jsonl"], "--intervals", str(pairs), "--out", out]
    assert main([*train, "--epochs", "2"]) == 0
    weights = load_weights(read_array(SPEC), out)
    assert len(weights.scales.known.mean) == PAIR
    assert intervals(["predict", files["dfg.json"], SPEC, "--weights", out, "--json"]) == 0
    said = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert said["ii"] >= said["min_ii"]
    paper = refused(capsys, *train, "--network", "paper")
    assert paper == "--intervals: IIs are learned by the network for all arrays"
    pairs.write_text(interval_line(_pair(1, None)))
    assert "no mapped pair is left to train on" in refused(capsys, *train)


def _pair(seed: int, ii: int | None) -> IntervalSample:
    filling = None if ii is None else 4
    return IntervalSample(seed, "by hand", small_dfg(), (Pair(SPEC, 1, ii, filling),))


@needs_torch
def test_too_few_samples_do_not_train(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out, few = tmp_path / "new.json", tmp_path / "few.jsonl"
    few.write_text(sample_to_line(made_samples(1)[0]))
    said = refused(capsys, "train", SPEC, "--data", str(few), "--out", str(out))
    assert said == f"{few}: no sample with labels is left to train on, of 1"
    assert not out.exists()
