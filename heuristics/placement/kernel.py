"""Simulated annealing of places by the length of wires.

A movement exchanges the places of two operations, or moves one to an empty place. In all functions
`layout` is the `PlacementLayout` of a loop and an array, `state` the `PlacementState` of a
placement; `o` and `w` are numbers of operations, `j` is that of a component.
"""

from __future__ import annotations

import math

import numpy as np

from heuristics.placement.layout import PlacementLayout, PlacementState
from shell.compiled import inner, outer

CLOSE = 0.7
"""The share of movements to where an operand or a reader is near."""

CROWDED = 8.0
"""Cost of an issue above a shared limit."""


@inner
def _price(layout: PlacementLayout, state: PlacementState, o: int, j: int, other: int) -> float:
    """Return the price of `o` on `j`, without its edges to `other`."""
    total = layout.own[o, j]
    for x in range(layout.begin[o], layout.begin[o + 1]):
        e = layout.touching[x]
        if layout.edges[e, 0] == o:
            w = layout.edges[e, 1]
            if w != other:
                total += layout.weight[e] * layout.price[j, state.site[w]]
        else:
            w = layout.edges[e, 0]
            if w != other:
                total += layout.weight[e] * layout.price[state.site[w], j]
    return total


@inner
def _between(
    layout: PlacementLayout, state: PlacementState, o: int, j: int, w: int, k: int
) -> float:
    """Return the price of the edges between `o` on `j` and `w` on `k`."""
    total = 0.0
    for x in range(layout.begin[o], layout.begin[o + 1]):
        e = layout.touching[x]
        if layout.edges[e, 0] == o and layout.edges[e, 1] == w:
            total += layout.weight[e] * layout.price[j, k]
        elif layout.edges[e, 0] == w and layout.edges[e, 1] == o:
            total += layout.weight[e] * layout.price[k, j]
    return total


@inner
def _issue(layout: PlacementLayout, state: PlacementState, o: int, j: int, much: int) -> float:
    """Count an issue of `o` on `j`, or take it back with -1; return the change in price."""
    change = 0.0
    for n in range(len(layout.at_most)):
        if layout.limited[n, o] and layout.member[n, j]:
            over = state.issued[n] >= layout.at_most[n] + (much < 0)
            state.issued[n] += much
            if over:
                change += much * CROWDED
    return change


@outer
def begin(layout: PlacementLayout, state: PlacementState, seed: int) -> bool:
    """Place all operations at random; return False if one has no place.

    Operations that few components execute come first. `seed` is for the generator.
    """
    np.random.seed(seed)
    state.holder[:] = -1
    state.site[:] = -1
    state.issued[:] = 0
    components = len(layout.price)
    for wanted in range(1, components + 1):
        for o in range(len(state.site)):
            first, last = layout.ables[o], layout.ables[o + 1]
            if last - first != wanted:
                continue
            begun, found = np.random.randint(last - first), -1
            for n in range(last - first):
                j = layout.able[first + (begun + n) % (last - first)]
                for p in range(layout.places[j], layout.places[j + 1]):
                    if state.holder[p] < 0:
                        found = p
                        break
                if found >= 0:
                    break
            if found < 0:
                return False
            state.site[o], state.place[o] = j, found
            state.holder[found] = o
            _issue(layout, state, o, j, 1)
    return True


@inner
def _propose(layout: PlacementLayout, state: PlacementState, o: int) -> int:
    """Return another place for `o`, near an operand or a reader of it, or anywhere; -1 if none."""
    count = layout.begin[o + 1] - layout.begin[o]
    j = layout.able[layout.ables[o] + np.random.randint(layout.ables[o + 1] - layout.ables[o])]
    if count > 0 and np.random.random() < CLOSE:
        e = layout.touching[layout.begin[o] + np.random.randint(count)]
        w = layout.edges[e, 1] if layout.edges[e, 0] == o else layout.edges[e, 0]
        j = layout.near[state.site[w], np.random.randint(layout.near.shape[1])]
    places = layout.places[j + 1] - layout.places[j]
    if j == state.site[o] or not layout.executes[o, j] or places == 0:
        return -1
    return layout.places[j] + np.random.randint(places)


@inner
def _component(layout: PlacementLayout, place: int) -> int:
    """Return the component of a place."""
    low, high = 0, len(layout.places) - 1
    while high - low > 1:
        middle = (low + high) // 2
        if layout.places[middle] <= place:
            low = middle
        else:
            high = middle
    return low


@outer
def anneal(
    layout: PlacementLayout, state: PlacementState, movements: int, hot: float, cold: float
) -> float:
    """Try `movements` movements; return the decrease of the sum of prices.

    The temperature falls geometrically from `hot` to `cold`, in the unit of prices.
    """
    cooling = (cold / hot) ** (1.0 / movements)
    temperature, gained = hot, 0.0
    for _ in range(movements):
        temperature *= cooling
        o = np.random.randint(len(state.site))
        place = _propose(layout, state, o)
        if place < 0:
            continue
        old_site, old_place, w = state.site[o], state.place[o], state.holder[place]
        site = _component(layout, place)
        if w >= 0 and not layout.executes[w, old_site]:
            continue
        change = _price(layout, state, o, site, w) - _price(layout, state, o, old_site, w)
        if w >= 0:
            change += _price(layout, state, w, old_site, o) - _price(layout, state, w, site, o)
            change += _between(layout, state, o, site, w, old_site)
            change -= _between(layout, state, o, old_site, w, site)
        change += _issue(layout, state, o, old_site, -1) + _issue(layout, state, o, site, 1)
        if w >= 0:
            change += _issue(layout, state, w, site, -1) + _issue(layout, state, w, old_site, 1)
        if change > -temperature * math.log(np.random.random() + 1e-300):
            _issue(layout, state, o, site, -1)
            _issue(layout, state, o, old_site, 1)
            if w >= 0:
                _issue(layout, state, w, old_site, -1)
                _issue(layout, state, w, site, 1)
            continue
        state.site[o], state.place[o], state.holder[place] = site, place, o
        state.holder[old_place] = w
        if w >= 0:
            state.site[w], state.place[w] = old_site, old_place
        gained -= change
    return gained
