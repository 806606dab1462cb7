"""Unit propagation on every encoding, as strong as the literature claims."""

from __future__ import annotations

from itertools import combinations

import pytest
from pysat.solvers import Solver

from encoders import ENCODINGS, at_most

NAMES = (*ENCODINGS, "bimander:1", "bimander:3", "commander:2", "commander:4", "commander:7")


def able(name: str, bound: int) -> bool:
    """Whether the encoding can do the bound for every n."""
    stem, _, group = name.partition(":")
    if stem == "commander" and group:
        return bound < int(group)
    return bound == 1 or ENCODINGS[stem].any_bound


def assert_propagates(name: str, n: int, bound: int) -> None:
    """After any `bound` true literals the others are false, and one more is a conflict."""
    everything = set(range(1, n + 1))
    with Solver("minisat22", bootstrap_with=at_most(n, bound, name).clauses) as solver:
        for chosen in combinations(range(1, n + 1), bound):
            consistent, implied = solver.propagate(assumptions=list(chosen))
            assert consistent
            assert {-literal for literal in everything - set(chosen)} <= set(implied), chosen
        for chosen in combinations(range(1, n + 1), bound + 1):
            consistent, _ = solver.propagate(assumptions=list(chosen))
            assert not consistent, chosen


@pytest.mark.parametrize("name", NAMES)
def test_propagation_falsifies_the_others(name: str) -> None:
    """Tests that propagation alone finds what follows from `bound` and from `bound`+1 literals."""
    for n in range(2, 9):
        for bound in range(1, n):
            if able(name, bound):
                assert_propagates(name, n, bound)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("n", "bound"), [(33, 1), (60, 1), (20, 2), (15, 3)])
def test_propagation_survives_deep_recursions(name: str, n: int, bound: int) -> None:
    """Tests that propagation stays complete for groups large enough to recurse twice."""
    if able(name, bound):
        assert_propagates(name, n, bound)
