from __future__ import annotations

from pathlib import Path

import pytest

from bench import page
from tests.agreement import semantics


@pytest.mark.oracle
def test_the_page_counts_and_names_what_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "RESULTS", tmp_path)
    assert semantics.main(["--programs", "4"]) == 0
    text = (tmp_path / "program_semantics.md").read_text(encoding="utf-8")
    assert "4 programs, " in text and "; 0 differences." in text
    monkeypatch.setattr(semantics, "run_dfg", lambda *_: {})
    assert semantics.main(["--programs", "1", "--seed", "2"]) == 1
    text = (tmp_path / "program_semantics.md").read_text(encoding="utf-8")
    assert "; 2 differences." in text and "* program 2, " in text


def test_memories_are_equal_to_the_last_bit() -> None:
    nan = float("nan")
    assert semantics.same({"x": [1.0, nan]}, {"x": [1.0, nan]})
    assert not semantics.same({"x": [1.0]}, {"x": [1.0 + 2**-52]})
    assert not semantics.same({"x": [1]}, {"x": [1], "y": [1]})


def test_no_programs_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        semantics.main(["--programs", "0"])
    assert caught.value.code == 2 and "--programs 0" in capsys.readouterr().err
