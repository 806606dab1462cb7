"""Permutations of 0 … n-1 as arrays, `p[i]` being the image of i, and random elements of groups."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from models.distinct import distinct

Permutation = NDArray[np.intp]


def inverse(permutation: Permutation) -> Permutation:
    """The permutation that undoes `permutation`."""
    return np.argsort(permutation)


def power(permutation: Permutation, exponent: int) -> Permutation:
    """The permutation `exponent` times; `exponent` is at least 0 and may be huge."""
    result = np.arange(len(permutation))
    square = permutation
    while exponent:
        if exponent & 1:
            result = square[result]
        square = square[square]
        exponent >>= 1
    return result


def cycle_lengths(permutation: Permutation) -> Permutation:
    """For each point the length of its cycle, in O(n log n) vector steps."""
    count = len(permutation)
    least = np.arange(count)
    jump = permutation
    # After round r, `least` is the smallest of the next 2^r points; it is final once it stays.
    while True:
        better = np.minimum(least, least[jump])
        if (better == least).all():
            return np.bincount(least, minlength=count)[least]
        least = better
        jump = jump[jump]


def order(permutation: Permutation) -> int:
    """The least positive exponent that gives the identity."""
    return math.lcm(*distinct(cycle_lengths(permutation)).tolist())


def orbit_sizes(generators: Sequence[Permutation], count: int) -> Permutation:
    """For each of `count` points the size of its orbit in the generated group."""
    parent = list(range(count))

    def root(point: int) -> int:
        while parent[point] != point:
            parent[point] = parent[parent[point]]
            point = parent[point]
        return point

    for generator in generators:
        # Generators of large groups move few points each.
        moved = np.flatnonzero(generator != np.arange(count))
        for point, image in zip(moved.tolist(), generator[moved].tolist(), strict=True):
            parent[root(point)] = root(image)
    roots = np.array([root(point) for point in range(count)], dtype=np.intp)
    return np.bincount(roots, minlength=count)[roots]


class RandomElements:
    """Random elements of a generated group by product replacement, with an accumulator.

    Celler, Leedham-Green, Murray, Niemeyer and O'Brien, "Generating random elements of a
    finite group", 1995; the accumulator is Leedham-Green's "rattle".
    """

    def __init__(
        self, generators: Sequence[Permutation], count: int, random: np.random.Generator
    ) -> None:
        self._random = random
        self._pool = [*generators]
        while generators and len(self._pool) < 10:
            self._pool.append(generators[len(self._pool) % len(generators)])
        self._last = np.arange(count)
        for _ in range(5 * len(self._pool) if self._pool else 0):
            self.draw()

    def draw(self) -> Permutation:
        """Return the next random element; the identity if the group has no generators."""
        if not self._pool:
            return self._last
        first = int(self._random.integers(len(self._pool)))
        second = int(self._random.integers(len(self._pool) - 1))
        second += second >= first
        other = self._pool[second]
        if self._random.random() < 0.5:
            other = inverse(other)
        self._pool[first] = other[self._pool[first]]
        self._last = self._pool[first][self._last]
        return self._last
