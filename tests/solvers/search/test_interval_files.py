"""Tests of the smallest interval with register files in which values have addresses."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from archs.presets import architecture_preset
from examples.loops.kernels import kernel_loop
from models.data.mapping import Held, Mapping
from models.data.problem import Kind, Problem
from models.judge.checker import check
from models.register_files.files import with_a_spare_register
from solvers.backends.sat import SECOND_SOLVER
from solvers.min_ii import main
from solvers.search import interval_race, intervals
from solvers.search.interval_race import race
from solvers.tasks.decide import decide
from solvers.tasks.mappings import Lacking, fits, without_addresses
from solvers.tasks.messages import Decided
from solvers.tasks.solver_options import SolverOptions
from solvers.verify import main as verify
from tests.solvers.addressed_problems import carried, element, random_carried
from tests.solvers.command_line import called, files
from xyzmap import min_ii

command = partial(called, main)
MOST = 4


def given(folder: Path, problem: Problem) -> list[str]:
    """Write the files of a problem; return the words that name them."""
    return files(folder, problem)[:2]


def test_no_mapping(tmp_path: Path, capsys: Any) -> None:
    """Tests that a loop without any static mapping is infeasible, with a certificate that says so.

    A value that is read two iterations later stays for longer than one interval, and the operand
    that is read late comes after its reader.
    """
    words, folder = given(tmp_path, Problem(carried(2), element(3), 1)), str(tmp_path / "claim")
    assert command(capsys, *words, "--quiet")[0] == 0
    options = ["--quiet", "--json", "--register-files", "static", "--certificate", folder]
    code, out, _ = command(capsys, *words, *options)
    found = json.loads(out)
    assert (code, found["status"], found["ii"], found["mapping"]) == (20, "infeasible", None, None)
    assert "static register files" in found["lower_bound_reason"]
    code, out, _ = called(verify, capsys, folder)
    assert code == 0 and "static register files" in out


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


def test_refused_mappings_do_not_come_back(monkeypatch: Any) -> None:
    """Tests that solvers are asked again, without what was refused, until a mapping has addresses.

    Here the first three mappings are said to have none, whatever they keep.
    """
    problem, seen = Problem(carried(1), element(2, apart=True, width=2), 1), list[set[Held]]()

    def refused(asked: Problem, mapping: Mapping, kind: Kind) -> Lacking:
        here = tuple(held for held in mapping.holds if held.component in ("pe", "rf"))
        seen.append(set(here))
        return Lacking((here,)) if len(seen) <= 3 else without_addresses(asked, mapping, kind)

    monkeypatch.setattr(interval_race, "without_addresses", refused)
    problem = msgspec.structs.replace(problem, contexts=2, files="static")
    verdict = race(problem, (4, 8), SolverOptions())
    assert verdict.mapping is not None and fits(problem, verdict.mapping) and len(seen) >= 4
    assert not any(seen[later] >= seen[n] for n in (0, 1, 2) for later in range(n + 1, 4))


@pytest.mark.parametrize("first", [False, True])
def test_a_mapping_given_is_kept(first: bool, monkeypatch: Any) -> None:
    """Tests that the mapping given, if it has addresses, is the answer until there is a better."""
    problem = random_carried(1)
    found = min_ii(problem.dfg, problem.arch, max_ii=2, register_files="static")
    assert found.mapping is not None
    monkeypatch.setattr(intervals, "bound", lambda *_: False)
    options = {"register_files": "static", "warm_start": found.mapping.mapping, "first": first}
    answer = min_ii(problem.dfg, problem.arch, max_ii=MOST, **options)
    assert (answer.status, answer.value) == ("feasible", 2)
    assert answer.record["found_by"] == "the mapping given"
    assert answer.mapping is not None
    problem = msgspec.structs.replace(problem, contexts=2)
    assert not without_addresses(problem, answer.mapping.mapping, "static")


def test_a_register_to_spare() -> None:
    """Tests the shortest schedules with a register to spare, where recurrences fix most times.

    Eight readers of a value are issued in one cycle, and 5 units can read one: it is computed
    several times. What is kept has addresses on the array with all registers, too.
    """
    arch = architecture_preset("adres:4x4,io=memory")
    problem = Problem(kernel_loop("lms"), arch, 12, files="rotating")
    smaller = with_a_spare_register(problem)
    sizes = zip(arch.components, smaller.arch.components, strict=True)
    changed = {(a.name[:2], a.capacity, b.capacity) for a, b in sizes if a != b}
    assert changed == {("rf", 4, 3), ("gr", 8, 7)}
    assert with_a_spare_register(problem.counted) == problem.counted
    sent: list[object] = []
    decide(smaller, 13, SolverOptions(SECOND_SOLVER, symmetry=False), sent.append)
    found = sent[-1]
    assert isinstance(found, Decided) and found.mapping is not None
    assert check(problem, found.mapping) == [] and fits(problem, found.mapping)
