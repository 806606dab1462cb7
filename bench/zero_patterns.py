"""Zero patterns of square matrices that differ under permutations of rows and of columns.

A pattern is a number whose bit `row·size + column` says whether W[row][column] is not zero, as
`examples.matrices.sparse` takes it. A class is known by its smallest number.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations


def canonical(pattern: int, size: int) -> int:
    """Return the smallest pattern of the class of `pattern`."""
    columns = [
        [pattern >> (row * size + column) & 1 for row in range(size)] for column in range(size)
    ]
    # For one order of the rows, the smallest number has its columns in descending order.
    return min(
        _number(sorted((_mask(column, order) for column in columns), reverse=True), size)
        for order in permutations(range(size))
    )


def _mask(column: list[int], order: tuple[int, ...]) -> int:
    return sum(column[row] << place for place, row in enumerate(order))


def _number(columns: list[int], size: int) -> int:
    return sum(
        (mask >> row & 1) << (row * size + column)
        for column, mask in enumerate(columns)
        for row in range(size)
    )


def classes(size: int) -> list[int]:
    """Return all classes but the all-zero one, those with the most zeros first."""
    columns = combinations_with_replacement(range(1 << size), size)
    found = {canonical(_number(list(chosen), size), size) for chosen in columns} - {0}
    return sorted(found, key=lambda pattern: (pattern.bit_count(), pattern))


def picture(pattern: int, size: int) -> str:
    """Return the pattern as rows of 0 and 1, separated by slashes."""
    rows = range(size)
    return "/".join(
        "".join(str(pattern >> (row * size + column) & 1) for column in rows) for row in rows
    )
