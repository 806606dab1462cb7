"""What studies compute by themselves: classes of zero patterns, held blocks, forms of pages."""

from __future__ import annotations

from itertools import permutations

from bench.pages.table3 import CLASSES, PAPER, picture


def test_classes_of_zero_patterns() -> None:
    """Tests that each pattern is the least of its class, and that every class has one."""

    def least(pattern: int) -> int:
        def moved(rows: tuple[int, ...], columns: tuple[int, ...]) -> int:
            places = ((r, c) for r in range(3) for c in range(3))
            return sum((pattern >> 3 * rows[r] + columns[c] & 1) << 3 * r + c for r, c in places)

        orders = list(permutations(range(3)))
        return min(moved(rows, columns) for rows in orders for columns in orders)

    assert set(CLASSES) == {least(pattern) for pattern in range(1, 512)}
    assert picture(7) == "111/000/000"
    counts = [sum(9 - p.bit_count() == zeros for p in CLASSES) for zeros in PAPER]
    assert counts == [PAPER[zeros][1][-1] for zeros in PAPER]
