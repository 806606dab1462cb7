"""Questions to whole processes, and when they are asked again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import asker, proofs
from bench.asker import Asker, Run
from bench.proofs import Cycles, reason, verdict
from examples.matrices import sparse
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from solvers.questions.entries import Entry


@pytest.fixture
def product() -> tuple[Dfg, Architecture]:
    return sparse(2, "1000", mac="pattern")


def entry(status: str, verify: str = "verified") -> Entry:
    return {"status": status, "seconds": 1.5, "verify": verify, "verify_seconds": 0.25}


def test_whole_process(product: tuple[Dfg, Architecture], tmp_path: Path) -> None:
    """Tests a small question from its files to the verified certificate, and its resumption."""
    path = tmp_path / "entries.json"
    found = Cycles(Asker(path), 60).ask(*product, "--contexts", "2", "--transform", "auto")
    assert (found["status"], found["cycles"], found["verify"]) == ("optimal", 4, "verified")
    assert found["certified"] == ["optimal", 4, 4]
    again = Cycles(Asker(path), 60).ask(*product, "--contexts", "2", "--transform", "auto")
    assert again == found


def answering(monkeypatch: pytest.MonkeyPatch, *found: Entry) -> list[tuple[str, ...]]:
    """Have processes answer so, one after the other; return the words that they get."""
    asked: list[tuple[str, ...]] = []
    answers = iter(found)

    def run(*words: str) -> Run:
        asked.append(words)
        return Run(list(words), 1.5, 10.0, 0, json.dumps(next(answers)))

    monkeypatch.setattr(asker, "run", run)
    monkeypatch.setattr(proofs, "_verified", lambda folder, verify: SAID[verify])
    return asked


SAID = {True: {"verify": "verified"}, False: {"verify": "not asked"}}


def test_other_seeds(product: tuple[Dfg, Architecture], monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that an undecided question is asked again with other seeds, a decided one is not."""
    statuses = ("unknown", "feasible", "optimal", "optimal")
    asked = answering(monkeypatch, *({"status": status} for status in statuses))
    found = Cycles(Asker(), 60, tries=4).ask(*product)
    assert found["status"] == "optimal"
    assert found["search_seconds"] == 4.5
    assert [words[words.index("--seed") + 1] for words in asked] == ["0", "1", "2"]


def test_fixed_cycles(product: tuple[Dfg, Architecture], monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a mapping decides whether so many cycles do."""
    answering(monkeypatch, {"status": "feasible"})
    found = Cycles(Asker(), 60, tries=4).ask(*product, "--cycles", "9")
    assert found["search_seconds"] == 1.5


def test_verified_later(product: tuple[Dfg, Architecture], monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that an answer without verification does for a run that asks for none only."""
    answering(monkeypatch, *[{"status": "optimal"}] * 2)
    resume = Asker()
    assert Cycles(resume, 60, verify=False).ask(*product)["verify"] == "not asked"
    assert Cycles(resume, 60, verify=False).ask(*product)["verify"] == "not asked"
    assert Cycles(resume, 60).ask(*product)["verify"] == "verified"


def test_words() -> None:
    """Tests how reasons and verdicts are shown."""
    assert reason({"lower_bound_reason": "SAT: 4 cycles are impossible"}) == "SAT"
    assert verdict(entry("optimal")) == "0.25"
    assert verdict(entry("optimal", "nothing to verify")) == "nothing to verify"
    assert verdict(entry("optimal", "unknown")) == "> 900"
    rejected = {**entry("optimal", "rejected"), "verify_line": "no proof"}
    assert verdict(rejected) == "REJECTED: no proof"
