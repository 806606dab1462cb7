"""A search that gets no more memory keeps what it has found, and says so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from solvers.streaming import main

cp_model = pytest.importorskip("ortools.sat.python.cp_model")

DISTANCE = Path(__file__).resolve().parents[3] / "examples" / "data" / "streaming" / "distance.json"


@pytest.mark.parametrize("solver", ["cp-sat", "auto"])
def test_what_was_found_is_kept(solver: str, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """Tests that CP-SAT's thread fails without a word of its own."""

    def refused(*words: object) -> None:
        raise MemoryError("std::bad_alloc")

    monkeypatch.setattr(cp_model.CpSolver, "solve", refused)
    monkeypatch.setattr("solvers.questions.streaming.race._refute_upwards", lambda *words: "")
    words = ["--ii", "3", "--solver", solver, "--json", "--quiet"]
    assert main([str(DISTANCE), *words]) == 10
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert (found["status"], err) == ("feasible", "")
    assert found["stopped"].startswith("memory is exhausted")
