"""Pins as a part of claims: what they exclude is verified, and what they do not is rejected."""

from __future__ import annotations

import random
from pathlib import Path as File
from typing import Any

import msgspec
import pytest

from models.data.certificate import Certificate, Placement
from models.data.dfg import Pattern
from models.data.mapping import Mapping
from models.data.pins import Pin, Pins
from models.data.problem import Problem
from models.errors import InfeasibleError, InputError
from models.judge.checker_operations import pins_broken
from solvers.min_cycles import main as min_cycles
from solvers.min_ii import main as min_ii
from solvers.verification.clauses import Justifier
from solvers.verification.directory import RejectedError
from solvers.verification.pins import check_pinned
from solvers.verification.rules import Item, Rules
from solvers.verification.symbols import Symbols
from tests.models import random_problems
from tests.models.test_pins import chain, naive, random_pins
from tests.solvers.command_line import files
from tests.solvers.test_verify_any_cycles import verdict
from tests.solvers.test_verify_material import encode, random_problem, write_claim, write_proof


def cases(count: int) -> list[tuple[Problem, int, Pins]]:
    """Problems with pins; every other one has multi-node operations."""
    found = []
    for seed in range(count):
        source = random.Random(seed)
        try:
            problem = random_problems.random_problem(seed, source.choice((None, 1, 2)))
            if seed % 2:
                problem = fused(problem)
            if seed % 5 == 4:
                problem = random_problem(seed)
            horizon = source.choice((4, 5, 6))
            found.append((problem, horizon, random_pins(source, problem, horizon)))
        except InputError:
            continue
    return found


PATTERNS = (Pattern("f+", ("+", "f", "_", "_")), Pattern("++", ("+", "+", "_", "_", "_")))


def fused(problem: Problem) -> Problem:
    """The same with multi-node operations, which every element that lists operators can execute."""
    dfg = msgspec.structs.replace(problem.dfg, patterns=PATTERNS)
    parts = [
        part if part.ops is None else msgspec.structs.replace(part, ops=(*part.ops, "f+", "++"))
        for part in problem.arch.components
    ]
    arch = msgspec.structs.replace(problem.arch, components=tuple(parts))
    return Problem(dfg, arch, problem.contexts)


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("count", [60, 200])
def test_what_pins_exclude_is_verified(count: int, tmp_path: File) -> None:
    """Tests refutations under pins against the oracle; without the pins they are rejected where
    there is a mapping.
    """
    kinds = set()
    for number, (problem, horizon, pins) in enumerate(cases(count)):
        try:
            mapping = encode(problem, horizon, None, pins)[2]
        except InfeasibleError:
            continue
        if mapping is not None:
            check_pinned(problem, mapping, pins.places, "mapping")
            continue
        if not problem.dfg.patterns and number % 5 != 4:
            assert not naive(problem, horizon, pins)
        folder = tmp_path / str(number)
        folder.mkdir()
        bound = write_proof(folder, problem, horizon, None, pins)
        write_claim(folder, problem, [bound], None, pins=pins.places)
        code, line = verdict(folder)
        assert code == 0 and f" with {len(pins.places)} pin" in line, (number, line)
        free = encode(problem, horizon)[2] is not None
        write_claim(folder, problem, [bound], None)
        if free:
            assert verdict(folder)[0] == 1
        kinds.add((free, bool(problem.dfg.patterns), problem.contexts is None))
    assert {(True, fused) for fused in (False, True)} <= {kind[:2] for kind in kinds}


@pytest.mark.oracle
def test_facts_hold_in_mappings_that_obey_pins() -> None:
    """Tests that reduced mappings under pins have what justifications rest on."""
    compared = 0
    for problem, horizon, pins in cases(300):
        try:
            mapping = encode(problem, horizon, None, pins)[2]
        except InfeasibleError:
            continue
        if mapping is None or problem.dfg.patterns:
            continue
        compared += 1
        items: set[Item] = {("z", i.operation, i.component, "", i.cycle) for i in mapping.issues}
        justifier = Justifier(Rules(problem, horizon, pins.places), Symbols())
        assert justifier.contradiction is None
        assert all(justifier.windows.allows(item) for item in items)
        assert all(issues & items for issues in justifier.required.values())
    assert compared > 20


def test_mappings_that_break_pins_are_rejected() -> None:
    """Tests the verifier's own judgement against that of the checker, on other pins."""
    broken = kept = 0
    for number, (problem, horizon, pins) in enumerate(cases(120)):
        try:
            mapping = encode(problem, horizon)[2]
        except InfeasibleError:
            continue
        if mapping is None:
            continue
        faults = pins_broken(problem, mapping, pins)
        try:
            check_pinned(problem, mapping, pins.places, "mapping")
            assert not faults, number
            kept += 1
        except RejectedError:
            assert faults, number
            broken += 1
    assert broken > 10 and kept > 3


def claim(folder: File) -> Certificate:
    return msgspec.json.decode((folder / "certificate.json").read_bytes(), type=Certificate)


def rejects(folder: File, word: str, **changes: Any) -> None:
    """Fail unless a changed claim is rejected, for the reason that has a word in it."""
    path = folder / "certificate.json"
    whole = path.read_bytes()
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(claim(folder), **changes)))
    code, line = verdict(folder)
    assert code == 1 and word in line, line
    path.write_bytes(whole)


def test_commands_and_forgeries(tmp_path: File, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests both commands with pins, and claims with other pins than were searched under."""
    problem, place = chain(), tmp_path / "claim"
    words = files(tmp_path, problem)
    pinned = ["--pin", "t=p", "--pin", "r=p", "--quiet", "--certificate", str(place)]
    assert min_cycles([*words, *pinned]) == 0
    code, line = verdict(place)
    assert code == 0 and line.endswith("for 'chain' on 'two' with 2 contexts with 2 pins")
    found = claim(place)
    assert found.pins == (Pin("t", ("p",)), Pin("r", ("p",)))
    rejects(place, "breaks a pin", pins=(Pin("t", ("q",)),))
    rejects(place, "breaks a pin", pins=(Pin("r", ("p",), 1),))
    rejects(place, "breaks a pin", pins=(*found.pins, Pin("r", (), None)))
    rejects(place, "has a place", pins=(Pin("a", ("p",)),))
    rejects(place, "has a place", pins=(Pin("nothing", ("p",)),))
    rejects(place, "unknown components", pins=(Pin("t", ("nowhere", "p")),))
    assert min_ii([*words[:2], *pinned]) == 0
    capsys.readouterr()
    code, line = verdict(place)
    assert code == 0 and line == "II 2 is the smallest of 'chain' on 'two' with 2 pins"
    loose = json_without_pins(place)
    assert loose[0] == 1


def json_without_pins(folder: File) -> tuple[int, str]:
    record = msgspec.json.decode((folder / "certificate.json").read_bytes())
    record["pins"] = []
    (folder / "certificate.json").write_bytes(msgspec.json.encode(record))
    return verdict(folder)


def test_symmetries_do_not_go_with_pins(tmp_path: File) -> None:
    """Tests that a proof under pins cannot assume a place, or an order of arrival."""
    problem = msgspec.structs.replace(chain(), contexts=None)
    pins = Pins((Pin("t", ("q",), 1),))
    bound = write_proof(tmp_path, problem, 3, None, pins)
    moved = msgspec.structs.replace(bound, placement=Placement("t", ("p", "q"), ()))
    write_claim(tmp_path, problem, [moved], None, pins=pins.places)
    code, line = verdict(tmp_path)
    assert code == 1 and "symmetries move what is pinned" in line


def test_longest_does_not_go_with_pinned_cycles(tmp_path: File) -> None:
    """Tests that what is pinned to a cycle is not taken to be movable."""
    from models.data.certificate import CriticalPath, Longest

    problem = chain()
    reason = Longest(2, CriticalPath(3, "r", "ext", 3))
    pins = (Pin("t", None, 9),)
    write_claim(tmp_path, problem, [], None, horizon=None, reason=reason, pins=pins)
    code, line = verdict(tmp_path)
    assert code == 1 and "cannot be moved" in line


def test_a_mapping_with_unknown_operations_is_rejected() -> None:
    """Tests that what may execute a pinned operation, though it is not listed, obeys no pin."""
    for problem, _, _ in cases(200):
        try:
            mapping = encode(problem, 6)[2]
        except InfeasibleError:
            continue
        fused = [] if mapping is None else [i for i in mapping.issues if i.performs is not None]
        names = {pattern.name for pattern in problem.dfg.patterns}
        fused = [i for i in fused if i.performs is not None and i.performs.operator in names]
        if not fused or mapping is None:
            continue
        assert fused[0].performs is not None
        other = msgspec.structs.replace(fused[0].performs, operands=fused[0].performs.operands * 2)
        issue = msgspec.structs.replace(fused[0], performs=other)
        forged: Mapping = msgspec.structs.replace(mapping, issues=(issue,))
        with pytest.raises(RejectedError, match="may execute"):
            check_pinned(problem, forged, (Pin(issue.operation, None, 99),), "mapping")
        return
    raise AssertionError("no mapping has a multi-node operation")
