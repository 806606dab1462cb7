"""All orders of a cluster: the tables and counts of the paper, and sharing."""

from __future__ import annotations

import pytest

from examples.ring import ring
from models.data.computation import Computation
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.errors import InputError
from models.transform import transform
from models.transform.clusters import clusters
from models.transform.enumeration import _candidates

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


@pytest.mark.parametrize("leaves", ["abc", "abcdefg", "aab", "aaa", "aaaa", "aabbb", "abcabcab"])
def test_candidates_are_counted_before_they_are_made(leaves: str) -> None:
    dfg = chain(0, leaves=leaves)
    made = transform(dfg, "enumerate").candidates.values()
    assert _candidates(clusters(dfg)[0]) == sum(map(len, made))


def test_clusters_share_partial_results() -> None:
    steps = "s a b; y s c; t b a; z t d"
    made = [part.split() for part in steps.split(";")]
    operations = tuple(Operation(n, "×", (Operand(p), Operand(q))) for n, p, q in made)
    computation = transform(Dfg("g", (TIMES,), tuple("abcd"), operations, ("y", "z")), "enumerate")
    assert "t" not in computation.values
    assert reads(computation, "z")[0] == "s d"
    # a·b, a·c, b·c, a·d, b·d, y and z.
    assert len(computation.candidates) == 7


def test_an_operator_that_does_not_commute_keeps_the_order() -> None:
    computation = transform(chain(0, JOIN, "abcd"), "enumerate")
    assert reads(computation, "y") == ["s3 d", "a .(b,c,d)", "s2 .(c,d)"]
    assert reads(computation, ".(b,c,d)") == ["b .(c,d)", ".(b,c) d"]
    assert len(computation.candidates) == 6
    for how in ("xbtree", "enumerate"):
        assert transform(chain(0, JOIN, "abcd"), how) == computation
    repeated = transform(chain(0, JOIN, "abab"), "enumerate")
    assert reads(repeated, "y") == ["s3 b", "a .(b,a,b)", "s2 s2"]


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
