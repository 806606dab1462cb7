"""From mappings to literals: the way back of decoding, for solvers to start from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec
import pytest

from models.data.computation import Transform
from models.data.mapping import Held, Issue, Mapping, Transfer
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.space_time.decode import decode, literals_of
from models.space_time.xyz import build
from models.space_time.xyz_model import XyzModel
from solvers.backends.cnf import lower
from solvers.backends.sat import SatSession
from tests.models.random_problems import random_problem
from tests.models.random_sums import random_sums

SEEDS = 12
MOST = 9
KINDS = ("plain", "ports", "modulo", "enumerate", "xbtree", "select", "chain")


def problem_of(kind: str, seed: int) -> Problem:
    """Written problems, with contexts where `modulo`; or sums under a transformation."""
    if kind in ("plain", "ports", "modulo"):
        contexts = 1 + seed % 3 if kind == "modulo" else None
        return random_problem(seed, contexts, ports=kind == "ports")
    how: Transform = kind  # type: ignore[assignment]  # the kind is a transformation's name
    contexts = 2 if seed % 2 else None
    sums = random_sums(seed, contexts=contexts, patterns=seed % 3 == 0, ordered=seed % 4 == 0)
    return msgspec.structs.replace(sums, transform=how)


@cache
def shortest(kind: str, seed: int) -> tuple[Mapping, int] | None:
    """A mapping with the fewest cycles."""
    problem = problem_of(kind, seed)
    for horizon in range(1, MOST):
        try:
            model = build(problem, horizon)
        except InfeasibleError:
            continue
        outcome = solved(model)
        if outcome is not None:
            return decode(model, outcome), horizon
    return None


def solved(model: XyzModel, *assumed: int) -> list[int] | None:
    session = SatSession(lower(model.constraints), "cadical153")
    outcome = session.solve(list(assumed))
    session.close()
    return outcome.model if outcome.satisfiable else None


def cases(kind: str) -> Iterator[tuple[Problem, Mapping, int]]:
    for seed in range(SEEDS):
        found = shortest(kind, seed)
        if found is not None:
            yield problem_of(kind, seed), *found


def items(mapping: Mapping) -> tuple[set[object], ...]:
    issues = {(issue.operation, issue.component, issue.cycle) for issue in mapping.issues}
    return set(mapping.holds), set(mapping.transfers), issues


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("kind", KINDS)
def test_there_and_back(kind: str) -> None:
    """Tests that the literals of a mapping can be assumed, and mean that mapping again."""
    for problem, mapping, horizon in cases(kind):
        model = build(problem, horizon)
        true = solved(model, *literals_of(model, mapping))
        assert true is not None, (problem.dfg.name, horizon)
        assert items(decode(model, true)) == items(mapping)


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("kind", KINDS)
def test_longer_models(kind: str) -> None:
    """Tests that a mapping is a part of one with more cycles, where its results may stay."""
    for problem, mapping, horizon in cases(kind):
        for more in (1, 3):
            model = build(problem, horizon + more)
            assert solved(model, *literals_of(model, mapping)) is not None


@pytest.mark.parametrize("kind", KINDS)
def test_shorter_models(kind: str) -> None:
    """Tests that what a shorter model lacks is left out: nothing is negated, nothing fails."""
    for problem, mapping, horizon in cases(kind):
        try:
            model = build(problem, horizon - 1) if horizon > 1 else None
        except InfeasibleError:
            continue
        if model is not None:
            literals = literals_of(model, mapping)
            assert all(0 < literal <= model.constraints.variables for literal in literals)


def complete() -> tuple[Problem, Mapping, int]:
    return next(case for case in cases("plain") if len(case[1].issues) > 1)


def test_a_part_says_nothing_of_the_rest() -> None:
    """Tests that without the results at the end only what is done is said."""
    problem, mapping, horizon = complete()
    part = msgspec.structs.replace(mapping, holds=(), transfers=())
    model = build(problem, horizon)
    literals = literals_of(model, part)
    assert len(literals) == len(mapping.issues)
    assert set(literals) <= set(literals_of(model, mapping))
    assert literals_of(model, msgspec.structs.replace(part, issues=())) == ()


@pytest.mark.parametrize("cycle", [-1, -5, -(10**6), 10**6, 10**30])
def test_cycles_that_no_model_has(cycle: int) -> None:
    """Tests that items outside of the model are left out; none is taken for another one."""
    problem, mapping, horizon = complete()
    model = build(problem, horizon, windowed=False)
    plain = literals_of(model, mapping)
    held, sent, issue = mapping.holds[0], mapping.transfers[0], mapping.issues[0]
    strange = msgspec.structs.replace(
        mapping,
        holds=(*mapping.holds, Held(held.value, held.component, cycle)),
        transfers=(*mapping.transfers, Transfer(sent.value, sent.path, cycle)),
        issues=(*mapping.issues, Issue(issue.operation, issue.component, cycle)),
    )
    assert literals_of(model, strange) == plain
