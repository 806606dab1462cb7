"""Races, programs that misbehave, the same answer twice, and on whose word a bound rests."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from examples.ring import ring
from models.data.certificate import Proof, is_monotone
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.formats.native_json import mapping_to_json
from solvers.backends.registry import BACKENDS
from solvers.certificates.refutation import refutation_files
from solvers.search.answer import Answer, CyclesQuestion
from solvers.search.cycles import search
from solvers.search.horizon_bounds import HorizonBounds
from solvers.search.record import Record
from solvers.tasks.mappings import SolverFaultError
from solvers.tasks.solver_options import SolverOptions
from solvers.verify import main as verify
from tests.models.random_problems import random_problem
from tests.solvers.command_line import answer, files, gone, run, script
from tests.system.problems import problem_of

SMALL = problem_of("latencies", 2)
"""Arithmetic allows 5 cycles; it takes 6, which only a solver can show."""

FEWEST = 6
FIXED = ("--cycles", str(FEWEST))
PLAIN = ("--symmetry", "off", "--jobs", "1")


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
        found = search(CyclesQuestion(problem, options=options, time_limit=60))
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
        words = (*options, "--deterministic", "--out", str(tmp_path / hashes))
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


REORDERED = problem_of("enumerate", 7)
TREES = problem_of("chain", 1)
LOSING = random_problem(72)
"""6 cycles, where arithmetic allows 5, on a component that may lose results again."""

CASES = {"written": (SMALL, 6), "reordered": (REORDERED, 5), "trees": (TREES, 5)}
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
    found = search(CyclesQuestion(LOSING, options=options, confirmed=certify, time_limit=60))
    assert (found.status, found.cycles, found.lower_bound) == ("optimal", 6, 6)
    assert found.word_of == (None if certify else name)
    assert (found.certified == 6) == certify


@pytest.mark.process(keep=2)
@pytest.mark.parametrize("solver", ["glucose4", "cadical195", "lingeling"])
def test_proof_beside_a_start(tmp_path: Path, solver: str) -> None:
    """Tests that a mapping to start from leaves nothing in a proof that does not follow."""
    arguments = files(tmp_path, SMALL)
    longer, proof = tmp_path / "longer.json", tmp_path / "proof"
    mapping = search(CyclesQuestion(SMALL, cycles=7)).mapping
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


def test_refuted_and_mapped() -> None:
    """Tests that a mapping at a horizon that was refuted is a defect, not an answer."""
    problem = Problem(*ring(4))
    mapping = search(CyclesQuestion(problem, cycles=11)).mapping
    assert isinstance(mapping, Mapping)
    record = Record(
        CyclesQuestion(problem, cycles=11), Answer(problem, lower_bound=12), HorizonBounds(12)
    )
    with pytest.raises(SolverFaultError, match="both refuted and mapped"):
        record.accept(mapping, "SAT")


def test_proofs_of_two_processes_are_not_mixed(tmp_path: Path) -> None:
    """Tests that of two refutations of one horizon, the files of the first one heard are kept."""
    problem = Problem(*ring(4))
    record = Record(CyclesQuestion(problem, cycles=8), Answer(problem), HorizonBounds(8, 8))
    for number in (1, 2):
        files = [tmp_path / name for name in refutation_files(f"8-of-{number}")]
        for file in files:
            file.write_text(f"of {number}")
        record.refuted(8, "cadical195", files=[str(file) for file in files])
    (bound,) = record.answer.bounds
    assert isinstance(bound, Proof)
    assert (bound.cnf, bound.symbols, bound.proof) == refutation_files(8)
    for name in refutation_files(8):
        assert (tmp_path / name).read_text() == "of 1"
