"""Samples that a sweep makes."""

from __future__ import annotations

from pathlib import Path

import pytest

from learn.labels.samples import SampleFile
from sweeps.__main__ import main


@pytest.mark.process
def test_samples_are_those_of_the_command_alone(tmp_path: Path) -> None:
    path = tmp_path / "sweep.toml"
    path.write_text(
        '[[sweep]]\nquestion = "labels"\narchitectures = ["lisa:3x3"]\n'
        "options.seed = {first = 1, count = 2}\noptions.count = 1\n"
    )
    samples = tmp_path / "samples.jsonl"
    assert main([str(path), "--quiet", "--jobs", "2", "--out", str(samples)]) == 0
    with SampleFile(str(samples)) as file:
        assert [sample.seed for sample in file.samples] == [1, 2]
        assert all(sample.arch == "lisa:3x3" for sample in file.samples)
