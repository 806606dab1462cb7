"""Tests of re-mapping: fewest moves against an oracle, and the command as users run it."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest
from pysat.solvers import Solver

from archs.faults import without
from models.data.architecture import Architecture, Component
from models.data.architecture import Path as Way
from models.data.certificate import RegisterFiles
from models.data.dfg import Dfg, Operand, Operation
from models.data.mapping import Mapping
from models.data.pins import Pin, Pins
from models.data.problem import Problem
from models.errors import InputError
from models.formats.native_json import mapping_to_json
from models.judge.checker import check
from models.judge.checker_operations import executions
from models.register_files.registers import Registers, allocate
from models.register_files.registers_check import registers_faults
from remap.__main__ import main
from remap.question import report
from remap.question.answer import Remapped
from remap.question.remap_options import RemapOptions
from remap.question.search import Remapping
from solvers.tasks.mappings import without_addresses
from tests.models.decide import shortest
from tests.models.naive_model import _Formula
from tests.models.naive_registers import _registers
from tests.models.random_problems import random_problem
from tests.solvers.addressed_problems import random_carried
from tests.solvers.command_line import files as problem_files
from tests.views.html.pages import Page

NO_PINS = Pins()


def fewest_moves(
    problem: Problem,
    horizon: int,
    old: Mapping,
    files: RegisterFiles = "counted",
    pins: Pins = NO_PINS,
) -> int | None:
    """The oracle's word: how many operations have to move, by trying every set of them.

    Register `files` are not unrolled.
    """
    before: dict[str, set[tuple[str, int]]] = {}
    for issue in old.issues:
        if issue.operation in problem.dfg.operation_by_name:
            before.setdefault(issue.operation, set()).add((issue.component, issue.cycle))
    with Solver("minicard") as solver:
        formula = _Formula(problem, horizon, solver)
        formula.state()
        if files != "counted":
            _registers(formula, files, 1)
        for pin in pins.places:
            for part in problem.arch.components:
                for cycle in range(horizon):
                    if not obeys(pin, part.name, cycle, problem.contexts):
                        formula.add(-formula.var("Z", pin.operation, part.name, cycle))
        outside = {
            name: [
                -formula.var("Z", name, part.name, cycle)
                for part in problem.arch.components
                for cycle in range(horizon)
                if (part.name, cycle) not in homes
            ]
            for name, homes in before.items()
        }
        for count in range(len(before) + 1):
            for moving in combinations(before, count):
                kept = [z for name in before if name not in moving for z in outside[name]]
                if not formula.broken and solver.solve(assumptions=kept):
                    return count
    return None


def obeys(pin: Pin, component: str, cycle: int, contexts: int | None) -> bool:
    """Whether an issue there is what a pin allows."""
    return (
        (pin.components is None or component in pin.components)
        and (pin.cycle is None or cycle == pin.cycle)
        and (pin.context is None or cycle % (contexts or 1) == pin.context)
    )


def changed(source: random.Random, problem: Problem) -> Problem | None:
    """The problem after one operand, or after one path is gone."""
    if source.random() < 0.5:
        way = source.choice(problem.arch.paths).name
        return Problem(problem.dfg, without(problem.arch, [way]), problem.contexts)
    place = source.randrange(len(problem.dfg.operations))
    operation = problem.dfg.operations[place]
    other = Operand(
        source.choice([*problem.dfg.inputs, *(o.name for o in problem.dfg.operations[:place])])
    )
    operands = (*operation.operands[:-1], other)
    operations = list(problem.dfg.operations)
    operations[place] = msgspec.structs.replace(operation, operands=operands)
    dfg = msgspec.structs.replace(problem.dfg, operations=tuple(operations))
    try:
        return Problem(dfg, problem.arch, problem.contexts)
    except InputError:
        return None


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("contexts", [None, 1, 2])
def test_against_every_set_of_moves(contexts: int | None, amount: Callable[[int], int]) -> None:
    """Tests that no fewer operations could move, and refuted horizons have no mapping at all."""
    moves, refuted = [], 0
    for seed in range(amount(45)):
        whole = random_problem(seed, contexts)
        old = shortest(whole, 7)
        problem = changed(random.Random(seed), whole)
        if old is None or problem is None:
            continue
        answer = Remapping(problem, old, RemapOptions()).run()
        for tried in answer.tried:
            found = fewest_moves(problem, tried.horizon, old)
            if tried.outcome == "refuted":
                assert found is None, seed
                refuted += 1
            else:
                assert found == len(answer.moved) == answer.at_least, seed
        if answer.mapping is None:
            assert answer.status in ("infeasible", "unknown")
            continue
        assert answer.status == "optimal"
        judged(problem, old, answer)
        moves.append(len(answer.moved))
    assert amount(45) < 45 or (len(moves) > 7 and any(moves))


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("kind", ["static", "rotating"])
def test_against_numbered_registers(kind: RegisterFiles, amount: Callable[[int], int]) -> None:
    """Tests that no fewer operations could move where every value needs a register of its own.

    Some of the old mappings have none. Horizons that are refuted have no mapping with registers.
    """
    lacking = 0
    for seed in range(amount(20)):
        for contexts in (2, 3):
            problem = msgspec.structs.replace(random_carried(seed), contexts=contexts)
            old = shortest(problem, 8)
            if old is None:
                continue
            lacking += bool(without_addresses(problem, old, kind))
            answer = Remapping(problem, old, RemapOptions(), files=kind).run()
            for tried in answer.tried:
                found = fewest_moves(problem, tried.horizon, old, kind)
                due = None if tried.outcome == "refuted" else len(answer.moved)
                assert found == due, (seed, contexts)
            if answer.mapping is not None:
                assert answer.status == "optimal" and check(problem, answer.mapping) == []
                made = allocate(problem, answer.mapping, kind)
                assert isinstance(made, Registers)
                assert registers_faults(problem, answer.mapping, made) == []
    assert amount(20) < 20 or kind == "rotating" or lacking


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("seed", range(30))
def test_against_every_set_of_moves_with_pins(seed: int) -> None:
    """Tests operations that must be on a component, in a cycle or in a context."""
    source = random.Random(f"pins {seed}")
    contexts = source.choice((None, 1, 2, 3))
    whole = random_problem(seed + 1000, contexts)
    old = shortest(whole, 7)
    problem = whole if source.random() < 0.3 else changed(source, whole)
    if old is None or problem is None:
        return
    places = []
    operations = problem.dfg.operations
    for operation in source.sample(operations, min(len(operations), source.randint(1, 2))):
        able = [c.name for c in problem.arch.components if problem.latency(operation.name, c.name)]
        if able:
            how = source.random()
            places.append(
                Pin(
                    operation.name,
                    (source.choice(able),) if how < 0.6 else None,
                    source.randint(1, 5) if how > 0.4 else None,
                    source.randrange(contexts) if contexts and how < 0.3 else None,
                )
            )
    pins = Pins(tuple(places))
    most = source.choice((None, None, 0, 1))
    answer = Remapping(problem, old, RemapOptions(max_moved=most), pins).run()
    for tried in answer.tried:
        due = fewest_moves(problem, tried.horizon, old, pins=pins)
        if tried.outcome == "refuted":
            assert due is None or (most is not None and due > most)
        elif tried.outcome == "mapped":
            assert answer.status == "optimal"
            assert due == len(answer.moved) == answer.at_least


@pytest.mark.parametrize("states", [1, 2])
def test_undecided_addresses_prove_nothing(states: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that moves are the fewest, and horizons refuted, only where all addresses are decided.

    A mapping that moves fewer operations exists for one of these loops, and is excluded.
    """
    seen = set()
    for seed, contexts in ((1, 2), (5, 2), (6, 3), (7, 3)):
        problem = msgspec.structs.replace(random_carried(seed), contexts=contexts)
        old = shortest(problem, 8)
        assert old is not None
        with monkeypatch.context() as patch:
            patch.setattr("models.register_files.arcs.MOST_STATES", states)
            answer = Remapping(problem, old, RemapOptions(), files="static").run()
        seen.add(answer.status)
        for tried in answer.tried:
            due = fewest_moves(problem, tried.horizon, old, "static")
            assert tried.outcome != "refuted" or due is None
            if tried.outcome == "mapped":
                assert due is not None and answer.at_least <= due <= len(answer.moved)
                assert (answer.status == "optimal") == (answer.at_least == len(answer.moved))
    assert "feasible" in seen and "unknown" in seen


def judged(problem: Problem, old: Mapping, answer: Remapped) -> None:
    """Fail unless the mapping is legal, and what is said of its moves is so."""
    mapping = answer.mapping
    assert mapping is not None and check(problem, mapping) == []
    before, after = executions(problem.dfg, old), executions(problem.dfg, mapping)
    assert {m.operation for m in answer.moved} == {
        name for name in after if name in before and not after[name] <= before[name]
    }
    for move in answer.moved:
        assert set(move.before) == before[move.operation]
        assert set(move.after) == after[move.operation]
    assert set(answer.kept) | {m.operation for m in answer.moved} | set(answer.added) == set(after)


def pair() -> tuple[Problem, Problem, Mapping]:
    """Two elements, an operation on each; and the same without the second element."""
    dfg = Dfg(
        "pair",
        random_problem(0).dfg.operators,
        ("a",),
        (Operation("s", "f", (Operand("a"),)), Operation("t", "f", (Operand("s"),))),
        ("t",),
    )
    parts = (
        Component("ext", initial="all", holds_intermediates=False),
        Component("p", issue=1, capacity=4),
        Component("q", issue=1, capacity=4),
    )
    ends = [("ext", "p"), ("p", "q"), ("q", "ext"), ("p", "ext")]
    paths = tuple(Way(f"{a}->{b}", (a,), (b,), 1) for a, b in ends)
    whole = Problem(dfg, Architecture("two", parts, paths, "ext"), 1)
    old = shortest(whole, 8)
    assert old is not None
    return whole, msgspec.structs.replace(whole, arch=without(whole.arch, ["q"])), old


def test_limits_on_moves() -> None:
    """Tests that more moves than allowed are refused, and that as many as allowed are found."""
    _, two, old = pair()
    problem = msgspec.structs.replace(two, contexts=2)
    old = msgspec.structs.replace(old, contexts=2)
    for most in range(3):
        answer = Remapping(problem, old, RemapOptions(max_moved=most)).run()
        oracle = fewest_moves(problem, old.horizon, old)
        assert oracle == 1
        if most < oracle:
            assert answer.status == "infeasible" and "are gone" in answer.reason
        else:
            assert answer.status == "optimal" and len(answer.moved) == 1


def files(folder: Path, problem: Problem, old: Mapping) -> list[str]:
    (folder / "old.json").write_text(mapping_to_json(old))
    return [*problem_files(folder, problem)[:2], str(folder / "old.json")]


def test_exit_codes(tmp_path: Path, capsys: Any) -> None:
    """Tests that infeasible, unknown and usage have codes of their own."""
    whole, _, old = pair()
    names = files(tmp_path, whole, old)
    assert main([*names, "--forbid", "q", "--quiet"]) == 20
    assert "infeasible" in capsys.readouterr().out
    assert main([*names, "--pin", "t=@1", "--quiet"]) == 30
    assert "others were not tried" in capsys.readouterr().out
    assert main([*names, "--pin", "t=@1", "--max-cycles", "9", "--quiet"]) == 20
    assert "of at most 9 cycles" in capsys.readouterr().out
    assert main([*names, "--time-limit", "0.000001", "--quiet"]) == 30


def test_the_page_marks_what_moved() -> None:
    whole, _, old = pair()
    problem = msgspec.structs.replace(whole, contexts=2)
    problem = msgspec.structs.replace(problem, arch=without(problem.arch, ["q"]))
    answer = Remapping(problem, msgspec.structs.replace(old, contexts=2), RemapOptions()).run()
    page = Page(report.page(answer, RemapOptions()))
    (move,) = answer.moved
    nodes = page.data("graph-0")["nodes"]
    notes = {nodes[number][0]: text for number, text in page.data("scene-0")["notes"]}
    assert notes.keys() == {"t"} and notes["t"].startswith("moved from q@")
    assert f"{move.operation}: q@" in page.words and "at least 1 operations" in page.words
    assert page.texts["span"][0] == answer.status == "optimal"
