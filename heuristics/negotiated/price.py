"""Prices of units, and of cells for a net, compiled by numba."""

from __future__ import annotations

from heuristics.array import OWN
from heuristics.negotiated.compiled import inner
from heuristics.negotiated.state import PRESSURE, State
from heuristics.negotiated.wires import Sizes, Wires

ABUNDANT = 1 << 30
"""The limit of a unit that is never short."""


@inner
def reprice(wires: Wires, state: State, unit: int) -> None:
    """Set the price of one more unit."""
    limit, base = wires.limits[unit], wires.base[unit]
    if limit >= ABUNDANT:
        return
    excess, history = state.uses[unit] + 1 - limit, state.history[unit]
    if excess > 0:
        pressure = state.scalars[PRESSURE]
        state.price[unit] = (base + history) * (1.0 + pressure * excess) + 2.0 * pressure
    else:
        state.price[unit] = (base + 0.3 * history) * (0.8 + 0.4 * state.uses[unit] / limit)


@inner
def own_price(wires: Wires, state: State, unit: int) -> float:
    """Return the price of a unit for the net that has it.

    It is cheap unless the unit is overused: else each route of the net would find the other ones'
    overused cells free.
    """
    users = state.uses[unit]
    if users <= wires.limits[unit]:
        return OWN
    pressure = state.scalars[PRESSURE]
    history = state.history[unit] * (1.0 + pressure)
    return wires.base[unit] + (history + 2.0 * pressure) / (1.0 + users)


@inner
def issue_price(sizes: Sizes, wires: Wires, state: State, o: int, j: int, k: int) -> float:
    """Return the price of issuing an operation."""
    slot = k % sizes.interval
    total = state.price[wires.begin[2] + slot * sizes.components + j]
    group = wires.group[o]
    for n in range(wires.shared.shape[2]):
        limit = wires.shared[group, j, n]
        if limit >= 0:
            total += state.price[shared_unit(sizes, wires, limit, slot)]
    return total


@inner
def shared_unit(sizes: Sizes, wires: Wires, limit: int, slot: int) -> int:
    """Return the unit of a shared limit in a slot."""
    many = (wires.begin[4] - wires.begin[3]) // sizes.interval
    return wires.begin[3] + slot * many + limit
