"""Tests of refutations for one kind of register files against numbered registers."""

from __future__ import annotations

import random
from pathlib import Path as File

import pytest
from msgspec.structs import replace

from models.counting.longest import horizon_in_files, longest_useful_horizon
from models.data.architecture import Path
from models.data.certificate import Addressed, Stays
from models.data.pins import Pin, Pins
from models.data.problem import Kind, Problem
from models.errors import InfeasibleError
from models.formats.native_json import architecture_to_json
from models.register_files.stretches import stretches
from models.space_time.decode import decode
from models.space_time.index import Index
from models.space_time.xyz import build
from solvers.certificates.addressed import refuted_in_files
from solvers.certificates.intervals import reasons, write_claim
from solvers.search.interval_answer import MinIi, Tried
from solvers.tasks.refute import refute
from solvers.tasks.solver_options import SolverOptions
from solvers.verification.directory import RejectedError
from solvers.verification.rules import Rules
from solvers.verification.stretches import Stretches
from tests.models.naive_registers import files_feasible
from tests.solvers.addressed_problems import random_carried
from tests.solvers.verification.claims import verify

CONTEXTS = 4
"""Of the context memory: with one or two of them, a kernel can be unrolled."""


def problem_of(seed: int, kind: Kind, contexts: int) -> Problem:
    whole = random_carried(seed)
    arch = replace(whole.arch, max_contexts=CONTEXTS)
    return Problem(whole.dfg, arch, contexts, files=kind)


def refuted(problem: Problem, folder: File) -> Addressed | None:
    try:
        return refuted_in_files(problem, str(folder), conflicts=20_000)
    except InfeasibleError:
        return None


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("kind", ["static", "unroll"])
@pytest.mark.parametrize("seed", range(24))
def test_refutations_hold(seed: int, kind: Kind, tmp_path: File) -> None:
    """Tests that a refuted II has no mapping with addresses, far beyond the cycles refuted, and
    that of another array it is only verified where that has none either.
    """
    source, found = random.Random(seed), dict[int, Stays | Addressed]()
    for contexts in (1, 2, 3):
        problem = problem_of(seed, kind, contexts)
        fact = refuted(problem, tmp_path)
        rounds = CONTEXTS // contexts
        if fact is None:
            break
        found[contexts] = fact
        longer = min(fact.bound.horizon + 2 * contexts + 3, 26)
        assert not files_feasible(problem, longer, kind, rounds), contexts
    if not found:
        return
    assert write_claim(MinIi(problem, register_files=kind), str(tmp_path), found) is None
    assert f"addresses in {kind} register files has" in verify(tmp_path)
    for _ in range(6):
        arch, part = problem.arch, source.randrange(1, len(problem.arch.components))
        own = replace(arch.components[part], capacity=source.randint(1, 4), issue=1)
        parts = (*arch.components[:part], own, *arch.components[part + 1 :])
        paths = [replace(path, width=source.choice((1, 2, None))) for path in arch.paths]
        if source.random() < 0.3:
            paths.append(Path("more", (own.name,), (own.name,), 1, latency=1))
        changed = replace(arch, components=parts, paths=tuple(paths), max_contexts=None)
        changed = replace(changed, max_contexts=source.choice((1, 3, 4, 8)))
        (tmp_path / "architecture.json").write_text(architecture_to_json(changed))
        try:
            verify(tmp_path)
        except RejectedError:
            continue
        for contexts in found:
            other = replace(problem, arch=changed, contexts=contexts)
            rounds = max(1, (changed.max_contexts or 1) // contexts)
            assert not files_feasible(other, 14 + contexts, kind, rounds), contexts


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("seed", range(12))
def test_no_mapping_needs_more_cycles(seed: int) -> None:
    """Tests that what has addresses with many cycles has short stays with as many as are useful."""
    for contexts in (1, 2, 3):
        problem = problem_of(seed, "static", contexts)
        longest = longest_useful_horizon(Index(problem))
        assert longest is not None
        if files_feasible(problem, 24, "static"):
            reply = refute(build(problem, longest).constraints, SolverOptions("glucose4"))
            assert reply.satisfiable


@pytest.mark.parametrize("kind", ["static", "unroll", "own"])
def test_stretches_of_mappings_are_not_excluded(kind: Kind) -> None:
    """Tests stretches that a mapping has, and those that it would have with one more cycle."""
    excluded = 0
    for seed in range(30):
        problem = problem_of(seed, kind, 2)
        try:
            model = build(problem, 9)
        except InfeasibleError:
            continue
        reply = refute(model.constraints, SolverOptions("glucose4"))
        if not reply.satisfiable:
            continue
        mapping = decode(model, reply.model)
        judge = Stretches(Rules(problem, 9))
        items = {("x", held.value, held.component, "", held.cycle) for held in mapping.holds}
        assert not judge.exclude(items)
        for name, found in stretches(problem, mapping).items():
            longest = max(found, key=lambda one: one.length)
            cycles = range(longest.first, longest.first + 10)
            excluded += judge.exclude({("x", longest.value, name, "", k) for k in cycles})
    assert excluded


def test_where_no_horizon_is_known() -> None:
    """Tests kinds without limits of stays, pins to cycles, and orders that are not listed."""
    problem = problem_of(1, "static", 1)
    assert horizon_in_files(problem, Pins()) is not None
    assert horizon_in_files(problem, Pins((Pin("v0", cycle=1),))) is None
    assert horizon_in_files(replace(problem, transform="select"), Pins()) is None
    for kind in (None, "moves", "rotating"):
        assert horizon_in_files(replace(problem, files=kind), Pins()) is None


def test_reasons_of_both_kinds(tmp_path: File) -> None:
    """Tests that reasons for all kinds go first, and that others need the answer's kind."""
    problem = problem_of(9, "static", 1)
    facts: dict[int, Stays | Addressed] = {}
    for contexts in (1, 2, 3):
        fact = refuted(problem.at(contexts), tmp_path)
        assert fact is not None
        facts[contexts] = fact
    answer = MinIi(problem.counted, register_files="static")
    assert reasons(answer, facts) == [*facts.values()]
    # A reason about stays says nothing of smaller IIs.
    assert reasons(answer, {3: facts[3]}) == []
    assert reasons(MinIi(problem.counted, register_files="unroll"), facts) == []
    plain = Stays(2, "counted", ("v0",), (True,), (1,), (2,))
    answer.tried[2] = Tried(2, "refuted", "", fact=plain)
    assert reasons(answer, {1: facts[1]}) == [facts[1], plain]
    answer.contexts = 2
    assert reasons(answer, facts) == [facts[1]]
    assert len(reasons(MinIi(problem.counted, register_files="rotating"), facts)) == 0
