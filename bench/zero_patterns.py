"""Zero patterns of square matrices that differ under permutations of rows and of columns.

A pattern is a number whose bit `row·size + column` says whether W[row][column] is not zero, as
`examples.matrices.sparse` takes it. A class is known by its smallest number. There are 36 classes
of 3×3 and 317 of 4×4 matrices, the all-zero one included (Živković, Classification of small
(0,1) matrices, Linear Algebra and its Applications 414, 2006).
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
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


@functools.cache
def classes(size: int) -> list[int]:
    """Return all classes but the all-zero one, those with the most zeros first."""
    columns = combinations_with_replacement(range(1 << size), size)
    found = {canonical(_number(list(chosen), size), size) for chosen in columns} - {0}
    return sorted(found, key=lambda pattern: (pattern.bit_count(), pattern))


def zeros(pattern: int, size: int) -> int:
    """Return how many elements of W are zero."""
    return size * size - pattern.bit_count()


def sample(size: int, most: Callable[[int], int], seed: int) -> list[int]:
    """Return up to `most(zeros)` classes of every number of zeros, drawn with `seed`."""
    generator = random.Random(seed)
    by_zeros: dict[int, list[int]] = {}
    for pattern in classes(size):
        by_zeros.setdefault(zeros(pattern, size), []).append(pattern)
    chosen = []
    for amount, group in by_zeros.items():
        chosen += sorted(generator.sample(group, min(most(amount), len(group))))
    return chosen


def picture(pattern: int, size: int) -> str:
    """Return the pattern as rows of 0 and 1, separated by slashes."""
    rows = range(size)
    return "/".join(
        "".join(str(pattern >> (row * size + column) & 1) for column in range(size)) for row in rows
    )
