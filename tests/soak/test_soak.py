"""The soak: it asks everything, is content with what is true, and notices what is not."""

from __future__ import annotations

import importlib
import json
import os
import re
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench.frame import Asker
from bench.store import Origin
from models.data.dfg import Dfg
from models.data.problem import Problem
from tests.soak import __main__ as soak
from tests.soak.case import Case
from tests.soak.mapping import asked, fewest_cycles
from tests.soak.problems import SHAPES, array, graph, loop_array, loop_body
from tests.soak.questions import MIXTURE, QUESTIONS, is_whole, name_of
from tests.soak.run import Done, LostError, Runner, WrongError, ended, forked
from tests.soak.verdicts import NAIVE, SECOND, judged, none_below

QUICK = (
    "min_cycles",
    "min_cycles --contexts",
    "min_cycles --transform",
    "min_cycles, multi-node",
    "min_cycles --pin --forbid",
    "export",
    "streaming greedy",
    "streaming exact",
)


def case_of(folder: Path, seed: int = 7) -> Case:
    return Case(seed, Runner(folder))


def small(case: Case) -> tuple[Problem, list[str]]:
    """A problem with a minimum, and its files."""
    for _ in range(99):
        problem = Problem(graph(case.draw, 3), array(case.draw))
        if len(problem.arch.components) > 2 and len(problem.dfg.operations[0].operands) > 1:
            return problem, case.files(problem.dfg, problem.arch)
    raise AssertionError


def test_a_hundred_problems_ask_everything() -> None:
    assert len(MIXTURE) == 100
    assert {*MIXTURE} == {*QUESTIONS}
    assert Counter(map(name_of, range(100, 200))) == Counter(MIXTURE)
    whole = {name_of(seed) for seed in range(1000) if is_whole(seed)}
    assert len(whole) > len(QUESTIONS) - 4


def test_graphs_and_arrays_have_variety() -> None:
    import random

    graphs: list[Dfg] = []
    for seed in range(150):
        draw = random.Random(seed)
        graphs += [graph(draw, draw.randint(1, 8), loop=seed % 2 == 0), loop_body(draw)]
        assert array(draw).external and loop_array(draw).components
    assert any(dfg.constants for dfg in graphs)
    assert any(len(dfg.operations) == 1 for dfg in graphs)
    assert any(operator.arity == 3 for dfg in graphs for operator in dfg.operators)
    assert {dfg.max_distance for dfg in graphs} >= {0, 1, 2, 3}
    assert len(SHAPES) >= 6
    assert graph(random.Random(3), 6) == graph(random.Random(3), 6)


@pytest.mark.soak(keep=2)
@pytest.mark.parametrize("name", QUICK)
def test_answers_are_verified(name: str, tmp_path: Path) -> None:
    seed = next(s for s in range(300, 2000) if name_of(s) == name and not is_whole(s))
    entry = soak.solved(seed, tmp_path)
    assert entry["status"] not in soak.FAILED, entry["why"]
    assert entry["means"] or entry["status"] in ("unknown", "none found")
    assert entry["commands"]


def test_every_command_can_be_run_in_a_copy() -> None:
    """Tests that what the questions run has a `main`, as a module or as a package."""
    text = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("*.py"))
    commands = {*re.findall(r"""(?:words|command) = \["(\w+\.\w+)\"""", text)}
    assert {"solvers.min_cycles", "solvers.partition", "programs.optimize"} <= commands
    for name in commands:
        module = importlib.import_module(name)
        if not hasattr(module, "main"):
            module = importlib.import_module(f"{name}.__main__")
        assert callable(module.main), name


def test_a_whole_process_gives_the_same_answer(tmp_path: Path) -> None:
    words = ("solvers.min_cycles", "examples/data/ring4.dfg.json", "ring:4")
    asking = (*words, "--cycles", "5", "--json", "--quiet")
    answers = []
    for whole in (False, True):
        folder = tmp_path / str(whole)
        folder.mkdir()
        done = Runner(folder, whole).run(*asking, limit=100)
        assert done.code == 20
        answers.append(done.answer["status"])
    assert answers == ["infeasible", "infeasible"]


def changed(monkeypatch: pytest.MonkeyPatch, change: Any) -> None:
    """Have the answers of the mapper changed before they are judged."""
    run = Runner.run

    def lying(self: Runner, *words: str, **how: Any) -> Done:
        done = run(self, *words, **how)
        if words[0] != "solvers.min_cycles" or "cp-sat" in words:
            return done
        answer = done.answer
        change(answer, self.folder / "certificate")
        return replace(done, output=json.dumps(answer))

    monkeypatch.setattr(Runner, "run", lying)


def fewer_cycles(answer: Any, proof: Path) -> None:
    answer["cycles"] -= 1
    answer["lower_bound"] -= 1


def lost_issue(answer: Any, proof: Path) -> None:
    answer["mapping"]["issues"].pop()


def lost_hold(answer: Any, proof: Path) -> None:
    answer["mapping"]["holds"].pop()


def higher_bound(answer: Any, proof: Path) -> None:
    answer["lower_bound"] += 1


def higher_claim(answer: Any, proof: Path) -> None:
    """A longer mapping, said to be the best, by a certificate that says so as well."""
    path = proof / "certificate.json"
    claim = json.loads(path.read_text())
    for record in (answer["mapping"], json.loads((proof / "mapping.json").read_text())):
        record["horizon"] += 1
    answer["cycles"] += 1
    answer["lower_bound"] += 1
    path.write_text(json.dumps(claim | {"value": claim["value"] + 1, "lower_bound": 99}))


def nothing_there(answer: Any, proof: Path) -> None:
    answer |= {"status": "infeasible", "cycles": None, "mapping": None, "lower_bound": 4}
    (proof / "certificate.json").unlink()


@pytest.mark.soak(keep=2)
@pytest.mark.parametrize(
    "change", [fewer_cycles, lost_issue, lost_hold, higher_bound, higher_claim, nothing_there]
)
def test_a_wrong_answer_is_noticed(
    change: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    case = case_of(tmp_path)
    problem, files = small(case)
    assert asked(case, problem, files).status == "optimal"
    changed(monkeypatch, change)
    with pytest.raises(WrongError):
        asked(case, problem, files)


def test_bounds_without_certificates_are_decided_by_others(tmp_path: Path) -> None:
    case = case_of(tmp_path)
    problem, files = small(case)
    words = ("solvers.min_cycles", *files, "--json", "--quiet", "--workers", "1")
    answer = case.runner.run(*words, limit=100).answer
    cycles = answer["cycles"]
    for pinned, means in ((False, NAIVE), (True, SECOND)):
        assert none_below(case.runner, problem, files, (cycles - 1,), pinned) == means
        with pytest.raises(WrongError):
            none_below(case.runner, problem, files, (cycles,), pinned)
    assert judged(problem, answer["mapping"])
    with pytest.raises(WrongError, match="forbidden"):
        judged(problem, answer["mapping"], gone=(problem.arch.external or "",))


def test_a_crash_is_lost(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import solvers.min_cycles

    def crash(arguments: object = None) -> int:
        raise KeyError("boom")

    monkeypatch.setattr(solvers.min_cycles, "main", crash)
    seed = next(s for s in range(1000) if name_of(s) == "min_cycles" and not is_whole(s))
    entry = soak.solved(seed, tmp_path)
    assert entry["status"] == "lost"
    assert "KeyError" in entry["why"]


@pytest.mark.parametrize("code", [1, 2, 3, -9])
def test_an_unexpected_exit_code_is_lost(
    code: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import solvers.min_cycles

    def leave(arguments: object = None) -> int:
        if code < 0:
            os.kill(os.getpid(), -code)
        return code

    monkeypatch.setattr(solvers.min_cycles, "main", leave)
    with pytest.raises(LostError, match=f"exit code {code}"):
        fewest_cycles(case_of(tmp_path))


def test_a_hang_is_lost_and_ended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import solvers.min_cycles
    import tests.soak.run

    def hang(arguments: object = None) -> int:
        time.sleep(600)
        return 0

    monkeypatch.setattr(solvers.min_cycles, "main", hang)
    monkeypatch.setattr(tests.soak.run, "GRACE", 0.1)
    with pytest.raises(LostError, match="hung"):
        case_of(tmp_path).runner.run("solvers.min_cycles", limit=0.1)


def test_a_copy_ends_with_its_code() -> None:
    assert ended(forked(lambda: 5), 60) == 5


def entry_of(seed: int, status: str) -> dict[str, Any]:
    return {
        "seed": seed,
        "question": name_of(seed),
        "status": status,
        "means": ["certificate"],
        "why": "because",
        "whole": False,
        "seconds": 1.0,
        "commands": ["python -m x"],
    }


def test_failures_are_kept_and_asked_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(soak, "preload", lambda: None)

    def fake(seed: int, folder: Path) -> dict[str, Any]:
        (folder / "file").write_text("x")
        with (tmp_path / "asked").open("a") as log:
            log.write(f"{seed}\n")
        return entry_of(seed, "wrong" if seed == 2 else "optimal")

    monkeypatch.setattr(soak, "solved", fake)
    origin = Origin("abc", "0123", "a machine", "", "2026-01-02")
    for jobs in (2, 1):
        asker = Asker(tmp_path / "rows.json", "soak", origin)
        rows = soak.soak(range(4), asker, jobs, tmp_path / "keep")
        assert [row["status"] for row in rows] == ["optimal", "optimal", "wrong", "optimal"]
    *first, last = (tmp_path / "asked").read_text().split()
    assert (sorted(first), last) == (["0", "1", "2", "3"], "2")
    assert [path.name for path in (tmp_path / "keep").iterdir()] == ["2"]
    assert (tmp_path / "keep" / "2" / "file").exists()


def test_the_page_counts() -> None:
    rows = [entry_of(0, "optimal"), entry_of(1, "lost"), entry_of(2, "unknown")]
    text = "\n".join(soak.page(rows))
    assert "| all | 3 | 1 | 0 | 0 | 1 | 0 | 0 | 1 | certificate 3 |" in text
    assert "Wrong or lost: 1" in text and "because" in text
    assert "Wrong or lost: none" in "\n".join(soak.page(rows[:1]))


@pytest.mark.soak
def test_a_second_computation_that_is_dropped_has_not_moved(tmp_path: Path) -> None:
    assert soak.solved(5703, tmp_path)["status"] in ("optimal", "feasible")
