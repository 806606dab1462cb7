"""Claims that no number of cycles does: what arithmetic says is certified, and nothing else is."""

from __future__ import annotations

from pathlib import Path as File
from typing import Any

import msgspec
import pytest

from models.data.architecture import Component, Path
from models.data.certificate import (
    Certificate,
    ContextMemory,
    CriticalPath,
    IntervalReason,
    Longest,
    Never,
    Recurrence,
    Slots,
)
from models.data.dfg import Dfg, Operand, Operation, OrderEdge
from models.data.problem import Problem
from models.errors import InfeasibleError, InputError
from solvers.certificates.cycles import prepare, write_certificate
from solvers.min_cycles import main as run
from solvers.questions.verify.check import check_directory
from solvers.search.answer import Answer
from solvers.search.bounds import Arithmetic
from solvers.verification.directory import Clock
from tests.models.decide import decided
from tests.models.wide_problems import wide_problem
from tests.solvers.command_line import files
from tests.solvers.test_verify_material import random_problem, write_claim
from tests.solvers.test_verify_reasons import OPERATORS, elements, puts, relay


def verdict(folder: File) -> tuple[int, str]:
    code, _, line = check_directory(str(folder), Clock(), lambda line: None)
    return code, line


def claimed(folder: File, problem: Problem, reason: IntervalReason | None, **changes: Any) -> str:
    """What the verifier says of a reason against all numbers of cycles, which does not hold."""
    write_claim(folder, problem, [], None, **{"horizon": None, "reason": reason, **changes})
    code, line = verdict(folder)
    assert code == 1
    return line


def unsupported(contexts: int | None = None) -> Problem:
    """An operation that no component executes, and one that is never fed."""
    operations = (
        Operation("v", "slow", (Operand("a"),)),
        Operation("w", "put", (Operand("v"),)),
        Operation("x", "put", (Operand("a"),)),
    )
    parts = (Component("p", issue=1, ops=("put",), initial="all"),)
    return Problem(Dfg("none", OPERATORS, ("a",), operations), elements(*parts), contexts)


@pytest.mark.parametrize("contexts", [None, 2])
def test_the_command_writes_what_no_number_of_cycles_does(
    contexts: int | None, tmp_path: File, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tests the claim of the command, with a horizon asked for and without."""
    words = files(tmp_path, unsupported(contexts))
    for number, more in enumerate(([], ["--cycles", "9"], ["--max-cycles", "9"])):
        folder = tmp_path / f"claim-{number}"
        assert run([*words, *more, "--quiet", "--certificate", str(folder)]) == 20
        assert capsys.readouterr().err == ""
        code, line = verdict(folder)
        shown = "" if contexts is None else " with 2 contexts"
        assert code == 0
        assert line == f"no mapping of 'none' on 'elements'{shown} has any number of cycles"


def problems() -> list[Problem]:
    found = [wide_problem(seed, contexts) for seed in range(16) for contexts in (None, 1, 2)]
    for seed in range(30):
        try:
            problem = random_problem(seed)
            found += [problem, msgspec.structs.replace(problem, transform="enumerate")]
        except InputError:
            continue
    return found


def test_every_fact_of_arithmetic_is_certified(tmp_path: File) -> None:
    """Tests that there is a certificate wherever arithmetic sees that no horizon does."""
    kinds = set()
    for number, problem in enumerate(problems()):
        try:
            Arithmetic(problem).first_horizon(12)
            continue
        except InfeasibleError as error:
            fact = error.fact
        folder = tmp_path / str(number)
        prepare(str(folder))
        write_certificate(Answer(problem, "infeasible", fact=fact), None, str(folder))
        assert verdict(folder)[0] == 0
        kinds.add((type(fact), problem.contexts is None))
        assert not any(decided(problem, horizon) for horizon in (4, 7))
    assert kinds >= {(Never, True), (Never, False), (Slots, False), (Recurrence, False)}


def test_context_memory(tmp_path: File) -> None:
    """Tests contexts that an array does not have, and those that it has."""
    arch = elements(Component("p", issue=9, initial="all"), max_contexts=3)
    problem = Problem(puts(2), arch, 4)
    with pytest.raises(InfeasibleError) as caught:
        Arithmetic(problem)
    assert caught.value.fact == ContextMemory(4)
    write_claim(tmp_path, problem, [], None, horizon=None, reason=caught.value.fact)
    assert verdict(tmp_path)[0] == 0
    for contexts, loose in ((3, arch), (4, msgspec.structs.replace(arch, max_contexts=None))):
        fits = Problem(puts(2), loose, contexts)
        assert "has room" in claimed(tmp_path, fits, ContextMemory(contexts))
    assert "has room" in claimed(tmp_path, Problem(puts(2), arch), ContextMemory(None))


def test_slots_without_pipelining_are_none_at_all(tmp_path: File) -> None:
    """Tests that only what offers nothing in a cycle is too little for all of them."""
    memory = Component("m", initial="all", holds_intermediates=False, read_ports=0)
    element = Component("p", issue=1)
    ends = (Path("in", ("m",), ("p",), 1),)
    reason = Slots(None, "exit width", ("m",), ("a",), 0)
    closed = Problem(puts(1), elements(memory, element, paths=ends))
    write_claim(tmp_path, closed, [], None, horizon=None, reason=reason)
    assert verdict(tmp_path)[0] == 0
    open_memory = msgspec.structs.replace(memory, read_ports=None)
    many = Problem(puts(3), elements(open_memory, element, paths=ends))
    assert decided(many, 5)
    for units in (0, 1, 2):
        counted = Slots(None, "issue slots", ("p",), ("p0", "p1", "p2"), units)
        assert "ever more" in claimed(tmp_path, many, counted)
    assert "ever more" in claimed(tmp_path, many, reason)


def test_recurrences_without_pipelining_have_no_distance(tmp_path: File) -> None:
    """Tests a circle of orders in one iteration, and one that is none."""
    dfg = msgspec.structs.replace(puts(2), order=(OrderEdge("p0", "p1"),))
    problem = Problem(dfg, elements(Component("p", issue=1, initial="all")))
    assert decided(problem, 5)
    for distances in ((0, 0), (0, 1), (1, -1)):
        circle = Recurrence(None, ("p0", "p1"), (1, 1), distances)
        assert "does not wait" in claimed(tmp_path, problem, circle)


def test_forged_reasons_are_rejected(tmp_path: File) -> None:
    """Tests reasons that do not hold, are of other contexts, or are missing."""
    problem = relay()
    with pytest.raises(InfeasibleError) as caught:
        Arithmetic(problem).first_horizon()
    fact = caught.value.fact
    assert isinstance(fact, Slots)
    two = msgspec.structs.replace(problem, contexts=2)
    assert decided(two, 8)
    assert "for 2 contexts" in claimed(tmp_path, two, fact)
    assert "units are there" in claimed(tmp_path, two, msgspec.structs.replace(fact, contexts=2))
    doubled = msgspec.structs.replace(fact, contexts=2, units=6)
    assert "fit into" in claimed(tmp_path, two, doubled)
    assert "for 2 contexts" in claimed(tmp_path, two, None)
    assert "for 2 contexts" in claimed(tmp_path, two, msgspec.structs.replace(fact, contexts=None))
    assert "may be executed" in claimed(tmp_path, two, Never(2, "v"))
    assert "no value" in claimed(tmp_path, problem, fact, value=3)
    free = msgspec.structs.replace(problem, contexts=None)
    assert "not without contexts" in claimed(tmp_path, free, Longest(None, _path(3)))
    assert "not only 3" in claimed(tmp_path, two, Longest(2, _path(3)))


def _path(horizon: int) -> CriticalPath:
    return CriticalPath(horizon, "w", "r", horizon)


def test_numbers_of_any_size_are_rejected(tmp_path: File) -> None:
    """Tests that a reason with huge numbers is read and rejected."""
    problem = relay()
    write_claim(tmp_path, problem, [], None, horizon=None, reason=Never(1, "v"))
    path = tmp_path / "certificate.json"
    found = msgspec.json.decode(path.read_bytes(), type=Certificate)
    for contexts in (0, -1, 2**40):
        assert found.reason is not None
        changed = msgspec.structs.replace(found.reason, contexts=contexts)
        path.write_bytes(msgspec.json.encode(msgspec.structs.replace(found, reason=changed)))
        assert verdict(tmp_path)[0] == 1
