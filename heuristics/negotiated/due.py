"""A cycle for each placed operation: as soon as its operands arrive on an empty array."""

from __future__ import annotations

import numpy as np

from heuristics.modulo.machine import FAR
from heuristics.negotiated.wires import Wires
from models.space_time.index_array import IntArray

PASSES = 200
"""Passes over all dependences; recurrences that are too long for their places would never end."""

NEVER = 1 << 40


def due_cycles(wires: Wires, site: IntArray) -> IntArray:
    """Return a cycle [O] for operations on components `site` [O], the first ones from 1 on.

    A value that goes to another component takes a cycle more than on an empty array. Operations
    that read no computed value start as late as their readers allow.
    """
    count = len(site)
    bound = (wires.net < count) & (wires.reader >= 0) & (wires.net != wires.reader)
    before, after = wires.net[bound], wires.reader[bound]
    way = np.minimum(wires.travel[site[before], site[after]], FAR)
    way = np.where(np.arange(len(wires.net))[bound] < wires.routed, way, 0)
    lag = wires.latency[before, site[before]] + np.maximum(way - 1, 0) + (way > 0)
    lag -= wires.shift[bound]
    times = np.ones(count, dtype=np.int64)
    for _ in range(PASSES):
        later = times.copy()
        np.maximum.at(later, after, times[before] + lag)
        if (later == times).all():
            break
        times = later
    latest = np.full(count, NEVER)
    np.minimum.at(latest, before, times[after] - lag)
    sources = latest < NEVER
    sources[after] = False
    times[sources] = np.maximum(times[sources], latest[sources])
    return times
