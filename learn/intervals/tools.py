"""The few functions of the network in numpy; those of torch are in `learn.intervals.fit`."""

from __future__ import annotations

from typing import Any

import numpy as np


class NumpyTools:
    """Functions on arrays of numpy."""

    def sums(self, rows: Any, number: Any, count: int) -> Any:
        """Return [count, …]: sums of the rows of each number; each occurs, in this order."""
        return np.add.reduceat(rows, self._firsts(number))

    def maxima(self, rows: Any, number: Any, count: int) -> Any:
        """Return [count, …]: maxima of the rows of each number; each occurs, in this order."""
        return np.maximum.reduceat(rows, self._firsts(number))

    @staticmethod
    def _firsts(number: Any) -> Any:
        return np.concatenate(([0], np.flatnonzero(number[1:] != number[:-1]) + 1))

    def rows(self, x: Any, number: Any) -> Any:
        """Return the rows of these numbers."""
        return x[number]

    def exp(self, x: Any) -> Any:
        """Return the exponential."""
        return np.exp(x)

    def relu(self, x: Any) -> Any:
        """Return what is positive, and 0 for the rest."""
        return np.maximum(x, 0)

    def join(self, parts: list[Any]) -> Any:
        """Return columns side by side."""
        return np.concatenate(parts, axis=-1)

    def swapped(self, x: Any, *axes: int) -> Any:
        """Return the same with its axes in another order."""
        # Products of matrices that lie in memory as they are read are much faster.
        return np.ascontiguousarray(np.transpose(x, axes))
