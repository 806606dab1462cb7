"""Lower bounds on the rest of a route between components: prices, and cycles.

They guide the search for routes (A*), and cut off routes that would be late. Values that may pass
and stay in the same components share them: most may not pass through the memory that holds the
inputs, from which every component may be near.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from heuristics.anneal.tables import NOWHERE, UNREACHED, Tables
from heuristics.array import Costs, Flags, starts
from models.space_time.index_array import IntArray
from shell.compiled import outer

Prices = NDArray[np.float32]
Cycles = NDArray[np.int32]
"""Half as long as other numbers: on large arrays these tables do not fit into a cache."""


def lower_bounds(tables: Tables) -> tuple[IntArray, Prices, Cycles, Cycles]:
    """Return `kind`, `near`, `soon_held` and `soon_arrived` of `State`.

    No limit, and no price beside the first ones, is looked at.
    """
    parts = len(tables.switch)
    rows, kind = np.unique(tables.admits, axis=0, return_inverse=True)
    price = tables.base[tables.path_place]
    for places in (tables.read_place, tables.write_place):
        price = price + np.where(places >= 0, tables.base[places], 0.0)
    shape = (len(rows), parts, parts)
    near = np.full(shape, NOWHERE, dtype=np.float32)
    held, arrived = np.full(shape, UNREACHED, np.int32), np.full(shape, UNREACHED, np.int32)
    into = starts(np.bincount(tables.target, minlength=parts))
    steps = np.argsort(tables.target, kind="stable")
    queue, queued = np.zeros(parts, dtype=np.int64), np.zeros(parts, dtype=np.bool_)
    for c, admits in enumerate(rows):
        spread(
            *(tables.source, tables.delay, price, into, steps, tables.switch, admits),
            *(near[c], held[c], arrived[c], queue, queued),
        )
    return kind.reshape(-1).astype(np.int64), near, held, arrived


@outer
def spread(
    source: IntArray,
    delay: IntArray,
    price: Costs,
    into: IntArray,
    steps: IntArray,
    switch: Flags,
    admits: Flags,
    near: Prices,
    held: Cycles,
    arrived: Cycles,
    queue: IntArray,
    queued: Flags,
) -> None:
    """Fill in bounds for values that pass through the components of `admits` [J].

    - `source`, `delay` [E] int64, `price` [E] float64: sources of steps, their cycles and prices.
    - `into` [J + 1] int64: for each component, the first position in `steps` [E] int64 of the steps
      into it.
    - `switch` [J]: whether values go on in the cycle of arrival.
    - `near` [J, J] float32, to be NOWHERE: the least price from the second component to the first.
    - `held`, `arrived` [J, J] int32, to be UNREACHED: the fewest cycles until a value arrives at
      the first one, from the second where it is held, or arrives.
    - `queue` [J] int64, `queued` [J], to be False: scratch space.

    Labels are corrected until none changes (R. Bellman: On a routing problem, 1958).
    """
    parts = len(switch)
    for goal in range(parts):
        for timed in (False, True):
            near[goal, goal] = 0.0
            arrived[goal, goal] = 0
            queue[0], first, count = goal, 0, 1
            while count > 0:
                t = queue[first]
                first, count = (first + 1) % parts, count - 1
                queued[t] = False
                if not admits[t]:
                    continue
                for n in range(into[t], into[t + 1]):
                    s, cycles = source[steps[n]], delay[steps[n]]
                    better = False
                    if not admits[s]:
                        continue
                    if timed:
                        cycles += arrived[goal, t]
                        held[goal, s] = min(held[goal, s], cycles + 1)
                        cycles += 0 if switch[s] else 1
                        if cycles < arrived[goal, s]:
                            arrived[goal, s], better = cycles, True
                    else:
                        much = np.float32(near[goal, t] + price[steps[n]])
                        if much < near[goal, s]:
                            near[goal, s], better = much, True
                    if better and not queued[s]:
                        queued[s] = True
                        queue[(first + count) % parts] = s
                        count += 1
