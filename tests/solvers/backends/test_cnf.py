"""Lowering: a constraint model and its CNF have the same solutions."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from pysat.solvers import Solver

from models.space_time.constraint_model import ConstraintModel, Place
from models.space_time.xyz import build
from solvers.backends.cnf import CHUNK, Cnf, Encodings, lower, write_dimacs
from tests.models.random_problems import random_problem
from tests.solvers.backends.small_models import satisfied


def small_model() -> ConstraintModel:
    """Seven variables, padded clauses, groups of unequal lengths and bounds, one of them 0."""
    model = ConstraintModel(variables=7)
    model.add_clauses("a", np.array([[1, 2, 0], [-3, 4, 5], [0, 0, -6]], dtype=np.int32))
    groups = [
        (Place("p", 1), np.array([1, 2, 3, 4], dtype=np.int32)),
        (Place("p", 2), np.array([5, -7], dtype=np.int32)),
    ]
    model.add_groups("one", 1, groups)
    model.add_groups("two", 2, [(Place("q", 3), np.array([2, 3, 4, 5, 7], dtype=np.int32))])
    model.add_groups("none", 0, [(Place("r", 0), np.array([6], dtype=np.int32))])
    return model


def assumed(values: tuple[bool, ...]) -> list[int]:
    return [i if value else -i for i, value in enumerate(values, 1)]


def true(values: tuple[bool, ...]) -> list[int]:
    return [i for i, value in enumerate(values, 1) if value]


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


@pytest.mark.oracle
def test_blocks_longer_than_a_chunk_are_complete() -> None:
    """Tests that neither iteration nor output loses clauses of a long block."""
    rows = np.arange(1, 2 * CHUNK + 8, dtype=np.int32)[:, None]
    cnf = Cnf(len(rows), [np.hstack([rows, np.zeros_like(rows)]), rows])
    assert list(cnf.clauses()) == 2 * [[v] for v in rows[:, 0].tolist()]
    parts: list[str] = []
    write_dimacs(cnf, parts.append)
    assert len("".join(parts).splitlines()) == cnf.clause_count + 1
