"""On whose word a bound rests: what is said, what confirms it, and what needs no word."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.data.certificate import is_monotone
from models.formats.mapping_json import mapping_to_json
from solvers.backends.registry import BACKENDS
from solvers.search.answer import Question
from solvers.search.cycles import search
from solvers.search.options import SolverOptions
from solvers.verify import main as verify
from tests.models.random_problems import random_problem
from tests.solvers.command_line import answer, files, run
from tests.system.problems import problem_of

WRITTEN = problem_of("latencies", 2)
"""Arithmetic allows 5 cycles; it takes 6, which only a solver can show."""

REORDERED = problem_of("enumerate", 7)
TREES = problem_of("chain", 1)
LOSING = random_problem(72)
"""6 cycles, where arithmetic allows 5, on a component that may lose results again."""

CASES = {"written": (WRITTEN, 6), "reordered": (REORDERED, 5), "trees": (TREES, 5)}
OTHERS = ("cp-sat", "highs")


@pytest.fixture(params=OTHERS)
def name(request: pytest.FixtureRequest) -> str:
    lacking = BACKENDS[request.param].missing()
    if lacking is not None:
        pytest.skip(lacking)
    return str(request.param)


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("case", CASES)
def test_a_refutation_is_a_word(tmp_path: Path, name: str, case: str) -> None:
    """Tests that an optimum by a solver without proofs says whose word it is, and no more."""
    problem, fewest = CASES[case]
    arguments = files(tmp_path, problem)
    found = answer(*arguments, "--solver", name)
    assert (found["status"], found["cycles"], found["word_of"]) == ("optimal", fewest, name)
    assert found["certified_lower_bound"] < fewest
    done = run(*arguments, "--solver", name)
    assert done.returncode == 0
    assert done.stdout.startswith("optimal (solver's word): ")


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("case", CASES)
def test_confirmed(tmp_path: Path, name: str, case: str) -> None:
    """Tests that a word is confirmed by a proof by SAT, and is none any more."""
    problem, fewest = CASES[case]
    found = answer(*files(tmp_path, problem), "--solver", name, "--certify")
    assert (found["status"], found["cycles"], found["word_of"]) == ("optimal", fewest, None)
    refuted = [a["solver"] for a in found["attempts"] if a["result"] == "unsat"]
    assert refuted[-1] == "cadical195"
    if case != "trees":
        # No proof is checkable where the verifier cannot list all orders.
        assert found["certified_lower_bound"] == fewest


@pytest.mark.process(keep=2)
@pytest.mark.parametrize("certify", [False, True])
def test_horizons_that_are_not_monotone(name: str, certify: bool, tmp_path: Path) -> None:
    """Tests that every number of cycles needs a word, or a proof of its own."""
    assert not is_monotone(LOSING.dfg, LOSING.arch)
    options = SolverOptions(solver=name, proof_dir=str(tmp_path) if certify else None)
    found = search(Question(LOSING, options=options, confirmed=certify, time_limit=60))
    assert (found.status, found.cycles, found.lower_bound) == ("optimal", 6, 6)
    assert found.word_of == (None if certify else name)
    assert (found.certified == 6) == certify


@pytest.mark.process(keep=2)
@pytest.mark.parametrize("solver", ["glucose4", "cadical195", "lingeling"])
def test_proof_beside_a_start(tmp_path: Path, solver: str) -> None:
    """Tests that a mapping to start from leaves nothing in a proof that does not follow."""
    arguments = files(tmp_path, WRITTEN)
    longer, proof = tmp_path / "longer.json", tmp_path / "proof"
    mapping = search(Question(WRITTEN, cycles=7)).mapping
    assert mapping is not None
    longer.write_text(mapping_to_json(mapping))
    found = answer(
        *arguments,
        "--cycles",
        "5",
        "--warm-start",
        str(longer),
        "--solver",
        solver,
        "--certificate",
        str(proof),
    )
    assert (found["status"], found["certified_lower_bound"]) == ("infeasible", 6)
    assert verify([str(proof)]) == 0
