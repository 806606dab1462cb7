"""Tests of the judge of symmetries: whatever a renaming changes, it is noticed and named."""

from __future__ import annotations

import msgspec
import pytest

from examples.ring import ring
from models.data.architecture import (
    Architecture,
    Choice,
    Component,
    InitialContents,
    Path,
    SharedIssue,
    Support,
)
from models.data.computation import Cluster
from models.data.dfg import (
    Constant,
    Dfg,
    Initial,
    Operand,
    Operation,
    Operator,
    OrderEdge,
    Priority,
)
from models.data.problem import Problem
from models.symmetry.automorphisms import symmetries
from models.symmetry.check import is_automorphism
from models.symmetry.symmetry import Symmetry
from models.transform.clusters import clusters
from tests.models.mappings import operations
from tests.models.test_symmetry import identity_of

ADD = Operator("+", 2, commutative=True, associative=True)
SUB = Operator("-", 2)
OTHER = Operator("other", 2)


def mirrored() -> tuple[Problem, Symmetry]:
    """Two equal halves 0 and 1 of everything, and the symmetry that swaps them."""
    halves = "01"
    dfg = Dfg(
        "halves",
        (ADD, SUB, OTHER),
        tuple(f"{x}{h}" for h in halves for x in "ab"),
        tuple(
            op
            for h in halves
            for op in (
                Operation(f"d{h}", "-", (Operand(f"a{h}"), Operand(f"b{h}", 1))),
                Operation(f"s{h}", "+", (Operand(f"d{h}"), Operand(f"k{h}"))),
                Operation(f"e{h}", "-", (Operand(f"s{h}"), Operand(f"k{h}"))),
            )
        ),
        ("s0", "s1"),
        tuple(Constant(f"k{h}", 3) for h in halves),
        tuple(OrderEdge(f"d{h}", f"e{h}", 1) for h in halves),
        tuple(Priority(f"d{h}", f"s{h}", ">=") for h in halves),
        initial=tuple(Initial(f"b{h}", (5, 6)) for h in halves),
    )
    contents = {
        h: InitialContents((f"a{h}",), (Choice(1, (f"b{h}", f"a{1 - int(h)}")),)) for h in halves
    }
    arch = Architecture(
        "halves",
        (
            Component("ext", initial="all"),
            *(Component(f"pe{h}", 1, ("+", Support("-", 2), "other"), 2) for h in halves),
            *(Component(f"rom{h}", initial=contents[h]) for h in halves),
        ),
        (
            *(Path(f"x{h}", (f"pe{h}",), (f"pe{1 - int(h)}", "ext"), 1) for h in halves),
            *(Path(f"r{h}", (f"rom{h}",), (f"pe{h}",), 1, 1) for h in halves),
            Path("in", ("ext",), ("pe0", "pe1")),
        ),
        "ext",
    )
    problem = Problem(dfg, arch, 2)
    renamings = [
        {name: f"{name[:-1]}{1 - int(name[-1])}" if name[-1] in halves else name for name in part}
        for part in identity_of(problem)
    ]
    return problem, Symmetry(*renamings)


def changed(problem: Problem, where: str, name: str, **fields: object) -> Problem:
    """The problem with other fields of one thing in one of its lists."""
    room = "arch" if where in ("components", "paths") else "dfg"
    whole = getattr(problem, room)
    key = {"initial": "value"}.get(where, "name")
    listed = tuple(
        msgspec.structs.replace(item, **fields) if getattr(item, key) == name else item
        for item in getattr(whole, where)
    )
    whole = msgspec.structs.replace(whole, **{where: listed})
    return msgspec.structs.replace(problem, **{room: whole})


def test_the_mirror_is_a_symmetry():
    problem, mirror = mirrored()
    assert is_automorphism(problem, (), mirror) is None
    assert is_automorphism(problem, (), identity_of(problem)) is None
    assert symmetries(problem) == [mirror]


BOTH = ("b0", "a1")
# One change of one half: list, name, fields, and what the judge says.
CHANGES = [
    ("components", "pe0", {"issue": 2}, "issue differs"),
    ("components", "pe0", {"ops": None}, "ops differ"),
    ("components", "pe0", {"ops": (Support("-", 2), "other")}, "ops differ"),
    ("components", "pe0", {"capacity": 3}, "capacity differs"),
    ("components", "pe0", {"transient": True}, "transient differs"),
    ("components", "rom0", {"initial": "all"}, "initial contents differ"),
    ("components", "rom0", {"initial": InitialContents(("a0",))}, "initial choices differ"),
    *(
        ("components", "rom0", {"initial": InitialContents(("a0",), choices)}, "initial choices")
        for choices in ((Choice(2, BOTH),), (Choice(1, ("b0", "b1")),), (Choice(1, BOTH),) * 2)
    ),
    ("paths", "x0", {"width": None}, "width differs"),
    ("paths", "x0", {"latency": 1}, "latency differs"),
    ("paths", "x0", {"sources": ("pe0", "rom0")}, "sources differs"),
    ("paths", "x0", {"targets": ("pe1",)}, "targets differs"),
    ("paths", "x0", {"sources": ("pe1",), "targets": ("pe0",)}, "sources differs"),
    ("operations", "d0", {"operator": "other"}, "operators differ"),
    ("operations", "d0", {"operands": (Operand("a0"), Operand("a0", 1))}, "operands differ"),
    ("operations", "d0", {"operands": (Operand("b0", 1), Operand("a0"))}, "operands differ"),
    ("operations", "s0", {"operands": (Operand("d0"), Operand("d0"))}, "operands differ"),
    ("constants", "k0", {"value": 4}, "operands differ"),
    ("constants", "k0", {"value": 3.0}, "operands differ"),
    ("initial", "b0", {"numbers": (5.0, 6)}, "initial numbers differ"),
    ("initial", "b0", {"value": "a0"}, "initial numbers differ"),
]


@pytest.mark.parametrize(("where", "name", "fields", "what"), CHANGES)
def test_a_difference_between_the_halves_is_noticed(where, name, fields, what):
    problem, mirror = mirrored()
    other = changed(problem, where, name, **fields)
    said = is_automorphism(other, (), mirror)
    assert said is not None and what in said and "\n" not in said
    assert symmetries(other) == []
    assert is_automorphism(other, (), identity_of(other)) is None


@pytest.mark.parametrize(
    ("field", "value", "what"),
    [
        ("results", ("s0",), "one is a result"),
        ("order", (OrderEdge("d0", "e0", 1),), "order edge 'd0' -> 'e0'"),
        ("order", (OrderEdge("d0", "e0", 1), OrderEdge("e1", "d1", 1)), "order edge"),
        ("order", (OrderEdge("d0", "e0", 1), *[OrderEdge("d1", "e1", 1)] * 2), "order edge"),
        ("priorities", (Priority("d0", "s0", ">="),), "priority 'd0' >= 's0'"),
        ("priorities", (Priority("d0", "s0"), Priority("d1", "s1", ">=")), "priority"),
    ],
)
def test_a_difference_in_what_is_said_of_values_is_noticed(field, value, what):
    problem, mirror = mirrored()
    dfg = msgspec.structs.replace(problem.dfg, **{field: value})
    other = msgspec.structs.replace(problem, dfg=dfg)
    said = is_automorphism(other, (), mirror)
    assert said is not None and what in said
    assert symmetries(other) == []


def test_any_other_swap_is_refused():
    problem, mirror = mirrored()
    for start in (mirror, identity_of(problem)):
        for part in ("values", "components", "paths"):
            full = getattr(start, part)
            for a in full:
                for b in full:
                    if a < b:
                        swapped = {**full, a: full[b], b: full[a]}
                        wrong = msgspec.structs.replace(start, **{part: swapped})
                        assert is_automorphism(problem, (), wrong) is not None


def test_operands_of_commutative_operators_count_as_often_as_they_are_read():
    def problem(*operands: str) -> Problem:
        read = tuple(map(Operand, operands))
        wide = Operator("+", len(read), commutative=True)
        dfg = Dfg("wide", (wide,), ("a", "b"), (Operation("s", "+", read),), ("s",))
        return Problem(dfg, mirrored()[0].arch.__class__("one", (Component("ext"),), (), "ext"))

    swap = Symmetry({"a": "b", "b": "a", "s": "s"}, {"ext": "ext"}, {})
    for operands, fits in (("ab", True), ("abab", True), ("aab", False), ("aabb", True)):
        assert (is_automorphism(problem(*operands), (), swap) is None) == fits
        assert len(symmetries(problem(*operands))) == fits


def test_clusters_are_not_believed():
    problem = Problem(*ring(4, mac="pattern"))
    groups = clusters(problem.dfg)
    found = symmetries(problem, groups)
    assert all(is_automorphism(problem, groups, each) is None for each in found)
    symmetry = found[0]
    first = groups[0]
    replaced = msgspec.structs.replace
    for wrong, what in (
        (replaced(first, leaves=(*first.leaves, first.leaves[0])), "leaves"),
        (replaced(first, leaves=(Operand("p_0_0", 1), *first.leaves[1:])), "leaves"),
        (replaced(first, leaves=(Operand("p_1_0"), *first.leaves[1:])), "leaves"),
        (replaced(first, inner=(*first.inner, "s_1_1")), "two places"),
        (replaced(first, inner=("p_0_0",)), "no operation"),
        (replaced(first, inner=first.inner[:1]), "leaves"),
        (replaced(first, root="nothing"), "no operation"),
    ):
        said = is_automorphism(problem, (wrong, *groups[1:]), symmetry)
        assert said is not None and what in said
    # The permutation has to be one of the values outside these clusters.
    assert "value" in (is_automorphism(problem, groups[1:], symmetry) or "")
    plain = replaced(problem.dfg.operators[0], associative=False)
    dfg = replaced(problem.dfg, operators=(plain, *problem.dfg.operators[1:]))
    assert "not associative" in (
        is_automorphism(Problem(dfg, problem.arch), groups, symmetry) or ""
    )


@pytest.mark.parametrize("fields", [{"results": ("t", "s")}, {"order": (OrderEdge("p", "s"),)}])
def test_inner_operations_must_serve_nothing_else(fields):
    steps = operations("p - a b; s + p a; t + s b")
    dfg = Dfg("sum", (ADD, SUB), ("a", "b"), steps, ("t",))
    group = Cluster("t", "+", tuple(map(Operand, "pab")), ("s",))
    arch = Architecture("one", (Component("ext"),), (), "ext")
    same = Symmetry({name: name for name in "abpt"}, {"ext": "ext"}, {})
    assert is_automorphism(Problem(dfg, arch), (group,), same) is None
    needed = msgspec.structs.replace(dfg, **fields)
    said = is_automorphism(Problem(needed, arch), (group,), same)
    assert said is not None and "'s' is needed outside" in said
    needed = msgspec.structs.replace(dfg, operations=(*steps, *operations("u - s s")))
    said = is_automorphism(Problem(needed, arch), (group,), same)
    assert said == "cluster 't': 's' is read 3 times, not once"


def test_the_judge_knows_every_field():
    """A new field of the model has to be looked at in `models.symmetry`; then add it here."""
    known = {
        # Lines, formulas and rewrites speak of no mapping.
        Dfg: "name operators inputs operations results constants order priorities patterns initial"
        " lines before rewrites invariants",
        Operation: "name operator operands",
        Operand: "value distance",
        OrderEdge: "before after distance",
        Priority: "first then sign",
        Initial: "value numbers",
        Constant: "name value",
        Architecture: "name components paths external max_contexts max_hops max_routes shared",
        SharedIssue: "name components ops at_most",
        Choice: "at_most of",
        InitialContents: "values choices",
        Support: "name latency",
        Problem: "dfg arch contexts transform recompute files constraints",
        Cluster: "root operator leaves inner",
    }
    for kind, fields in known.items():
        assert kind.__struct_fields__ == tuple(fields.split())
