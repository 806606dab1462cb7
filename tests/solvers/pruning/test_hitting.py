"""No cheaper choice of features hits all cores: against brute force, and on a grid."""

from __future__ import annotations

import random
from itertools import combinations, product
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.questions.prune_arch import hitting
from solvers.questions.prune_arch.hitting import TooHardError
from solvers.verification.branching import check_tree
from solvers.verification.directory import Clock, RejectedError
from solvers.verification.minimum import hitting_rows

Needs = list[tuple[str, frozenset[str]]]
Instance = tuple[dict[str, int], list[frozenset[str]], Needs]
NAMES = "abcdefg"


def judged(weights: Any, cores: Any, needs: Any, cost: int, lines: list[str]) -> int:
    """What the verifier says of a tree."""
    known = hitting_rows(weights, sorted({*cores}, key=sorted), needs, cost)
    return check_tree(known, [1] * len(weights), enumerate(lines, start=1), Clock())


def cheaper(weights: Any, cores: Any, needs: Any, cost: int, **options: Any) -> Any:
    """What is found; None where a tree shows that there is nothing, and the verifier agrees."""
    found = hitting.cheaper(weights, cores, needs, cost, **options)
    if isinstance(found, frozenset):
        return found
    assert judged(weights, cores, needs, cost, found) == sum(x.startswith("add") for x in found)
    return None


def fits(chosen: frozenset[str], cores: list[frozenset[str]], needs: Needs) -> bool:
    return all(chosen & core for core in cores) and all(
        chosen & some for f, some in needs if f in chosen
    )


def cheapest(weights: dict[str, int], cores: list[frozenset[str]], needs: Needs) -> int | None:
    subsets = (frozenset(s) for k in range(len(weights) + 1) for s in combinations(weights, k))
    fitting = (s for s in subsets if fits(s, cores, needs))
    return min((sum(weights[f] for f in s) for s in fitting), default=None)


def sets(least: int, most: int) -> st.SearchStrategy[frozenset[str]]:
    return st.frozensets(st.sampled_from(NAMES), min_size=least, max_size=most)


def instances(weight: st.SearchStrategy[int], least: int) -> st.SearchStrategy[Instance]:
    return st.tuples(
        st.fixed_dictionaries({f: weight for f in NAMES}),
        st.lists(sets(least, 4), max_size=12),
        st.lists(st.tuples(st.sampled_from(NAMES), sets(least, 3)), max_size=10),
    )


ANY = st.one_of(
    instances(st.integers(0, 4), 1),
    instances(st.sampled_from([0, 1, 10]), 1),
    instances(st.integers(1, 3), 0),
)


@settings(max_examples=150, deadline=None)
@given(ANY, st.sampled_from([0, hitting.MOST_IMPLIED]), st.randoms(use_true_random=False))
def test_it_agrees_with_brute_force(
    instance: Instance, implied: int, source: random.Random
) -> None:
    """Tests that nothing is found at the least weight, a set of that weight just above, and that
    no changed tree shows more.
    """
    best = cheapest(*instance)
    with mock.patch.object(hitting, "MOST_IMPLIED", implied):
        if best is None:
            assert cheaper(*instance, sum(instance[0].values()) + 1) is None
            return
        assert cheaper(*instance, best) is None
        for cost in (best + 1, best + 7):
            found = cheaper(*instance, cost)
            assert found is not None and fits(found, *instance[1:])
            assert sum(instance[0][f] for f in found) < cost
    true = hitting.cheaper(*instance, best)
    assert isinstance(true, list)
    changed = [line.split() for line in true]
    for _ in range(3):
        words = changed[source.randrange(len(changed))]
        if len(words) > 1:
            words[source.randrange(1, len(words))] = str(source.randrange(9))
        if source.random() < 0.3 and len(changed) > 1:
            del changed[source.randrange(len(changed))]
    for tree in (true, [" ".join(words) for words in changed]):
        with pytest.raises(RejectedError):
            judged(*instance, best + 1, tree)


def core(*words: str) -> list[frozenset[str]]:
    return [frozenset(word) for word in words]


def needs(text: str) -> Needs:
    """`a:bc` is that a needs b or c."""
    return [(word[0], frozenset(word[2:])) for word in text.split()]


CHAIN = "a:b b:c c:de"
DOUBLING = {"a": 1, "b": 2, "c": 4, "d": 8, "e": 16}
TABLE: list[tuple[dict[str, int], list[frozenset[str]], str, int, str | None]] = [
    ({"a": 0, "b": 0}, [*core("a"), frozenset()], "", 9, None),
    ({"a": 0, "b": 0}, [], "", 1, ""),
    ({}, [], "", 1, ""),
    ({"a": 0, "b": 0}, [], "", 0, None),
    # Free features are chosen below a cost of 1, and paid ones are not.
    ({"a": 0, "b": 0, "c": 1}, core("ac", "bc"), "", 1, "ab"),
    ({"a": 0, "b": 0, "c": 1}, core("ac", "bc", "c"), "", 1, None),
    # Needs are followed along chains and circles.
    (DOUBLING, core("a"), CHAIN, 15, None),
    (DOUBLING, core("a"), CHAIN, 16, "abcd"),
    (DOUBLING, core("ae"), CHAIN, 16, "abcd"),
    (DOUBLING, core("d"), f"{CHAIN} d:a", 16, "abcd"),
    (DOUBLING, core("d"), f"{CHAIN} d:a", 15, None),
    # An empty need forbids its feature, and what needs it.
    ({"a": 1, "b": 1, "c": 5}, core("abc"), "a: b:a", 9, "c"),
    ({"a": 1, "b": 1, "c": 5}, core("ab"), "a: b:a", 9, None),
]  # fmt: skip


@pytest.mark.parametrize(("weights", "cores", "wanted", "cost", "found"), TABLE)
def test_small_choices(weights, cores, wanted, cost, found) -> None:
    """Tests cases with a name each."""
    chosen = None if found is None else frozenset(found)
    assert cheaper(weights, cores, needs(wanted), cost) == chosen


def test_further_rows() -> None:
    """Tests that in a core what a feature needs takes its place, and counts once."""
    instance = ({"a": 1, "b": 3, "c": 1}, core("ab", "bc"), needs("a:b"))
    # Row 2 is the need, 3 the weight. Core ab, with b for a, is b alone.
    assert judged(*instance, 3, ["row 0 1 2 1", "add 3 1 4 3"]) == 1
    good = ["row 0 1 2 1", "add 3 1 4 3"]
    for cost, lines in ((3, ["add 3 1 0 3"]), (3, [*good[:1], "add 3 1 4 1"]), (4, good),
                        (3, ["row 2 1 0 1", "add 4 1"])):  # fmt: skip
        with pytest.raises(RejectedError, match="something possible"):
            judged(*instance, cost, lines)


@pytest.mark.parametrize(
    ("weights", "cores", "wanted", "words"),
    [
        ({"a": -1}, core("a"), "", "negative"),
        ({"a": 1}, core("ab"), "", "'b' has no weight"),
        ({"a": 1}, [], "b:a", "'b' has no weight"),
        ({"a": 1}, [], "a:b", "'b' has no weight"),
    ],
)
def test_wrong_input_is_refused(weights, cores, wanted, words) -> None:
    """Tests negative weights, and features without a weight in a core or on either side."""
    with pytest.raises(ValueError, match=words):
        cheaper(weights, cores, needs(wanted), 1)


def test_too_many_nodes_are_no_answer() -> None:
    """Tests that the search gives up above as many nodes as allowed."""
    cores, weights = (
        [frozenset(pair) for pair in combinations("abcde", 2)],
        dict.fromkeys("abcde", 1),
    )
    assert cheaper(weights, cores, [], 4) is None
    with pytest.raises(TooHardError, match="more than 1 nodes"):
        cheaper(weights, cores, [], 4, most_nodes=1)


def test_elements_are_counted_before_the_paths_that_need_them() -> None:
    """Tests that five elements and eight paths lead from one corner of a 3x3 mesh to another and
    back, found in a few nodes: what leaves a part with one corner and not the other is a core.
    """
    cells = list(product(range(3), repeat=2))
    paths = [(a, b) for a in cells for b in cells if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    weights = {str(cell): 1000 for cell in cells} | {f"{a}->{b}": 1 for a, b in paths}
    required: Needs = [(f"{a}->{b}", frozenset([str(end)])) for a, b in paths for end in (a, b)]
    cores = []
    for number in range(2 ** (len(cells) - 2)):
        part = {cell for i, cell in enumerate(cells[1:-1]) if number >> i & 1} | {cells[0]}
        cores.append(frozenset(f"{a}->{b}" for a, b in paths if a in part and b not in part))
        cores.append(frozenset(f"{b}->{a}" for a, b in paths if a in part and b not in part))
    alone = {name: 1 for name in weights if "->" in name}
    for priced, wanted, least in ((weights, required, 5008), (alone, [], 8)):
        assert cheaper(priced, cores, wanted, least, most_nodes=100) is None
        found = cheaper(priced, cores, wanted, least + 1, most_nodes=1000)
        assert found is not None and fits(found, cores, wanted)
        assert sum(priced[f] for f in found) == least
