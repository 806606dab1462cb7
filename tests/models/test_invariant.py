"""Mappings that a symmetry leaves alone: the merged model against naively added equalities."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from archs.presets import architecture_preset
from models.data.computation import Setting, Transform
from models.data.dfg import Constant, Dfg, Operator, OrderEdge, Pattern
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.space_time.constraint_model import ConstraintModel
from models.space_time.index import Index
from models.space_time.xyz import build
from models.space_time.xyz_model import XyzModel
from models.symmetry.automorphisms import symmetries
from models.symmetry.invariant import Invariant, LiftedSymmetry, NotLiftedError, invariant
from models.symmetry.symmetry import Symmetry
from models.transform.clusters import clusters
from solvers.backends.cnf import Encodings, lower
from solvers.backends.sat import Outcome, SatSession
from tests.models.decide import EVERY, approve, under
from tests.models.mappings import ADD, MUL, operations
from tests.models.wide_problems import symmetric_problem

MOST = 8


def solved(constraints: ConstraintModel, encodings: Encodings | None = None) -> Outcome:
    session = SatSession(lower(constraints, encodings), "glucose4")
    outcome = session.solve()
    session.close()
    return outcome


def merged_clusters(problem: Problem) -> tuple:
    return () if problem.transform == "none" else clusters(problem.dfg)


def images(model: XyzModel, symmetry: Symmetry, lift: LiftedSymmetry) -> Iterator[tuple[int, int]]:
    """Every variable of X, Y, Z and Q with its image, 0 where there is none, one by one."""
    names = [part.name for part in model.problem.arch.components]
    paths = [path.name for path in model.problem.arch.paths]
    for i, value in enumerate(lift.values):
        for j, name in enumerate(names):
            there = names.index(symmetry.components[name])
            yield from zip(model.x[i, j].tolist(), model.x[value, there].tolist(), strict=True)
            yield from zip(model.z[i, j].tolist(), model.z[value, there].tolist(), strict=True)
        for h, name in enumerate(paths):
            there = paths.index(symmetry.paths[name])
            yield from zip(model.y[i, h].tolist(), model.y[value, there].tolist(), strict=True)
    for setting, variable in model.q.items():
        yield variable, model.q[lift.setting(setting)]


def restricted(model: XyzModel, symmetry: Symmetry, lift: LiftedSymmetry) -> ConstraintModel:
    """The model with a clause for each half of each equality, and nothing merged."""
    rows = []
    for own, image in images(model, symmetry, lift):
        if own != image:
            rows += [(-own, image), (own, -image)] if own and image else [(-(own or image), 0)]
    added = ConstraintModel(
        model.constraints.variables, [*model.constraints.clauses], [*model.constraints.groups]
    )
    added.add_clauses("equal", np.array(rows, dtype=np.int32).reshape(-1, 2))
    return added


def inspect(model: XyzModel, small: Invariant, outcome: Outcome, symmetry: Symmetry) -> None:
    """Fail unless a solution of the merged model is a mapping, and invariant."""
    chosen = np.zeros(model.constraints.variables + 1, dtype=bool)
    chosen[small.expanded(outcome.model)] = True
    for block in model.constraints.clauses:
        assert ((chosen[np.abs(block.rows)] == (block.rows > 0)) & (block.rows != 0)).any(1).all()
    for group in model.constraints.groups:
        assert (chosen[group.rows].sum(axis=1) <= group.bound).all()
    for own, image in images(model, symmetry, LiftedSymmetry(model.index, symmetry)):
        assert chosen[own] == chosen[image]
    approve(model, np.flatnonzero(chosen).tolist())


def models_of(problem: Problem, most: int = MOST) -> Iterator[XyzModel]:
    for horizon in range(2, most + 1):
        try:
            yield build(problem, horizon)
        except InfeasibleError:
            return


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("how", EVERY)
@pytest.mark.parametrize("contexts", [None, 1, 2])
def test_merging_is_as_good_as_equalities(how: Transform, contexts: int | None) -> None:
    """Tests random problems of equal tiles, up to the first horizon with a mapping."""
    found = 0
    for seed in range(10):
        problem = under(symmetric_problem(seed, contexts), how)
        for symmetry in symmetries(problem, merged_clusters(problem))[:2]:
            for model in models_of(problem):
                small = invariant(model, symmetry)
                outcome = solved(small.constraints)
                lift = LiftedSymmetry(model.index, symmetry)
                equal = solved(restricted(model, symmetry, lift))
                assert outcome.satisfiable == equal.satisfiable, (seed, model.horizon)
                if outcome.satisfiable:
                    inspect(model, small, outcome, symmetry)
                    found += 1
                    break
    assert found >= 2


def assert_lifted(problem: Problem, symmetry: Symmetry) -> None:
    index = Index(problem)
    lift = LiftedSymmetry(index, symmetry)
    assert sorted(lift.values) == [*range(len(index.values))]
    assert sorted(lift.candidates) == [*range(len(index.candidates))]
    for way, image in zip(index.candidates, lift.candidates, strict=True):
        assert index.candidates[image].value == lift.values[way.value]
        assert index.candidates[image].candidate.operator == way.candidate.operator
        executed = {lift.values[index.value[name]] for name in way.candidate.executes}
        there = {index.value[name] for name in index.candidates[image].candidate.executes}
        assert executed == there
        reads = {(lift.values[d], distance) for d, distance in way.reads}
        assert reads == {*index.candidates[image].reads}
    blocks = index.computation.blocks
    wanted = []
    for p, block in enumerate(blocks):
        size = len(block.inputs)
        entries = (0,) if block.kind == "exchanger" else range(size)
        wanted += [Setting(p, q, r) for q in range(size) for r in entries]
    assert {lift.setting(setting) for setting in wanted} == {*wanted}


def labelled(operators: tuple[Operator, ...], steps: str, results: str, **more: Any) -> Dfg:
    """A DFG of inputs a to d."""
    return Dfg("n", operators, tuple("abcd"), operations(steps), tuple(results), **more)


DOT = Pattern("dot", ("+", "*", "_", "_", "*", "_", "_"))
F, STEP = Operator("f", 1), Operator(".", 2, associative=True)
ORDER = (OrderEdge("y", "g"),)
LABELLED = {
    "swapped products": labelled((ADD, MUL), "m * a b; n * c d; y + m n", "y", patterns=(DOT,)),
    "equal sums": labelled((ADD,), "s + a b; y + s c; t + a b; z + t c", "yz"),
    "equal constants": labelled(
        (ADD,),
        "s + a b; y + s k; t + c d; z + t l",
        "yz",
        constants=(Constant("k", 3), Constant("l", 3)),
    ),
    "part with a name": labelled((ADD, F), "y + a b; s + a b; z + s c; g f c", "yzg", order=ORDER),
    "the same three times": labelled((STEP,), "s . a a; y . s a; t . a a; z . t a", "yz"),
    "four terms": labelled((ADD,), "s + a b; t + s c; y + t d", "y"),
    "two orders": labelled(
        (ADD, F),
        "y + a b; z + c d; g f a; h f c",
        "yzgh",
        order=(OrderEdge("y", "g"), OrderEdge("z", "h")),
    ),
    "accumulators": labelled((ADD,), "s + a y@1; y + s b", "y"),
}


@pytest.mark.parametrize("how", EVERY)
@pytest.mark.parametrize("name", LABELLED)
def test_symmetries_that_are_easily_lost(name: str, how: Transform) -> None:
    """Tests DFGs in which several things look alike; some orders of them are symmetric."""
    dfg = LABELLED[name]
    contexts = 2 if dfg.max_distance else None
    problem = Problem(dfg, architecture_preset("ring:2"), contexts, how)
    found = symmetries(problem, merged_clusters(problem))
    assert found
    for symmetry in found:
        assert_lifted(problem, symmetry)
    for model in models_of(problem, 6):
        lift = LiftedSymmetry(model.index, found[0])
        merged = solved(invariant(model, found[0]).constraints)
        assert merged.satisfiable == solved(restricted(model, found[0], lift)).satisfiable


def test_a_shared_partial_result_has_one_owner() -> None:
    """Tests two equal results, of which a larger sum reads the first only: no symmetry."""
    steps = operations("y + a b; z + b a; s + a b; w + s c")
    dfg = Dfg("n", (ADD,), ("a", "b", "c"), steps, ("y", "z", "w"))
    problem = Problem(dfg, architecture_preset("ring:2"), None, "enumerate")
    swaps = [s for s in symmetries(problem, clusters(dfg)) if s.values["y"] == "z"]
    assert swaps
    for symmetry in swaps:
        with pytest.raises(NotLiftedError, match="no image"):
            LiftedSymmetry(Index(problem), symmetry)
