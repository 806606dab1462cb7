"""Multi-node operations: what patterns match, in plain graphs and through blocks."""

from __future__ import annotations

import msgspec
import pytest

from examples.ring import ring
from models.data.computation import Computation
from models.data.dfg import Constant, Dfg, Operator, OrderEdge, Pattern, Priority
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
    "two products": ("p * a b; q * c d; y + p q", [MAC], ["m0 p c d / q", "m0 q a b / p"]),
    "a product twice": ("p * a b; y + p p", [MAC], ["m0 p a b / p"]),
    "a product of another iteration": ("p * a b; y + p@1 c", [MAC], []),
    "not commutative": ("p * a b; q * c d; y - p q", ["- _ * _ _"], ["m0 p c d / q"]),
    "two children": ("p * a b; q * c d; y + p q", ["+ * _ _ * _ _"], ["m0 a b c d / p q"]),
    "one value twice": ("p * a b; y + p p", ["+ * _ _ * _ _"], ["m0 a b a b / p"]),
    "nested": ("p f a; q * p b; y + c q", ["+ _ * f _ _"], ["m0 c a b / q p"]),
    "three of one kind": ("p + a b; q + c d; y + p q", ["+ _ + _ + _ _"], []),
    "no operand": ("p pi; y + a p", ["+ _ pi"], ["m0 a / p"]),
    "two patterns": ("p * a b; y + p c", ["+ _ _", MAC], ["m0 p c /", "m1 c a b / p"]),
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


@pytest.mark.large
def test_too_many_ways() -> None:
    with pytest.raises(InputError, match="pattern 'mac' takes more than 500000 steps") as caught:
        transform(ring(13, mac="pattern")[0], "xbtree")
    assert "\n" not in str(caught.value)
