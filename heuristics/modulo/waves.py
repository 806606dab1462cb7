"""Waves of a value over a time-expanded array: arrays for the compiled kernels, which fill them in.

K cycles, J components, E steps and S states are those of `heuristics.modulo.kernel`.
"""

from __future__ import annotations

import numpy as np

from heuristics.array import Costs
from heuristics.modulo import kernel
from heuristics.modulo.kernel import Prices, Waves
from heuristics.modulo.machine import Kind
from heuristics.modulo.reservation import Reservation
from shell.budget import Work

_NO_CELLS = np.empty(0, dtype=np.int64)


CALL_SECONDS, STEP_SECONDS = 1.8e-5, 3.7e-9
"""The work of a search, and of a step in it: on an idle machine with compiled kernels, with what is
done in Python about it."""


def flood(
    table: Reservation, kind: Kind, net: int, starts: list[tuple[int, int]], cycles: int, hard: bool
) -> tuple[Waves, Prices]:
    """Return everywhere a net can get in so many cycles from its earliest start on.

    `starts` are (component, cycle). With `hard` units that are all taken cannot be used.
    """
    machine, cells = table.machine, table.cells[net]
    count, layers, rows = machine.components, machine.layers, cycles + machine.pad
    held, arrived = np.empty((2, rows, count))
    states = np.empty((rows, count * layers)) if layers > 1 else arrived
    first, since = min(k for _, k in starts), np.empty(count * (cycles + layers), dtype=np.int64)
    waves, prices = Waves(first, held, arrived, states, since), _prices(kind, cycles, count)
    Work.add(CALL_SECONDS + STEP_SECONDS * cycles * _steps(kind))
    kernel.flood(
        kind.graph,
        table.board,
        table.wall if hard else table.price,
        np.fromiter(cells, dtype=np.int64, count=len(cells)) if cells else _NO_CELLS,
        np.array(starts, dtype=np.int64),
        waves,
        prices,
    )
    return waves, prices


def complete(table: Reservation, kind: Kind, first: int, held: Costs, arrived: Costs) -> None:
    """Run `kernel.complete` for a net without cells."""
    cycles = len(held) - table.machine.pad
    prices, until = (
        _prices(kind, cycles, held.shape[1]),
        np.empty((cycles, held.shape[1]), np.int64),
    )
    Work.add(CALL_SECONDS + STEP_SECONDS * cycles * _steps(kind))
    kernel.complete(
        kind.graph, table.board, table.price, _NO_CELLS, first, held, arrived, until, prices
    )


def walk(
    table: Reservation, kind: Kind, waves: Waves, prices: Prices, j: int, k: int, is_held: bool
) -> tuple[tuple[int, int], list[int], list[int]]:
    """Return the start, the cells and the steps of the cheapest route: see `kernel.walk`."""
    longest = (k + table.machine.pad + 1) * (waves.states.shape[1] + 2)
    found = np.empty((2, longest), dtype=np.int64)
    start, since, length = kernel.walk(kind.graph, waves, prices, j, k, is_held, found)
    assert start >= 0, "every state is reached by some step"
    cells, steps = found[:, :length].tolist()
    return (int(start), int(since)), cells, steps


def _steps(kind: Kind) -> int:
    """Return the number of steps of a wave in a cycle."""
    return len(kind.graph.moves) + len(kind.graph.steps)


def _prices(kind: Kind, cycles: int, count: int) -> Prices:
    keep, store = np.empty((2, cycles, count))
    return Prices(keep, store, np.empty((cycles, len(kind.graph.steps))))
