"""`openedge` and `vectorcgra` on the interval: how far it is proven, exit codes, certificates."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ecosystems.loops import search
from ecosystems.openedge.__main__ import main as openedge
from ecosystems.vectorcgra.__main__ import main as vectorcgra
from models.data.problem import Problem
from solvers.search.interval_race import Verdict
from solvers.verify import main as verify

Capture = pytest.CaptureFixture[str]
DATA = Path(search.__file__).parents[1] / "openedge" / "data"
LOOP = str(DATA / "scaled.json")
NUMBERS = ["--value", "x=1000", "--value", "y=2000", "--value", "n=20"]
COMMANDS = {
    "openedge": (openedge, "openedge:2x2", NUMBERS),
    "vectorcgra": (vectorcgra, "2x2", [*NUMBERS, "--iterations", "20"]),
}


def _graph(tmp_path: Path, change: Callable[[dict[str, Any]], None]) -> str:
    made = json.loads(Path(LOOP).read_text())
    change(made)
    path = tmp_path / "graph.json"
    path.write_text(json.dumps(made))
    return str(path)


def _twice_read(made: dict[str, Any]) -> None:
    """Let the sum read the loaded word once more, a step later than the product does."""
    made["operations"][4]["operands"][1] = "x.load"


def _longer(made: dict[str, Any]) -> None:
    """Let ten more operations follow each other."""
    names = ["sum", *(f"sum{n}" for n in range(10))]
    adds = [
        {"name": after, "operator": "add", "operands": [before, "7"]}
        for before, after in zip(names, names[1:], strict=False)
    ]
    made["operations"][6]["operands"][1] = names[-1]
    made["operations"][5:5] = adds


@pytest.mark.parametrize("name", COMMANDS)
def test_a_bound_by_arithmetic(name: str, tmp_path: Path, capsys: Capture) -> None:
    """Tests code 0, the reason that is printed, and that `verify` accepts the certificate."""
    main, array, words = COMMANDS[name]
    folder = str(tmp_path / "c")
    assert main([LOOP, array, *words, "--certificate", folder]) == 0
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first.endswith(", the smallest") and second.startswith(f"at least {first[-15]}: with ")
    assert verify([folder]) == 0
    assert f"verified: II {first[-15]} is the smallest of 'scaled'" in capsys.readouterr().out


def test_a_bound_by_solvers(tmp_path: Path, capsys: Capture) -> None:
    """Tests intervals that arithmetic leaves, and that nothing maps: the output is overwritten."""
    graph, folder = _graph(tmp_path, _twice_read), str(tmp_path / "c")
    words = [graph, "openedge:2x4", *NUMBERS, "--certificate", folder]
    assert openedge(words) == 0
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first == "'scaled' on 'openedge:2x4': II = 3, the smallest"
    assert second == "at least 3: with 2 contexts, no schedule of any length"
    assert verify([folder]) == 0
    said = capsys.readouterr().out
    assert "not II 2: cyclic" in said and "verified: II 3 is the smallest" in said


@pytest.mark.parametrize("name", COMMANDS)
def test_not_proven(
    name: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests code 10 where the machine's search gives up an interval that `min-ii` maps."""
    main, array, words = COMMANDS[name]
    race, first = search.race, 2 if name == "openedge" else 4

    def later(problem: Problem, *more: Any, **named: Any) -> Verdict:
        return Verdict() if problem.contexts == first else race(problem, *more, **named)

    monkeypatch.setattr(search, "race", later)
    folder = str(tmp_path / "c")
    assert main([LOOP, array, *words, "--certificate", folder]) == 10
    found, bound, *_ = capsys.readouterr().out.splitlines()
    assert found.endswith(f"II = {first + 1}") and bound.startswith(f"at least {first}: with ")
    assert verify([folder]) == 0
    said = capsys.readouterr().out
    assert f"verified: II {first + 1} is feasible" in said and f"less than {first} is" in said


INFEASIBLE = {
    "openedge": ("openedge", "satmapit:2x2,max_contexts=1", "8 operations must be issued"),
    "vectorcgra": ("vectorcgra", "1x1", "24 operations must be issued"),
}


@pytest.mark.parametrize("name", INFEASIBLE)
def test_infeasible(name: str, tmp_path: Path, capsys: Capture) -> None:
    """Tests code 20 where all words together are too few, with a certificate."""
    _, array, reason = INFEASIBLE[name]
    main, _, words = COMMANDS[name]
    graph = _graph(tmp_path, _longer) if name == "vectorcgra" else LOOP
    folder = str(tmp_path / "c")
    assert main([graph, array, *words, "--certificate", folder]) == 20
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("infeasible: no mapping of 'scaled' on ") and reason in second
    assert verify([folder]) == 0


@pytest.mark.parametrize("name", COMMANDS)
def test_given_up(
    name: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests code 30, for conflicts and for time: that no mapping is found shows nothing."""
    main, array, words = COMMANDS[name]
    words = [LOOP, array, *words, "--out", str(tmp_path / "out")]
    monkeypatch.setattr(search, "race", lambda *more, **named: Verdict())
    assert main(words) == 30
    first, second, third = capsys.readouterr().out.splitlines()
    assert first.startswith("unknown: no mapping of 'scaled' on ") and first.endswith(" found")
    assert second.startswith("at least ") and "with up to" in third and "a larger array" in third
    assert main([*words, "--time-limit", "1e-9"]) == 30
    assert capsys.readouterr().out.splitlines()[-1] == "stopped: time limit"
    assert not list((tmp_path / "out").iterdir())
