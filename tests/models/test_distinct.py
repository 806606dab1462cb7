"""Distinct values and rows, against `numpy.unique`."""

from __future__ import annotations

import numpy as np

from models.distinct import distinct, distinct_rows


def test_distinct_values_and_rows_equal_those_of_numpy() -> None:
    """Tests arrays of all sizes from empty on."""
    chance = np.random.default_rng(0)
    for size in (0, 1, 2, 30):
        values = chance.integers(0, 9, (size, 2))
        assert distinct(values).tolist() == np.unique(values).tolist()
        for width in (1, 9, 70):
            rows = chance.random((size, width)) < 2 / (width + 3)
            found = distinct_rows(rows)
            assert found.shape[1] == width
            assert found.tolist() == np.unique(rows, axis=0).tolist()
