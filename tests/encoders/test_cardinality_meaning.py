"""Every encoding against enumeration: what its clauses allow and what its auxiliaries mean."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import numpy.typing as npt
import pytest
from pysat.solvers import Solver

from encoders import ENCODINGS, Template, at_most, exactly_one

NAMES = (*ENCODINGS, "bimander:1", "bimander:3", "commander:2", "commander:4", "commander:7")
SIZES = range(9)


def bounds(name: str, n: int) -> list[int]:
    """The bounds that the encoding can do for n literals."""
    stem, _, group = name.partition(":")
    largest = min(n - 1, int(group) - 1 if stem == "commander" and group else n - 1)
    proper = [b for b in range(1, largest + 1) if b == 1 or ENCODINGS[stem].any_bound]
    return [0, *proper, n, n + 1]


def assert_defined(template: Template, rows: npt.NDArray[np.bool_]) -> None:
    """The auxiliaries, set as defined, satisfy every clause for every row with a legal count."""
    counts = rows.sum(axis=1)
    rows = rows[(counts >= template.least) & (counts <= template.bound)]
    assert len(template.definitions) == template.aux
    values = np.zeros((len(rows), template.n + template.aux + 1), dtype=bool)
    values[:, 1 : template.n + 1] = rows
    for variable, (subset, threshold) in enumerate(template.definitions, start=template.n + 1):
        assert threshold >= 1
        assert len(subset) == len(set(subset))
        assert set(subset) <= set(range(1, template.n + 1))
        values[:, variable] = rows[:, np.array(subset) - 1].sum(axis=1) >= threshold
    for clause in template.clauses:
        true = [values[:, abs(literal)] == (literal > 0) for literal in clause]
        assert np.logical_or.reduce(true).all(), clause


def assert_equivalent(template: Template) -> None:
    """The clauses are satisfiable exactly for the assignments of the group with a legal count."""
    with Solver("minisat22", bootstrap_with=template.clauses) as solver:
        for values in product((False, True), repeat=template.n):
            assumed = [i if value else -i for i, value in enumerate(values, start=1)]
            legal = template.least <= sum(values) <= template.bound
            assert solver.solve(assumptions=assumed) == legal, assumed


def all_rows(n: int) -> npt.NDArray[np.bool_]:
    """Every assignment of n literals, one per row."""
    return (np.arange(2**n)[:, None] >> np.arange(n) & 1).astype(bool)


@pytest.mark.parametrize("name", NAMES)
def test_at_most_allows_exactly_the_small_counts(name: str) -> None:
    """Tests that an assignment extends to the auxiliaries iff at most `bound` are true."""
    for n in SIZES:
        for bound in bounds(name, n):
            template = at_most(n, bound, name)
            assert (template.n, template.bound, template.least) == (n, bound, 0)
            assert_equivalent(template)
            assert_defined(template, all_rows(n))


@pytest.mark.parametrize("name", NAMES)
def test_exactly_one_allows_exactly_the_single_ones(name: str) -> None:
    """Tests that exactly-one templates allow the assignments with one true literal only."""
    for n in range(1, 9):
        template = exactly_one(n, name)
        assert (template.n, template.bound, template.least) == (n, 1, 1)
        assert_equivalent(template)
        assert_defined(template, all_rows(n))


@pytest.mark.parametrize("name", NAMES)
def test_exactly_one_of_nothing_is_a_contradiction(name: str) -> None:
    """Tests that exactly one of no literals is the empty clause."""
    assert exactly_one(0, name).clauses == ((),)


@pytest.mark.parametrize("name", NAMES)
def test_definitions_hold_in_deep_recursions(name: str) -> None:
    """Tests that the auxiliaries mean what they claim for groups large enough to recurse twice."""
    for n, bound in ((33, 1), (64, 1), (20, 2), (19, 3)):
        if bound in bounds(name, n):
            subsets = [c for count in range(bound + 1) for c in combinations(range(n), count)]
            rows = np.zeros((len(subsets), n), dtype=bool)
            for row, subset in zip(rows, subsets, strict=True):
                row[list(subset)] = True
            assert_defined(at_most(n, bound, name), rows)
