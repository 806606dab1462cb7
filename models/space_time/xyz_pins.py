"""Pins in the X/Y/Z model: an operation is executed only in some components and cycles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.data.pins import Pin, Pins
from models.errors import InputError
from models.space_time.constraint_model import Literals
from models.space_time.xyz import XyzModel

FAMILY = "pins"


def rule_pins(model: XyzModel, pins: Pins) -> None:
    """Add: ¬w[l,j,k] for every way l that executes a pinned operation, outside of its place;
    ⋁ w[l,j,k] within it, for operations that every mapping executes.

    Symmetries of the array must not be used beside pins: they move what is pinned.
    """
    for pin in pins.places:
        add_pin(model, pin.operation, allowed(model, pin))


def allowed(model: XyzModel, pin: Pin) -> NDArray[np.bool_]:
    """[J, N]: the components and cycles that a pin leaves."""
    components = model.problem.arch.components
    cycles = np.arange(model.horizon)
    here = np.ones((len(components), model.horizon), dtype=bool)
    if pin.components is not None:
        here &= np.array([part.name in pin.components for part in components])[:, None]
    if pin.cycle is not None:
        here &= (cycles == pin.cycle)[None, :]
    if pin.context is not None:
        if not model.period:
            raise InputError(f"pin '{pin}' names a context, but nothing is pipelined")
        here &= (cycles % model.period == pin.context)[None, :]
    return here


def add_pin(
    model: XyzModel, operation: str, here: NDArray[np.bool_], guard: int | None = None
) -> None:
    """Have `operation` executed only where `here` [J, N] holds; with a guard, only while the
    variable `guard` is true.
    """
    index = model.index
    ways = [n for n, way in enumerate(index.ways) if operation in way.candidate.executes]
    outside = model.w[ways][:, ~here].ravel()
    _add(model, operation, -np.unique(outside[outside > 0])[:, None], guard)
    if index.value[operation] in index.executed:
        within = model.w[ways][:, here].ravel()
        within = np.unique(within[within > 0])
        # A row of a zero is false: there is no variable where the operation may be executed.
        row = within if len(within) else np.zeros(1, dtype=np.int32)
        _add(model, operation, row[None, :], guard)


def _add(model: XyzModel, operation: str, rows: Literals, guard: int | None) -> None:
    if guard is not None:
        rows = np.concatenate([np.full((len(rows), 1), -guard), rows], axis=1)
    name = operation if guard is None else None
    model.constraints.add_clauses(FAMILY, rows.astype(np.int32), name)
