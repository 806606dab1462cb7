"""Tests of symmetry detection: groups of known size, and what they do to mappings."""

from __future__ import annotations

import sys
from math import factorial

import msgspec
import pytest

from examples.ring import ring
from models.data.dfg import Dfg, Operand, Operation
from models.data.problem import Problem
from models.errors import InputError, NotSupportedError
from models.symmetry.automorphisms import architecture_symmetries, symmetries, symmetry_count
from models.symmetry.check import is_automorphism
from models.symmetry.symmetry import Symmetry, component_orbits, cycles
from models.transform.clusters import clusters
from tests.models.mappings import ADD, CASES, operation, operations, rules
from tests.models.test_symmetry_problems import SUB, closure, identity_of, moved, on, products

ROTATION = Symmetry(
    {"a": "b", "b": "c", "c": "a", "s": "s"}, {"p": "q", "q": "p"}, {"in": "in", "out": "out"}
)


def test_a_symmetry_is_a_group_element():
    assert ROTATION.order == 6
    twice = ROTATION.then(ROTATION)
    assert twice.values["a"] == "c" and twice.then(twice).then(ROTATION).values["b"] == "a"
    assert all(a == b for part in twice.then(twice).then(twice) for a, b in part.items())
    swap = Symmetry({"a": "b", "b": "a", "c": "c", "s": "s"}, ROTATION.components, ROTATION.paths)
    assert ROTATION.then(swap).values["a"] == "a"
    assert swap.then(ROTATION).values["a"] == "c"
    assert cycles(ROTATION.values) == [["a", "b", "c"], ["s"]]


@pytest.mark.parametrize(
    ("spec", "count"),
    [
        ("ring:4", 4),
        ("ring:7", 7),
        ("line:5", 2),
        ("full:5", 120),
        ("mesh:3x3,io=all", 8),
        ("mesh:3x3", 2),
        ("mesh:2x3,io=all", 4),
        ("torus:3x3,io=all", 72),
        ("torus:4x4,io=all", 384),
        ("torus:3x3,io=left-left", 12),
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


def test_orbits_of_components():
    def orbits(spec: str) -> list[list[str]]:
        problem = on(spec)
        return [sorted(orbit) for orbit in component_orbits(architecture_symmetries(problem))]

    assert sorted(orbits("mesh:3x3,io=all")) == [
        ["ext"],
        ["pe_0_0", "pe_0_2", "pe_2_0", "pe_2_2"],
        ["pe_0_1", "pe_1_0", "pe_1_2", "pe_2_1"],
        ["pe_1_1"],
    ]
    assert [len(orbit) for orbit in orbits("torus:4x4,io=all")] in ([1, 16], [16, 1])
    assert component_orbits([]) == []


@pytest.mark.parametrize("size", [2, 3, 4, 5, 8])
def test_the_ring_product_is_symmetric_in_rows_and_columns(size):
    problem = Problem(*ring(size, mac="pattern"), transform="xbtree")
    groups = clusters(problem.dfg)
    assert symmetry_count(problem, groups) == size * factorial(size) ** 2
    found = symmetries(problem, groups)
    assert all(is_automorphism(problem, groups, each) is None for each in found)
    inner = {name for group in groups for name in group.inner}
    assert all(set(each.values) == set(problem.dfg.values) - inner for each in found)


def test_without_clusters_a_sum_has_an_order():
    """Only the first two of four products can change places, the same two in every row."""
    problem = Problem(*ring(4))
    assert symmetry_count(problem) == 4 * factorial(4) * 2


@pytest.mark.parametrize("commutative", [False, True])
def test_leaves_of_a_cluster_are_free_only_when_the_operator_commutes(commutative):
    operator = msgspec.structs.replace(ADD, commutative=commutative)
    chain = operations("s + a b; t + s c; u + t c")
    dfg = Dfg("sum", (operator,), ("a", "b", "c"), chain, ("u",))
    problem = on("ring:3", dfg)
    assert symmetry_count(problem, clusters(dfg)) == (6 if commutative else 3)


@pytest.mark.parametrize("name", CASES)
def test_a_symmetry_maps_hand_made_mappings_to_legal_ones(name):
    problem, mapping = CASES[name]
    for each in symmetries(problem):
        assert rules(problem, moved(mapping, each)) == set()


def test_fixed_names_are_not_moved():
    problem = on("mesh:3x3,io=all", products(2))
    assert all(
        each.components["pe_0_0"] == "pe_0_0"
        for each in symmetries(problem, fixed_components=["pe_0_0"])
    )
    kept = symmetries(problem, fixed_components=["pe_0_0"], fixed_values=["p0"])
    assert len(closure(kept, identity_of(problem))) == 2 * 4


def test_an_inner_operation_that_others_need_is_refused():
    chain = (operation("s", "+", "a", "b"), operation("t", "+", "s", "c"))
    dfg = Dfg("sum", (ADD, SUB), ("a", "b", "c"), chain, ("t",))
    (group,) = clusters(dfg)
    for other in (
        msgspec.structs.replace(dfg, results=("s", "t")),
        msgspec.structs.replace(
            dfg, operations=(*chain, Operation("d", "-", (Operand("s"), Operand("a"))))
        ),
    ):
        with pytest.raises(InputError, match="'s' is inside the cluster of 't'"):
            symmetries(on("ring:2", other), (group,))


def test_without_igraph_there_is_one_clear_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "igraph", None)
    with pytest.raises(NotSupportedError, match="pip install igraph"):
        symmetries(on("ring:3"))
