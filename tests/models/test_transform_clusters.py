"""Which operations are merged into a cluster, and which stay as they are."""

from __future__ import annotations

import msgspec
import pytest

from models.data.dfg import Dfg, Initial, Operand, Operator, OrderEdge, Priority
from models.transform import transform
from models.transform.clusters import clusters
from tests.models.mappings import operations

OPERATORS = (
    Operator("+", 2, commutative=True, associative=True),
    Operator(".", 2, associative=True),
    Operator("*", 2, commutative=True),
    Operator("out+", 2, commutative=True, associative=True, effect=True),
    Operator("f", 1),
)


def graph(text: str, results: str = "", **other: object) -> Dfg:
    return Dfg(
        name="g",
        operators=OPERATORS,
        inputs=tuple("abcde"),
        operations=operations(text),
        results=tuple(results.split()),
        **other,
    )


def shown(dfg: Dfg) -> dict[str, str]:
    leaves = {}
    for cluster in clusters(dfg):
        words = (f"{x.value}@{x.distance}" if x.distance else x.value for x in cluster.leaves)
        leaves[cluster.root] = " ".join(words)
    return leaves


CASES = {
    "chain": ("s + a b; t + s c; y + t d", "y", {"y": "a b c d"}),
    "right": ("s + b c; y + a s", "y", {"y": "a b c"}),
    "two leaves are no cluster": ("y + a b", "y", {}),
    "no associative operator": ("s * a b; y * s c", "y", {}),
    "through another operator": ("s + a b; t f s; u + t c; y + u d", "y", {"y": "t c d"}),
    "an inner result": ("s + a b; t + s c; y + t d", "t y", {"t": "a b c"}),
    "a shared value": ("s + a b; t + s c; u + t d; v + t e; y * u v", "y", {"t": "a b c"}),
    "read twice by one operation": ("s + a b; t + s c; y + t t", "y", {"t": "a b c"}),
    "an effect": ("s out+ a b; t out+ s c; y out+ t d", "", {}),
    "does not commute": ("s . a b; t . c d; y . s t", "y", {"y": "a b c d"}),
    "loop-carried inner": ("s + a s@1; t + s b; y + t c", "y", {"y": "s b c"}),
    "read by a later iteration": ("s + a b; t + s@1 c; y + t d", "y", {"y": "s@1 c d"}),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_merged(case: str) -> None:
    text, results, expected = CASES[case]
    assert shown(graph(text, results)) == expected


@pytest.mark.parametrize("sign", [">", ">="])
def test_values_with_a_priority_are_not_merged(sign: str) -> None:
    dfg = graph("s + a b; t + s c; u + t d; z f e", "u z")
    assert shown(dfg) == {"u": "a b c d"}
    for pair in (Priority("t", "z", sign), Priority("z", "t", sign)):
        assert shown(msgspec.structs.replace(dfg, priorities=(pair,))) == {"t": "a b c"}


def test_values_with_an_order_edge_are_not_merged() -> None:
    dfg = graph("s + a b; t + s c; u + t d; z f e", "u z")
    for edge in (OrderEdge("t", "z"), OrderEdge("z", "t", 1)):
        assert shown(msgspec.structs.replace(dfg, order=(edge,))) == {"t": "a b c"}


def test_a_loop_carried_accumulator_keeps_its_name_and_start() -> None:
    dfg = graph("s + acc@1 a; acc + s b", "acc", initial=(Initial("acc", (7,)),))
    for how in ("enumerate", "xbtree", "chain"):
        computation = transform(dfg, how)
        assert "acc" in computation.values
        (cluster,) = computation.clusters
        assert cluster.leaves == (Operand("acc", 1), Operand("a"), Operand("b"))
