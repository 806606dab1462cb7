"""Distinct numbers and rows of an array, in order.

`numpy.unique` imports `numpy.ma`, which small questions do not need.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def distinct(values: NDArray[Any]) -> NDArray[Any]:
    """Return the different values of an array of any shape, in rising order."""
    ordered = np.sort(values, axis=None)
    if not len(ordered):
        return ordered
    return ordered[np.concatenate(([True], ordered[1:] != ordered[:-1]))]


def distinct_rows(rows: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the different rows of an array [n, m], in rising order."""
    packed = np.packbits(rows, axis=1)
    found = {row.tobytes(): n for n, row in enumerate(packed)}
    return rows[[found[key] for key in sorted(found)]]
