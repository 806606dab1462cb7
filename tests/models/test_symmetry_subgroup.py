"""Tests of the choice of symmetries to be invariant under."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from examples.ring import ring
from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg
from models.data.problem import Problem
from models.symmetry import permutations
from models.symmetry.automorphisms import symmetries
from models.symmetry.check import is_automorphism
from models.symmetry.subgroup import candidates
from models.symmetry.symmetry import Symmetry, cycles
from models.transform.clusters import clusters
from tests.models.mappings import ADD, operation
from tests.models.test_symmetry_problems import on, products, tiny


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


def test_without_clusters_a_row_cannot_turn():
    """The order of a sum fixes its columns; there is nothing free to be invariant under."""
    found = candidates(problem := Problem(*ring(3)), (), symmetries(problem))
    assert all(any(a == b for a, b in each.values.items()) for each in found)


def test_a_mesh_has_mirrors_and_rotations():
    orders = [each.order for each in chosen(on("mesh:4x4,io=all", products(4)))]
    assert sorted(orders, reverse=True) == orders == [4, 2, 2]
    # An odd mesh has a centre that nothing moves, or a middle column.
    assert chosen(on("mesh:3x3,io=all", products(4))) == []
    (mirror,) = chosen(on("mesh:2x2", products(2)))
    assert mirror.components["pe_0_0"] == "pe_0_1"


def test_a_torus_moves_in_both_directions():
    found = chosen(on("torus:4x4,io=all", products(16)))
    assert [each.order for each in found] == sorted((each.order for each in found), reverse=True)
    assert found[0].order == 8
    assert {each.order for each in found} == {8, 4, 2}
    for each in found:
        assert {len(cycle) for cycle in cycles(each.values)} == {each.order}


def test_parallel_paths_and_unused_inputs_do_not_disturb():
    inputs = ("a", "b", *(f"unused{i}" for i in range(7)))
    dfg = Dfg("plus", (ADD,), inputs, (operation("s", "+", "a", "b"),), ("s",))
    elements = [f"pe{i}" for i in range(2)]
    paths = [Path(f"in{p}{i}", ("ext",), (p,), 1) for p in elements for i in range(5)]
    paths += [Path(f"out{p}", (p,), ("ext",), 1) for p in elements]
    arch = Architecture(
        "two",
        (Component("ext", initial="all"), *(Component(p, issue=1) for p in elements)),
        tuple(paths),
        "ext",
    )
    (found,) = chosen(Problem(dfg, arch))
    assert found.order == 2
    assert all(found.values[name] == name for name in inputs[2:])
    assert found.values["a"] == "b"


def test_without_symmetries_there_are_no_candidates():
    assert chosen(on("single:")) == []
    assert chosen(on("ring:3", products(2))) == []
    assert candidates(on("ring:4", products(4)), (), [], 4) == []


def test_candidates_of_random_problems_are_symmetries():
    for seed in range(60):
        chosen(tiny(seed))


def test_permutations_as_arrays():
    source = np.random.default_rng(1)
    for size in (1, 2, 5, 30, 200):
        one = source.permutation(size)
        lengths = permutations.cycle_lengths(one)
        renaming = {str(i): str(image) for i, image in enumerate(one.tolist())}
        for cycle in cycles(renaming):
            assert all(lengths[int(name)] == len(cycle) for name in cycle)
        whole = permutations.order(one)
        identity = np.arange(size)
        assert (permutations.power(one, whole) == identity).all()
        assert (permutations.power(one, whole - 1) == permutations.inverse(one)).all()
        assert (permutations.orbit_sizes([one], size) == lengths).all()


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


@pytest.mark.parametrize("count", [16, 100])
def test_many_independent_products_are_dealt_out(count):
    best = chosen(on("ring:4", products(count)))[0]
    assert best.order == 4
    assert {len(cycle) for cycle in cycles(best.values)} == {4}
