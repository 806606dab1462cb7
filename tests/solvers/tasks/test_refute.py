"""One model, put to a solver: a solution, a refutation with its proof, or neither."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import pytest

from models.errors import InputError
from shell.budget import Budget
from solvers.backends.cnf import Cnf
from solvers.certificates.refutation import refutation_files
from solvers.tasks.messages import Built, Loaded
from solvers.tasks.refute import ProofFiles, engine, engine_named, refute
from solvers.tasks.solver_options import SolverOptions
from solvers.verification.directory import MOST_BYTES, Clock, Directory
from solvers.verification.refutation import check_clauses
from tests.solvers.backends.small_models import model_of, pigeons

NAMES = refutation_files(4)
OPTIONS = SolverOptions()


def symbols(cnf: Cnf, write: Callable[[str], object], used: Collection[int]) -> None:
    write(f"{len(used)} of {cnf.variables}\n")


def test_a_solution() -> None:
    """Tests that it is one, and that sizes and phases are told."""
    heard: list[Built | Loaded] = []
    reply = refute(model_of(3, [(1, 2), (-1,), (-2, 3)]), OPTIONS, tell=heard.append)
    assert reply.satisfiable and {2, 3} <= {*reply.model} and 1 not in reply.model
    assert [type(message) for message in heard] == [Built, Loaded]
    assert [*reply.seconds] == ["build", "load", "solve"] and not reply.proof


def test_a_refutation_and_its_proof(tmp_path: Path) -> None:
    """Tests that the verifier accepts the files, which are the only ones there."""
    reply = refute(pigeons(4), OPTIONS, files=ProofFiles(tmp_path, NAMES, symbols))
    assert reply.satisfiable is False and reply.unproven is None
    assert reply.proof == tuple(str(tmp_path / name) for name in NAMES)
    assert {path.name for path in tmp_path.iterdir()} == {*NAMES}
    files = Directory(tmp_path)
    assert check_clauses(lambda clause: None, NAMES[0], NAMES[2], files, Clock())


def test_a_refutation_without_room_for_its_proof(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that it is one all the same, and says why there is no proof."""
    monkeypatch.setitem(MOST_BYTES, ".lrat", 1)
    reply = refute(pigeons(4), OPTIONS, files=ProofFiles(tmp_path, NAMES, symbols))
    assert reply.satisfiable is False and not reply.proof
    assert "larger than the verifier reads" in str(reply.unproven)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    "limit", [{"conflicts": 1}, {"budget": Budget(0.0)}, {"watch": lambda conflicts: False}]
)
def test_neither(tmp_path: Path, limit: dict[str, Any]) -> None:
    """Tests that a model beyond a limit is not decided, and leaves nothing."""
    files = ProofFiles(tmp_path, NAMES, symbols)
    reply = refute(pigeons(11), OPTIONS, files=files, short_slices=True, **limit)
    assert reply.satisfiable is None and not reply.proof and reply.unproven is None
    assert not [*tmp_path.iterdir()]


def test_an_engine_is_asked_again() -> None:
    """Tests assumptions, their core, and a clause that comes later."""
    asked = engine(model_of(2, [(1, 2)]), OPTIONS, [-1])
    assert (asked.variables, asked.clauses) == (2, 1)
    assert asked.solve([-1]).model == [2]
    assert asked.solve([-1, -2]).satisfiable is False and {*asked.core()} == {-1, -2}
    asked.add([-2])
    assert asked.solve().model == [1]


def test_not_every_solver_can_be_asked_again() -> None:
    """Tests that these are named in one line."""
    assert engine_named("glucose4") == "glucose4"
    with pytest.raises(InputError, match="cannot go on after an answer"):
        engine_named("lingeling")
