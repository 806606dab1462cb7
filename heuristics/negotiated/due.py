"""A cycle for each placed operation: as soon as its operands arrive on an empty array."""

from __future__ import annotations

import numpy as np

from heuristics.modulo.machine import FAR
from heuristics.negotiated.wires import Nets, Ways
from models.space_time.index_array import IntArray

PASSES = 200
"""Passes over all dependences; recurrences that are too long for their places would never end."""

NEVER = 1 << 40


def due_cycles(ways: Ways, nets: Nets, site: IntArray) -> IntArray:
    """Return a cycle [O] for operations on components `site` [O], the first ones from 1 on.

    A value that goes to another component takes a cycle more than on an empty array. Operations
    that read no computed value start as late as their readers allow.
    """
    count = len(site)
    bound = (nets.net < count) & (nets.reader >= 0) & (nets.net != nets.reader)
    before, after = nets.net[bound], nets.reader[bound]
    way = np.minimum(ways.travel[site[before], site[after]], FAR)
    way = np.where(np.arange(len(nets.net))[bound] < nets.routed, way, 0)
    lag = nets.latency[before, site[before]] + np.maximum(way - 1, 0) + (way > 0)
    lag -= nets.shift[bound]
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
