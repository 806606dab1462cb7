"""Prices of units, and of cells for a net."""

from __future__ import annotations

from heuristics.array import OWN, UNLIMITED
from heuristics.negotiated.state import Units
from heuristics.negotiated.wires import SPARE
from shell.compiled import inner

PRESSURE = 0.5
"""The share of its price that a unit costs more for each use beyond its limit.

With more, routes take detours around every overused unit, and the detours fill the array.
"""


@inner
def count_use(units: Units, unit: int, much: int) -> None:
    """Take a unit, or give it back with -1, and set the price of one more."""
    units.uses[unit] += much
    limit, base, history = units.limits[unit], units.base[unit], units.history[unit]
    if limit >= UNLIMITED:
        return
    excess = units.uses[unit] + 1 - limit
    if excess > 0:
        units.price[unit] = (base + history) * (1.0 + PRESSURE * excess) + 2.0 * PRESSURE
    else:
        units.price[unit] = (base + 0.3 * history) * (SPARE + 0.4 * units.uses[unit] / limit)


@inner
def cell_price(units: Units, cell: int) -> float:
    """Return the price of a cell for the net whose cells are marked.

    A cell of its own is cheap unless the unit is overused: else each route of the net would find
    the other ones' overused cells free.
    """
    unit = units.unit[cell]
    if units.mark[cell] != units.stamp[0]:
        return units.price[unit]
    users = units.uses[unit]
    if users <= units.limits[unit]:
        return OWN
    history = units.history[unit] * (1.0 + PRESSURE)
    return units.base[unit] + (history + 2.0 * PRESSURE) / (1.0 + users)
