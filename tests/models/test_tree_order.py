"""Tests that each order of a sum has one setting left, and that no order is lost."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from examples.ring import ring
from models.data.computation import Setting
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.space_time.index import Index
from models.space_time.symmetry_breaking import break_symmetry
from models.space_time.tree_order import Tree, equal_trees, rule_equal_trees, tree_of
from models.space_time.xyz import build
from models.space_time.xyz_model import XyzModel
from tests.models.decide import judge, solved
from tests.models.random_sums import random_sums
from tests.seeds import seeds

LARGE = 4000
"""Variables of a model that takes too long here."""


def sum_of(leaves: int) -> Dfg:
    names = tuple(f"x{n}" for n in range(leaves))
    steps, last = [], Operand(names[0])
    for n, name in enumerate(names[1:]):
        steps.append(Operation(f"s{n}", "+", (last, Operand(name))))
        last = Operand(f"s{n}")
    add = Operator("+", 2, commutative=True, associative=True)
    return Dfg("sum", (add,), names, tuple(steps), (steps[-1].name,))


def labelled(tree: Tree, leaf: tuple[int, ...]) -> object:
    """The tree with the leaves that the sorter puts there; sides do not matter."""
    if isinstance(tree, int):
        return leaf[tree]
    return frozenset(labelled(part, leaf) for part in tree)


@pytest.mark.parametrize(("leaves", "trees"), [(4, 15), (5, 105), (6, 945)])
def test_every_tree_is_left_once(leaves: int, trees: int) -> None:
    _, arch = ring(3)
    dfg = sum_of(leaves)
    computation = Index(Problem(dfg, arch, None, "xbtree")).computation
    clauses = list(equal_trees(computation))
    found, every = [], set()
    for settings in product(range(2), repeat=leaves - 3):
        rotations = dict(enumerate(settings, 1))
        tree = tree_of(computation, computation.clusters[0].root, rotations)
        for leaf in permutations(range(leaves)):
            true = {Setting(p, c, 0) for p, c in rotations.items()}
            true |= {Setting(0, q, r) for q, r in enumerate(leaf)}
            every.add(labelled(tree, leaf))
            if all(any((s in true) == (sign > 0) for sign, s in row) for row in clauses):
                found.append(labelled(tree, leaf))
    assert len(found) == len(set(found)) == trees
    assert set(found) == every


def satisfiable(model: XyzModel) -> bool:
    found = solved(model)
    if found is not None:
        judge(model.problem, found)
    return found is not None


@pytest.mark.parametrize("how", ["xbtree", "select"])
@seeds(range(12))
def test_no_answer_changes(seed: int, how: str) -> None:
    """The shortest horizon with a mapping, and those below, have the same answers."""
    drawn = random_sums(seed, leaves=5 + seed % 4)
    problem = Problem(drawn.dfg, drawn.arch, None, how)  # type: ignore[arg-type]
    for horizon in range(2, 9):
        try:
            model = build(problem, horizon, windowed=True)
        except InfeasibleError:
            break
        if model.constraints.variables > LARGE:
            break
        expected = satisfiable(model)
        rule_equal_trees(model)
        assert satisfiable(model) is expected
        if expected:
            break


def test_symmetries_of_the_array_and_of_results_stay() -> None:
    """A mapping is left beside the clauses that break those symmetries."""
    problem = Problem(*ring(4, "pattern"), None, "xbtree")
    model = build(problem, 7, windowed=True)
    assert break_symmetry(model) is not None
    rule_equal_trees(model)
    assert satisfiable(model)
