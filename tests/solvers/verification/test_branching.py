"""Branch trees: what is excluded is empty, and what is found is accepted."""

from __future__ import annotations

import random
from itertools import product

import pytest

from solvers.backends.branch_tree import branch_tree
from solvers.verification import branching
from solvers.verification.branching import MOST_OPEN, Row, check_tree
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


def test_trees_are_found_for_all_that_is_empty_and_for_nothing_else() -> None:
    """Tests that trees agree with trying all points."""
    empty = 0
    for seed in range(300):
        rows, highest = random_rows(random.Random(f"tree {seed}"))
        lines = branch_tree(rows, highest, len(rows) - 1)
        assert (lines is None) == satisfiable(rows, highest), seed
        if lines is not None:
            empty += 1
            assert accepted(rows, highest, lines), seed
    assert 50 < empty < 250


def test_no_tree_excludes_what_is_possible() -> None:
    """Tests that trees of other rows, and damaged ones, exclude no box with a point in it."""
    source = random.Random("trees of others")
    trees = []
    for seed in range(200):
        rows, highest = random_rows(random.Random(f"tree {seed}"))
        lines = branch_tree(rows, highest, len(rows) - 1)
        if lines is not None:
            trees.append(lines)
    tried = 0
    for seed in range(200):
        rows, highest = random_rows(random.Random(f"tree {seed}"))
        if satisfiable(rows, highest):
            for lines in source.sample(trees, 20):
                words = [line.split() for line in lines]
                for line in words:
                    for n in range(1, len(line)):
                        if source.random() < 0.2:
                            line[n] = str(source.randint(0, 9))
                tried += 1
                assert not accepted(rows, highest, lines)
                assert not accepted(rows, highest, [" ".join(line) for line in words])
    assert tried > 500


ROWS: list[Row] = [(((0, 2), (1, 2)), 1), (((0, -2), (1, -2)), -1)]
"""The sum of two is half."""

GOOD = ["branch 0 0", "branch 1 0", "add 0 1", "add 1 1", "add 1 1"]


def test_a_tree_that_is_written_by_hand() -> None:
    """Tests that a tree of three cases is accepted, and none that lacks a line or has another."""
    assert accepted(ROWS, [1, 1], GOOD)
    for n in range(len(GOOD)):
        assert not accepted(ROWS, [1, 1], [*GOOD[:n], *GOOD[n + 1 :]])
        assert not accepted(ROWS, [1, 1], [*GOOD[: n + 1], *GOOD[n:]])


def test_rows_that_ask_for_nothing_exclude_nothing() -> None:
    """Tests that multiples are not made smaller than 0 where a sum is at least less than 0."""
    rows: list[Row] = [(((0, 1), (1, 1)), -1), (((0, 1), (1, 1)), 2)]
    assert satisfiable(rows, [1, 1])
    assert not accepted(rows, [1, 1], ["row 0 1", "add 1 1 2 1"])


def test_no_further_rows_exclude_what_is_possible() -> None:
    """Tests rows of any sums, and parts that are excluded by them."""
    tried = 0
    for seed in range(300):
        source = random.Random(f"further {seed}")
        rows, highest = random_rows(source)
        if satisfiable(rows, highest):
            for _ in range(8):
                lines = []
                for n in range(3):
                    used = source.sample(range(len(rows) + n), 2)
                    lines.append("row " + " ".join(f"{m} {source.randint(1, 3)}" for m in used))
                every = range(len(rows) + 3)
                for pair in product(every, every):
                    tried += 1
                    last = "add " + " ".join(f"{m} {source.randint(1, 3)}" for m in pair)
                    assert not accepted(rows, highest, [*lines, last])
    assert tried > 1000


@pytest.mark.parametrize(
    "line",
    [
        "add", "add 0", "add 2 1", "add -1 1", "add 0 -1", "add 0 1 1", "add 0 1_0", "add 0 ٣",
        "add 0 " + "9" * 400, "add 18446744073709551616 1", "branch", "branch 0", "branch 2 0",
        "branch -1 0", "branch 0 0 0", "branch 0 0.5", "case 0 1", "branch 0 x",
    ],
)  # fmt: skip
def test_lines_that_make_no_sense_are_rejected(line: str) -> None:
    """Tests that numbers out of range, signs and other words end the check with a line."""
    with pytest.raises(RejectedError, match="line 1"):
        check_tree(ROWS, [1, 1], [(1, line)], Clock())


def test_a_tree_that_only_branches_ends() -> None:
    """Tests that no more than some parts of the box are kept."""
    lines = [f"branch {n} 0" for n in range(5 * MOST_OPEN)]
    with pytest.raises(RejectedError, match="no branch"):
        check_tree(ROWS, [1] * len(lines), enumerate(lines, start=1), Clock())


def test_additions_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a tree which adds more than a limit is left open."""
    monkeypatch.setattr(branching, "MOST_ADDED", 5)
    with pytest.raises(TimeUpError, match="more terms added than the limit of 5"):
        check_tree(ROWS, [1, 1], enumerate(GOOD, start=1), Clock())


def test_it_minds_the_clock() -> None:
    """Tests that the time limit ends the check."""
    with pytest.raises(TimeUpError):
        check_tree(ROWS, [1, 1], enumerate(GOOD, start=1), Clock(-1))


def test_the_search_for_a_tree_can_be_stopped() -> None:
    """Tests that nothing is claimed where the time is up."""
    assert branch_tree(ROWS, [1, 1], 1, deadline=0.0) is None
    assert branch_tree(ROWS, [1, 1], 1, keep_going=lambda: False) is None
