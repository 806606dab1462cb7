"""A placement, and what it uses of the array."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heuristics.transport.layout import Layout
from models.space_time.index_array import IntArray


class State(NamedTuple):
    """A placement and what it uses; `total` [0] is its price, `best` [0] the least so far.

    `holder` [S, II] has the operation of each place and slot, or -1; `issued` [N, II] and `taken`
    [J + H, II] count what shared limits and resources have; `excess` [0] is how far resources are
    above their room, `excess` [1] how far shared limits are. `seen` [J + H, D + 1] has the `stamp`
    [0] of the last value that was there.
    """

    site: IntArray  # [O]
    cycle: IntArray  # [O]
    holder: IntArray
    issued: IntArray
    taken: IntArray
    excess: IntArray
    total: NDArray[np.float64]
    best: NDArray[np.float64]
    best_site: IntArray
    best_cycle: IntArray
    nets: IntArray  # what a movement concerns
    seen: IntArray
    stamp: IntArray


def state_of(layout: Layout) -> State:
    """Return room for a placement."""
    operations, slots = len(layout.able), layout.interval

    def table(*shape: int) -> IntArray:
        return np.zeros(shape, dtype=np.int64)

    return State(
        table(operations),
        table(operations),
        table(len(layout.unit), slots),
        table(len(layout.at_most), slots),
        table(len(layout.room), slots),
        table(2),
        np.zeros(1),
        np.zeros(1),
        table(operations),
        table(operations),
        table(operations),
        table(len(layout.room), layout.price.shape[3]),
        table(1),
    )
