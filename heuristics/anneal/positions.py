"""Positions of operations: a component and a cycle, at random or near those of the labels.

The arguments are those of `heuristics.anneal.moves`.
"""

from __future__ import annotations

import math

import numpy as np

from heuristics.anneal.guide import Guide
from heuristics.anneal.heap import pop, push
from heuristics.anneal.state import (
    OVERUSE,
    SHORT,
    SHORTEST,
    UNROUTED,
    AnnealState,
    free_units,
    is_free,
    take_units,
)
from heuristics.anneal.tables import FAR, Tables
from shell.compiled import inner

ATTEMPTS = 12
"""The number of random positions to examine for one with a free slot, or for the best."""

WARMER = 2.0
"""Ratio of the temperature for drawing positions by expected cost to that for accepting them."""

OCCUPIED = 6.0
"""Cost of a position without a free slot, in addition to its distances from the labels."""


@inner
def partner(tables: Tables, e: int, o: int) -> int:
    """Return the operation at the other end of an edge of `o`; -1 for an input, the end of a
    result, and `o` itself.
    """
    p = tables.edge_net[e] if tables.edge_reader[e] == o else tables.edge_reader[e]
    return -1 if p == o or p >= len(tables.first) else p


@inner
def random_edge(tables: Tables, o: int) -> int:
    """Return a random edge of `o`; -1 without one."""
    begin, count = tables.around[o], tables.around[o + 1] - tables.around[o]
    return tables.around_edge[begin + np.random.randint(count)] if count > 0 else -1


@inner
def _window(tables: Tables, state: AnnealState, o: int) -> tuple[int, int]:
    """Return the first and the last cycle that placed operations leave to `o`.

    The cycles between the two bounds where they contradict each other.
    """
    low, high = 1, tables.end - 1
    above = below = False
    for p in range(len(state.at)):
        if p == o or state.at[p] < 0:
            continue
        after, before = tables.apart[p, o], tables.apart[o, p]
        if after > FAR:
            low = max(low, state.when[p] + after)
            above = True
        if before > FAR:
            high = min(high, state.when[p] - before)
            below = True
    if high < low:
        return max(1, high), min(low, tables.end - 1)
    if above:
        return low, min(high, low + tables.width - 1)
    if below:
        return max(low, high - tables.width + 1), high
    first = min(max(low, tables.first[o] + tables.lead), high)
    return first, min(high, first + tables.width - 1)


@inner
def _near_window(tables: Tables, state: AnnealState, o: int, k: int) -> tuple[int, int]:
    """Return the first and the last cycle around `k` that neighbours of `o` leave to it.

    The cycles between the two bounds where they contradict each other.
    """
    low, high = 1, tables.end - 1
    for n in range(tables.around[o], tables.around[o + 1]):
        e = tables.around_edge[n]
        p = partner(tables, e, o)
        if p < 0 or state.at[p] < 0:
            continue
        if tables.edge_reader[e] == o:
            low = max(low, state.when[p] + tables.apart[p, o])
        else:
            high = min(high, state.when[p] - tables.apart[o, p])
    if high < low:
        return max(1, high), min(low, tables.end - 1)
    first = min(max(low, k - tables.width), high)
    return first, max(min(high, k + tables.width), first)


@inner
def _is_open(tables: Tables, state: AnnealState, o: int, j: int, k: int) -> bool:
    """Return whether `o` fits on component `j` in cycle `k`: in time, in a free slot."""
    return k + tables.latency[o, j] <= tables.end and is_free(
        tables, state, tables.issue_place[o, j], k
    )


@inner
def _random_position(
    tables: Tables, state: AnnealState, o: int, first: int, last: int
) -> tuple[int, int]:
    """Return a random component and cycle from `first` to `last`, rather one whose slot is free."""
    begin, count = tables.able[o], tables.able[o + 1] - tables.able[o]
    j, k = tables.able_at[begin], first
    for _ in range(ATTEMPTS):
        j = tables.able_at[begin + np.random.randint(count)]
        k = first + np.random.randint(last - first + 1)
        if _is_open(tables, state, o, j, k):
            break
    return j, k


@inner
def _neighbour(tables: Tables, state: AnnealState, o: int) -> tuple[int, int]:
    """Return the component of a random operation that is read by `o` or reads it, and the cycle of
    issuing `o` next to it. The component is -1 without such an operation.
    """
    e = random_edge(tables, o)
    p = partner(tables, e, o) if e >= 0 else -1
    if p < 0 or state.at[p] < 0:
        return -1, 0
    shift = tables.edge_distance[e] * tables.interval
    if tables.edge_reader[e] == o:
        return state.at[p], state.when[p] + tables.latency[p, state.at[p]] - shift
    return state.at[p], state.when[p] + shift - 1


@inner
def _expected(tables: Tables, state: AnnealState, o: int, j: int, k: int) -> float:
    """Return the approximate cost of issuing `o` on `j` in cycle `k`, by its placed neighbours."""
    state.steps[0] += 1
    total = 0.0
    for n in range(tables.around[o], tables.around[o + 1]):
        e = tables.around_edge[n]
        p = partner(tables, e, o)
        if p < 0 or state.at[p] < 0:
            continue
        shift, at = tables.edge_distance[e] * tables.interval, state.at[p]
        if tables.edge_reader[e] == o:
            done = state.when[p] + tables.latency[p, at] - 1
            total += _held(tables, state, p, at, done, j, k + shift)
        else:
            done = k + tables.latency[o, j] - 1
            total += _held(tables, state, o, j, done, at, state.when[p] + shift)
    return total


@inner
def _held(
    tables: Tables, state: AnnealState, net: int, j: int, done: int, goal: int, read: int
) -> float:
    """Return the approximate cost of a net that is on `j` at the end of `done`, and read
    in `read`.
    """
    soon = 1 if j == goal else state.soon_held[state.kind[net], goal, j]
    short = done + soon - read
    if short > 0:
        return UNROUTED + SHORT * min(short, SHORTEST)
    return state.near[state.kind[net], goal, j] + state.wait[net] * (read - done)


@inner
def place_near(
    tables: Tables, state: AnnealState, guide: Guide, o: int, at: int, when: int, temperature: float
) -> None:
    """Issue `o` near component `at` and cycle `when`, or near an operation that it reads or that
    reads it, at the random position of the least expected cost.

    Expected costs get random terms of the order of `temperature`, which draws positions as from
    Boltzmann's distribution.
    """
    first, last = _near_window(tables, state, o, when)
    best, best_j, best_k = np.inf, at, min(max(when, first), last)
    for _ in range(ATTEMPTS):
        origin, then = at, when
        if np.random.random() < 0.5:
            other, soon = _neighbour(tables, state, o)
            if other >= 0:
                origin, then = other, soon
        j = guide.near[origin, np.random.randint(guide.near.shape[1])]
        if tables.issue_place[o, j] < 0:
            j = at
        if np.random.random() < 0.3:
            k = first + np.random.randint(last - first + 1)
        else:
            k = then + np.random.randint(-2, 3)
        k = min(max(k, first), last)
        if j == at and k == when:
            continue
        chance = math.log(1.0 - np.random.random())
        score = _expected(tables, state, o, j, k) - WARMER * temperature * chance
        if not _is_open(tables, state, o, j, k):
            score += OVERUSE
        if score < best:
            best, best_j, best_k = score, j, k
    state.at[o], state.when[o] = best_j, best_k
    take_units(tables, state, tables.issue_place[o, best_j], best_k)


@inner
def _deviation(tables: Tables, state: AnnealState, guide: Guide, o: int, j: int, k: int) -> float:
    """Return the distance of component `j` in cycle `k` from the labels, in tiles plus cycles.

    The sum over all placed partners of `o`, plus the unsuitability of the component.
    """
    state.steps[0] += 1
    total = guide.unsuited[o, j]
    for n in range(tables.around[o], tables.around[o + 1]):
        e = tables.around_edge[n]
        p = partner(tables, e, o)
        if p < 0 or state.at[p] < 0 or np.isnan(guide.spatial[e]):
            continue
        shift = tables.edge_distance[e] * tables.interval
        if tables.edge_reader[e] == o:
            cycles, far = k + shift - state.when[p], guide.apart[state.at[p], j]
        else:
            cycles, far = state.when[p] + shift - k, guide.apart[j, state.at[p]]
        total += guide.spatial_weight[e] * abs(far - guide.spatial[e])
        total += guide.temporal_weight[e] * abs(cycles - guide.temporal[e])
    for n in range(guide.partners[o], guide.partners[o + 1]):
        p = guide.partner[n]
        if state.at[p] >= 0:
            far = guide.apart[j, state.at[p]]
            total += guide.association_weight[n] * abs(far - guide.association[n])
    return total


@inner
def _guided_position(
    tables: Tables, state: AnnealState, guide: Guide, o: int, first: int, last: int, sigma: float
) -> tuple[int, int]:
    """Return a component and a cycle from `first` to `last` near the least deviation.

    Its rank is drawn from the normal distribution of deviation `sigma` (LISA, Algorithm 1).
    """
    begin, count = tables.able[o], tables.able[o + 1] - tables.able[o]
    cycles = last - first + 1
    state.heap_size[0] = 0
    for n in range(count):
        j = tables.able_at[begin + n]
        for k in range(cycles):
            score = _deviation(tables, state, guide, o, j, first + k) + 0.5 * np.random.random()
            if not _is_open(tables, state, o, j, first + k):
                score += OCCUPIED
            push(state, score, n * cycles + k)
    rank = int(min(abs(np.random.normal(0.0, sigma)), count * cycles - 1.0))
    best = pop(state)
    for _ in range(rank):
        best = pop(state)
    n, k = divmod(best, cycles)
    return tables.able_at[begin + n], first + k


@inner
def place(
    tables: Tables, state: AnnealState, guide: Guide, o: int, guided: bool, sigma: float
) -> None:
    """Issue `o`, by labels if `guided`, and then as `_guided_position` has `sigma`."""
    first, last = _window(tables, state, o)
    if guided:
        j, k = _guided_position(tables, state, guide, o, first, last, sigma)
    else:
        j, k = _random_position(tables, state, o, first, last)
    state.at[o], state.when[o] = j, k
    take_units(tables, state, tables.issue_place[o, j], k)


@inner
def displace(tables: Tables, state: AnnealState, o: int) -> None:
    """Remove the issue of `o`."""
    free_units(tables, state, tables.issue_place[o, state.at[o]], state.when[o])
    state.at[o] = -1
