"""Annealing of places by the length of nets, compiled by numba.

The price of a net is that of a tree of wires, built from its source: so readers of a value attract
each other, and a trunk counts once. A movement exchanges two operations, or moves one.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from heuristics.negotiated.layout import Nets, Placement
from shell.compiled import Kernels

kernels = Kernels("nets", Path(__file__).parent, ("nets", "layout"), last="anneal")

CLOSE = 0.7
"""The share of movements to where an operation of the same net is, or near."""

BUSHY = 24
"""The most pins of a net whose tree is built exactly."""


@kernels.inner
def _site(placed: Placement, pin: int) -> int:
    return placed.site[pin] if pin >= 0 else -1 - pin


@kernels.inner
def _length(nets: Nets, placed: Placement, n: int) -> float:
    """Return the price of the tree of a net, as long as it has few pins, or else of a star."""
    first, last = nets.pins_begin[n], nets.pins_begin[n + 1]
    source = _site(placed, nets.pins[first])
    total, count = 0.0, last - first - 1
    for x in range(count):
        placed.away[x] = nets.price[source, _site(placed, nets.pins[first + 1 + x])]
        total += placed.away[x]
    if count > BUSHY:
        return total / 3.0
    total = 0.0
    for _ in range(count):
        best, chosen = np.inf, -1
        for x in range(count):
            if placed.away[x] >= 0.0 and placed.away[x] < best:
                best, chosen = placed.away[x], x
        if chosen < 0:
            return 1e6
        total += best
        placed.away[chosen] = -1.0
        j = _site(placed, nets.pins[first + 1 + chosen])
        for x in range(count):
            if placed.away[x] > 0.0:
                other = nets.price[j, _site(placed, nets.pins[first + 1 + x])] + nets.branch[j]
                if other < placed.away[x]:
                    placed.away[x] = other
    return total


@kernels.outer
def begin(nets: Nets, placed: Placement, seed: int) -> bool:
    """Place all operations at random; return False if one has no place.

    Operations that few components execute come first. `seed` is for numba's generator.
    """
    np.random.seed(seed)
    placed.holder[:] = -1
    placed.site[:] = -1
    for wanted in range(1, len(nets.price) + 1):
        for o in range(len(placed.site)):
            first, last = nets.ables[o], nets.ables[o + 1]
            if last - first != wanted:
                continue
            begun, found = np.random.randint(last - first), -1
            for n in range(last - first):
                j = nets.able[first + (begun + n) % (last - first)]
                for p in range(nets.places[j], nets.places[j + 1]):
                    if placed.holder[p] < 0:
                        found = p
                        break
                if found >= 0:
                    break
            if found < 0:
                return False
            placed.site[o], placed.place[o] = j, found
            placed.holder[found] = o
    for n in range(len(placed.cost)):
        placed.cost[n] = _length(nets, placed, n)
        placed.stamp[n] = -1
    return True


@kernels.inner
def _propose(nets: Nets, placed: Placement, o: int, reach: float) -> int:
    """Return another place for `o`, near an operation of a net of it, or anywhere; -1 if none."""
    j = nets.able[nets.ables[o] + np.random.randint(nets.ables[o + 1] - nets.ables[o])]
    count = nets.nets_begin[o + 1] - nets.nets_begin[o]
    if count > 0 and np.random.random() < CLOSE:
        n = nets.nets[nets.nets_begin[o] + np.random.randint(count)]
        first, last = nets.pins_begin[n], nets.pins_begin[n + 1]
        other = _site(placed, nets.pins[first + np.random.randint(last - first)])
        for _ in range(8):
            if nets.price[other, j] <= reach:
                break
            j = nets.able[nets.ables[o] + np.random.randint(nets.ables[o + 1] - nets.ables[o])]
    many = nets.places[j + 1] - nets.places[j]
    if j == placed.site[o] or not nets.executes[o, j] or many == 0:
        return -1
    return nets.places[j] + np.random.randint(many)


@kernels.inner
def _move(placed: Placement, o: int, w: int, site: int, place: int) -> None:
    """Put `o` at a place, and `w` (or nothing, -1) at that of `o`."""
    old_site, old_place = placed.site[o], placed.place[o]
    placed.site[o], placed.place[o], placed.holder[place] = site, place, o
    placed.holder[old_place] = w
    if w >= 0:
        placed.site[w], placed.place[w] = old_site, old_place


@kernels.outer
def anneal(nets: Nets, placed: Placement, movements: int, hot: float, cold: float) -> float:
    """Try `movements` movements; return the price of all nets.

    The temperature falls geometrically from `hot` to `cold`, in the unit of prices.
    """
    cooling = (cold / hot) ** (1.0 / movements)
    temperature = hot
    for _ in range(movements):
        temperature *= cooling
        o = np.random.randint(len(placed.site))
        place = _propose(nets, placed, o, 2.5)
        if place < 0:
            continue
        old_site, old_place, w = placed.site[o], placed.place[o], placed.holder[place]
        site = np.searchsorted(nets.places, place, side="right") - 1
        if w >= 0 and not nets.executes[w, old_site]:
            continue
        count = 0
        before = 0.0
        for who in (o, w):
            if who < 0:
                continue
            for x in range(nets.nets_begin[who], nets.nets_begin[who + 1]):
                n = nets.nets[x]
                if placed.stamp[n] < 0:
                    placed.stamp[n] = 1
                    placed.some[count] = n
                    count += 1
                    before += placed.cost[n]
        _move(placed, o, w, site, place)
        after = 0.0
        for x in range(count):
            after += _length(nets, placed, placed.some[x])
        kept = before - after >= temperature * np.log(np.random.random() + 1e-300)
        if not kept:
            _move(placed, o, w, old_site, old_place)
        for x in range(count):
            n = placed.some[x]
            placed.stamp[n] = -1
            if kept:
                placed.cost[n] = _length(nets, placed, n)
    total = 0.0
    for n in range(len(placed.cost)):
        total += placed.cost[n]
    return total
