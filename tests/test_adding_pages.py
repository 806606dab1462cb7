"""The pages about adding something to the house: their programs work as they stand."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from pysat.solvers import Solver

from encoders import ENCODINGS, Template, at_most
from examples.__main__ import main as examples
from models.errors import InputError
from models.space_time.constraint_model import ConstraintModel, Place
from solvers.backends.backend import Session, Settings
from solvers.backends.registry import BACKENDS, chosen, open_session

ROOT = Path(__file__).parents[1]
NAMES = ("a-solver", "an-encoding", "an-architecture", "a-question")
PAGES = {name: ROOT / "docs" / f"adding-{name}.md" for name in NAMES}
FENCE = re.compile(r"^```(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^    ((?:python|xyzmap) .+)$", re.MULTILINE)
TEMPLATE = re.compile(r"^template \d+ (\d+) 1 (\d+)$", re.MULTILINE)
ARRAY = "mesh:2x2,registers=1"


def programs(page: str) -> dict[str, str]:
    """Return the Python blocks of a page by the file names in their first lines, in order."""
    found = FENCE.findall(PAGES[page].read_text(encoding="utf-8"))
    assert {language for language, _ in found} == {"python"}
    named = {}
    for _, text in found:
        first = text.partition("\n")[0]
        assert re.fullmatch(r"# (\w+/)?\w+\.py", first), first
        named[first[2:]] = text
    assert len(named) == len(found)
    return named


@pytest.fixture
def folder(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A folder with the programs of a page, named by the test's mark."""
    for name, text in programs(request.param).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def of_page(page: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("folder", [page], indirect=True)


def run(folder: Path, *words: str, code: int = 0, errors: str | None = "") -> str:
    """Run Python in the root, where the programs of `folder` and the house can be imported.

    On stderr have to be `errors`, where that is not None.
    """
    done = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env={"PYTHONPATH": f"{ROOT}:{folder}", "PATH": ""},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == code
    assert done.stderr == (done.stderr if errors is None else errors)
    return done.stdout


def imported(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Import a program of a page for the time of a test."""
    monkeypatch.syspath_prepend(str(folder))
    for path in [*folder.iterdir(), *folder.rglob("*/*.py")]:
        module = ".".join(path.relative_to(folder).with_suffix("").parts)
        monkeypatch.delitem(sys.modules, module, raising=False)
        # Whatever was not there before a test is not there after it.
        monkeypatch.setitem(sys.modules, module, ModuleType("none"))
        del sys.modules[module]
    return importlib.import_module(name)


@pytest.fixture
def small(tmp_path: Path) -> tuple[str, str]:
    """The question of all pages; its lower bound needs a solver."""
    assert examples(["dot", "4", "-o", str(tmp_path / "dot4")]) == 0
    return str(tmp_path / "dot4" / "dfg.json"), ARRAY


def commands(page: str) -> list[str]:
    """Return the commands of a page after the one that writes the inputs."""
    first, *others = COMMAND.findall(PAGES[page].read_text(encoding="utf-8"))
    assert first == "xyzmap examples dot 4 -o out/dot4"
    return others


@pytest.mark.pages
@of_page("a-solver")
def test_the_new_solver_answers_as_the_default(folder: Path, small: tuple[str, str]) -> None:
    """Tests the program of the page: the same minimum, asked of the new solver alone."""
    assert commands("a-solver") == [f"python ask_plain_minisat.py out/dot4/dfg.json {ARRAY}"]
    text = PAGES["a-solver"].read_text(encoding="utf-8")
    assert "finds the fewest cycles of a dot product, as `xyzmap min-cycles` does" in text
    program = str(folder / "ask_plain_minisat.py")
    answers: list[dict[str, Any]] = [
        json.loads(run(folder, *words, *small, "--json", "--quiet"))
        for words in ((program,), ("-m", "solvers.min_cycles"))
    ]
    for member in ("status", "cycles", "lower_bound"):
        assert answers[0][member] == answers[1][member]
    assert (answers[0]["status"], answers[0]["cycles"]) == ("optimal", 8)
    assert {attempt["result"] for attempt in answers[0]["attempts"]} == {"sat", "unsat"}
    asked = {attempt["solver"].partition(":")[0] for attempt in answers[0]["attempts"]}
    assert asked == {"plain-minisat"}
    no = str(answers[0]["cycles"] - 1)
    assert "infeasible" in run(folder, program, *small, "--cycles", no, "--quiet", code=20)


@pytest.fixture
def plain(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver of the page is registered during a test."""
    monkeypatch.setitem(BACKENDS, "plain-minisat", BACKENDS["minisat22"])
    imported(folder, "ask_plain_minisat", monkeypatch)
    assert BACKENDS["plain-minisat"].opens == "plain_minisat:PlainMinisat"


def session(words: str, model: ConstraintModel, seed: int = 0) -> Session:
    made = open_session(words, model, Settings(seed=seed))
    made.load()
    return made


def random_model(seed: int) -> ConstraintModel:
    """Clauses and groups over eight variables; about half of these models have a solution."""
    source = np.random.default_rng(seed)
    model = ConstraintModel(variables=8)
    signs = source.choice([-1, 1], size=(24, 3))
    rows = np.array([source.choice(8, 3, replace=False) + 1 for _ in signs]) * signs
    model.add_clauses("random", rows.astype(np.int32))
    for bound in (1, 2):
        chosen_ = (source.choice(8, 5, replace=False) + 1).astype(np.int32)
        model.add_groups("random", bound, [(Place("here", bound), chosen_)])
    return model


@of_page("a-solver")
def test_the_new_solver_on_small_models(plain: None) -> None:
    """Tests answers and solutions against the default's, an empty clause among them."""
    answers = []
    for seed in range(40):
        model = random_model(seed)
        outcome = session("plain-minisat", model, seed % 2).solve()
        answers.append(outcome.satisfiable)
        assert outcome.satisfiable == session("cadical195", model).solve().satisfiable
        true = set(outcome.model)
        if outcome.satisfiable:
            for row in model.clauses[0].rows.tolist():
                assert any((abs(n) in true) == (n > 0) for n in row)
            for group in model.groups:
                assert len(true.intersection(group.rows[0].tolist())) <= group.bound
    assert set(answers) == {True, False}
    empty = ConstraintModel(variables=1)
    empty.add_clauses("empty", np.zeros((1, 1), dtype=np.int32))
    assert session("plain-minisat", empty).solve().satisfiable is False


@of_page("a-solver")
def test_the_new_solver_can_be_stopped(plain: None) -> None:
    """Tests that a stop is no refutation, and that its option is checked."""
    holes = 9
    model = ConstraintModel(variables=(holes + 1) * holes)
    pigeons = np.arange(1, model.variables + 1, dtype=np.int32).reshape(holes + 1, holes)
    model.add_clauses("somewhere", pigeons)
    model.add_groups("alone", 1, [(Place(f"hole {h}", 0), pigeons[:, h]) for h in range(holes)])
    reports: list[int] = []

    def twice(conflicts: int) -> bool:
        reports.append(conflicts)
        return len(reports) < 2

    outcome = session("plain-minisat:slice=10", model).solve(twice)
    assert outcome.satisfiable is None
    assert len(reports) == 2 and 0 < reports[0] < reports[1] == outcome.conflicts
    for bad in ("0", "", "x", "²", "1" * 30):
        with pytest.raises(InputError, match=f"cannot be used: 'slice={bad}' must be a whole"):
            chosen(f"plain-minisat:slice={bad}").require()
    with pytest.raises(InputError, match="unknown option 'slices'"):
        chosen("plain-minisat:slices=3")
    with pytest.raises(InputError, match="gives no checkable proof"):
        chosen("plain-minisat").require("proof")


def assert_at_most_one(template: Template) -> None:
    """Every assignment extends to the auxiliaries iff at most one is true, and as defined."""
    variables = range(1, template.n + 1)
    with Solver("minisat22", bootstrap_with=template.clauses) as solver:
        for values in product((False, True), repeat=template.n):
            own = [v if value else -v for v, value in zip(variables, values, strict=True)]
            assert solver.solve(assumptions=own) == (sum(values) <= 1), own
            meant = [
                aux if sum(values[v - 1] for v in subset) >= threshold else -aux
                for aux, (subset, threshold) in enumerate(template.definitions, template.n + 1)
            ]
            assert solver.solve(assumptions=own + meant) == (sum(values) <= 1), own


@of_page("an-encoding")
def test_the_new_encoding_is_correct(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests all assignments, the sizes that its docstring claims, and what it refuses."""
    monkeypatch.setitem(ENCODINGS, "heule", ENCODINGS["pairwise"])
    made = imported(folder, "ask_heule", monkeypatch)
    assert ENCODINGS["heule"].build(9, 1, None) == made.heule(9)
    for n in range(2, 7):
        assert_at_most_one(made.heule(n))
    assert_at_most_one(made.heule(9))
    for n in range(3, 40):
        template = made.heule(n)
        assert template.size == 3 * n - 6
        assert template.aux == max(0, (n + 1) // 2 - 2)
        assert {len(clause) for clause in template.clauses} == {2}
    with pytest.raises(ValueError, match="'heule' does bound 1 only"):
        at_most(5, 2, "heule")


@pytest.mark.pages
@of_page("an-encoding")
def test_the_new_encoding_is_verified(folder: Path, small: tuple[str, str], tmp_path: Path) -> None:
    """Tests the commands of the page: the minimum, with a proof in the new encoding."""
    assert commands("an-encoding") == [
        f"python ask_heule.py out/dot4/dfg.json {ARRAY} --certificate out/heule",
        "xyzmap verify out/heule",
    ]
    program, target = str(folder / "ask_heule.py"), str(tmp_path / "proof")
    words = (*small, "--json", "--quiet")
    answer = json.loads(run(folder, program, *words, "--certificate", target))
    plain = json.loads(run(folder, "-m", "solvers.min_cycles", *words))
    for member in ("status", "cycles", "lower_bound"):
        assert answer[member] == plain[member]
    # A folder without the programs: the verifier knows nothing of the encoding.
    assert "verified: 8 cycles" in run(tmp_path / "none", "-m", "solvers.verify", target)
    (table,) = Path(target).glob("*.symbols")
    used = [tuple(map(int, found)) for found in TEMPLATE.findall(table.read_text())]
    # Only groups with auxiliaries that the proof needs have a template.
    assert used and all(aux == max(0, (n + 1) // 2 - 2) for n, aux in used)


@pytest.mark.pages
@of_page("an-architecture")
def test_the_new_architecture_is_mapped_onto(folder: Path, small: tuple[str, str]) -> None:
    """Tests the commands of the page: the minimum that it names, and the refusal."""
    assert commands("an-architecture") == [
        "python ask_honeycomb.py out/dot4/dfg.json honeycomb:2x2,registers=1",
        "python ask_honeycomb.py out/dot4/dfg.json honeycomb:2x2,size=3",
    ]
    program, graph = str(folder / "ask_honeycomb.py"), small[0]
    answer = json.loads(
        run(folder, program, graph, "honeycomb:2x2,registers=1", "--json", "--quiet")
    )
    assert (answer["status"], answer["cycles"]) == ("optimal", 7)
    mesh = (graph, "mesh:2x2,registers=1,io=all", "--quiet")
    assert "takes 7 cycles and no fewer" in run(folder, "-m", "solvers.min_cycles", *mesh)
    line = (
        "min-cycles: honeycomb:2x2,size=3: unknown option 'size' of 'honeycomb';"
        " known: registers, wrap, io, max_contexts\n"
    )
    run(folder, program, graph, "honeycomb:2x2,size=3", "--quiet", code=2, errors=line)


@pytest.mark.pages
@of_page("a-question")
def test_the_new_question_is_answered(folder: Path, small: tuple[str, str]) -> None:
    """Tests the command of the page, each answer against its own, and the answer as JSON."""
    command = "python ask_weakest.py out/dot4/dfg.json mesh:2x2"
    assert commands("a-question") == [command, f"{command} --element pe_1_0"]
    program, graph = str(folder / "ask_weakest.py"), small[0]
    found = json.loads(run(folder, program, graph, "mesh:2x2", "--json", errors=None))
    assert (found["status"], found["weakest"], found["stopped"]) == ("optimal", "pe_0_0", None)
    costs = {loss["element"]: loss["cycles"] for loss in found["losses"]}
    assert costs == {"pe_0_0": 11, "pe_0_1": 11, "pe_1_0": 8, "pe_1_1": 8}
    page = PAGES["a-question"].read_text(encoding="utf-8")
    assert "without it the\nproduct takes 11 cycles, on the whole array 8." in page
    words = ("-m", "solvers.min_cycles", graph, "mesh:2x2", "--quiet")
    assert "takes 8 cycles and no fewer" in run(folder, *words)
    line = "optimal: the weakest element is pe_1_0: 8 cycles\n"
    assert run(folder, program, graph, "mesh:2x2", "--element", "pe_1_0", "--quiet") == line


@pytest.mark.interrupted
@of_page("a-question")
def test_the_new_question_keeps_its_promises(folder: Path, small: tuple[str, str]) -> None:
    """Tests one line for a file that is not there, no mapping at all, and a limit."""
    program, graph = str(folder / "ask_weakest.py"), small[0]
    why = "No such file or directory; there is no .json file"
    line = f"weakest: none.json: cannot read: {why}\n"
    run(folder, program, "none.json", "mesh:2x2", code=2, errors=line)
    assert "pe_0_0: no mapping at all" in run(folder, program, graph, "mesh:1x1", errors=None)
    late = ("ring:6", "--json", "--time-limit", "0.001")
    line = "weakest: time limit before the search began\n"
    assert run(folder, program, graph, *late, code=30, errors=line) == ""
