"""Tests of options of the search for the smallest II: repetition, explanations, and solvers."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from archs.presets import architecture_preset
from examples.loops.kernels import kernel_loop
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.problem import Problem
from models.formats.native_json import dfg_to_json
from solvers.min_ii import main
from solvers.search.relaxation import Relaxation
from tests.solvers.command_line import answered, called, files
from tests.solvers.test_min_ii import loop, two
from tests.system import commands

command = partial(called, main)
ask = partial(answered, main)

SEARCHED = (1, 3)
"""Seeds of loops whose smallest II is proven by a solver, and by no arithmetic."""


def words(folder: Path, problem: Problem) -> list[str]:
    return files(folder, problem)[:2]


def graph(*operations: Operation, latency: int = 1) -> Dfg:
    """A graph of additions, of which the last has the result."""
    name = operations[-1].name
    return Dfg("g", (Operator("+", 2, latency=latency),), ("a", "b"), operations, (name,))


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("array", ["satmapit:3x3,io=memory,waits=yes"])
def test_deterministic(array: str, tmp_path: Path) -> None:
    """Tests that processes with other hash seeds, turns and rivals give the same bytes.

    Here heuristics map the loop with a larger II before a solver finds the smallest one.
    """
    dfg = tmp_path / "dfg.json"
    dfg.write_text(dfg_to_json(kernel_loop("sha1")))
    found, outs = list[dict[str, Any]](), list[bytes]()
    for number, more in enumerate(([], ["--jobs", "1"])):
        out = tmp_path / f"{number}.json"
        given = [dfg, array, "--deterministic", "--quiet", "--json", "--out", out, *more]
        line = commands.python("solvers.min_ii", *given)
        done = commands.run(line, env={"PYTHONHASHSEED": str(number + 1)})
        assert (done.returncode, done.stderr) == (0, "")
        found.append(json.loads(done.stdout))
        outs.append(out.read_bytes())
    one, other = found
    assert outs[0] == outs[1]
    for key in ("status", "ii", "mapping", "found_by", "lower_bound", "lower_bound_reason"):
        assert one[key] == other[key]


def test_the_limits_that_exclude_a_smaller_interval(tmp_path: Path, capsys: Any) -> None:
    """Tests the words and the record: five additions do not fit into two slots of 2 contexts."""
    names = "vwxyz"
    reads = ["a", *names]
    adds = [Operation(n, "+", (Operand("b"), Operand(reads[k]))) for k, n in enumerate(names)]
    given = words(tmp_path, Problem(graph(*adds), two(3), 1))
    code, out, _ = command(capsys, *given, "--explain", "--quiet")
    assert code == 0 and "has II = 3" in out
    _, _, limits = out.partition("II 2 with")
    assert "limits that cannot all hold" in limits
    assert "issue slots of p, contexts 0-1" in limits and "issue slots of q" in limits
    explanation = ask(capsys, *given, "--explain")[1]["explanation"]
    assert explanation["ii"] == 2 and "issue slots of p, contexts 0-1" in explanation["limits"]
    assert "explanation" not in ask(capsys, *given)[1]


def test_no_limit_excludes_what_dependences_do(tmp_path: Path, capsys: Any) -> None:
    """Tests a recurrence, which no array of any size has at a smaller II."""
    carried = Operation("v", "+", (Operand("a"), Operand("v", 1)))
    given = words(tmp_path, Problem(graph(carried, latency=2), two(3), 1))
    code, out, _ = command(capsys, *given, "--explain", "--quiet")
    assert code == 0 and "has II = 2" in out and "the recurrence v -> v" in out
    assert "II 1: no limit of the array is involved" in out


@pytest.mark.parametrize("seed", SEARCHED)
def test_other_solvers(seed: int, tmp_path: Path, capsys: Any) -> None:
    """Tests that another solver, and a race of two, prove the same II, and who has refuted."""
    given = words(tmp_path, loop(seed))
    expected = ask(capsys, *given)[1]
    for names in (["glucose4"], ["glucose4", "cadical195"]):
        chosen = [word for name in names for word in ("--solver", name)]
        code, found = ask(capsys, *given, *chosen)
        assert code == 0
        assert (found["ii"], found["lower_bound"]) == (expected["ii"], expected["lower_bound"])
        assert found["word_of"] is None
        code, again = ask(capsys, *given, *chosen, "--deterministic")
        assert (code, again["ii"]) == (0, expected["ii"])


def test_a_solver_without_proofs_is_believed_and_named(
    tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests the first line and the record of a bound that rests on a solver's word."""
    # A relaxation may refute before the solver does.
    monkeypatch.setattr(Relaxation, "wanted", lambda *_: [])
    given = [*words(tmp_path, loop(SEARCHED[0])), "--solver", "cp-sat"]
    code, out, _ = command(capsys, *given, "--quiet")
    assert code == 0 and out.startswith("optimal (solver's word): ")
    assert ask(capsys, *given)[1]["word_of"] == "cp-sat"


def test_a_bound_by_arithmetic_is_nobodys_word(tmp_path: Path, capsys: Any) -> None:
    """Tests that a solver without proofs is not named where it has refuted nothing."""
    carried = Operation("v", "+", (Operand("a"), Operand("v", 1)))
    given = words(tmp_path, Problem(graph(carried, latency=2), two(3), 1))
    code, out, _ = command(capsys, *given, "--solver", "cp-sat", "--quiet")
    assert code == 0 and out.startswith("optimal: ")


@pytest.mark.parametrize(("cycles", "due"), [((4, 6), 0), ((4, 4), 30)])
def test_what_is_pinned_is_judged_at_once(
    cycles: tuple[int, int], due: int, tmp_path: Path, capsys: Any
) -> None:
    """Tests that one II is tried where all cycles are given: one without overlap."""
    chain = graph(
        Operation("x", "+", (Operand("a"), Operand("b"))),
        Operation("y", "+", (Operand("x"), Operand("b"))),
    )
    pins = ["--pin", f"x=@{cycles[0]}", "--pin", f"y=@{cycles[1]}"]
    given = words(tmp_path, Problem(chain, architecture_preset("mesh:2x2,io=all"), 1))
    code, out, _ = command(capsys, *given, *pins, "--quiet", "--json")
    found = json.loads(out)
    assert code == due
    if due:
        assert [one["outcome"] for one in found["tried"]] == ["refuted up to horizon"]
        assert found["stopped"].startswith("there is no mapping with these pins")
