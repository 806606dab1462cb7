"""Lower bounds of what is left of a way: what its steps cost, and how many cycles it takes."""

from __future__ import annotations

import numpy as np

from heuristics.anneal.places import Ints
from heuristics.anneal.tables import NOWHERE, UNREACHED, Reals, Tables


def lower_bounds(tables: Tables) -> tuple[Reals, Ints, Ints]:
    """Return near, soon_held and soon_arrived [J, J] of the state, from the second to the first.

    They hold for every net: no limit, and no price beside the first ones, is looked at.
    """
    parts = len(tables.switch)
    source, target = tables.source, tables.target
    price = tables.base[tables.path_place]
    for places in (tables.read_place, tables.write_place):
        price = price + np.where(places >= 0, tables.base[places], 0.0)
    # Rows are where a way begins, so that steps are rows, too.
    near = np.full((parts, parts), NOWHERE)
    np.fill_diagonal(near, 0.0)
    for _ in range(parts):
        before = near.copy()
        np.minimum.at(near, source, near[target] + price[:, None])
        if (near == before).all():
            break
    held = np.full((parts, parts), UNREACHED, dtype=np.int64)
    arrived = held.copy()
    np.fill_diagonal(arrived, 0)
    through = tables.switch[source]
    while True:
        earlier = arrived.copy()
        on = arrived[target] + tables.delay[:, None]
        np.minimum.at(held, source, on + 1)
        np.minimum.at(arrived, source[through], on[through])
        arrived = np.minimum(arrived, held)
        if (arrived == earlier).all():
            break
    return near.T.copy(), held.T.copy(), arrived.T.copy()
