"""Stays of a value that last no longer than its component keeps it."""

from __future__ import annotations

import numpy as np

from heuristics.negotiated.price import cell_price
from heuristics.negotiated.state import Search, Units
from heuristics.negotiated.wires import Ways
from shell.compiled import inner


@inner
def mark_cell(units: Units, cell: int) -> None:
    """Mark a cell as one of the net at work."""
    units.mark[cell] = units.stamp[0]
    units.taken[units.phase[cell]] = units.stamp[0]


@inner
def hold_price(units: Units, cell: int, limited: bool) -> float:
    """Return the price of holding the value of the net whose cells are marked.

    Where stays are `limited`, a hold of the net bars others in its phase: with them a union of
    stays might be too long.
    """
    stamp = units.stamp[0]
    if limited and units.mark[cell] != stamp and units.taken[units.phase[cell]] == stamp:
        return np.inf
    return cell_price(units, cell)


@inner
def younger(ways: Ways, units: Units, search: Search, t: int, k: int) -> tuple[float, int]:
    """Return the least cost of a stay that began before cycle k, and that may last until then,
    without the price of that cycle; and the cycle in which it began.
    """
    count = ways.components
    best, since, kept = np.inf, k, 0.0
    for begun in range(k - 1, max(k - ways.stay[t], -1), -1):
        if search.entry[begun * count + t] + kept < best:
            best, since = search.entry[begun * count + t] + kept, begun
        kept += hold_price(units, begun * ways.places + t, True)
        if kept == np.inf:
            break
    return best, since


@inner
def shorter(ways: Ways, units: Units, search: Search, t: int, k: int) -> tuple[float, int]:
    """Return the least cost of a stay from the end of cycle k - 1 on that goes on in cycle k, and
    the cycle in which it ends.
    """
    count = ways.components
    best, until, kept = np.inf, k, 0.0
    for end in range(k, min(k - 1 + ways.stay[t], ways.cycles)):
        kept += units.price[units.unit[end * ways.places + t]]
        if search.entry[end * count + t] + kept < best:
            best, until = search.entry[end * count + t] + kept, end
    return best, until
