"""The cheapest way to a cell of a flood, backwards: compiled where that is possible, plain else."""

from __future__ import annotations

from typing import NamedTuple

from heuristics.modulo.machine import Flags
from heuristics.modulo.reservation import SPAN, Costs
from models.space_time.index_array import IntArray

NONE = -1
"""No step, and no start."""


class Waves(NamedTuple):
    """What a flood finds, from cycle `first` on.

    `held` and `arrived` [pad + K, J] are the least costs of being held at the end of a cycle and
    of arriving in it, `states` [pad + K, S] the latter by hops; `keep` [K, J] and `paid`
    [K, E + 1] are what staying and steps cost, `begun` [K, J] is where the value is for nothing.
    """

    first: int
    held: Costs
    arrived: Costs
    states: Costs
    keep: Costs
    paid: Costs
    begun: Flags


def walk(
    sizes: IntArray,
    steps: IntArray,
    steps_of: IntArray,
    parts: Flags,
    ways: IntArray,
    begin: IntArray,
    first: int,
    held: Costs,
    arrived: Costs,
    states: Costs,
    keep: Costs,
    paid: Costs,
    begun: Flags,
    place: int,
    k: int,
    is_held: bool,
    found: IntArray,
) -> tuple[int, int, int]:
    """Go back from where a value is held, or arrives, at the end of row k of the waves.

    The arguments are those of a `Ground` and of `Waves`. `found` [2, ...] gets the cells of the
    way, and the step that each stands for, or NONE. Returns component and cycle of the start and
    the number of cells; a start of NONE is that of a way that is too long or breaks off.
    """
    count, paths, layers, pad, n = sizes[0], sizes[1], sizes[2], sizes[4], 0
    state, is_known = place, False
    while n + 3 <= found.shape[1]:
        row = k + pad
        if is_held:
            if begun[k, state]:
                return state, k + first, n
            found[0, n], found[1, n] = state * SPAN + k + first, NONE
            n += 1
            if held[row - 1, state] + keep[k, state] == held[row, state]:
                k -= 1
                continue
            if parts[1, state]:
                found[0, n], found[1, n] = (count + paths + state) * SPAN + k + first, NONE
                n += 1
            is_held, is_known = False, False
        if not is_known:
            # The fewest hops of those that cost least.
            for layer in range(1, layers):
                other = state % count + layer * count
                if states[row, other] < states[row, state]:
                    state = other
        wanted, e, way, origin, delay = states[row, state], NONE, 0, state, 0
        while e == NONE and way < 3:
            for r in range(begin[way, state], begin[way, state + 1]):
                origin, delay = ways[r, 1], ways[r, 3]
                if way == 0:
                    cost = held[row - 1 - delay, origin]
                elif way == 1:
                    cost = states[row, origin]
                else:
                    cost = arrived[row - delay, origin]
                if cost + paid[k, ways[r, 2]] == wanted:
                    e = ways[r, 2]
                    break
            way += 1
        if e == NONE:
            break
        found[0, n], found[1, n] = (count + steps[e, 2]) * SPAN + k + first, e
        n += 1
        # Whether the value was held before, or has come through a switch in the same cycle.
        is_held, is_known = way == 1, way == 2
        k -= delay + 1 if is_held else delay
        state = origin
    return NONE, 0, n
