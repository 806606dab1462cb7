"""The page of programs: what it shows of invented answers, and one whole process."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bench import asker, programs
from bench.asker import Asker, Run
from bench.programs import APPLICATIONS, FOLDER, METHODS, asked, cycles, energy
from solvers.questions.entries import Entry

NONE, FULL = METHODS[0], METHODS[3]


def entry(computing: int | None, total: int = 0, edp: float = 1.0, proven: bool = True) -> Entry:
    return {
        "computing": computing,
        "cycles": None if computing is None else total,
        "edp": None if computing is None else edp,
        "proven": proven,
        "loops": [] if computing is None else [[3, 2], [1, 1]],
        "seconds": 2.4,
    }


def test_cycles_and_means_of_what_both_map() -> None:
    runs = {
        ("gemver", "none"): entry(400, 800),
        ("gemver", "full"): entry(100, 200, proven=False),
        ("atax", "none"): entry(None),
        ("atax", "full"): entry(50, 60),
    }
    text = "\n".join(cycles(runs, ["gemver", "atax"], (NONE, FULL)))
    assert "| GEM | 400 (800) | 100* (200) | 3 (2) 1 | 2 / 2 |" in text
    assert "| ATA | fail | 50 (60) | 3 (2) 1 | 2 / 2 |" in text
    assert "| speed-up, computing | 1.00 | 4.00 |" in text
    assert "| speed-up, all | 1.00 | 4.00 |" in text


def test_energy_is_a_share_of_the_programs_as_they_are() -> None:
    found = {
        ("gemver", "s4", "none", "pareto", 1): entry(1, 1, 8.0),
        ("gemver", "s4", "full", "pareto", 1): entry(1, 1, 2.0),
    }
    text = "\n".join(energy(found, ["gemver"], ["s4"], (NONE, FULL)))
    assert "| s4 | × 1 | 1.00 | 0.25 |" in text and "| s4 | × 2 | - | - |" in text


def test_every_question_is_asked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words_of: list[tuple[str, ...]] = []

    def run(*words: str) -> Run:
        words_of.append(words)
        loops = [{"ii": 1, "lower_bound": 1}, {"ii": None, "lower_bound": None}]
        winner: dict[str, Any] = {"cycles": 9, "computing": 5, "energy": 2.0, "edp": 18.0}
        winner |= {"proven": True, "feasible": True, "transformations": "as it is", "loops": loops}
        region = {"winner": winner, "original": None, "checked": None, "stopped": None}
        return Run([], 1.0, 9.0, 0, json.dumps({"regions": [region | {"explored": None}]}))

    monkeypatch.setattr(asker, "run", run)
    monkeypatch.setattr(programs, "available", lambda _, method: "gnn" not in method.words)
    words = ["--applications", "gemver", "--arrays", "s4", "r4", "--small"]
    words += ["--resume", str(tmp_path / "kept.json"), "--results", str(tmp_path)]
    assert programs.main(words) == 0 and programs.main(words) == 0
    # Four methods on two arrays, by cycles and for two buffers by both; and chance of two
    # durations, by cycles.
    assert len(words_of) == len(set(words_of)) == 28
    assert sum("--buffer" in words for words in words_of) == 8
    text = (tmp_path / "programs.md").read_text(encoding="utf-8")
    assert "Left out: gnn." in text
    assert f"| GEM |{' 5 (9) |' * 6} 1 |" in text


def test_a_process_without_an_answer_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asker, "run", lambda *words: Run(["it"], 1.0, 1.0, 2, ""))
    with pytest.raises(RuntimeError, match="exit code 2"):
        asked(Asker(), 5.0, (), ("atax", "s4", NONE, "performance", 1))


@pytest.mark.oracle
def test_a_whole_process_maps_an_application() -> None:
    question = ("trisolv", "s4", NONE, "performance", 1)
    found = asked(Asker(), 60.0, ("-D", "SMALL"), question)
    assert found["proven"] and found["checked"] and found["computing"] < found["cycles"]


def test_all_applications_are_there() -> None:
    assert {path.stem for path in FOLDER.glob("*.c")} == set(APPLICATIONS)
