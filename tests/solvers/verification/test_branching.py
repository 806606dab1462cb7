"""Branch trees: what is excluded is empty, and what is found is accepted."""

from __future__ import annotations

import random
from itertools import product

import pytest

from shell.budget import Budget
from solvers.backends.branch_tree import branch_tree
from solvers.verification import branching
from solvers.verification.branching import Row, check_tree
from solvers.verification.directory import Clock, RejectedError, TimeUpError


def random_rows(source: random.Random) -> tuple[list[Row], list[int]]:
    """A few rows over a small box; the last one limits a sum."""
    highest = [source.choice((1, 1, 1, 2, 3)) for _ in range(source.randint(1, 5))]
    rows: list[Row] = []
    for _ in range(source.randint(1, 6)):
        chosen = source.sample(range(len(highest)), source.randint(1, len(highest)))
        rows.append((tuple((v, source.choice((-3, -2, -1, 1, 2, 3))) for v in chosen),
                     source.randint(-3, 4)))  # fmt: skip
    goal = tuple((v, -source.randint(1, 2)) for v in range(len(highest)))
    return [*rows, (goal, -source.randint(0, 6))], highest


def satisfiable(rows: list[Row], highest: list[int]) -> bool:
    return any(
        all(sum(k * point[v] for v, k in terms) >= least for terms, least in rows)
        for point in product(*(range(high + 1) for high in highest))
    )


def accepted(rows: list[Row], highest: list[int], lines: list[str]) -> bool:
    try:
        check_tree(rows, highest, enumerate(lines, start=1), Clock())
    except RejectedError:
        return False
    return True


def test_trees_exclude_what_is_empty_and_nothing_else() -> None:
    """Tests trees that are found, those of other rows, damaged ones, and further rows, against
    trying all points.
    """
    source, trees, possible, tried = random.Random("trees"), [], [], 0
    for seed in range(200):
        rows, highest = random_rows(random.Random(f"tree {seed}"))
        lines = branch_tree(rows, highest, len(rows) - 1)
        assert (lines is None) == satisfiable(rows, highest), seed
        if lines is None:
            possible.append((rows, highest))
        else:
            assert accepted(rows, highest, lines), seed
            trees.append(lines)
    assert min(len(trees), len(possible)) > 30
    for rows, highest in possible:
        for lines in source.sample(trees, 10):
            words = [line.split() for line in lines]
            for line in words:
                for n in range(1, len(line)):
                    line[n] = str(source.randint(0, 9)) if source.random() < 0.2 else line[n]
            assert not accepted(rows, highest, lines)
            assert not accepted(rows, highest, [" ".join(line) for line in words])
        more = []
        for n in range(3):
            used = source.sample(range(len(rows) + n), 2)
            more.append("row " + " ".join(f"{m} {source.randint(1, 3)}" for m in used))
        for pair in product(range(len(rows) + 3), repeat=2):
            last = "add " + " ".join(f"{m} {source.randint(1, 3)}" for m in pair)
            assert not accepted(rows, highest, [*more, last])
            tried += 1
    assert tried > 1000


ROWS: list[Row] = [(((0, 2), (1, 2)), 1), (((0, -2), (1, -2)), -1)]
"""The sum of two is half."""

GOOD = ["branch 0 0", "branch 1 0", "add 0 1", "add 1 1", "add 1 1"]


def test_a_tree_that_is_written_by_hand() -> None:
    """Tests that a tree of three cases is accepted, and none that lacks a line or has another."""
    assert accepted(ROWS, [1, 1], GOOD)
    for n in range(len(GOOD)):
        assert not accepted(ROWS, [1, 1], [*GOOD[:n], *GOOD[n + 1 :]])
        assert not accepted(ROWS, [1, 1], [*GOOD[: n + 1], *GOOD[n:]])


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a tree which adds too much, or takes too long, is left open."""
    with pytest.raises(TimeUpError):
        check_tree(ROWS, [1, 1], enumerate(GOOD, start=1), Clock(-1))
    monkeypatch.setattr(branching, "MOST_ADDED", 5)
    with pytest.raises(TimeUpError, match="more terms added than the limit of 5"):
        check_tree(ROWS, [1, 1], enumerate(GOOD, start=1), Clock())
    assert branch_tree(ROWS, [1, 1], 1, budget=Budget(0.0)) is None
    assert branch_tree(ROWS, [1, 1], 1, keep_going=lambda: False) is None
