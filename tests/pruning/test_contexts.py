"""Without --contexts, pruning takes the contexts that mapping finds, and says so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.pruning.commands import run, traded
from tests.system.commands import LOOP

SUM = ".i a b c\n.o y\n.f\n+ 2\n.n\ny + + a b c\n"


def told(capsys: Any, *words: str, code: int = 0) -> tuple[dict[str, Any], str]:
    """The JSON of a pruning, and its line on contexts."""
    found, out, err = run(capsys, *words, "--quiet", "--json")
    assert found == code
    answer = json.loads(out)
    lines = [line for line in answer["notes"] if "context" in line]
    assert all(line in err for line in lines)
    return answer, "\n".join(lines)


@pytest.mark.parametrize(
    ("words", "contexts", "line"),
    [
        ([], 1, "'accumulate' has 1 context, the smallest II on the whole array (proven)"),
        (["--cycles", "4"], 1, "'accumulate' has 1 context, the fewest with which it takes 4"),
        (["--contexts", "2"], 2, ""),
        (["--minimise", "contexts,paths"], 1, "'accumulate' has 1 context, the smallest II"),
    ],
)
def test_loops(words: list[str], contexts: int, line: str, capsys: Any) -> None:
    """Tests that a loop gets the fewest contexts on the whole array, unless they are given."""
    answer, said = told(capsys, *LOOP, *words)
    assert answer["status"] == "optimal" and answer["kernels"][0]["contexts"] == contexts
    assert line in said and bool(line) == bool(said)


def test_few_cycles(capsys: Any) -> None:
    """Tests that cycles that are too few are infeasible, and that no contexts are made up."""
    answer, said = told(capsys, *LOOP, "--cycles", "2", code=20)
    assert answer["kernels"][0]["contexts"] is None
    assert "no mapping with 2 cycles and up to 4 contexts" in said


def test_fewest_contexts_of_a_graph_without_loops(tmp_path: Path, capsys: Any) -> None:
    """Tests that the fewest contexts are looked for from as many as there are cycles."""
    (tmp_path / "sum.txt").write_text(SUM)
    words = [str(tmp_path / "sum.txt"), "mesh:2x2,io=all", "--minimise", "contexts,elements"]
    answer, said = told(capsys, *words)
    assert (answer["status"], answer["kernels"][0]["contexts"]) == ("optimal", 1)
    assert "'sum' has 5 contexts, as many as it has cycles, or fewer" in said


@pytest.mark.parametrize("axis", [["--cycles", "3-4"], ["--slack", "0-1"]])
def test_trade_off(axis: list[str], capsys: Any) -> None:
    """Tests that all points of a curve have the smallest II of the whole array."""
    code, out, err = traded(capsys, *LOOP, *axis, "--minimise", "paths", "--quiet", "--json")
    assert code == 0 and "'accumulate' has 1 context, the smallest II" in err
    assert all(point["status"] == "optimal" for point in json.loads(out)["points"])
