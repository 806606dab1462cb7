"""Pairs of transfers that rest on each other: excluded by clauses of their own.

For every set of paths that lead into each other, one of its transfers has to rest on something
outside of it: its *loop formula*. Chains with a length (`xyz_switches.py`) exclude circles of
any size; these formulas of the smallest ones help solvers, and hold where chains are left out.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import numpy as np

from models.space_time.index_array import feeds
from models.space_time.xyz_switches import held_at_sources, passing

if TYPE_CHECKING:
    from models.space_time.xyz import XyzModel


def rule_pairs(model: XyzModel) -> None:
    """The loop formulas of single paths and of pairs that may rest on each other."""
    if not model.index.switches.any():
        return
    before = feeds(model.index)
    pairs = {tuple(sorted({g, h})) for h, own in enumerate(before) for g in own if h in before[g]}
    for pair in sorted(pairs):
        rule_circle(model, pair)


def rule_circle(model: XyzModel, circle: Collection[int]) -> None:
    """Y[i,h,k] → ⋁ of all that brings i into `circle` from outside in k, for all h of it, i, k."""
    used = (model.y[:, list(circle)] > 0).any(axis=1)
    i, k = np.nonzero(used)
    outside = model.y.copy()
    outside[:, list(circle)] = 0
    columns: list[np.ndarray] = []
    for h in circle:
        columns += held_at_sources(model, h, i, k)
        columns += passing(model, h, i, k, outside)
    rows = []
    for h in circle:
        own = model.y[i, h, k]
        kept = own > 0
        rows.append(np.stack([-own, *columns], axis=1)[kept])
    model.constraints.add_clauses("circles", np.concatenate(rows).astype(np.int32))
