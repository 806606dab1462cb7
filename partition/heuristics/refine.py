"""Local search on the blocks of a partition that keeps every edge forward."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence

from partition.heuristics.loads import Loads
from partition.model import PartitionGraph
from partition.model.limits import Limits

HOT, COLD = 1.2, 0.02
"""The first and the last temperature, in contexts."""

STEPS_PER_BLOCK, FEWEST_STEPS, MOST_STEPS = 120, 2_000, 120_000
"""The number of tried moves: per block, at least and at most."""

MOST_TOGETHER = 64
"""Maximum number of blocks per move."""

TOGETHER = 0.15
"""The share of steps that move a block together with its blocking neighbours."""


def refine(
    graph: PartitionGraph,
    limits: Limits,
    part: Sequence[int],
    parts: int,
    max_interval: int | None = None,
    seed: int = 0,
    deadline: float | None = None,
    full: bool = True,
    steps: int | None = None,
) -> list[int]:
    """Return the part of each block, by `loads.Key` never worse than `part`.

    The key compares the excess of the IIs over `max_interval`, then the sum of the IIs (lower
    bounds, `Limits.interval`), then the stores and loads, then the edges cut. A block may move to
    any part between the latest part of its predecessors and the earliest part of its successors, or
    to a neighbouring part together with the successors or predecessors that block it. Simulated
    annealing (Kirkpatrick et al., Science 220, 1983) is followed by descent to a local optimum. The
    result is deterministic per seed unless `deadline`, a time of `time.perf_counter`, ends the
    search. With `full` no part loses its last block. Raises `ValueError` for a backward edge.
    """
    for a, b in graph.edges:
        if part[a] > part[b]:
            raise ValueError(f"block {b} is in part {part[b]}, block {a} before it in {part[a]}")
    state = Loads(graph, limits, part, parts, max_interval)
    if parts == 1 or len(part) < 2:
        return list(state.part)
    if steps is None:
        steps = min(max(STEPS_PER_BLOCK * len(part), FEWEST_STEPS), MOST_STEPS)
    best = _anneal(state, random.Random(seed), steps, deadline, full)
    for b, p in enumerate(best):
        state.move(b, p)
    _descend(state, deadline, full)
    return list(state.part)


def _anneal(
    state: Loads, draw: random.Random, steps: int, deadline: float | None, full: bool
) -> list[int]:
    """Return the best parts visited by the annealing."""
    best, best_key = list(state.part), state.key()
    energy = _energy(state)
    cooling = (COLD / HOT) ** (1 / max(steps, 1))
    temperature = HOT
    for step in range(steps):
        temperature *= cooling
        if deadline is not None and step % 64 == 0 and time.perf_counter() >= deadline:
            break
        moves = _proposed(state, draw)
        if not moves:
            continue
        back = [(b, state.part[b]) for b, _ in moves]
        for b, q in moves:
            state.move(b, q)
        now = _energy(state)
        emptied = full and not state.size[back[0][1]]
        if emptied or (now > energy and draw.random() >= math.exp((energy - now) / temperature)):
            for b, p in back:
                state.move(b, p)
            continue
        energy = now
        key = state.key()
        if key < best_key:
            best, best_key = list(state.part), key
    return best


def _energy(state: Loads) -> float:
    """Return the annealing energy: the key as one number, with the unrounded IIs as slopes."""
    key = state.key()
    found = key.intervals + 0.5 * sum(state.demand) + 0.03 * key.extra + 0.003 * key.cut
    if state.max_interval is not None:
        over = sum(max(0.0, demand - state.max_interval) for demand in state.demand)
        found += 4 * over
    return found + 4 * key.excess


def _proposed(state: Loads, draw: random.Random) -> list[tuple[int, int]]:
    """Return a proposed move: blocks of one part with their new parts."""
    b = draw.randrange(len(state.part))
    p = state.part[b]
    if draw.random() < TOGETHER:
        step = 1 if draw.random() < 0.5 else -1
        if not 0 <= p + step < state.parts:
            return []
        return [(a, p + step) for a in _closure(state, b, step)]
    first, last = state.window(b)
    if first == last:
        return []
    q = draw.randrange(first, last)
    return [(b, q + (q >= p))]


def _closure(state: Loads, b: int, step: int) -> list[int]:
    """Return b and the blocks that must move with it to a neighbouring part; empty if too many."""
    next_to = state.after if step > 0 else state.before
    p = state.part[b]
    found, seen = [b], {b}
    for a in found:
        for other in next_to[a]:
            if state.part[other] == p and other not in seen:
                seen.add(other)
                found.append(other)
        if len(found) > MOST_TOGETHER:
            return []
    return found


def _descend(state: Loads, deadline: float | None, full: bool) -> None:
    """Move blocks one by one as long as that improves the key."""
    key = state.key()
    improved = True
    while improved:
        improved = False
        for b, p in enumerate(state.part):
            if deadline is not None and time.perf_counter() >= deadline:
                return
            first, last = state.window(b)
            if first == last or (full and state.size[p] == 1):
                continue
            for q in range(first, last + 1):
                before = state.part[b]
                state.move(b, q)
                now = state.key()
                if now < key:
                    key, improved = now, True
                else:
                    state.move(b, before)
