"""Intervals that cyclic relaxations refute, and what the verifier accepts of that."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from examples.loops.random_loops import random_loop
from heuristics.modulo import modulo_schedule
from models.data.certificate import Cyclic
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.problem import Problem
from shell.budget import Budget
from solvers.search.interval_answer import IntervalQuestion
from solvers.search.intervals import IntervalSearch
from solvers.tasks.messages import IntervalRefuted, Message
from solvers.tasks.ring import relax
from solvers.tasks.solver_options import SolverOptions
from solvers.verification.directory import Clock, Directory, RejectedError
from solvers.verification.ring import _Ring, check_cyclic
from solvers.verification.rules import Rules
from solvers.verification.symbols import Symbols
from tests.models.test_cyclic import mapped
from tests.seeds import seeds


def refutation(problem: Problem, folder: Path | None = None) -> IntervalRefuted | None:
    sent: list[Message] = []
    options = SolverOptions(proof_dir=None if folder is None else str(folder))
    relax(problem, options, sent.append)
    return next((m for m in sent if isinstance(m, IntervalRefuted)), None)


def triangle() -> Problem:
    """Three operations of which each two have to be next to each other, on an even torus: there is
    no place left to compute one of them twice.
    """
    operations = (
        Operation("a", "f", (Operand("a", 1), Operand("a", 1))),
        Operation("b", "f", (Operand("a"), Operand("b", 1))),
        Operation("c", "f", (Operand("a", 1), Operand("b"))),
        Operation("d", "put", (Operand("c"), Operand("a", 2))),
    )
    dfg = Dfg("triangle", (Operator("f", 2), Operator("put", 2, effect=True)), (), operations)
    return Problem(dfg, architecture_preset("satmapit:2x2,registers=0"), 1)


def test_a_refutation_is_verified_from_its_files(tmp_path: Path) -> None:
    problem = triangle()
    found = refutation(problem, tmp_path)
    assert found is not None
    assert found.fact is not None
    fact = local(found.fact)
    line = check_cyclic(problem, fact, Directory(tmp_path), Clock())
    assert "justified" in line
    with pytest.raises(RejectedError):  # a wider array: other clauses
        wider = Problem(problem.dfg, architecture_preset("satmapit:2x3,registers=0"), 1)
        check_cyclic(wider, fact, Directory(tmp_path), Clock())


def local(fact: Cyclic) -> Cyclic:
    names = {field: Path(getattr(fact, field)).name for field in ("cnf", "symbols", "proof")}
    return msgspec.structs.replace(fact, **names)


@pytest.mark.oracle
@seeds(range(6))
def test_what_has_a_mapping_is_not_refuted(seed: int) -> None:
    """Tests loops that modulo scheduling maps, by a number of placements."""
    arch = architecture_preset("satmapit:2x2,io=memory" if seed % 2 else "s4:2x2,io=memory")
    dfg = random_loop(4 + seed % 5, seed)
    for contexts in range(2, 7):
        problem = Problem(dfg, arch, contexts)
        if modulo_schedule(problem, 0) is not None:
            assert refutation(problem) is None
            break


def test_an_interval_without_a_mapping_is_closed_by_a_ring() -> None:
    """The only interval of the array: hundreds of cycles are no use, and need not be looked at."""
    problem = Problem(
        polybench("syrk", 1, "operations"), architecture_preset("lisa-systolic:4x4"), 1
    )
    answer = IntervalSearch(IntervalQuestion(problem, most=1), Budget.of(600)).run()
    assert answer.status == "infeasible"
    assert answer.lower_reason == "with 1 context, no schedule of any length"


@pytest.mark.oracle
def test_accepted_clauses_hold_in_the_ring_of_mappings() -> None:
    """Tests clauses of needs, from which some alternatives are left out, on mappings."""
    source, accepted, rejected = random.Random(3), 0, 0
    for seed, problem, mapping in mapped(120):
        contexts, turns = problem.contexts or 0, 1 + seed % 4
        length = contexts * turns
        rules = Rules(problem, 1)
        first = min(rules.executed, default=None)
        if first is None:
            continue
        claim = Cyclic(contexts, turns, "", "", "", first)
        ring = _Ring(rules, Symbols(), claim)
        items = {("x", h.value, h.component, "", h.cycle % length) for h in mapping.holds}
        items |= {("y", t.value, t.path, "", t.cycle % length) for t in mapping.transfers}
        items |= {("z", i.operation, i.component, "", i.cycle % length) for i in mapping.issues}
        for item in sorted(items):
            if any(other[0] not in "xyz" for needs in ring._needs(item) for other in needs):
                continue
            for needs in ring._needs(item):
                true = {other for other in needs if source.random() < 0.8}
                if ring._needs_one_of(item, true):
                    accepted += 1
                    assert true & items or item in true, (seed, item)
                else:
                    rejected += 1
    assert accepted > 300
    assert rejected > 300
