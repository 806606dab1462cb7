"""Sample files: what is written is read, interrupted runs go on, broken lines have a place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from learn.labels.samples import (
    Sample,
    SampleFile,
    read_samples,
    sample_to_line,
)
from models.errors import InputError
from tests.learn.label_samples import made_samples, small_dfg


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    return made_samples(3)


def written(folder: Path, samples: list[Sample]) -> Path:
    path = folder / "samples.jsonl"
    path.write_text("".join(map(sample_to_line, samples)))
    return path


def test_what_is_written_is_read(tmp_path: Path, samples: list[Sample]) -> None:
    """Tests that samples, one without labels among them, come back as they were."""
    all_ = [*samples, Sample("lisa:3x3", "0", 9, "optimal", small_dfg(), note="no mapping in 9 s")]
    path = written(tmp_path, all_)
    lines = path.read_text().splitlines()
    assert len(lines) == 4
    assert all(json.loads(line)["schema"] == "xyzmap/label-sample/1" for line in lines)
    assert read_samples(str(path)) == all_


def test_a_run_goes_on_where_it_stopped(tmp_path: Path, samples: list[Sample]) -> None:
    """Tests that an interrupted last line, cut anywhere, is dropped and can be added again."""
    whole = written(tmp_path, samples).read_bytes()
    path = tmp_path / "cut.jsonl"
    first_two = "".join(map(sample_to_line, samples[:2])).encode()
    for cut in range(len(first_two) + 1, len(whole) - 1, 97):
        path.write_bytes(whole[:cut])
        assert read_samples(str(path)) == samples[:2]
        with SampleFile(str(path)) as file:
            assert file.seeds == {0, 1}
            file.append(samples[2])
            assert file.seeds == {0, 1, 2}
        assert path.read_bytes() == whole


def broken(sample: Sample, **changes: object) -> str:
    return json.dumps({**json.loads(sample_to_line(sample)), **changes})


def test_broken_lines_are_errors_with_a_place(tmp_path: Path, samples: list[Sample]) -> None:
    """Tests that every wrong line is named, and never silently left out."""
    good = sample_to_line(samples[0])
    labels = json.loads(good)["labels"]
    cases = {
        "not JSON": good[: len(good) // 2],
        "expected 'xyzmap/label-sample/1'": broken(samples[1], schema="xyzmap/label-sample/2"),
        "missing": json.dumps({"schema": "xyzmap/label-sample/1", "arch": "a", "seed": 1}),
        "$.dfg: $.schema": broken(samples[1], dfg={"schema": "xyzmap/dfg/9"}),
        "label 'order'": broken(samples[1], labels={**labels, "order": [1.0]}),
        "seed 0 is already in line 1": good.rstrip("\n"),
    }
    for message, line in cases.items():
        path = tmp_path / "broken.jsonl"
        path.write_text(good + line + "\n" + sample_to_line(samples[2]))
        before = path.read_bytes()
        with pytest.raises(InputError) as error:
            read_samples(str(path))
        text = str(error.value)
        assert text.startswith(f"{path}: line 2"), text
        assert message in text, text
        assert "\n" not in text
        with pytest.raises(InputError):
            SampleFile(str(path))
        assert path.read_bytes() == before
