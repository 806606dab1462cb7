"""Local search for a joint symmetry of a given component action that moves all values freely.

The values' part comes out of a group that is often a product of huge symmetric groups, of which
only generators are known: steps multiply by generators and their conjugates.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from models.symmetry.permutations import (
    Permutation,
    RandomElements,
    cycle_lengths,
    orbit_sizes,
    order,
    power,
)


class LocalSearch:
    """The values' side of the search.

    Permutations are of `count` points, of which the first are the values. `linked` flags values
    with any reference, `used` those that operations read or compute. `kernel` generates the
    symmetries that fix all components, `moving` the rest of the group.
    """

    def __init__(
        self,
        kernel: Sequence[Permutation],
        moving: Sequence[Permutation],
        linked: NDArray[np.bool_],
        used: NDArray[np.bool_],
        count: int,
        random: np.random.Generator,
    ) -> None:
        self.kernel = kernel
        self.count = count
        self.random = random
        self.used = used
        self.value_count = len(used)
        self.sizes = orbit_sizes([*moving, *kernel], count)[: self.value_count]
        # Small orbits count more: once rows and columns are right, their products follow.
        self.weights = np.where(linked, 1.0 / self.sizes.astype(float) ** 2, 0.0)
        self.telling = [self._telling(each) for each in kernel]
        self.elements = RandomElements(kernel, count, random)

    def share(self, permutation: Permutation, length: int) -> float:
        """The share of the values in use that lie in orbits of `length`."""
        lengths = cycle_lengths(permutation)[: self.value_count][self.used]
        return float((lengths == length).mean()) if len(lengths) else 1.0

    def search(self, start: Permutation, length: int, steps: int) -> tuple[Permutation | None, int]:
        """Search the permutations that move the components as `start` does.

        Returns the best one whose order is `length`, if any, and the number of steps taken.
        """
        found: list[Permutation] = []
        taken = 0
        for coprime in (False, True):
            price = _prices(length, self.count, coprime)
            best, more, perfect = self._climb(start, length, price, max(1, steps // 2))
            taken += more
            if best is not None:
                found.append(best)
            if perfect:
                break
        return max(found, key=lambda each: self.share(each, length), default=None), taken

    def _climb(
        self, start: Permutation, length: int, price: NDArray[np.float64], steps: int
    ) -> tuple[Permutation | None, int, bool]:
        """Local search with restarts; also return the steps taken, and whether the result is
        optimal.
        """
        # Orbits of a group smaller than `length` can never be full.
        least = np.minimum.accumulate(price[1:])[self.sizes - 1]
        free = float((self.weights * np.where(self.sizes < length, least, 0)).sum())
        best: Permutation | None = None
        best_cost = np.inf
        current, cost = start, np.inf
        bad = np.ones(self.count, dtype=bool)
        patience = 50 + 10 * len(self.kernel)
        waited = 0
        for step in range(steps):
            if step == 0:
                trial = start
            elif waited > patience:
                trial, cost, waited = self.elements.draw()[start], np.inf, 0
            else:
                trial = self._move(bad)[current]
            trial_cost, trial_bad = self._cost(trial, price)
            if trial_cost <= cost:
                if trial_cost < cost:
                    waited = 0
                    tame = _tame(trial, length)
                    if tame is not None:
                        tame_cost, _ = self._cost(tame, price)
                        if tame_cost < best_cost:
                            best, best_cost = tame, tame_cost
                current, cost, bad = trial, trial_cost, trial_bad
            waited += 1
            if best_cost <= free + 1e-9:
                return best, step + 1, True
        return best, steps, False

    def _move(self, bad: NDArray[np.bool_]) -> Permutation:
        """Return a generator of the kernel or a conjugate of one, preferably one that moves `bad`
        points.
        """
        by = self.elements.draw() if self.random.random() < 0.7 else None
        for _ in range(100):
            chosen = int(self.random.integers(len(self.kernel)))
            generator, moved = self.kernel[chosen], self.telling[chosen]
            if bad[moved if by is None else by[moved]].all() or self.random.random() < 0.003:
                break
        if by is None:
            return generator
        # by ∘ generator ∘ by⁻¹, without computing the inverse.
        conjugate = np.empty_like(generator)
        conjugate[by] = by[generator]
        return conjugate

    def _telling(self, permutation: Permutation) -> Permutation:
        """Return the moved values in the smallest orbits of a permutation."""
        own = permutation[: self.value_count]
        moved = np.flatnonzero(own != np.arange(self.value_count))
        sizes = self.sizes[moved]
        return np.compress(sizes == sizes.min(), moved)

    def _cost(
        self, permutation: Permutation, price: NDArray[np.float64]
    ) -> tuple[float, NDArray[np.bool_]]:
        """The weighted price of all orbits of values, and which points are in priced ones."""
        paid = self.weights * price[cycle_lengths(permutation[: self.value_count])]
        bad = np.zeros(self.count, dtype=bool)
        bad[: self.value_count] = paid > 0
        return float(paid.sum()), bad


def _prices(length: int, count: int, coprime: bool) -> NDArray[np.float64]:
    """Return for each orbit length up to `count` its distance from `length`.

    With `coprime`, factors coprime to `length` are free: a power of the permutation removes
    them. That allows more moves, and guides them less.
    """
    prices = np.zeros(count + 1)
    for size in range(1, count + 1):
        part = size // _coprime_part(size, length) if coprime else size
        prices[size] = abs(math.log2(part / length))
    return prices


def _coprime_part(number: int, to: int) -> int:
    """The largest divisor of `number` that is coprime to `to`."""
    while (common := math.gcd(number, to)) > 1:
        number //= common
    return number


def _tame(permutation: Permutation, length: int) -> Permutation | None:
    """Return the power that moves components alike and has order `length`; None if none does.

    `length` is the order of the component action. The factor of the order that is coprime to it is
    removed.
    """
    whole = order(permutation)
    coprime = _coprime_part(whole, length)
    if whole // coprime != length:
        return None
    return power(permutation, coprime * pow(coprime, -1, length))
