"""A cycle for each placed operation: as soon as its operands arrive on an empty array."""

from __future__ import annotations

import numpy as np

from heuristics.modulo.machine import FAR
from heuristics.negotiated.wires import Sizes, Wires
from models.space_time.index_array import IntArray

PASSES = 200
"""Passes over all dependences; recurrences that are too long for their places would never end."""


def due_cycles(sizes: Sizes, wires: Wires, site: IntArray) -> IntArray:
    """Return a cycle [O] for operations on components `site` [O], the first ones from 1 on.

    A value that goes to another component takes a cycle more than on an empty array. Operations
    that read no computed value start as late as their readers allow.
    """
    count = sizes.operations
    latency = wires.latency[np.arange(count), site]
    computed = (wires.net < count) & (wires.reader >= 0) & (wires.net != wires.reader)
    net, reader = wires.net[computed], wires.reader[computed]
    way = np.minimum(wires.travel[site[net], site[reader]], FAR)
    lag = latency[net] + np.maximum(way - 1, 0) + (way > 0) - wires.shift[computed]
    apart = latency[wires.before] + wires.apart if len(wires.before) else wires.apart
    before = np.concatenate([net, wires.before])
    after = np.concatenate([reader, wires.after])
    lag = np.concatenate([lag, apart])
    times = np.ones(count, dtype=np.int64)
    for _ in range(PASSES):
        later = times.copy()
        np.maximum.at(later, after, times[before] + lag)
        if (later == times).all():
            break
        times = later
    sources = np.ones(count, dtype=bool)
    sources[after] = False
    latest = np.full(count, 1 << 40)
    np.minimum.at(latest, before, times[after] - lag)
    moved = sources & (latest < 1 << 40)
    times[moved] = np.maximum(times[moved], latest[moved])
    return times
