"""Tests of operations that are issued more than once: told, and turned off by `--recompute off`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from pysat.solvers import Solver

from models.data.problem import Problem
from solvers.min_cycles import main
from solvers.verify import main as verify
from tests.models.naive_model import _Formula, feasible
from tests.models.random_problems import random_problem
from tests.solvers.command_line import called, files
from xyzmap import min_cycles, min_ii

MOST = 7


def feasible_once(problem: Problem, horizon: int) -> bool:
    """The oracle's word where every operation is issued once at most."""
    with Solver("minicard") as solver:
        formula = _Formula(problem, horizon, solver)
        formula.state()
        for operation in problem.dfg.operations:
            issues = [
                formula.var("Z", operation.name, part.name, cycle)
                for part in problem.arch.components
                for cycle in range(formula.span)
            ]
            solver.add_atmost(issues, 1)
        return not formula.broken and bool(solver.solve())


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("seed", range(10))
def test_the_fewest(seed: int) -> None:
    """Tests the fewest cycles, and the smallest interval, against trying everything."""
    problem = random_problem(seed)
    answer = min_cycles(problem.dfg, problem.arch, recompute=False, max_cycles=MOST)
    fits = [feasible_once(problem, n) for n in range(1, MOST + 1)]
    assert answer.value == (fits.index(True) + 1 if any(fits) else None)
    looped = random_problem(seed, 1)
    found = min_ii(looped.dfg, looped.arch, recompute=False, max_ii=3)
    longest = max(9, found.record["cycles"] or 0)
    due = [
        n
        for n in range(1, 4)
        if feasible_once(msgspec.structs.replace(looped, contexts=n), longest)
    ]
    assert found.value == (due[0] if due else None)
    assert found.record["recompute"] == "off" and found.record["issued_again"] == {}


def saved() -> tuple[Problem, int, int]:
    """A problem, and its fewest cycles with operations issued again, and without."""
    for seed in range(400):
        problem = random_problem(seed)
        if len(problem.dfg.operations) < 2:
            continue
        again = [feasible(problem, n) for n in range(1, MOST + 1)]
        alone = [feasible_once(problem, n) for n in range(1, MOST + 1)]
        if any(alone) and again != alone:
            return problem, again.index(True) + 1, alone.index(True) + 1
    raise AssertionError("no such problem")


def test_answers_and_certificates(tmp_path: Path, capsys: Any) -> None:
    """Tests words, JSON and page, and that what holds for one issue is no proof without that."""
    problem, again, alone = saved()
    assert again < alone
    words = [*files(tmp_path, problem), "--quiet", "--html", str(tmp_path / "page.html")]
    code, out, _ = called(main, capsys, *words)
    assert code == 0 and f"takes {again} cycles" in out and "issued more than once: " in out
    assert "issued more than once" in (tmp_path / "page.html").read_text()
    record = json.loads(called(main, capsys, *words, "--json")[1])
    assert record["recompute"] == "on" and min(record["issued_again"].values()) > 1
    folder = tmp_path / "claim"
    words += ["--recompute", "off", "--certificate", str(folder)]
    code, out, _ = called(main, capsys, *words)
    assert code == 0 and f"takes {alone} cycles" in out and "more than once" not in out
    code, out, _ = called(verify, capsys, str(folder))
    assert code == 0 and out.rstrip().endswith("every operation once at most")
    claim = folder / "certificate.json"
    claim.write_text(json.dumps({**json.loads(claim.read_text()), "recompute": True}))
    assert called(verify, capsys, str(folder))[0] == 1
