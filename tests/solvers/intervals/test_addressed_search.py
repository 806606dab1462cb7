"""Tests of the smallest interval with register files in which values have addresses."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from models.data.mapping import Held, Mapping
from models.data.problem import Kind, Problem
from models.judge.checker import check
from models.judge.checker_operations import executions
from models.register_files.registers import Registers, allocate
from solvers.intervals import addressed_race, addressed_search
from solvers.intervals.race import Verdict
from solvers.mappers.other_ways import other_ways
from solvers.min_ii import main
from solvers.search import addresses
from solvers.search.addresses import Lacking, without_addresses
from solvers.verify import main as verify
from tests.models.decide import shortest
from tests.solvers.addressed_problems import carried, element, random_carried
from tests.solvers.command_line import called, files
from xyzmap import min_ii

command = partial(called, main)
MOST = 4


@pytest.fixture(autouse=True)
def patient(monkeypatch: Any) -> None:
    """An interval has all the time that it takes, however slow the machine is."""
    monkeypatch.setattr(addressed_search, "ASCENT_SECONDS", 1000.0)


def given(folder: Path, problem: Problem) -> list[str]:
    """Write the files of a problem; return the words that name them."""
    return files(folder, problem)[:2]


def test_no_mapping(tmp_path: Path, capsys: Any) -> None:
    """Tests that a loop without any static mapping is unknown, never infeasible, up to a limit.

    A value that is read two iterations later stays for longer than one interval.
    """
    words = given(tmp_path, Problem(carried(2), element(3), 1))
    assert command(capsys, *words, "--quiet")[0] == 0
    code, out, _ = command(capsys, *words, "--quiet", "--json", "--register-files", "static")
    found = json.loads(out)
    assert (code, found["status"], found["ii"], found["mapping"]) == (30, "unknown", None, None)
    assert "static files" in found["stopped"] and found["lower_bound"] == 2
    assert {one["outcome"] for one in found["tried"][1:]} == {"open"}


@pytest.mark.guests
@pytest.mark.oracle(keep=3)
@pytest.mark.parametrize("kind", ["moves", "static", "rotating", "unroll"])
@pytest.mark.parametrize("seed", [0, 1])
def test_certificates(seed: int, kind: str, tmp_path: Path, capsys: Any) -> None:
    """Tests that a certificate has a mapping with registers, and the bound of counted registers."""
    words = given(tmp_path, random_carried(seed))
    folder = str(tmp_path / "claim")
    options = ["--quiet", "--register-files", kind, "--certificate", folder]
    assert command(capsys, *words, *options)[0] in (0, 10)
    code, out, _ = called(verify, capsys, folder)
    assert code == 0 and "verified" in out
    assert f"register files: {kind}, all that is kept has a register" in out
    assert "words: 12 iterations of i64 equal the DFG, for 2 sets of inputs" in out


def test_where_registers_are_counted_after_all(tmp_path: Path, capsys: Any) -> None:
    """Tests that without the option a note says why an array's own files are not meant."""
    array = element(3, apart=True, width=2)
    stated = tuple(
        msgspec.structs.replace(part, file="rotating" if part.name == "rf" else None)
        for part in array.components
    )
    array = msgspec.structs.replace(array, components=stated)
    words = [*given(tmp_path, Problem(carried(1), array, 1)), "--quiet", "--json"]
    assert json.loads(command(capsys, *words)[1])["register_files"] == "rotating"
    code, out, err = command(capsys, *words, "--fewest", "transfers")
    assert code == 0 and json.loads(out)["register_files"] == "counted" and "--fewest" in err


def solvers_ask(monkeypatch: Any, refused: Any) -> None:
    """Have solvers, without heuristics, ask `refused` whether a mapping has addresses."""
    for module in (addresses, addressed_race):
        monkeypatch.setattr(module, "without_addresses", refused)
    for name in ("_begin", "_find_other_ways"):
        monkeypatch.setattr(addressed_search.AddressedSearch, name, lambda *_: None)


def test_refused_mappings_do_not_come_back(monkeypatch: Any) -> None:
    """Tests that solvers are asked again, without what was refused, until a mapping has addresses.

    Here the first three mappings are said to have none, whatever they keep.
    """
    problem, seen = Problem(carried(1), element(2, apart=True, width=2), 1), list[set[Held]]()

    def refused(asked: Problem, mapping: Mapping, kind: Kind) -> Lacking:
        here = tuple(held for held in mapping.holds if held.component in ("pe", "rf"))
        seen.append(set(here))
        return Lacking((here,)) if len(seen) <= 3 else without_addresses(asked, mapping, kind)

    solvers_ask(monkeypatch, refused)
    answer = min_ii(problem.dfg, problem.arch, register_files="static")
    assert (answer.status, answer.value) == ("optimal", 2) and len(seen) >= 4
    assert not any(seen[later] >= seen[n] for n in (1, 2) for later in range(n + 1, 4))


class Never:
    """A race that ends without an answer."""

    def __init__(self, problem: Problem, *_: object) -> None:
        self.contexts = problem.contexts

    def run(self, until: float, _: object) -> Verdict:
        """Say that the time is up."""
        return Verdict(stopped="time limit")


@pytest.mark.parametrize("first", [False, True])
def test_a_mapping_given_is_kept(first: bool, monkeypatch: Any) -> None:
    """Tests that the mapping given, if it has addresses, is the answer until there is a better."""
    problem = random_carried(1)
    found = min_ii(problem.dfg, problem.arch, max_ii=2, register_files="static")
    assert found.mapping is not None
    monkeypatch.setattr(addressed_race, "Race", Never)
    options = {"register_files": "static", "warm_start": found.mapping.mapping, "first": first}
    answer = min_ii(problem.dfg, problem.arch, max_ii=MOST, **options)
    assert (answer.status, answer.value) == ("feasible", 2)
    assert answer.record["found_by"] == "the mapping given"
    assert answer.mapping is not None
    problem = msgspec.structs.replace(problem, contexts=2)
    assert not without_addresses(problem, answer.mapping.mapping, "static")


def test_rounds_are_bounded(monkeypatch: Any) -> None:
    """Tests that a search without a time limit ends, and does not speak of one."""
    monkeypatch.setattr(addressed_race, "Race", Never)
    problem = random_carried(1)
    answer = min_ii(problem.dfg, problem.arch, max_ii=2, register_files="static")
    assert (answer.status, answer.value) == ("unknown", None)
    assert "time limit" not in str(answer.record)


@pytest.mark.parametrize("kind", ["static", "rotating"])
def test_places_and_times_stay(kind: str) -> None:
    """Tests that a mapping that is found has addresses, and executes all where it was."""
    lacking, made = 0, 0
    for seed in range(30):
        for contexts in (2, 3):
            problem = msgspec.structs.replace(random_carried(seed), contexts=contexts)
            old = shortest(problem, 8)
            if old is None or not without_addresses(problem, old, kind):
                continue
            lacking += 1
            found = other_ways(msgspec.structs.replace(problem, contexts=1), old, kind)
            if found is not None:
                made += 1
                assert found.contexts == contexts and check(problem, found) == []
                assert executions(problem.dfg, found) == executions(problem.dfg, old)
                assert isinstance(allocate(problem, found, kind), Registers)
    assert kind == "rotating" or lacking > made > 0
