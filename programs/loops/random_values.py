"""Random values of the arrays and scalars of a region."""

from __future__ import annotations

from typing import Any

import numpy as np

from programs.loops.region import Region
from programs.loops.types import NumberType


def random_values(region: Region, seed: int) -> dict[str, Any]:
    """Return values for `execute`: small numbers, floats in eighths, so that few sums are rounded.

    Arrays with initial values, and local scalars, are omitted.
    """
    generator = np.random.default_rng(seed)

    def numbers(type: NumberType, extents: tuple[int, ...]) -> np.ndarray:
        low = -9 if type.signed else 0
        made = generator.integers(low, 10, extents)
        return (made if type.is_int else made / 8).astype(type.dtype)

    values: dict[str, Any] = {
        array.name: numbers(array.type, array.extents)
        for array in region.arrays
        if array.initial is None
    }
    for scalar in region.scalars:
        if not scalar.local:
            values[scalar.name] = numbers(scalar.type, ()).item()
    return values
