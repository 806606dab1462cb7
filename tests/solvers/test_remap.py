"""Tests of re-mapping: fewest moves against an oracle, and the command as users run it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest
from pysat.solvers import Solver

from archs.faults import without
from archs.files import load_architecture
from models.data.architecture import Architecture, Component
from models.data.architecture import Path as Way
from models.data.certificate import RegisterFiles, is_monotone
from models.data.dfg import Dfg, Operand, Operation
from models.data.mapping import Mapping
from models.data.pins import Pin, Pins
from models.data.problem import Problem
from models.errors import InfeasibleError, InputError
from models.formats.mapping_json import mapping_from_json, mapping_to_json
from models.judge.checker import check
from models.judge.checker_operations import executions
from models.space_time.decode import decode
from models.space_time.xyz import build
from solvers.backends.backend import Outcome
from solvers.backends.cnf import Cnf, lower
from solvers.backends.sat import SatSession
from solvers.questions.remap import level as remap_level
from solvers.questions.remap.answer import Remapped
from solvers.questions.remap.options import RemapOptions
from solvers.questions.remap.search import Remapping
from solvers.remap import main
from tests.models.naive_model import _Formula
from tests.models.naive_registers import _registers
from tests.models.random_problems import random_problem
from tests.solvers.command_line import files as problem_files


def mapped(problem: Problem, most: int) -> Mapping | None:
    """A mapping with as few cycles as possible."""
    for horizon in range(2, most + 1):
        try:
            model = build(problem, horizon)
        except InfeasibleError:
            return None
        session = SatSession(lower(model.constraints))
        outcome = session.solve()
        session.close()
        if outcome.satisfiable:
            return decode(model, outcome.model)
    return None


def fewest_moves(
    problem: Problem, horizon: int, old: Mapping, files: RegisterFiles = "counted"
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


class Clumsy(SatSession):
    """A session that knows nothing of the old mapping, and whose cores are as large as can be."""

    def __init__(self, cnf: Cnf, start: Iterable[int] = ()) -> None:
        super().__init__(cnf, "glucose4")
        self._assumed: list[int] = []

    def solve(
        self, assumptions: list[int] | None = None, keep_going: Callable[[int], bool] | None = None
    ) -> Outcome:
        self._assumed = list(assumptions or [])
        return super().solve(assumptions, keep_going)

    def core(self) -> list[int]:
        return self._assumed if super().core() else []


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("session", [SatSession, Clumsy])
@pytest.mark.parametrize("contexts", [None, 1, 2])
def test_against_every_set_of_moves(
    contexts: int | None,
    session: type[SatSession],
    amount: Callable[[int], int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Tests that no fewer operations could move, and refuted horizons have no mapping at all."""
    monkeypatch.setattr(remap_level, "SatSession", session)
    moves, refuted = [], 0
    for seed in range(amount(45)):
        whole = random_problem(seed, contexts)
        old = mapped(whole, 7)
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


def loop() -> Dfg:
    """A loop body with a recurrence, of seven operations."""
    return Dfg(
        "loop",
        random_problem(0).dfg.operators,
        ("a", "b"),
        (
            Operation("s", "+", (Operand("a"), Operand("v", 1))),
            Operation("t", "f", (Operand("s"),)),
            Operation("u", "+", (Operand("t"), Operand("b"))),
            Operation("v", "-", (Operand("u"), Operand("s"))),
            Operation("w", "+", (Operand("t"), Operand("a"))),
            Operation("x", "f", (Operand("w"),)),
            Operation("y", "+", (Operand("x"), Operand("v"))),
        ),
        ("y",),
    )


ARRAYS = ["mesh:3x3,io=all-all", "satmapit:3x3,io=memory,moves=unlimited", "monomap:3x3,io=memory"]


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("spec", ARRAYS)
def test_dead_tiles(spec: str) -> None:
    """Tests that after the loss of a tile only mappings without it are found, and few move."""
    arch = load_architecture(spec)
    problem = Problem(loop(), arch, 4)
    old = mapped(problem, 12)
    assert old is not None
    for component in sorted({issue.component for issue in old.issues}):
        left = Problem(loop(), without(arch, [component]), 4)
        answer = Remapping(left, old, RemapOptions()).run()
        judged(left, old, answer)
        # An operation may have been executed twice, and once is enough.
        where = executions(loop(), old)
        lost = {name for name, places in where.items() if {p for p, _ in places} == {component}}
        assert lost <= {move.operation for move in answer.moved}
        assert len(lost) <= answer.at_least <= len(answer.moved)


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
    old = mapped(whole, 8)
    assert old is not None
    return whole, msgspec.structs.replace(whole, arch=without(whole.arch, ["q"])), old


def test_no_mapping_at_the_old_interval() -> None:
    """Tests that one slot for two operations is refuted at every horizon."""
    _, problem, old = pair()
    answer = Remapping(problem, old, RemapOptions()).run()
    assert answer.status == "infeasible" and answer.mapping is None
    assert answer.reason


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
            assert answer.status == "infeasible" and "lost their place" in answer.reason
        else:
            assert answer.status == "optimal" and len(answer.moved) == 1


def test_hard_pins() -> None:
    """Tests that a pin holds whatever the old mapping did."""
    problem, _, old = pair()
    wide = msgspec.structs.replace(problem, contexts=2)
    old = msgspec.structs.replace(old, contexts=2)
    home = {issue.operation: issue.component for issue in old.issues}
    assert home == {"s": "p", "t": "q"}
    answer = Remapping(wide, old, RemapOptions(), Pins((Pin("t", ("p",)),))).run()
    judged(wide, old, answer)
    assert [move.operation for move in answer.moved] == ["t"]


def files(folder: Path, problem: Problem, old: Mapping) -> list[str]:
    (folder / "old.json").write_text(mapping_to_json(old))
    return [*problem_files(folder, problem)[:2], str(folder / "old.json")]


def test_command(tmp_path: Path, capsys: Any) -> None:
    """Tests that the command writes what it says, with the old interval."""
    whole, _, old = pair()
    old = msgspec.structs.replace(old, contexts=2)
    names, out = files(tmp_path, whole, old), tmp_path / "new.json"
    words = [*names, "--forbid", "q", "--quiet", "--json", "--mapping", str(out)]
    assert main(words) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["schema"], record["status"], record["ii"]) == ("xyzmap/remap/1", "optimal", 2)
    assert [move["operation"] for move in record["moved"]] == ["t"]
    mapping = mapping_from_json(out.read_text(), "new")
    left = Problem(whole.dfg, without(whole.arch, ["q"]), 2)
    assert check(left, mapping) == []
    assert main([*names, "--quiet"]) == 0
    assert "2 operations stay, 0 move, 0 are new" in capsys.readouterr().out


@pytest.mark.interrupted
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


@pytest.mark.parametrize(
    ("change", "words", "message"),
    [
        ({}, ["--pin", "t=%3"], "with contexts 1 these are 0 to 0"),
        ({}, ["--pin", "t=p@2", "--pin", "s=p@3"], "'t', 's' are pinned to 'p' in context 0"),
        ({}, ["--forbid", "ext"], "cannot be forbidden"),
        ({"horizon": 0}, [], "horizon 0 is not from 1"),
        ({"contexts": 0}, [], "contexts 0 are not from 1"),
        ({"issues": ()}, [], "no operation of which is in 'pair'"),
        ({"schema": None}, [], "missing"),
        ({}, ["--mapping", "/nowhere/m.json"], "is not a directory"),
    ],
)
def test_bad_input(
    tmp_path: Path, capsys: Any, change: dict[str, Any], words: list[str], message: str
) -> None:
    """Tests that each mistake ends in one line and code 2."""
    whole, _, old = pair()
    names = files(tmp_path, whole, old)
    record = json.loads(Path(names[2]).read_text())
    record.update(change)
    Path(names[2]).write_text(json.dumps(record))
    assert main([*names, *words, "--quiet"]) == 2
    caught = capsys.readouterr()
    assert message in caught.err and caught.err.count("\n") == 1 and not caught.out


def test_limit_that_is_met_by_no_mapping() -> None:
    """Tests that moves which the solver refutes are infeasible only within the cycles asked for."""
    for seed in range(60):
        whole = random_problem(seed, 2)
        old, problem = mapped(whole, 7), changed(random.Random(seed), whole)
        if old is None or problem is None or not problem.dfg.results:
            continue
        most = fewest_moves(problem, old.horizon, old)
        free = Remapping(problem, old, RemapOptions()).run()
        if not most or free.mapping is None or free.mapping.horizon > old.horizon:
            continue
        limits = RemapOptions(max_moved=most - 1, max_cycles=old.horizon)
        answer = Remapping(problem, old, limits).run()
        assert answer.mapping is None
        assert (answer.status == "infeasible") == is_monotone(problem.dfg, problem.arch)
        return
    pytest.fail("no problem has moves to forbid")
