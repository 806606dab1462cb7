"""Topological orders cut into consecutive ranges, which are valid partitions by construction."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.errors import InputError
from partition.heuristics.loads import Key, Loads
from partition.heuristics.orders import orders
from partition.heuristics.quotient import IntArray
from partition.model import PartitionGraph
from partition.model.limits import Limits

MOST_PLACES = 1_200
"""Maximum number of cut positions; in longer orders, blocks are grouped into runs."""

NEVER = np.int64(1 << 60)


def starts(
    graph: PartitionGraph,
    limits: Limits,
    parts: int,
    seed: int = 0,
    max_interval: int | None = None,
) -> list[list[int]]:
    """Return partitions into exactly `parts` parts, the best by `loads.Key` first.

    Each is the part of each block, from an optimally cut topological order. Raises `InputError`
    for more parts than blocks.
    """
    if not 1 <= parts <= len(graph.blocks):
        what = f"there must be between 1 and {len(graph.blocks)}, an operation or a cycle each"
        raise InputError(f"{parts} parts: {what}")
    found: dict[tuple[int, ...], Key] = {}
    for order in orders(graph, seed):
        part = cut_order(graph, limits, order, parts, max_interval)
        found[tuple(part)] = Loads(graph, limits, part, parts, max_interval).key()
    return [list(part) for part, _ in sorted(found.items(), key=lambda pair: pair[1])]


def cut_order(
    graph: PartitionGraph,
    limits: Limits,
    order: Sequence[int],
    parts: int,
    max_interval: int | None = None,
) -> list[int]:
    """Return the best partition into `parts` consecutive ranges of a topological order.

    Minimises the excess, then the sum of the IIs, then stores and loads. The cost of a range
    depends only on its ends: a value is stored in the range that computes it if a later range reads
    it, and loaded in each such range. So dynamic programming is exact, for orders of at most
    `MOST_PLACES` blocks.
    """
    run = min(-(-len(order) // MOST_PLACES), len(order) // parts)
    place = np.empty(len(order), dtype=np.int64)
    place[list(order)] = np.arange(len(order)) // run
    count = -(-len(order) // run)
    cost = _costs(graph, limits, place, count, parts, max_interval)
    best = np.full(count + 1, NEVER)
    best[0] = 0
    came: list[IntArray] = []
    for _ in range(parts):
        via = best[:, None] + cost
        came.append(via.argmin(axis=0))
        best = np.minimum(via.min(axis=0), NEVER)
    part = np.empty(count, dtype=np.int64)
    end = count
    for p in range(parts - 1, -1, -1):
        begin = int(came[p][end])
        part[begin:end] = p
        end = begin
    found: list[int] = part[place].tolist()
    return found


def _costs(
    graph: PartitionGraph,
    limits: Limits,
    place: IntArray,
    count: int,
    parts: int,
    max_interval: int | None,
) -> IntArray:
    """Return [begin, end]: the cost of the range of places begin … end - 1 as one number."""
    stores, loads = _crossing(graph, place, count)
    weight = np.zeros((count + 1, len(limits.slots)), dtype=np.int64)
    np.add.at(weight, place + 1, limits.weight @ limits.competes.T)
    total = weight.cumsum(axis=0)
    interval = np.ones_like(stores)
    for n, slots in enumerate(limits.slots.tolist()):
        load = total[None, :, n] - total[:, None, n]
        if limits.carries:
            load = load + limits.competes[n, limits.store] * stores
            load += limits.competes[n, limits.load] * loads
        np.maximum(interval, -(-load // slots), out=interval)
    for b in np.flatnonzero(limits.recurrence > 1):
        inside = interval[: place[b] + 1, place[b] + 1 :]
        np.maximum(inside, limits.recurrence[b], out=inside)
    extra = stores + loads
    excess = np.zeros_like(extra) if limits.carries else extra.copy()
    if max_interval is not None:
        excess += np.maximum(interval - max_interval, 0)
    # Lexicographic weights: no sum of a later criterion reaches one unit of an earlier one.
    one_interval = parts * int(extra.max()) + 1
    one_excess = one_interval * (parts * int(interval.max()) + 1)
    found: IntArray = extra + one_interval * interval + one_excess * excess
    found[np.tri(count + 1, dtype=np.bool_)] = NEVER
    return found


def _crossing(graph: PartitionGraph, place: IntArray, count: int) -> tuple[IntArray, IntArray]:
    """Return two arrays [begin, end]: the number of stores and of loads of each range."""
    stores = np.zeros((count + 1, count + 1), dtype=np.int64)
    loads = np.zeros_like(stores)
    for value, names in graph.readers.items():
        own = int(place[graph.block_of[value]])
        readers = sorted({int(place[graph.block_of[name]]) for name in names} - {own})
        if not readers:
            continue
        # Stored by ranges that begin up to the value and end before its last reader.
        stores[own, own + 1 : readers[-1] + 1] += 1
        since = own
        for reader in readers:
            # Loaded by ranges that begin after the value, and whose first reader this is.
            loads[since + 1 : reader + 1, reader + 1] += 1
            since = reader
    return stores[::-1].cumsum(axis=0)[::-1], loads.cumsum(axis=1)
