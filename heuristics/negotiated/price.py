"""Prices of units, and of cells for a net, compiled by numba."""

from __future__ import annotations

from heuristics.array import OWN, UNLIMITED
from heuristics.negotiated.compiled import inner
from heuristics.negotiated.state import PRESSURE, State
from heuristics.negotiated.wires import Wires


@inner
def count_use(wires: Wires, state: State, unit: int, much: int) -> None:
    """Take a unit, or give it back with -1, and set the price of one more."""
    state.uses[unit] += much
    limit, base, history = wires.limits[unit], wires.base[unit], state.history[unit]
    if limit >= UNLIMITED:
        return
    excess = state.uses[unit] + 1 - limit
    if excess > 0:
        pressure = state.scalars[PRESSURE]
        state.price[unit] = (base + history) * (1.0 + pressure * excess) + 2.0 * pressure
    else:
        state.price[unit] = (base + 0.3 * history) * (0.8 + 0.4 * state.uses[unit] / limit)


@inner
def cell_price(wires: Wires, state: State, cell: int) -> float:
    """Return the price of a cell for the net whose cells are marked.

    A cell of its own is cheap unless the unit is overused: else each route of the net would find
    the other ones' overused cells free.
    """
    unit = wires.unit[cell]
    if state.mark[cell] != state.stamp[0]:
        return state.price[unit]
    users = state.uses[unit]
    if users <= wires.limits[unit]:
        return OWN
    pressure = state.scalars[PRESSURE]
    history = state.history[unit] * (1.0 + pressure)
    return wires.base[unit] + (history + 2.0 * pressure) / (1.0 + users)
