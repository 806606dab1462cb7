"""Sums in all orders, what is merged into them, and multi-node operations."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from examples.ring import ring
from models.data.computation import Computation, Read, Wire
from models.data.dfg import Dfg, Operand, Operation, Operator, OrderEdge, Pattern, Priority
from models.errors import InputError
from models.transform import relaxed, transform
from models.transform.clusters import clusters
from tests.models.mappings import operations

TIMES = Operator("×", 2, commutative=True, associative=True)
JOIN = Operator(".", 2, associative=True)
PAIR = Operator("pair", 2)

# The paper's Table 2, a product by its factors.
TABLE_2 = {
    "ABCD": "ABC-D ABD-C ACD-B BCD-A AB-CD AC-BD AD-BC",
    "ABC": "AB-C AC-B BC-A",
    "ABD": "AB-D AD-B BD-A",
    "ACD": "AC-D AD-C CD-A",
    "BCD": "BC-D BD-C CD-B",
    "AB": "A-B",
    "AC": "A-C",
    "AD": "A-D",
    "BC": "B-C",
    "BD": "B-D",
    "CD": "C-D",
}


def chain(size: int, operator: Operator = TIMES, leaves: str = "") -> Dfg:
    names = list(leaves) or [f"a{place}" for place in range(size)]
    made, so_far = [], names[0]
    for place, name in enumerate(names[1:], 2):
        total = "y" if place == len(names) else f"s{place}"
        made.append(Operation(total, operator.name, (Operand(so_far), Operand(name))))
        so_far = total
    return Dfg("chain", (operator, PAIR), tuple(dict.fromkeys(names)), tuple(made), ("y",))


def reads(computation: Computation, name: str) -> list[str]:
    return [
        " ".join(read.value for read in candidate.operands)
        for candidate in computation.candidates[name]
    ]


def test_table_2_of_the_paper() -> None:
    computation = transform(chain(4, leaves="ABCD"), "enumerate")
    factors = {name: name for name in "ABCD"} | {"s2": "AB", "s3": "ABC", "y": "ABCD"}
    for name, (kind, operator, leaves) in computation.keys.items():
        assert (kind, operator) == ("subset", "×")
        factors[name] = "".join(leaf.value for leaf in leaves)
        assert name == f"×({','.join(factors[name])})"
    assert set(factors) == set(computation.values)
    table = {
        factors[name]: sorted(
            sorted(factors[read.value] for read in candidate.operands) for candidate in candidates
        )
        for name, candidates in computation.candidates.items()
    }
    assert table == {
        product: sorted(sorted(split.split("-")) for split in splits.split())
        for product, splits in TABLE_2.items()
    }


@pytest.mark.parametrize(("size", "values"), [(4, 80), (5, 185), (6, 420)])
def test_value_counts_of_the_papers_table_4(size: int, values: int) -> None:
    computation = transform(ring(size, mac="pattern")[0], "enumerate")
    assert len(computation.values) == len(set(computation.values)) == values
    assert computation.blocks == ()
    assert len(computation.clusters) == size


def test_clusters_share_partial_results() -> None:
    steps = "s a b; y s c; t b a; z t d"
    made = [part.split() for part in steps.split(";")]
    operations = tuple(Operation(n, "×", (Operand(p), Operand(q))) for n, p, q in made)
    computation = transform(Dfg("g", (TIMES,), tuple("abcd"), operations, ("y", "z")), "enumerate")
    assert "t" not in computation.values
    assert reads(computation, "z")[0] == "s d"
    # a·b, a·c, b·c, a·d, b·d, y and z.
    assert len(computation.candidates) == 7


@pytest.mark.parametrize(
    ("dfg", "line"),
    [
        (chain(13), "'y' of operator '×' has 13 leaves, .* at most 12; transform by xbtree"),
        (chain(200, JOIN), "'y' of operator '.' has 200 leaves.* 1333300 cand.* by chain"),
        (ring(11)[0], "cluster 'y_\\d' .* has 11 leaves.* at most 500000; transform by xbtree"),
    ],
)
def test_too_many_orders(dfg: Dfg, line: str) -> None:
    with pytest.raises(InputError, match=line) as caught:
        transform(dfg, "enumerate")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("size", "values", "per_row"), [(4, 48, 2), (5, 75, 3), (6, 108, 4)])
def test_sizes_of_the_paper(size: int, values: int, per_row: int) -> None:
    computation = transform(ring(size, mac="pattern")[0], "xbtree")
    assert len(computation.values) == values
    assert len(computation.blocks) == size * per_row


Tree = tuple["Tree", ...]
"""A tree without names: its two parts in one order, none for a leaf."""


def trees(leaves: int) -> set[Tree]:
    """All shapes of binary trees."""
    return {()} if leaves == 1 else {
        tuple(sorted((left, right)))
        for n in range(1, leaves // 2 + 1)
        for left in trees(n)
        for right in trees(leaves - n)
    }  # fmt: skip


@pytest.mark.parametrize(("leaves", "count"), [(3, 1), (4, 2), (5, 3), (6, 6), (7, 11), (8, 23)])
def test_an_xbtree_has_all_shapes(leaves: int, count: int) -> None:
    """Tests all settings of its exchangers; a sorter puts any leaves in any place."""
    made = transform(chain(leaves), "xbtree")
    sorter, *exchangers = made.blocks
    assert (sorter.kind, len(exchangers)) == ("sorter", leaves - 3)
    assert leaves > 6 or all(len(block.inputs) == 2 for block in exchangers)
    found = set()
    for turns in product(*(range(len(block.inputs)) for block in exchangers)):

        def tree(read: Read, turns: tuple[int, ...] = turns) -> Tree:
            if isinstance(read, Wire):
                if read.block == 0:
                    return ()
                inputs = made.blocks[read.block].inputs
                return tree(inputs[(read.output + turns[read.block - 1]) % len(inputs)])
            (candidate,) = made.candidates[read.value]
            return tuple(sorted(map(tree, candidate.operands)))

        found.add(tree(Operand("y")))
    assert found == trees(leaves) and len(found) == count


OPERATORS = (
    Operator("+", 2, commutative=True, associative=True),
    Operator(".", 2, associative=True),
    Operator("*", 2, commutative=True),
    Operator("-", 2),
    Operator("out+", 2, commutative=True, associative=True, effect=True),
    Operator("f", 1),
    Operator("pi", 0),
)
MAC = "+ _ * _ _"


def graph(text: str, results: str = "", *patterns: str) -> Dfg:
    return Dfg(
        name="g",
        operators=OPERATORS,
        inputs=tuple("abcde"),
        operations=operations(text),
        results=tuple(results.split()),
        patterns=tuple(Pattern(f"m{n}", tuple(p.split())) for n, p in enumerate(patterns)),
    )


def shown(dfg: Dfg) -> dict[str, str]:
    leaves = {}
    for cluster in clusters(dfg):
        words = (f"{x.value}@{x.distance}" if x.distance else x.value for x in cluster.leaves)
        leaves[cluster.root] = " ".join(words)
    return leaves


MERGED = {
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


@pytest.mark.parametrize("case", MERGED)
def test_what_is_merged(case: str) -> None:
    text, results, expected = MERGED[case]
    assert shown(graph(text, results)) == expected


@pytest.mark.parametrize("sign", [">", ">="])
def test_values_that_others_name_are_not_merged(sign: str) -> None:
    """Tests priorities and order edges, in both directions."""
    dfg = graph("s + a b; t + s c; u + t d; z f e", "u z")
    assert shown(dfg) == {"u": "a b c d"}
    for pair in (Priority("t", "z", sign), Priority("z", "t", sign)):
        assert shown(replace(dfg, priorities=(pair,))) == {"t": "a b c"}
    for edge in (OrderEdge("t", "z"), OrderEdge("z", "t", 1)):
        assert shown(replace(dfg, order=(edge,))) == {"t": "a b c"}


def test_bounds_on_all_orders_let_a_sum_read_a_value_that_is_part_of_it() -> None:
    """Tests the relaxation: the part stands beside the class of sums of its size."""
    alone = relaxed(graph("s + a b; t + s c; u + t d", "u"))
    assert [cluster.root for cluster in alone.clusters] == ["u"]
    assert alone.candidates["u<2"] != alone.candidates["u<4"]
    shared = relaxed(graph("q + a b; t + c b; y + a t", "q y"))
    (block,) = (each for each in shared.blocks if Operand("q") in each.inputs)
    assert block.inputs == (Operand("y<2"), Operand("q"))


def matched(computation: Computation, value: str) -> list[str]:
    """`pattern operands / absorbed values` of every multi-node candidate, sorted."""
    found = []
    for candidate in computation.candidates[value]:
        assert candidate.executes[0] == value
        if candidate.operator in computation.dfg.pattern_by_name:
            names = [read.value for read in candidate.operands]
            found.append(" ".join([candidate.operator, *names, "/", *candidate.executes[1:]]))
    return sorted(found)


MATCHED = {
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


@pytest.mark.parametrize("case", MATCHED)
def test_what_matches(case: str) -> None:
    text, patterns, expected = MATCHED[case]
    assert matched(transform(graph(text, "", *patterns), "none"), "y") == expected


def test_values_that_others_name_are_not_absorbed() -> None:
    dfg = graph("p * a b; y + p c; z f d", "", MAC)
    assert matched(transform(dfg, "none"), "y")
    for changes in ({"priorities": (Priority("p", "z"),)}, {"order": (OrderEdge("z", "p"),)}):
        assert not matched(transform(replace(dfg, **changes), "none"), "y")
    assert matched(transform(replace(dfg, priorities=(Priority("z", "y"),)), "none"), "y")
