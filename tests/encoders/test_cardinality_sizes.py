"""Clause and auxiliary counts against the formulas of the papers."""

from __future__ import annotations

from math import ceil, comb, isqrt, log2

import pytest

from encoders import Template, at_most, exactly_one


def shape(template: Template) -> tuple[int, int]:
    """Clauses and auxiliaries; also checks the counts that the template reports itself."""
    assert template.size == len(template.clauses) == len(set(template.clauses))
    assert template.literals == sum(len(clause) for clause in template.clauses)
    return template.size, template.aux


@pytest.mark.parametrize("n", range(2, 40))
def test_at_most_one_sizes(n: int) -> None:
    """Tests that pairwise, binary, ladder and bound-1 counters have the published sizes."""
    bits = ceil(log2(n))
    assert shape(at_most(n, 1, "pairwise")) == (n * (n - 1) // 2, 0)
    assert shape(at_most(n, 1, "binary")) == (n * bits, bits)
    assert shape(at_most(n, 1, "ladder")) == (3 * n - 4, n - 1)
    assert shape(at_most(n, 1, "sequential")) == (3 * n - 4, n - 1)
    assert shape(at_most(n, 1, "totalizer")) == (3 * n - 5, n - 2)
    assert shape(exactly_one(n, "ladder")) == (3 * n - 3, n - 1)
    assert {len(clause) for clause in at_most(n, 1, "binary").clauses} == {2}


@pytest.mark.parametrize("group", range(1, 6))
def test_bimander_sizes(group: int) -> None:
    """Tests that bimander costs the pairs in each group and ceil(log2 m) clauses a literal."""
    for n in range(2, 40):
        groups = ceil(n / group)
        last = n - group * (groups - 1)
        bits = ceil(log2(groups))
        pairs = (groups - 1) * comb(group, 2) + comb(last, 2)
        assert shape(at_most(n, 1, f"bimander:{group}")) == (pairs + n * bits, bits)
        if group == 2:
            assert at_most(n, 1, "bimander") == at_most(n, 1, "bimander:2")


def test_product_sizes() -> None:
    """Tests that product has 2n + f(p) + f(q) clauses, hence 2n + 4 sqrt(n) + O(n^(1/4))."""
    clauses, auxiliaries = {}, {}
    for n in range(2, 20001):
        clauses[n], auxiliaries[n] = comb(n, 2), 0
        if n >= 7:
            p = isqrt(n - 1) + 1
            q = ceil(n / p)
            clauses[n] = 2 * n + clauses[p] + clauses[q]
            auxiliaries[n] = p + q + auxiliaries[p] + auxiliaries[q]
        if n < 130 or n in (500, 1297, 1807):
            assert shape(at_most(n, 1, "product")) == (clauses[n], auxiliaries[n])
        assert clauses[n] <= 2 * n + 4 * n**0.5 + 110 * n**0.25
        assert auxiliaries[n] <= 2 * n**0.5 + 10 * n**0.25


@pytest.mark.parametrize("group", range(2, 6))
def test_commander_sizes(group: int) -> None:
    """Tests that a commander group of s costs its pairs and s + 1 clauses, and recurses."""
    for n in range(2, 60):
        left, clauses, auxiliaries = n, 0, 0
        while left > group:
            full, rest = divmod(left, group)
            sizes = [group] * full + [rest] * (rest > 1)
            clauses += sum(comb(s, 2) + s + 1 for s in sizes)
            auxiliaries += len(sizes)
            left = full + (rest > 0)
        clauses += comb(left, 2)
        assert shape(at_most(n, 1, f"commander:{group}")) == (clauses, auxiliaries)
    assert at_most(59, 1, "commander") == at_most(59, 1, "commander:3")


@pytest.mark.parametrize("bound", range(1, 5))
def test_generalised_commander_sizes(bound: int) -> None:
    """Tests the group formula on two full groups of any size above the bound."""
    for group in range(bound + 1, bound + 4):
        upper = sum(comb(group, i) for i in range(1, bound + 2))
        lower = sum(comb(group, i) for i in range(bound))
        top = comb(2 * bound, bound + 1)
        template = at_most(2 * group, bound, f"commander:{group}")
        assert shape(template) == (2 * (upper + lower + bound - 1) + top, 2 * bound)
        if group == bound + 2:
            assert template == at_most(2 * group, bound, "commander")


def test_at_most_k_sizes() -> None:
    """Tests that Sinz's counter and the binomial encoding have the published sizes."""
    for n in range(2, 16):
        for k in range(1, n):
            assert shape(at_most(n, k, "binomial")) == (comb(n, k + 1), 0)
            sinz = 2 * n * k + n - 3 * k - 1, (n - 1) * k
            assert shape(at_most(n, k, "sequential")) == sinz


def test_totalizer_sizes() -> None:
    """Tests the totalizer's node formulas on full trees and its O(nk) growth."""
    for depth in range(1, 7):
        n = 2**depth
        for k in range(1, n):
            clauses = auxiliaries = 0
            for level in range(1, depth + 1):
                side = min(n >> level, k)  # outputs of each of the two nodes below
                pairs = [(i, j) for i in range(side + 1) for j in range(side + 1)]
                at_root = level == 1
                inner = 0 if at_root else sum(1 <= i + j <= k for i, j in pairs)
                clauses += (inner + sum(i + j == k + 1 for i, j in pairs)) << (level - 1)
                auxiliaries += 0 if at_root else min(2 * side, k) << (level - 1)
            assert shape(at_most(n, k, "totalizer")) == (clauses, auxiliaries)
            assert clauses <= 3 * n * k
            assert auxiliaries <= n * ceil(1 + log2(k + 1))
