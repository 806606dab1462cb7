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
from tests.seeds import seeds

Needs = list[tuple[str, frozenset[str]]]
Instance = tuple[dict[str, int], list[frozenset[str]], Needs]

NAMES = "abcdefg"


def judged(weights: Any, cores: Any, needs: Any, cost: int, lines: list[str], more: int = 0) -> int:
    """What the verifier says of a tree."""
    listed = sorted({*cores}, key=sorted)
    known = hitting_rows(weights, listed, needs, cost + more)
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


def total(chosen: frozenset[str], weights: dict[str, int]) -> int:
    return sum(weights[f] for f in chosen)


def cheapest(weights: dict[str, int], cores: list[frozenset[str]], needs: Needs) -> int | None:
    subsets = (frozenset(s) for k in range(len(weights) + 1) for s in combinations(weights, k))
    return min((total(s, weights) for s in subsets if fits(s, cores, needs)), default=None)


def sets(least: int, most: int) -> st.SearchStrategy[frozenset[str]]:
    return st.frozensets(st.sampled_from(NAMES), min_size=least, max_size=most)


def instances(weight: st.SearchStrategy[int], least: int) -> st.SearchStrategy[Instance]:
    return st.tuples(
        st.fixed_dictionaries({f: weight for f in NAMES}),
        st.lists(sets(least, 4), max_size=12),
        st.lists(st.tuples(st.sampled_from(NAMES), sets(least, 3)), max_size=10),
    )


@pytest.mark.oracle
@settings(max_examples=400, deadline=None)
@given(
    st.one_of(
        instances(st.integers(0, 4), 1),
        instances(st.sampled_from([0, 1, 10]), 1),
        instances(st.integers(1, 3), 0),
    ),
    st.sampled_from([0, hitting.MOST_IMPLIED]),
)
def test_it_agrees_with_brute_force(instance: Instance, implied: int) -> None:
    """Tests that nothing is found at the least weight, and a set of that weight just above."""
    weights, cores, needs = instance
    best = cheapest(weights, cores, needs)
    with mock.patch.object(hitting, "MOST_IMPLIED", implied):
        if best is None:
            assert cheaper(weights, cores, needs, sum(weights.values()) + 1) is None
            return
        assert cheaper(weights, cores, needs, best) is None
        for cost in (best + 1, best + 7):
            found = cheaper(weights, cores, needs, cost)
            assert found is not None and fits(found, cores, needs)
            assert total(found, weights) < cost


@pytest.mark.oracle
@settings(max_examples=300, deadline=None)
@given(
    instances(st.integers(0, 4), 1),
    st.lists(
        st.one_of(
            st.tuples(st.sampled_from(["branch", "above"]), st.integers(0, 7), st.integers(0, 2)),
            st.lists(st.tuples(st.integers(0, 5), st.integers(0, 25)), max_size=6),
        ),
        max_size=9,
    ),
    st.randoms(use_true_random=False),
)
def test_no_tree_shows_too_much(instance: Instance, lines: Any, source: random.Random) -> None:
    """Tests trees of any form, and true ones that are changed, against brute force."""
    weights, cores, needs = instance
    best = cheapest(weights, cores, needs)
    if best is None:
        return
    words = [
        " ".join(map(str, line))
        if isinstance(line, tuple)
        else " ".join(["add", *(f"{row} {price}" for price, row in line)])
        for line in lines
    ]
    true = hitting.cheaper(weights, cores, needs, best)
    assert isinstance(true, list)
    changed = list(true)
    for _ in range(3):
        at = source.randrange(len(changed))
        tokens = changed[at].split()
        if len(tokens) > 1:
            tokens[source.randrange(1, len(tokens))] = str(source.randrange(9))
        changed[at] = " ".join(tokens)
        if source.random() < 0.3 and len(changed) > 1:
            del changed[source.randrange(len(changed))]
    for tree in (words, true, changed):
        with pytest.raises(RejectedError):
            judged(weights, cores, needs, best + 1, tree)


def test_further_rows() -> None:
    """Tests that in a core what a feature needs takes its place, and counts once."""
    cores = [frozenset("ab"), frozenset("bc")]
    instance: Instance = ({"a": 1, "b": 3, "c": 1}, cores, [("a", frozenset("b"))])
    # Row 2 is the need, 3 the weight. Core ab, with b for a, is b alone.
    assert judged(*instance, 3, ["row 0 1 2 1", "add 3 1 4 3"]) == 1
    for lines in (["add 3 1 0 3"], ["row 0 1 2 1", "add 3 1 4 1"], ["row 2 1 0 1", "add 4 1"]):
        with pytest.raises(RejectedError, match="something possible"):
            judged(*instance, 3, lines)
    with pytest.raises(RejectedError, match="something possible"):
        judged(*instance, 4, ["row 0 1 2 1", "add 3 1 4 3"])


def test_nothing_hits_an_empty_core() -> None:
    """Tests an empty core, no core, and a cost that nothing is below."""
    weights = {"a": 0, "b": 0}
    assert cheaper(weights, [frozenset("a"), frozenset()], [], 9) is None
    assert cheaper(weights, [], [], 1) == frozenset()
    assert cheaper({}, [], [], 1) == frozenset()
    assert cheaper(weights, [], [], 0) is None


def test_features_of_weight_zero_are_free() -> None:
    """Tests that free features are chosen below a cost of 1, and paid ones are not."""
    weights = {"a": 0, "b": 0, "c": 1}
    cores = [frozenset("ac"), frozenset("bc")]
    assert cheaper(weights, cores, [], 1) == frozenset("ab")
    assert cheaper(weights, [*cores, frozenset("c")], [], 1) is None


def test_needs_are_followed_along_chains_and_cycles() -> None:
    """Tests that the weight of a chain of needs counts, and that a cycle of needs is allowed."""
    weights = {"a": 1, "b": 2, "c": 4, "d": 8, "e": 16}
    chain: Needs = [("a", frozenset("b")), ("b", frozenset("c")), ("c", frozenset("de"))]
    assert cheaper(weights, [frozenset("a")], chain, 15) is None
    assert cheaper(weights, [frozenset("a")], chain, 16) == frozenset("abcd")
    assert cheaper(weights, [frozenset("ae")], chain, 16) == frozenset("abcd")
    cycle: Needs = [*chain, ("d", frozenset("a"))]
    assert cheaper(weights, [frozenset("d")], cycle, 16) == frozenset("abcd")
    assert cheaper(weights, [frozenset("d")], cycle, 15) is None


def test_an_empty_need_forbids_its_feature() -> None:
    """Tests that a feature with an empty need is never chosen, nor one that needs it."""
    weights = {"a": 1, "b": 1, "c": 5}
    needs: Needs = [("a", frozenset()), ("b", frozenset("a"))]
    assert cheaper(weights, [frozenset("abc")], needs, 9) == frozenset("c")
    assert cheaper(weights, [frozenset("ab")], needs, 9) is None


def test_the_order_of_features_is_theirs() -> None:
    """Tests that features may be any sortable values, such as pairs."""
    weights = {(0, 1): 3, (1, 0): 2}
    assert cheaper(weights, [frozenset(weights)], [], 3) == {(1, 0)}


def test_wrong_input_is_refused() -> None:
    """Tests negative weights, and features without a weight in a core or on either side."""
    with pytest.raises(ValueError, match="negative"):
        cheaper({"a": -1}, [frozenset("a")], [], 1)
    for cores, needs in (
        ([frozenset("ab")], []),
        ([], [("b", frozenset("a"))]),
        ([], [("a", frozenset("b"))]),
    ):
        with pytest.raises(ValueError, match="'b' has no weight"):
            cheaper({"a": 1}, cores, needs, 1)


def test_too_many_nodes_are_no_answer() -> None:
    """Tests that the search gives up above as many nodes as allowed."""
    cores = [frozenset(pair) for pair in combinations("abcde", 2)]
    weights = dict.fromkeys("abcde", 1)
    assert cheaper(weights, cores, [], 4) is None
    with pytest.raises(TooHardError, match="more than 1 nodes"):
        cheaper(weights, cores, [], 4, most_nodes=1)
    two = ({"a": 1, "b": 1}, [frozenset("ab")])
    assert cheaper(*two, [], 2, most_nodes=2) == frozenset("a")
    with pytest.raises(TooHardError):
        cheaper(*two, [], 2, most_nodes=1)
    assert issubclass(TooHardError, RuntimeError)


@seeds(range(40))
def test_symmetric_cores_take_many_branches(seed: int) -> None:
    """Tests cores closed under rotation, whose bounds are weak, against brute force."""
    chance = random.Random(seed)
    letters = "abcdefghijk"
    cores = []
    for _ in range(3):
        pattern = chance.sample(range(len(letters)), chance.randint(2, 5))
        for turn in range(len(letters)):
            cores.append(frozenset(letters[(i + turn) % len(letters)] for i in pattern))
    weights = {f: chance.choice([1, 1, 2]) if seed % 2 else 1 for f in letters}
    needs: Needs = []
    for _ in range(seed % 4):
        needs.append((chance.choice(letters), frozenset(chance.sample(letters, 2))))
    best = cheapest(weights, cores, needs)
    assert best is not None and cheaper(weights, cores, needs, best) is None
    found = cheaper(weights, cores, needs, best + 1)
    assert found is not None and fits(found, cores, needs) and total(found, weights) == best


def grid(size: int) -> Instance:
    """Elements of a mesh, and paths between neighbors that lead from one corner to another and
    back: what leaves any part with one corner and not the other is a core.
    """
    cells = list(product(range(size), repeat=2))
    paths = [(a, b) for a in cells for b in cells if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    weights = {str(cell): 1000 for cell in cells} | {f"{a}->{b}": 1 for a, b in paths}
    needs: Needs = [(f"{a}->{b}", frozenset([str(end)])) for a, b in paths for end in (a, b)]
    cores = []
    for number in range(2 ** (len(cells) - 2)):
        part = {cell for i, cell in enumerate(cells[1:-1]) if number >> i & 1} | {cells[0]}
        cores.append(frozenset(f"{a}->{b}" for a, b in paths if a in part and b not in part))
        cores.append(frozenset(f"{b}->{a}" for a, b in paths if a in part and b not in part))
    return weights, cores, needs


def test_elements_are_counted_before_the_paths_that_need_them() -> None:
    """Tests that a 3x3 mesh takes five elements and eight paths, found in a few nodes."""
    weights, cores, needs = grid(3)
    assert len(cores) == 256
    assert cheaper(weights, cores, needs, 5008, most_nodes=100) is None
    found = cheaper(weights, cores, needs, 5009, most_nodes=100)
    assert found is not None and fits(found, cores, needs)
    assert total(found, weights) == 5008


def test_paths_alone_are_counted() -> None:
    """Tests that without weights and needs of elements eight paths remain the least."""
    weights, cores, _ = grid(3)
    weights = {name: 1 for name in weights if "->" in name}
    assert cheaper(weights, cores, [], 8, most_nodes=100) is None
    found = cheaper(weights, cores, [], 9, most_nodes=1000)
    assert found is not None and len(found) == 8
