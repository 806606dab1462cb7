"""The page of graphs on every preset: what it makes of invented answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench import any_graph
from bench.asker import Asker, Run
from bench.frame import Namespace
from models.errors import InputError
from solvers.questions.entries import Entry

ANSWERS: dict[str, Entry] = {
    "s4": {"status": "optimal", "ii": 2},
    "hycube": {
        "status": "infeasible",
        "lower_bound_reason": "no component of 'hycube:4x4' supports operator 'f' (operation 'p')",
    },
    "h6": {"status": "infeasible", "lower_bound_reason": "9 operations must be issued"},
    "r4": {"status": "unknown", "lower_bound": 3},
}


class Invented(Asker):
    """Answers by the preset, and notes what was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def entry(
        self,
        key: dict[str, object],
        measure: Callable[[], Entry],
        good: Callable[[Entry], bool] = lambda entry: True,
    ) -> Entry:
        if "words" not in key:
            return measure()
        self.asked.append(str(key["words"]))
        return {"seconds": 1.0, **ANSWERS[self.asked[-1].split()[2].partition(":")[0]]}


@pytest.mark.pages
def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests each outcome in its table, and that only what is open is asked again, for longer."""
    (tmp_path / "some").mkdir()
    (tmp_path / "some" / "p.dot").write_text("digraph p { p [opcode=f]; }")
    monkeypatch.setattr(any_graph, "FOLDER", tmp_path)
    asker, measure = Invented(), any_graph.main.measure
    options: Any = Namespace(time_limit=5.0, only=list(ANSWERS), graphs=None)
    page = "\n".join(measure(options, asker))
    assert "| `s4:4x4` | 1 | 0 | 0 | 0 | 1.00 |" in page
    assert "| some/p.dot | 1 | `hycube` | `f` |" in page
    assert "| some/p.dot | 1 | `h6` | 9 operations must be issued |" in page
    assert "| some/p.dot | 1 | `r4` | II ≥ 3 |" in page
    assert "4 questions: 1 mapped, 1 with a missing unit by name, 1 infeasible" in page
    assert [words.rpartition(" ")[2] for words in asker.asked] == ["5", "5", "5", "5", "30"]


def test_without_graphs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that there is no page without graphs, but one line that says so."""
    monkeypatch.setattr(any_graph, "FOLDER", tmp_path)
    options: Any = Namespace(time_limit=5.0, only=list(ANSWERS), graphs=None)
    with pytest.raises(InputError, match="no graphs in the folder of benchmarks"):
        list(any_graph.main.measure(options, Invented()))


def test_a_command_that_fails_is_a_fault() -> None:
    """Tests that a refused file is told apart from one without a mapping."""
    done = Run(["python"], 0.5, 10, 2, "")
    assert any_graph._outcome(any_graph._kept(done)) == (any_graph.REFUSED, "")
