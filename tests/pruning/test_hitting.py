"""No cheaper choice of features hits all cores: against brute force, and on a grid."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pruning.question import hitting
from pruning.question.hitting import TooHardError
from pruning.verification.minimum import hitting_rows
from solvers.verification.branching import check_tree
from solvers.verification.directory import Clock, RejectedError

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


def test_too_many_nodes_are_no_answer() -> None:
    """Tests that the search gives up above as many nodes as allowed."""
    cores, weights = (
        [frozenset(pair) for pair in combinations("abcde", 2)],
        dict.fromkeys("abcde", 1),
    )
    assert cheaper(weights, cores, [], 4) is None
    with pytest.raises(TooHardError, match="more than 1 nodes"):
        cheaper(weights, cores, [], 4, most_nodes=1)
