"""From an assignment to a mapping."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec
import pytest

from models.data.computation import Transform
from models.data.mapping import Held, Issue, Mapping, Transfer
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.judge.checker import check
from models.space_time.decode import decode, literals_of
from models.space_time.xyz import build
from models.space_time.xyz_model import XyzModel
from solvers.backends.cnf import lower
from solvers.backends.sat import SatSession
from tests.models.mappings import CASES
from tests.models.random_problems import random_problem
from tests.models.random_sums import random_sums


def chosen(model: XyzModel, mapping: Mapping) -> list[int]:
    """The variables of a mapping's X, Y and Z."""
    problem, value = model.problem, model.index.value
    path = {p.name: h for h, p in enumerate(problem.arch.paths)}
    component = model.index.component
    found = [model.x[value[x.value], component[x.component], x.cycle] for x in mapping.holds]
    found += [model.y[value[y.value], path[y.path], y.cycle] for y in mapping.transfers]
    found += [model.z[value[z.operation], component[z.component], z.cycle] for z in mapping.issues]
    return [int(v) for v in found]


@pytest.mark.parametrize("windowed", [False, True])
@pytest.mark.parametrize("name", CASES)
def test_a_mapping_survives_the_way_through_its_variables(name: str, windowed: bool) -> None:
    """Tests that the variables of a legal mapping decode to it, as a set of items."""
    problem, mapping = CASES[name]
    model = build(problem, mapping.horizon, windowed=windowed)
    variables = chosen(model, mapping)
    assert all(variables)
    found = decode(model, variables)
    assert (found.dfg, found.architecture) == (mapping.dfg, mapping.architecture)
    assert (found.horizon, found.contexts) == (mapping.horizon, mapping.contexts)
    assert set(found.transfers) == set(mapping.transfers)
    assert set(found.issues) == set(mapping.issues)
    assert set(found.holds) <= set(mapping.holds)
    assert check(problem, found) == []


def test_other_variables_and_the_order_do_not_matter() -> None:
    """Tests that auxiliaries, false literals and repetition are ignored."""
    problem, mapping = CASES["ring"]
    model = build(problem, mapping.horizon)
    variables = chosen(model, mapping)
    beyond = model.constraints.variables + 1
    noisy = [beyond, beyond + 70, 0, -1, *reversed(variables), *variables]
    assert decode(model, iter(noisy)) == decode(model, variables)


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


def complete() -> tuple[Problem, Mapping, int]:
    return next(case for case in cases("plain") if len(case[1].issues) > 1)


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
