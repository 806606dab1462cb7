"""Warm starts: measured to be used, harmless where they are wrong, refused where they are bad."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from examples.loops.kernels import kernel_loop
from examples.ring import ring
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InputError
from models.formats.native_json import dfg_to_json, mapping_to_json
from models.space_time.decode import decode, literals_of
from models.space_time.xyz import build
from models.space_time.xyz_model import XyzModel
from solvers import min_cycles, min_ii
from solvers.backends.backend import Outcome, Settings
from solvers.backends.registry import open_session
from solvers.search.answer import CyclesQuestion
from solvers.search.cycles import search
from solvers.tasks.solver_options import SolverOptions
from tests.solvers.command_line import called, files

RING = Problem(*ring(4), None)
BEST = 10


def found(name: str, start: tuple[int, ...], model: XyzModel) -> tuple[Outcome, Any]:
    session = open_session(name, model.constraints, Settings(start=start))
    session.load()
    outcome = session.solve(lambda conflicts: True)
    assert outcome.satisfiable
    return outcome, session


@cache
def best() -> tuple[XyzModel, Mapping]:
    """A mapping of a ring of four with the fewest cycles, and the model that it solves."""
    model = build(RING, BEST)
    return model, decode(model, found("cadical195", (), model)[0].model)


@pytest.mark.process(keep=2)
@pytest.mark.parametrize("name", ["cadical195", "cadical153", "glucose4"])
def test_conflicts_drop(name: str) -> None:
    """Tests that a mapping to start from saves an engine most of its conflicts."""
    model, mapping = best()
    plain, _ = found(name, (), model)
    warm, _ = found(name, literals_of(model, mapping), model)
    assert plain.conflicts > 1000
    assert warm.conflicts < plain.conflicts / 4


def test_given_mapping_is_an_answer() -> None:
    """Tests that a mapping given that meets the bound is the answer, without any solver."""
    answer = search(CyclesQuestion(RING, options=SolverOptions(start=best()[1])))
    assert (answer.status, answer.cycles, answer.found_by) == ("optimal", BEST, "the mapping given")
    assert answer.attempts == []


@pytest.mark.process
def test_longer_mapping_is_an_upper_bound() -> None:
    """Tests that a mapping that takes longer bounds the search, and is replaced."""
    model = build(RING, BEST + 2)
    longer = decode(model, found("cadical195", (), model)[0].model)
    answer = search(CyclesQuestion(RING, options=SolverOptions(start=longer), time_limit=60))
    assert (answer.status, answer.cycles) == ("optimal", BEST)
    answer = search(CyclesQuestion(RING, max_cycles=BEST, options=SolverOptions(start=longer)))
    assert (answer.status, answer.cycles) == ("optimal", BEST)


@pytest.fixture
def arguments(tmp_path: Path) -> list[str]:
    return files(tmp_path, RING)


def given(folder: Path, **changes: object) -> str:
    """Write the best mapping, with some members changed."""
    path = folder / "start.json"
    record = json.loads(mapping_to_json(best()[1]))
    path.write_text(json.dumps({**record, **changes}))
    return str(path)


@pytest.mark.process(keep=1)
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"holds": []},
        {"transfers": [], "issues": []},
        {"holds": [], "transfers": [], "issues": []},
        {"horizon": 25},
        {"horizon": 9},
    ],
)
def test_parts_are_hints(
    tmp_path: Path, arguments: list[str], changes: dict[str, Any], capsys: Any
) -> None:
    """Tests that a part of a mapping, or one that is none, changes no answer."""
    start = given(tmp_path, **changes)
    code, out, err = called(min_cycles.main, capsys, *arguments, "--warm-start", start, "--quiet")
    assert (code, err) == (0, "")
    assert f"takes {BEST} cycles and no fewer" in out and "failed:" not in out


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"holds": [["nosuch", "pe0", 1]]}, "unknown value 'nosuch'"),
        ({"transfers": [["p_0_0", "nosuch", 1]]}, "unknown path 'nosuch'"),
        ({"horizon": -5}, "-5"),
        ({"contexts": 3}, "contexts"),
    ],
)
def test_mappings_of_something_else_are_refused(
    tmp_path: Path, arguments: list[str], changes: dict[str, Any], message: str, capsys: Any
) -> None:
    start = given(tmp_path, **changes)
    code, out, err = called(min_cycles.main, capsys, *arguments, "--warm-start", start, "--quiet")
    assert (code, out, err.count("\n")) == (2, "", 1) and message in err


@pytest.fixture
def graph(tmp_path: Path) -> str:
    path = tmp_path / "dfg.json"
    path.write_text(dfg_to_json(kernel_loop("bit-count")))
    return str(path)


def mapped(graph: str, array: str, folder: Path) -> str:
    path = folder / "mapping.json"
    assert min_ii.main([graph, array, "--quiet", "--out", str(path)]) == 0
    return str(path)


def asked(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[dict[str, Any], str]:
    capsys.readouterr()
    assert min_ii.main([*words, "--quiet", "--json"]) in (0, 10)
    told = capsys.readouterr()
    found: dict[str, Any] = json.loads(told.out)
    return found, told.err


def test_a_mapping_on_a_part_of_the_array(
    graph: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start = mapped(graph, "mesh:3x3,io=left", tmp_path)
    words = [graph, "mesh:4x3,io=left", "--warm-start", start, "--first"]
    found, notes = asked(words, capsys)
    assert found["found_by"] == "the mapping given" and notes == ""
    assert found["warm_start"] == {"ii": 2, "legal": True, "reason": None}
    assert found["ii"] == 2 and found["mapping"]["architecture"] == "mesh:4x3,io=left"


def test_a_torus_is_no_part_of_a_larger_one(
    graph: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start = mapped(graph, "adres:3x3,io=memory", tmp_path)
    mapping = json.loads(Path(start).read_text())
    assert any(sent[1] == "pe_0_0->pe_0_2" for sent in mapping["transfers"])
    words = [graph, "adres:4x4,io=memory", "--warm-start", start, "--first"]
    found, notes = asked(words, capsys)
    assert found["warm_start"]["ii"] == 2 and found["warm_start"]["legal"] is False
    assert "unknown path 'pe_0_0->pe_0_2'" in found["warm_start"]["reason"]
    assert notes.count("\n") == 1 and "its II 2 is tried first" in notes


class Without:
    """A solver of Pyomo's new interface, whose `solve` does not know the word of older ones."""

    def solve(self, model: object, load_solutions: bool) -> None: ...


def test_solvers_behind_pyomo() -> None:
    """Tests that one starts from a mapping, or says in a line that it does not."""
    pytest.importorskip("pyomo")
    pytest.importorskip("highspy")
    model, mapping = best()
    start = literals_of(model, mapping)
    session: Any = open_session("pyomo", model.constraints, Settings(start=start))
    session.load()
    assert session.solve(lambda conflicts: True).satisfiable
    session._solver = Without()
    session._settings = Settings(start=start, options={"solver": "other"})
    with pytest.raises(InputError, match=r"^Pyomo's other takes no mapping to start from$"):
        session.solve(lambda conflicts: True)
