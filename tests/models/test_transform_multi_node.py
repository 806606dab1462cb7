"""Multi-node operations: what patterns match, in plain graphs and through blocks."""

from __future__ import annotations

import msgspec
import pytest

from examples.ring import ring
from models.data.computation import Candidate, Computation, Setting, Wire
from models.data.dfg import (
    Constant,
    Dfg,
    Operand,
    Operator,
    OrderEdge,
    Pattern,
    Priority,
)
from models.errors import InputError
from models.transform import transform
from tests.models.mappings import operations

OPERATORS = (
    Operator("+", 2, commutative=True, associative=True),
    Operator("*", 2, commutative=True),
    Operator("-", 2),
    Operator("f", 1),
    Operator("out", 1, effect=True),
    Operator("pi", 0),
)
MAC = "+ _ * _ _"


def graph(text: str, *patterns: str, **other: object) -> Dfg:
    return Dfg(
        name="g",
        operators=OPERATORS,
        inputs=tuple("abcde"),
        operations=operations(text),
        patterns=tuple(Pattern(f"m{n}", tuple(p.split())) for n, p in enumerate(patterns)),
        **other,
    )


def matched(computation: Computation, value: str) -> list[str]:
    """`pattern operands / absorbed values` of every multi-node candidate, sorted."""
    found = []
    for candidate in computation.candidates[value]:
        assert candidate.executes[0] == value
        if candidate.operator in computation.dfg.pattern_by_name:
            names = [read.value for read in candidate.operands]
            found.append(" ".join([candidate.operator, *names, "/", *candidate.executes[1:]]))
    return sorted(found)


CASES = {
    "mac": ("p * a b; y + p c", [MAC], ["m0 c a b / p"]),
    "mac from the right": ("p * a b; y + c p", [MAC], ["m0 c a b / p"]),
    "two products": (
        "p * a b; q * c d; y + p q",
        [MAC],
        ["m0 p c d / q", "m0 q a b / p"],
    ),
    "a product twice": ("p * a b; y + p p", [MAC], ["m0 p a b / p"]),
    "a product of another iteration": ("p * a b; y + p@1 c", [MAC], []),
    "not commutative": ("p * a b; q * c d; y - p q", ["- _ * _ _"], ["m0 p c d / q"]),
    "not commutative, mirrored": ("p * a b; q * c d; y - p q", ["- * _ _ _"], ["m0 a b q / p"]),
    "another order": ("p - a b; y + c p", ["+ - _ _ _"], ["m0 a b c / p"]),
    "two children": (
        "p * a b; q * c d; y + p q",
        ["+ * _ _ * _ _"],
        ["m0 a b c d / p q"],
    ),
    "two different children": ("p f a; q * c d; y + p q", ["+ * _ _ f _"], ["m0 c d a / q p"]),
    "one value twice": ("p * a b; y + p p", ["+ * _ _ * _ _"], ["m0 a b a b / p"]),
    "nested": ("p f a; q * p b; y + c q", ["+ _ * f _ _"], ["m0 c a b / q p"]),
    "one operator": ("y + a b", ["+ _ _"], ["m0 a b /"]),
    "three of one kind": ("p + a b; q + c d; y + p q", ["+ _ + _ + _ _"], []),
    "no operand": ("p pi; y + a p", ["+ _ pi"], ["m0 a / p"]),
    "two patterns": ("p * a b; y + p c", ["+ _ _", MAC], ["m0 p c /", "m1 c a b / p"]),
    "a constant": ("p * a k; y + p k", [MAC], ["m0 k a k / p"]),
    "an input": ("y + a b", [MAC], []),
    "one of four": ("p * a b; q f p; y + q c", [MAC], []),
}


@pytest.mark.parametrize("case", CASES)
def test_what_matches(case: str) -> None:
    text, patterns, expected = CASES[case]
    computation = transform(graph(text, *patterns, constants=(Constant("k", 3),)), "none")
    assert matched(computation, "y") == expected


def test_values_with_a_priority_or_an_order_edge_are_not_absorbed() -> None:
    dfg = graph("p * a b; y + p c; z f d", MAC)
    assert matched(transform(dfg, "none"), "y")
    for changes in ({"priorities": (Priority("p", "z"),)}, {"order": (OrderEdge("z", "p"),)}):
        assert not matched(transform(msgspec.structs.replace(dfg, **changes), "none"), "y")
    on_root = msgspec.structs.replace(dfg, priorities=(Priority("z", "y"),))
    assert matched(transform(on_root, "none"), "y")


def test_a_shared_value_and_a_result_may_be_computed_again() -> None:
    dfg = graph("p * a b; y + p c; z + p d", MAC, results=("p", "y", "z"))
    computation = transform(dfg, "none")
    assert matched(computation, "y") == ["m0 c a b / p"]
    assert matched(computation, "z") == ["m0 d a b / p"]


def test_new_candidates_do_not_match_again() -> None:
    """`m1` matches one operator, which candidates of `m0` have absorbed."""
    dfg = graph("p * a b; y + p c; z f y", MAC, "f + _ _")
    assert matched(transform(dfg, "none"), "z") == ["m1 p c / y"]


@pytest.mark.parametrize(("how", "count"), [("none", 3), ("enumerate", 9), ("xbtree", 9)])
def test_multiply_adds_of_the_ring(how: str, count: int) -> None:
    computation = transform(ring(3, mac="pattern")[0], how)
    macs = [
        [candidate for candidate in candidates if candidate.operator == "mac"]
        for candidates in computation.candidates.values()
    ]
    assert sum(map(len, macs)) == 3 * count
    if how == "enumerate":
        assert sorted(map(len, macs)) == [0] * 9 + [2] * 9 + [3] * 3
        first = computation.candidates["s_0_1"]
        assert [c.executes[1:] for c in first] in (
            [(), ("p_0_0",), ("p_0_1",)],
            [(), ("p_0_1",), ("p_0_0",)],
        )


def test_a_match_through_a_sorter() -> None:
    dfg = graph("p * a b; s + p c; y + s d", MAC, results=("y",))
    computation = transform(dfg, "xbtree")
    base, *macs = computation.candidates["y~1"]
    assert base == Candidate("+", (Wire(0, 0), Wire(0, 1)), ("y~1",))
    assert sorted(macs, key=lambda mac: mac.settings) == [
        Candidate(
            "m0",
            (Wire(0, 1 - output), Operand("a"), Operand("b")),
            ("y~1", "p"),
            (Setting(0, output, 0),),
        )
        for output in (0, 1)
    ]
    assert matched_settings(computation, "y") == {((0, 2, 0),)}


def matched_settings(computation: Computation, value: str) -> set[tuple[Setting, ...]]:
    return {made.settings for made in computation.candidates[value] if made.operator == "m0"}


def test_a_match_through_an_exchanger_and_a_sorter() -> None:
    """Four leaves: y = y~2 + the wire that is left over by an exchanger of three."""
    dfg = graph("p * a b; s + p c; t + s d; y + t e", MAC, results=("y",))
    computation = transform(dfg, "xbtree")
    # The ring is y~1, leaf 2, leaf 3; output 2 of the exchanger is leaf 2 when it is rotated by
    # 2, leaf 3 by 0.
    assert matched_settings(computation, "y") == {((0, 2, 0), (1, 2, 0)), ((0, 3, 0), (1, 0, 0))}
    assert {made.operands[0] for made in computation.candidates["y"][1:]} == {Operand("y~2")}


def test_contradictory_settings_are_dropped() -> None:
    """Both operands of the first position are wires of one sorter: never the same product."""
    dfg = graph("p * a b; s + p c; y + s d", "+ * _ _ * _ _", results=("y",))
    assert not any(matched_settings(transform(dfg, "xbtree"), name) for name in ("y", "y~1"))
    dfg = graph("p * a b; q * c d; s + p q; y + s e", "+ * _ _ * _ _", results=("y",))
    found = matched_settings(transform(dfg, "xbtree"), "y~1")
    assert found == {((0, 0, 0), (0, 1, 1)), ((0, 0, 1), (0, 1, 0))}


@pytest.mark.large
def test_too_many_ways() -> None:
    with pytest.raises(InputError, match="pattern 'mac' takes more than 500000 steps") as caught:
        transform(ring(13, mac="pattern")[0], "xbtree")
    assert "\n" not in str(caught.value)
