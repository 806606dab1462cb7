"""Programs that speak DIMACS: what they get, what they may answer, and all they may do wrong."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from solvers.backends.backend import Settings
from solvers.backends.program import path_of
from solvers.backends.registry import open_session
from solvers.backends.scratch import clear, scratch
from tests.solvers.backends.small_models import model_of, pigeons, satisfied, solve
from tests.solvers.command_line import script

MODEL = model_of(3, [(1, -2), (2,), (-3, 1)], [(2, (1, 2, 3))])
Write = Callable[..., str]


@pytest.fixture
def program(tmp_path: Path) -> Write:
    """Write a shell script; return the words that make it a solver."""
    return partial(script, tmp_path, "solver")


def test_the_formula(program: Write, tmp_path: Path) -> None:
    """Tests that a program gets the whole formula, in DIMACS, as its last argument."""
    copy = tmp_path / "copy.cnf"
    words = program(f'[ "$1" = --quick ] && cat "$2" > {copy}', "echo s UNSATISFIABLE")
    assert solve(f"{words} --quick", MODEL).satisfiable is False
    session = open_session(words, MODEL, Settings())
    head, *clauses = copy.read_text().splitlines()
    assert head == f"p cnf {session.variables} {session.rows}"
    assert len(clauses) == session.rows
    assert {"1 -2 0", "2 0", "-3 1 0"} <= set(clauses)


def test_empty_clause(program: Write, tmp_path: Path) -> None:
    """Tests that an empty clause is written as one, not left out."""
    copy = tmp_path / "copy.cnf"
    solve(program(f"cat $1 > {copy}"), model_of(1, [(1,), ()]))
    assert copy.read_text().splitlines() == ["p cnf 1 2", "1 0", "0"]


@pytest.mark.parametrize(
    ("lines", "satisfiable", "true"),
    [
        (["echo s SATISFIABLE", "echo v 1 2 -3 0", "exit 10"], True, [1, 2]),
        (["echo c x", "echo v 1", "echo s SATISFIABLE", "echo v 2 -3", "echo v 0"], True, [1, 2]),
        (["echo s UNSATISFIABLE", "exit 20"], False, []),
        (["echo s UNKNOWN", "exit 1"], None, []),
        (["echo hello", "echo v 1 0"], None, []),
        (["echo sSATISFIABLE", "echo c s SATISFIABLE"], None, []),
        (["head -c 100000 /dev/urandom"], None, []),
        (["exit 20"], None, []),
    ],
)
def test_answers(
    program: Write, lines: list[str], satisfiable: bool | None, true: list[int]
) -> None:
    """Tests that only an answer counts as one: neither garbage nor an exit code does."""
    outcome = solve(program(*lines), MODEL)
    assert (outcome.satisfiable, outcome.model) == (satisfiable, true)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["echo no memory >&2", "exit 3"], "exit code 3: no memory"),
        (["exit 1"], "exit code 1: no output"),
        (["kill -SEGV $$"], "exit code -11: no output"),
        (["echo s SATISFIABLE", "echo v 1 two 0"], "a line of values is not numbers"),
    ],
)
def test_failures(program: Write, lines: list[str], message: str) -> None:
    """Tests that a crash is an error that says which, and no answer."""
    with pytest.raises(RuntimeError, match=f"^dimacs: {message}$"):
        solve(program(*lines), MODEL)


@pytest.mark.skipif(path_of("kissat") is None, reason="Kissat is not installed")
def test_kissat() -> None:
    """Tests the real program: a solution, and a refutation with a proof."""
    outcome = solve("kissat", MODEL)
    assert outcome.satisfiable
    assert satisfied(MODEL, outcome.model)
    try:
        session = open_session("kissat", pigeons(4), Settings(proof=True))
        session.load()
        assert session.solve().satisfiable is False
        refutation = session.refutation()
        assert refutation is not None
        assert list(refutation[1])[-1].split() == ["0"]
    finally:
        clear(os.getpid())
    assert not os.path.exists(scratch(os.getpid()))


@pytest.mark.parametrize(
    ("lines", "satisfiable", "true"),
    [
        (["printf 'SAT\\n1 2 -3 0\\n' > $2", "exit 10"], True, [1, 2]),
        (["echo solving", "echo UNSAT > $2", "exit 20"], False, []),
        (["echo INDET > $2", "exit 0"], None, []),
        (["exit 10"], None, []),
        (["exit 20"], None, []),
    ],
)
def test_answers_in_a_file(
    program: Write, lines: list[str], satisfiable: bool | None, true: list[int]
) -> None:
    """Tests programs of MiniSat's kind, which write the answer into a file of their own."""
    words = program("grep -q '^p cnf' $1 || exit 3", *lines)
    outcome = solve(words + " {cnf} {out}", MODEL)
    assert (outcome.satisfiable, outcome.model) == (satisfiable, true)
