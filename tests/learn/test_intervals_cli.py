"""`python -m learn.intervals` as users run it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from learn.intervals import commands
from learn.intervals.__main__ import main
from learn.intervals.samples import Pair, Sample, sample_from_line, sample_to_line
from learn.intervals.training import VARIANTS
from models.errors import InputError
from models.formats.native_json import dfg_to_json
from tests.learn.interval_samples import SMALL, body
from tests.learn.label_samples import needs_torch

SPECS = ("s4:2x2", "r4:3x3")


def made_file(path: Path, count: int = 10) -> Path:
    lines = [
        sample_to_line(
            Sample(
                seed,
                "by hand",
                body(seed),
                (
                    *(Pair(spec, 3, 5 + n, 6 + seed % 2) for n, spec in enumerate(SPECS)),
                    Pair("hycube:2x2", 3, why="time"),
                ),
            )
        )
        for seed in range(count)
    ]
    path.write_text("".join(lines), encoding="utf-8")
    return path


def test_samples_survive_a_line() -> None:
    sample = Sample(7, "loop", body(7), (Pair("s4", 1, 2, 3, 0.5), Pair("r4", 1, why="time")))
    again = sample_from_line(sample_to_line(sample), "here")
    assert again == sample
    assert again.labels == (sample.pairs[0],)
    assert not again.held_out
    for wrong in (Pair("s4", 1, 0, 3), Pair("s4", 1, 2, -1)):
        with pytest.raises(InputError, match="no such cycles"):
            sample_from_line(sample_to_line(Sample(7, "loop", body(7), (wrong,))), "here")
    with pytest.raises(InputError, match="missing"):
        sample_from_line('{"schema": "xyzmap/interval-sample/1", "seed": 1}', "here")


@needs_torch
def test_a_network_is_trained_measured_asked_and_tuned(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(VARIANTS, "network", SMALL)
    data, out = made_file(tmp_path / "s.jsonl"), str(tmp_path / "w.npz")
    assert main(["train", "--data", str(data), "--epochs", "2", "--out", out]) == 0
    assert "MII model" in capsys.readouterr().out
    card = json.loads((tmp_path / "w.json").read_text())
    assert card["data"]["pairs"] == 20
    assert card["data"]["dropped: time"] == 10
    assert card["training"]["pairs held out"] == 4
    words = ["evaluate", "--data", str(data), "--weights", out, "--ablation", f"same={out}"]
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["pairs"] == 4
    assert found["errors"]["network"] == found["errors"]["same"]
    dfg = tmp_path / "dfg.json"
    dfg.write_text(dfg_to_json(body(3)))
    assert main(["predict", str(dfg), "s4:2x2", "--weights", out, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["ii"] >= said["min_ii"] >= 1
    monkeypatch.setattr(commands, "_generate", lambda *words: None)
    words = ["tune", "r4:3x3", "--store", str(data), "--seed", "0", "--weights", out]
    tuned = str(tmp_path / "tuned.npz")
    assert main([*words, "--count", "10", "--epochs", "1", "--out", tuned]) == 0
    assert "before tuning" in capsys.readouterr().out
