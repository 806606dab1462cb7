"""Lowering: a constraint model and its CNF have the same solutions."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

from models.space_time.constraint_model import ConstraintModel, Place
from models.space_time.xyz import build
from solvers.backends.cnf import CHUNK, Cnf, Encodings, lower, write_dimacs
from solvers.backends.sat import SatSession
from tests.models.random_problems import random_problem
from tests.solvers.backends.small_models import satisfied


def small_model(without: str = "") -> ConstraintModel:
    """Seven variables, padded clauses, groups of unequal lengths and bounds, one of them 0.

    Groups of the family `without` are left out.
    """
    model = ConstraintModel(variables=7)
    model.add_clauses("a", np.array([[1, 2, 0], [-3, 4, 5], [0, 0, -6]], dtype=np.int32))
    groups = [
        (Place("p", 1), np.array([1, 2, 3, 4], dtype=np.int32)),
        (Place("p", 2), np.array([5, -7], dtype=np.int32)),
    ]
    model.add_groups("one", 1, groups)
    model.add_groups("two", 2, [(Place("q", 3), np.array([2, 3, 4, 5, 7], dtype=np.int32))])
    model.add_groups("none", 0, [(Place("r", 0), np.array([6], dtype=np.int32))])
    model.groups[:] = [group for group in model.groups if group.family != without]
    return model


def assumed(values: tuple[bool, ...]) -> list[int]:
    return [i if value else -i for i, value in enumerate(values, 1)]


def true(values: tuple[bool, ...]) -> list[int]:
    return [i for i, value in enumerate(values, 1) if value]


def many_blocks() -> Cnf:
    """The CNF of a real model, large enough to have blocks of several kinds."""
    return lower(build(random_problem(3, 2), 6).constraints)


@pytest.mark.parametrize("one", ["pairwise", "bimander:2", "product", "ladder", "binary"])
@pytest.mark.parametrize("many", ["sequential", "totalizer", "binomial", "commander"])
@pytest.mark.parametrize("guarded", [False, True])
def test_lowering_preserves_models(one: str, many: str, guarded: bool) -> None:
    """Tests every assignment: it extends to the auxiliaries iff it satisfies the model."""
    model = small_model()
    cnf = lower(model, Encodings(one, many), guarded=guarded)
    with Solver("minisat22", bootstrap_with=cnf.clauses()) as solver:
        for values in product((False, True), repeat=7):
            literals = [*assumed(values), *cnf.selectors]
            assert solver.solve(assumptions=literals) == satisfied(model, true(values)), values


def test_a_group_holds_only_under_its_selector() -> None:
    """Tests that dropping the selectors of a family drops exactly its groups."""
    model = small_model()
    cnf = lower(model, guarded=True)
    assert Counter(cnf.selectors.values()) == Counter(
        {("one", "p", 1): 1, ("one", "p", 2): 1, ("two", "q", 3): 1, ("none", "r", 0): 1}
    )
    with Solver("minisat22", bootstrap_with=cnf.clauses()) as solver:
        for family in ("one", "two", "none"):
            chosen = [s for s, limit in cnf.selectors.items() if limit[0] != family]
            for values in product((False, True), repeat=7):
                found = solver.solve(assumptions=[*assumed(values), *chosen])
                assert found == satisfied(small_model(family), true(values)), values


def test_auxiliaries_and_selectors_do_not_collide() -> None:
    """Tests that variables are numbered 1 to `variables`, auxiliaries after the model's own."""
    for guarded in (False, True):
        model = build(random_problem(7, 3), 6).constraints
        cnf = lower(model, guarded=guarded)
        assert max(abs(v) for clause in cnf.clauses() for v in clause) <= cnf.variables
        taken = list(cnf.selectors)
        for group in cnf.encoded:
            count = group.template.aux * len(group.rows)
            taken += range(group.first_aux, group.first_aux + count)
        assert len(taken) == len(set(taken))
        assert set(taken) == set(range(model.variables + 1, cnf.variables + 1))


@pytest.mark.parametrize("guarded", [False, True])
def test_dimacs_parses_back(guarded: bool) -> None:
    """Tests that a DIMACS reader finds the same clauses in the same order."""
    for constraints in (small_model(), build(random_problem(5, 2), 6).constraints):
        cnf = lower(constraints, guarded=guarded)
        parts: list[str] = []
        write_dimacs(cnf, parts.append)
        text = "".join(parts)
        parsed = CNF(from_string=text)
        assert parsed.clauses == list(cnf.clauses())
        header = text.splitlines()[0].split()
        assert header == ["p", "cnf", str(cnf.variables), str(cnf.clause_count)]
        assert parsed.nv <= cnf.variables


@pytest.mark.oracle
def test_blocks_longer_than_a_chunk_are_complete() -> None:
    """Tests that neither iteration nor output loses clauses of a long block."""
    rows = np.arange(1, 2 * CHUNK + 8, dtype=np.int32)[:, None]
    cnf = Cnf(len(rows), [np.hstack([rows, np.zeros_like(rows)]), rows])
    assert list(cnf.clauses()) == 2 * [[v] for v in rows[:, 0].tolist()]
    parts: list[str] = []
    write_dimacs(cnf, parts.append)
    assert len("".join(parts).splitlines()) == cnf.clause_count + 1


@pytest.mark.parametrize("width", [0, 2])
def test_an_empty_clause_refutes(width: int) -> None:
    """Tests that a row of zeros is a contradiction for the engine, DIMACS and the proof."""
    model = ConstraintModel(variables=2)
    model.add_clauses("fine", np.array([[1, 2]], dtype=np.int32))
    model.add_clauses("empty", np.zeros((1, width), dtype=np.int32))
    cnf = lower(model)
    assert cnf.has_empty_clause
    assert list(cnf.clauses()) == [[1, 2], []]
    assert cnf.clause_count == 2
    parts: list[str] = []
    write_dimacs(cnf, parts.append)
    assert "".join(parts) == "p cnf 2 2\n1 2 0\n0\n"
    session = SatSession(cnf, "cadical195")
    assert session.solve().satisfiable is False
    session.close()


def test_shuffling_keeps_the_clauses() -> None:
    """Tests that the multiset of clauses stays, in another order, the same for equal seeds."""
    plain, first, second, other = (many_blocks() for _ in range(4))
    first.shuffle(5)
    second.shuffle(5)
    other.shuffle(6)
    assert list(first.clauses()) == list(second.clauses())
    assert list(first.clauses()) != list(plain.clauses())
    assert list(first.clauses()) != list(other.clauses())
    for shuffled in (first, other):
        assert Counter(map(tuple, shuffled.clauses())) == Counter(map(tuple, plain.clauses()))
