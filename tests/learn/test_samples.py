"""Sample files: what is written is read, interrupted runs go on, broken lines have a place."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from heuristics.labels.arrays import read_array
from learn.labels.samples import (
    Sample,
    SampleFile,
    read_samples,
    require_array,
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


def test_a_last_line_without_its_end_counts_when_it_is_complete(
    tmp_path: Path, samples: list[Sample]
) -> None:
    """Tests that an editor's missing line end loses nothing, and joins no two lines."""
    path = written(tmp_path, samples[:2])
    path.write_text(path.read_text().rstrip("\n"))
    with SampleFile(str(path)) as file:
        assert file.seeds == {0, 1}
        file.append(samples[2])
    assert read_samples(str(path)) == samples


def broken(sample: Sample, **changes: object) -> str:
    return json.dumps({**json.loads(sample_to_line(sample)), **changes})


def test_broken_lines_are_errors_with_a_place(tmp_path: Path, samples: list[Sample]) -> None:
    """Tests that every wrong line is named, and never silently left out."""
    good = sample_to_line(samples[0])
    labels = json.loads(good)["labels"]
    cases = {
        "not JSON": good[: len(good) // 2],
        "expected 'xyzmap/label-sample/1'": broken(samples[1], schema="xyzmap/label-sample/2"),
        "expected an object": "[1, 2]",
        "unknown field": broken(samples[1], extra=1),
        "missing": json.dumps({"schema": "xyzmap/label-sample/1", "arch": "a", "seed": 1}),
        "Invalid enum": broken(samples[1], teacher="nobody"),
        "$.dfg: $.schema": broken(samples[1], dfg={"schema": "xyzmap/dfg/9"}),
        "label 'order'": broken(samples[1], labels={**labels, "order": [1.0]}),
        "Expected 'array'": broken(samples[1], labels={**labels, "order": 3}),
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


def test_one_process_at_a_time(tmp_path: Path, samples: list[Sample]) -> None:
    """Tests that a file that grows is closed to others."""
    path = str(tmp_path / "s.jsonl")
    with SampleFile(path) as file:
        file.append(samples[0])
        with pytest.raises(InputError, match="another process is adding samples to it"):
            SampleFile(path)
    with SampleFile(path) as file:
        assert len(file.samples) == 1


def test_a_new_file_is_created(tmp_path: Path, samples: list[Sample]) -> None:
    """Tests that a missing file is no error for a writer, and is one for a reader."""
    path = tmp_path / "new.jsonl"
    with pytest.raises(InputError, match="cannot read"):
        read_samples(str(path))
    with SampleFile(str(path)) as file:
        file.append(samples[0])
        assert read_samples(str(path)) == samples[:1]
    with pytest.raises(InputError, match="cannot write"):
        SampleFile(str(tmp_path / "no" / "such.jsonl"))


def test_an_unfinished_line_that_is_no_sample_is_an_error(
    tmp_path: Path, samples: list[Sample]
) -> None:
    """Tests that only what an interrupted write leaves is dropped, no other file's text."""
    path = tmp_path / "other.jsonl"
    for text in ("some words", '{"schema": "xyzmap/dfg/1"}'):
        path.write_text(sample_to_line(samples[0]) + text)
        with pytest.raises(InputError, match="line 2"):
            SampleFile(str(path))
        assert path.read_text().endswith(text)


def test_numbers_that_json_lacks_are_not_written(samples: list[Sample]) -> None:
    """Tests that a label that is not finite is refused when it is written."""
    assert samples[0].labels is not None
    wrong = msgspec.structs.replace(samples[0].labels, temporal=(float("nan"),))
    with pytest.raises(InputError, match="not a finite number"):
        sample_to_line(msgspec.structs.replace(samples[0], labels=wrong))


def test_samples_belong_to_an_array(samples: list[Sample]) -> None:
    """Tests that another spelling of the same array passes, and another array does not, also of
    the same name.
    """
    for spec in ("lisa:3x3", "lisa:3x3,registers=4"):
        require_array(samples, read_array(spec), spec, "f")
    other = read_array("lisa:4x4")
    with pytest.raises(InputError, match="samples of 'lisa:3x3', not of 'lisa:4x4'"):
        require_array(samples, other, "lisa:4x4", "f")
    with pytest.raises(InputError, match="samples of another array of that name"):
        require_array(samples, other, "lisa:3x3", "f")


@pytest.mark.parametrize("text", ['{ "precious": ', '{"schema": "xyzmap/labels/1", "a', "{[", "x"])
def test_what_is_no_sample_is_never_cut_off(text: str, tmp_path: Path) -> None:
    """Tests that files of other content, cut anywhere, are refused and stay as they are."""
    path = tmp_path / "other.json"
    path.write_text(text)
    with pytest.raises(InputError, match="line 1"):
        SampleFile(str(path))
    assert path.read_text() == text


def test_every_fifth_seed_is_held_out(samples: list[Sample]) -> None:
    assert [sample.held_out for sample in samples] == [True, False, False]
