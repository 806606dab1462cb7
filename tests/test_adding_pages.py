"""The pages about adding something to the house: their programs work as they stand."""

from __future__ import annotations

import importlib
import json
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from encoders import ENCODINGS, at_most
from examples.__main__ import main as examples
from models.errors import InputError
from models.space_time.constraint_model import ConstraintModel, Place
from solvers.backends.backend import Settings
from solvers.backends.registry import BACKENDS, chosen, open_session
from tests.encoders.test_cardinality_meaning import all_rows, assert_defined, assert_equivalent
from tests.system.commands import run_python

ROOT = Path(__file__).parents[1]
NAMES = ("a-solver", "an-encoding", "an-architecture", "a-question")
PAGES = {name: (ROOT / "docs" / f"adding-{name}.md").read_text("utf-8") for name in NAMES}
FENCE = re.compile(r"^```(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^    ((?:python|xyzmap) .+)$", re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A folder with the programs of a page, which their first lines name, and the inputs."""
    found = FENCE.findall(PAGES[request.param])
    assert {language for language, _ in found} == {"python"}
    for _, text in found:
        name = re.match(r"# ((\w+/)?\w+\.py)\n", text)
        assert name and not (tmp_path / name[1]).exists()
        (tmp_path / name[1]).parent.mkdir(exist_ok=True)
        (tmp_path / name[1]).write_text(text, encoding="utf-8")
    (tmp_path / "out").mkdir()
    assert examples(["dot", "4", "-o", str(tmp_path / "out" / "dot4")]) == 0
    return tmp_path


def of_page(page: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("folder", [page], indirect=True)


def run(folder: Path, command: str, *more: str, code: int = 0, errors: str | None = "") -> str:
    """Run a command of a page, with more words; return what it prints.

    On stderr have to be `errors`, where that is not None.
    """
    name, *words = command.split()
    module = {"xyzmap": ("-m", "xyzmap")}.get(name, ())
    paths = {"PYTHONPATH": f"{ROOT}:{folder}", "PATH": ""}
    done = run_python(*module, *words, *more, cwd=folder, env=paths)
    assert done.returncode == code
    assert done.stderr == (done.stderr if errors is None else errors)
    return done.stdout


def commands(page: str) -> list[str]:
    """Return the commands of a page after the one that writes the inputs."""
    first, *others = COMMAND.findall(PAGES[page])
    assert first == "xyzmap examples dot 4 -o out/dot4"
    return others


def imported(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Import a program of a page for the time of a test."""
    monkeypatch.syspath_prepend(str(folder))
    for path in folder.rglob("*.py"):
        module = ".".join(path.relative_to(folder).with_suffix("").parts)
        # Whatever was not there before a test is not there after it.
        monkeypatch.setitem(sys.modules, module, ModuleType("none"))
        del sys.modules[module]
    return importlib.import_module(name)


@pytest.mark.pages
@of_page("a-solver")
def test_the_new_solver_answers_as_the_default(folder: Path) -> None:
    """Tests the program of the page: the same minimum, asked of the new solver alone."""
    (command,) = commands("a-solver")
    answer: dict[str, Any] = json.loads(run(folder, command, "--json", "--quiet"))
    assert (answer["status"], answer["cycles"], answer["lower_bound"]) == ("optimal", 8, 8)
    asked = {attempt["solver"].partition(":")[0] for attempt in answer["attempts"]}
    assert asked == {"plain-minisat"}
    assert "infeasible" in run(folder, command, "--cycles", "7", "--quiet", code=20)


@of_page("a-solver")
def test_the_new_solver_in_this_process(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a stop is no refutation, and its options."""
    monkeypatch.setitem(BACKENDS, "plain-minisat", BACKENDS["minisat22"])
    imported(folder, "ask_plain_minisat", monkeypatch)
    holes = 9
    model = ConstraintModel(variables=(holes + 1) * holes)
    pigeons = np.arange(1, model.variables + 1, dtype=np.int32).reshape(holes + 1, holes)
    model.add_clauses("somewhere", pigeons)
    model.add_groups("alone", 1, [(Place(f"hole {h}", 0), pigeons[:, h]) for h in range(holes)])
    session = open_session("plain-minisat:slice=10", model, Settings())
    session.load()
    assert session.solve(lambda conflicts: conflicts < 15).satisfiable is None
    with pytest.raises(InputError, match="cannot be used: 'slice=0' must be a whole"):
        chosen("plain-minisat:slice=0").require()
    with pytest.raises(InputError, match="gives no checkable proof"):
        chosen("plain-minisat").require("proof")


@of_page("an-encoding")
def test_the_new_encoding_is_correct(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests all assignments, the sizes that its docstring claims, and what it refuses."""
    monkeypatch.setitem(ENCODINGS, "heule", ENCODINGS["pairwise"])
    made = imported(folder, "ask_heule", monkeypatch)
    for n in (2, 3, 4, 5, 6, 9):
        assert_equivalent(made.heule(n))
        assert_defined(made.heule(n), all_rows(n))
    for n in range(3, 40):
        template = made.heule(n)
        assert (template.size, template.aux) == (3 * n - 6, max(0, (n + 1) // 2 - 2))
    with pytest.raises(ValueError, match="'heule' does bound 1 only"):
        at_most(5, 2, "heule")


@pytest.mark.pages
@of_page("an-encoding")
def test_the_new_encoding_is_verified(folder: Path) -> None:
    """Tests the commands of the page: the minimum, with a proof in the new encoding."""
    prove, verify = commands("an-encoding")
    assert json.loads(run(folder, prove, "--json", "--quiet"))["cycles"] == 8
    for path in folder.glob("*.py"):
        path.unlink()  # the verifier knows nothing of the encoding
    assert "verified: 8 cycles" in run(folder, verify)
    (table,) = (folder / "out" / "heule").glob("*.symbols")
    assert re.search(r"^template \d+ (\d+) 1 (\d+)$", table.read_text(), re.MULTILINE)


@pytest.mark.pages
@of_page("an-architecture")
def test_the_new_architecture_is_mapped_onto(folder: Path) -> None:
    """Tests the commands of the page: the minimum that it names, and the refusal."""
    right, wrong = commands("an-architecture")
    answer = json.loads(run(folder, right, "--json", "--quiet"))
    assert (answer["status"], answer["cycles"]) == ("optimal", 7)
    line = (
        "min-cycles: honeycomb:2x2,size=3: unknown option 'size' of 'honeycomb';"
        " known: registers, wrap, io, max_contexts\n"
    )
    run(folder, wrong, "--quiet", code=2, errors=line)


@pytest.mark.pages
@of_page("a-question")
def test_the_new_question_is_answered(folder: Path) -> None:
    """Tests the commands of the page, a file that is not there, no mapping, and a limit."""
    command, one = commands("a-question")
    found = json.loads(run(folder, command, "--json", errors=None))
    assert (found["status"], found["weakest"], found["stopped"]) == ("optimal", "pe_0_0", None)
    costs = {loss["element"]: loss["cycles"] for loss in found["losses"]}
    assert costs == {"pe_0_0": 11, "pe_0_1": 11, "pe_1_0": 8, "pe_1_1": 8}
    assert "without it the\nproduct takes 11 cycles, on the whole array 8." in PAGES["a-question"]
    line = "optimal: the weakest element is pe_1_0: 8 cycles\n"
    assert run(folder, one, "--quiet") == line
    why = "No such file or directory; there is no .json file"
    program, graph, _ = command.removeprefix("python ").split()
    line = f"weakest: none.json: cannot read: {why}\n"
    run(folder, f"python {program} none.json mesh:2x2", code=2, errors=line)
    once = f"python {program} {graph}"
    assert "pe_0_0: no mapping at all" in run(folder, once, "mesh:1x1", errors=None)
    line = "weakest: time limit before the search began\n"
    late = ("ring:6", "--json", "--time-limit", "0.001")
    assert run(folder, once, *late, code=30, errors=line) == ""
