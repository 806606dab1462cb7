"""The loops of floods with numpy, a row per cycle: for where nothing can be compiled.

`kernel` finds the same, to the last bit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from heuristics.modulo.machine import Joined, Kind
from heuristics.modulo.reservation import OWN, SPAN, Costs, Reservation
from heuristics.modulo.walk import Waves, walk

__all__ = ["complete", "flood", "walk"]


class Prices(NamedTuple):
    """What a net pays in each cycle: `keep` and `store` [K, J] to stay and in passing, `steps`."""

    keep: Costs
    store: Costs
    steps: Costs


def prices_of(
    table: Reservation, kind: Kind, net: int | None, first: int, cycles: int, hard: bool
) -> Prices:
    """Return what a net pays from cycle `first` on; None stands for one without cells."""
    machine = table.machine
    slots = np.arange(first, first + cycles) % table.interval
    hold = table.holds(hard)[slots]
    store = table.stores(hard)[slots]
    steps = np.empty((cycles, len(machine.path)), dtype=np.float64)
    steps[:, :-1] = table.transfers(hard)[slots][:, machine.path[:-1]]
    steps[:, -1] = np.inf
    if machine.ported:
        sources, targets = machine.source[:-1], machine.target[:-1]
        left = (slots[:, None] - machine.latency[machine.path[:-1]][None, :]) % table.interval
        steps[:, :-1] += table.reads(hard)[left, sources[None, :]]
        steps[:, :-1] += table.writes(hard)[slots][:, targets]
    for cell in table.cells[net] if net is not None else ():
        place, cycle = divmod(cell, SPAN)
        k = cycle - first
        if not 0 <= k < cycles or place >= table.first_other:
            continue
        if place < table.first_path:
            hold[k, place] = OWN
        elif place < table.first_store:
            steps[k, machine.steps_of[place - table.first_path]] = OWN
        else:
            store[k, place - table.first_store] = OWN
    hold, total = np.where(kind.holds, hold, np.inf), hold + store
    keep = np.where(machine.transient, np.inf, hold)
    return Prices(keep, np.where(kind.stores, total, np.inf), steps)


def flood(
    table: Reservation,
    kind: Kind,
    net: int,
    starts: list[tuple[int, int]],
    first: int,
    cycles: int,
    hard: bool,
) -> Waves:
    """Return everywhere a net can get in so many cycles, the first of the starts' being `first`."""
    machine = table.machine
    count, layers, pad = machine.components, machine.layers, machine.pad
    keep, store, steps = prices_of(table, kind, net, first, cycles, hard)
    held = np.full((cycles + pad, count), np.inf)
    arrived = np.full((cycles + pad, count), np.inf)
    states = np.full((cycles + pad, count * layers), np.inf) if layers > 1 else arrived
    begun = np.zeros((cycles, count), dtype=np.bool_)
    for j, k in starts:
        if k - first < cycles:
            begun[k - first, j] = True
    np.putmask(held[pad:], begun, 0.0)
    waves = Waves(first, held, arrived, states, keep, steps, begun)
    flat = held.ravel()
    leaving = kind.leaving
    origins = leaving.origin - (1 + leaving.delay) * count
    costs = steps[:, leaving.step]
    switched = len(kind.passing.step) > 0
    between = steps[:, kind.passing.step] if switched else costs
    delayed = len(kind.delayed.step) > 0
    starting = {k - first for _, k in starts}
    for k in range(cycles):
        row = k + pad
        reached = np.minimum.reduceat(flat.take(origins + row * count) + costs[k], leaving.first)
        if delayed:
            _let_through(kind.delayed, waves, reached, k, pad)
        if switched:
            _pass_on(kind.passing, reached, between[k])
        states[row] = reached
        if layers > 1:
            reached = reached.reshape(layers, count).min(axis=0)
            arrived[row] = reached
        kept = np.minimum(held[row - 1] + keep[k], reached + store[k])
        held[row] = np.minimum(held[row], kept) if k in starting else kept
    return waves


def _let_through(delayed: Joined, waves: Waves, reached: Costs, k: int, pad: int) -> None:
    """Let what has arrived in switches arrive elsewhere over paths of latency, in place."""
    count = waves.arrived.shape[1]
    came = waves.arrived.ravel().take(delayed.origin + (k + pad - delayed.delay) * count)
    least = np.minimum.reduceat(came + waves.paid[k, delayed.step], delayed.first)
    reached[delayed.state] = np.minimum(reached[delayed.state], least)


def _pass_on(passing: Joined, reached: Costs, costs: Costs) -> None:
    """Let what arrives in switches go on in the same cycle, in place."""
    while True:
        least = np.minimum.reduceat(reached.take(passing.origin) + costs, passing.first)
        before = reached.take(passing.state)
        if not (least < before).any():
            return
        reached[passing.state] = np.minimum(before, least)


def complete(table: Reservation, kind: Kind, first: int, held: Costs, arrived: Costs) -> None:
    """Add to `held` and `arrived` [pad + K, J] what it costs from there until being read."""
    count, pad = table.machine.components, table.machine.pad
    cycles = len(held) - pad
    keep, store, steps = prices_of(table, kind, None, first, cycles, False)
    flat = arrived.ravel()
    out, through = kind.out, kind.through
    padded = np.full((cycles + pad, steps.shape[1]), np.inf)
    padded[:cycles] = steps
    costs, width = padded.ravel(), padded.shape[1]
    goals = out.origin
    later = out.delay + 1
    switched = len(through.step) > 0
    for k in range(cycles - 1, -1, -1):
        away = flat.take(goals + (k + later) * count) + costs.take(out.step + (k + later) * width)
        least = np.minimum.reduceat(away, out.first)
        if k + 1 < cycles:
            least = np.minimum(least, held[k + 1] + keep[k + 1])
        held[k] = np.minimum(held[k], least)
        arrived[k] = np.minimum(arrived[k], held[k] + store[k])
        if switched:
            spent = costs.take(through.step + (k + through.delay) * width)
            ends = through.origin + (k + through.delay) * count
            while True:
                least = np.minimum.reduceat(flat.take(ends) + spent, through.first)
                before = arrived[k].take(through.state)
                if not (least < before).any():
                    break
                arrived[k, through.state] = np.minimum(before, least)
