"""Tests of symmetry detection: groups of known size, and what they do to mappings."""

from __future__ import annotations

from itertools import pairwise
from math import factorial

import numpy as np
import pytest

from examples.ring import ring
from models.data.problem import Problem
from models.symmetry import permutations
from models.symmetry.automorphisms import architecture_symmetries, symmetries, symmetry_count
from models.symmetry.check import is_automorphism
from models.symmetry.subgroup import candidates
from models.symmetry.symmetry import Symmetry, cycles
from models.transform.clusters import clusters
from tests.models.mappings import CASES, rules
from tests.models.test_symmetry_problems import closure, identity_of, moved, on, products, tiny

ROTATION = Symmetry(
    {"a": "b", "b": "c", "c": "a", "s": "s"}, {"p": "q", "q": "p"}, {"in": "in", "out": "out"}
)


def test_a_symmetry_is_a_group_element():
    assert ROTATION.order == 6
    assert ROTATION.power(6).is_identity and ROTATION.power(0).is_identity
    assert not ROTATION.power(3).is_identity
    assert ROTATION.then(ROTATION) == ROTATION.power(2)
    assert ROTATION.inverse() == ROTATION.power(-1) == ROTATION.power(5)
    assert ROTATION.then(ROTATION.inverse()).is_identity
    swap = Symmetry({"a": "b", "b": "a", "c": "c", "s": "s"}, ROTATION.components, ROTATION.paths)
    assert ROTATION.then(swap).values["a"] == "a"
    assert swap.then(ROTATION).values["a"] == "c"
    assert cycles(ROTATION.values) == [["a", "b", "c"], ["s"]]


@pytest.mark.parametrize(
    ("spec", "count"),
    [
        ("ring:4", 4),
        ("full:5", 120),
        ("mesh:3x3,io=all", 8),
        ("torus:3x3,io=all", 72),
        ("torus:4x4,io=all", 384),
    ],
)
def test_arrays_have_as_many_symmetries_as_known(spec, count):
    """One product has a second symmetry of its own, the swap of its two factors.

    The 4x4 torus is the hypercube of dimension 4; its 384 = 2⁴·4! symmetries are more than
    the 128 of a grid.
    """
    problem = on(spec)
    assert symmetry_count(problem) == 2 * count
    found = architecture_symmetries(problem)
    assert all(each.values == identity_of(problem).values for each in found)
    assert len(closure(found, identity_of(problem))) == count


@pytest.mark.parametrize("size", [2, 3, 4, 5, 8])
def test_the_ring_product_is_symmetric_in_rows_and_columns(size):
    problem = Problem(*ring(size, mac="pattern"), transform="xbtree")
    groups = clusters(problem.dfg)
    assert symmetry_count(problem, groups) == size * factorial(size) ** 2
    found = symmetries(problem, groups)
    assert all(is_automorphism(problem, groups, each) is None for each in found)
    inner = {name for group in groups for name in group.inner}
    assert all(set(each.values) == set(problem.dfg.values) - inner for each in found)


@pytest.mark.parametrize("name", CASES)
def test_a_symmetry_maps_hand_made_mappings_to_legal_ones(name):
    problem, mapping = CASES[name]
    for each in symmetries(problem):
        assert rules(problem, moved(mapping, each)) == set()


def chosen(problem: Problem, limit: int = 8, seed: int = 0) -> list[Symmetry]:
    """The candidates, each of them judged."""
    groups = clusters(problem.dfg)
    found = candidates(problem, groups, symmetries(problem, groups), limit, seed)
    assert len(found) <= limit
    for each in found:
        assert is_automorphism(problem, groups, each) is None
        assert each.order > 1
        for cycle in cycles(each.components):
            issues = problem.arch.component_by_name[cycle[0]].issue > 0
            assert len(cycle) == each.order if issues else each.order % len(cycle) == 0
    return found


@pytest.mark.parametrize("size", [2, 3, 5, 6, 12])
def test_a_ring_turns_by_one_with_all_rows_and_columns(size):
    problem = Problem(*ring(size, mac="pattern"), transform="xbtree")
    found = chosen(problem)
    best = found[0]
    assert best.order == size
    for pe in range(size):
        assert best.components[f"pe{pe}"] == f"pe{(pe + 1) % size}"
    assert {len(cycle) for cycle in cycles(best.values)} == {size}
    assert len(cycles(best.values)) == 2 * size + 2
    divisors = [d for d in range(size, 1, -1) if size % d == 0]
    assert [each.order for each in found] == divisors
    for each in found:
        assert {len(cycle) for cycle in cycles(each.values)} == {each.order}


def test_candidates_of_random_problems_are_symmetries():
    for seed in range(60):
        chosen(tiny(seed))


def test_random_elements_reach_the_whole_group():
    """The symmetric group of 4 from a transposition and a cycle: each element once in 24."""
    source = permutations.RandomElements(
        [np.array([1, 0, 2, 3]), np.array([1, 2, 3, 0])], 4, np.random.default_rng(0)
    )
    drawn = [tuple(source.draw().tolist()) for _ in range(4800)]
    counts = sorted(drawn.count(each) for each in set(drawn))
    assert len(counts) == 24
    assert counts[0] > 100 and counts[-1] < 320
    assert any(a != b for a, b in pairwise(drawn))
    nothing = permutations.RandomElements([], 3, np.random.default_rng(0))
    assert nothing.draw().tolist() == [0, 1, 2]


def test_a_group_too_large_to_list_is_sampled():
    best = chosen(on("full:9", products(9)))[0]
    assert best.order == 9
    assert {len(cycle) for cycle in cycles(best.values)} == {9}
