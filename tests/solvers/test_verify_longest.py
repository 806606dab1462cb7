"""Intervals that only a search has refuted: its proof, and how long a schedule can usefully be."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path as File
from typing import Any

import msgspec
import pytest

from models.counting.longest import longest_useful_horizon
from models.data.certificate import Counting, CriticalPath
from models.errors import InputError
from models.space_time.index import Index
from solvers.certificates.intervals import write_claim
from solvers.search.intervals import IntervalSearch
from solvers.search.options import SolverOptions
from solvers.verification.longest import longest
from solvers.verification.rules import Rules
from solvers.verify import main
from tests.models.wide_problems import wide_problem
from tests.solvers.test_min_ii import loop
from tests.solvers.test_verify_material import edit, random_problem

CASES = {"loop": loop(14), "width": loop(21), "switches": wide_problem(30, 1)}


@pytest.fixture(scope="module", params=CASES)
def original(request, tmp_path_factory) -> File:
    folder: File = tmp_path_factory.mktemp("case")
    problem, deadline = CASES[request.param], time.perf_counter() + 60
    engine = SolverOptions(proof_dir=str(folder))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("solvers.search.cyclic.is_cyclic", lambda problem: False)
        answer = IntervalSearch(problem, engine, 4, deadline=deadline, heuristics=False).run()
    assert answer.tried[answer.lower - 1].fact is None
    assert write_claim(answer, str(folder)) is None
    return folder


@pytest.fixture
def folder(original: File, tmp_path: File) -> File:
    shutil.copytree(original, tmp_path, dirs_exist_ok=True)
    return tmp_path


def contents(folder: File) -> dict[str, Any]:
    claim: dict[str, Any] = json.loads((folder / "certificate.json").read_text())
    return claim


def rejected(folder: File, capsys, *words: str) -> None:
    capsys.readouterr()
    assert main([str(folder)]) == 1
    line = capsys.readouterr().out.splitlines()[-1]
    assert line.startswith("rejected: ")
    assert all(word in line for word in words), line


@pytest.mark.oracle(keep=1)
def test_refutations_by_search_are_verified(original: File, capsys) -> None:
    """Tests intervals that are refuted at the longest useful number of cycles, with a proof."""
    claim = contents(original)
    assert claim["status"] == "optimal" and claim["reasons"][-1]["type"] == "longest"
    assert claim["reasons"][-1]["bound"]["type"] == "proof"
    assert main([str(original)]) == 0
    assert "cycles are of use" in capsys.readouterr().out


def test_shorter_horizons_are_not_enough(folder: File, capsys) -> None:
    """Tests that all useful numbers of cycles must be refuted, by a bound that holds."""
    claim = contents(folder)
    reason = claim["reasons"][-1]
    bound = reason["bound"]
    horizon = bound["horizon"]
    other = CriticalPath(horizon, "v0", "ext", horizon)
    many = Counting(horizon, "luck", (), 1, 2, ("v0",), 0)
    for changed, word in (
        ({**bound, "horizon": horizon - 1}, "may be of use"),
        ({**bound, "horizon": 0}, "may be of use"),
        ({**bound, "horizon": horizon + 1}, f"horizon-{horizon}"),
        (msgspec.to_builtins(other), "critical path"),
        (msgspec.to_builtins(many), "unknown resource"),
    ):
        reason["bound"] = changed
        (folder / "certificate.json").write_text(json.dumps(claim))
        rejected(folder, capsys, word)


def test_changed_proofs_are_rejected(folder: File, capsys) -> None:
    """Tests that clauses are justified, and lemmas checked, under this number of contexts."""
    table = next(folder.glob("*.cnf"))
    text = table.read_text()
    edit(table, lambda lines: ["p cnf 1 1", "0"])
    rejected(folder, capsys, table.name)
    table.write_text(text)
    proof = next(folder.glob("*.lrat"))
    proof.write_bytes(b"")
    rejected(folder, capsys, "without a contradiction")


def test_what_it_rests_on(folder: File, capsys) -> None:
    """Tests that results must be able to stay."""
    arch = json.loads((folder / "architecture.json").read_text())
    for part in arch["components"]:
        if part["name"] == arch["external"]:
            part["capacity"] = 99
    (folder / "architecture.json").write_text(json.dumps(arch))
    rejected(folder, capsys, "results cannot stay")


def test_useful_lengths_of_random_problems() -> None:
    """Tests the longest useful number of cycles against that of the search."""
    finite = 0
    for seed in range(80):
        for contexts in (1, 2):
            try:
                random = msgspec.structs.replace(random_problem(seed), contexts=contexts)
            except InputError:
                continue
            for problem in (random, wide_problem(seed, contexts)):
                found = longest(Rules(problem, 1), contexts)
                assert found == longest_useful_horizon(Index(problem))
                finite += found is not None
    assert finite > 100
