"""Races: who fails costs its own answer only; programs that misbehave; the same answer twice."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from examples.ring import ring
from models.data.problem import Problem
from solvers.backends.registry import BACKENDS
from solvers.search.answer import Question
from solvers.search.cycles import search
from solvers.search.options import SolverOptions
from tests.solvers.command_line import answer, files, gone, run, script
from tests.system.problems import problem_of

SMALL = problem_of("latencies", 2)
"""Arithmetic allows 5 cycles; it takes 6, which only a solver can show."""

LOWER, FEWEST = 5, 6
FIXED = ("--cycles", str(FEWEST))
PLAIN = ("--symmetry", "off", "--workers", "1")


@pytest.fixture
def small(tmp_path: Path) -> list[str]:
    return files(tmp_path, SMALL)


def installed(*names: str) -> None:
    for name in names:
        lacking = BACKENDS[name].missing()
        if lacking is not None:
            pytest.skip(lacking)


@pytest.mark.process(keep=2)
@pytest.mark.parametrize(
    "race",
    [
        ("cadical195", "glucose4"),
        ("cadical195", "lp"),
        ("lp", "highs", "cp-sat"),
        ("cp-sat", "kissat", "minisat22"),
    ],
)
def test_all_members_together(race: tuple[str, ...]) -> None:
    """Tests that any race, also with a member that can only refute, has the answer."""
    installed(*(name for name in race if name != "auto"))
    for problem, fewest in ((SMALL, FEWEST), (problem_of("ports", 6), 5)):
        options = SolverOptions(solver=race[0], race=race)
        found = search(Question(problem, options=options, time_limit=60))
        assert (found.status, found.cycles, found.lower_bound) == ("optimal", fewest, fewest)
        assert found.failures == []


@pytest.mark.process
def test_a_program_that_never_ends(tmp_path: Path, small: list[str]) -> None:
    """Tests that the time limit ends a program, and whatever it has started."""
    note = tmp_path / "pids"
    endless = script(tmp_path, "endless", "sleep 300 &", f"echo $$ $! > {note}", "wait")
    for limit in ("2", "10", "60"):  # where the machine is busy, the program starts late
        done = run(*small, *FIXED, *PLAIN, "--solver", endless, "--time-limit", limit)
        if note.exists():
            break
    assert done.returncode == 30
    assert "stopped: time limit" in done.stdout
    assert [pid for pid in map(int, note.read_text().split()) if not gone(pid)] == []


@pytest.mark.process(keep=1)
@pytest.mark.parametrize(
    ("kind", "seed", "options"),
    [
        ("latencies", 2, ()),
        ("multi-node sums", 4, ("--seed", "3")),
        ("ring", 3, ("--solver", "cp-sat:workers=2")),
        ("sums", 8, ("--transform", "auto", "--seed", "5")),
    ],
)
def test_the_same_answer_every_time(
    tmp_path: Path, kind: str, seed: int, options: tuple[str, ...]
) -> None:
    """Tests that two processes with other hashes of strings write the same mapping."""
    if kind == "ring":
        problem = Problem(*ring(seed), None)
    else:
        problem = problem_of("enumerate" if kind == "sums" else kind, seed)
    arguments = files(tmp_path, problem)
    if "auto" in options:
        arguments = arguments[:2]
    texts = []
    for hashes in ("1", "2"):
        words = (*options, "--deterministic", "--mapping", str(tmp_path / hashes))
        found = answer(*arguments, *words, env={**os.environ, "PYTHONHASHSEED": hashes})
        kept = ("status", "cycles", "lower_bound", "lower_bound_reason", "found_by")
        attempts = [(a["horizon"], a["result"], a["conflicts"]) for a in found["attempts"]]
        texts.append(((tmp_path / hashes).read_text(), [found[key] for key in kept], attempts))
    assert texts[0] == texts[1]
    assert json.loads(texts[0][0])["horizon"] == texts[0][1][1]


def test_a_contradiction_is_no_traceback(tmp_path: Path, small: list[str]) -> None:
    """Tests that a wrong refutation that confirmation contradicts ends in words, not as a fact."""
    liar = script(tmp_path, "liar", "echo s UNSATISFIABLE")
    done = run(*small, *FIXED, *PLAIN, "--solver", liar, "--certify")
    assert "Traceback" not in done.stderr
    assert done.returncode not in (0, 20)
