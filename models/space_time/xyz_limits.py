"""Clauses 8 to 10 of the X/Y/Z model: registers, widths and issue slots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from models.space_time.constraint_model import Literals, Place

if TYPE_CHECKING:
    from models.space_time.xyz import XyzModel


def slots(
    model: XyzModel, name: str, literals: Literals, start: int
) -> Iterator[tuple[Place, Literals]]:
    """Yield those of `literals` [V, K] that meet, in every cycle from `start`, or modulo T."""
    cycles = literals.shape[1]
    if model.period:
        spans = [(t, slice(t, cycles, model.period)) for t in range(model.period)]
    else:
        spans = [(k, slice(k, k + 1)) for k in range(start, cycles)]
    for t, span in spans:
        group = literals[:, span].ravel()
        yield Place(name, t), group[group > 0]


def _limit(
    model: XyzModel, family: str, bound: int, name: str, literals: Literals, start: int
) -> None:
    """At most `bound` of `literals` [V, K] in every cycle, or in all cycles congruent modulo T."""
    meeting = slots(model, name, literals, start)
    groups = [(place, group) for place, group in meeting if len(group) > bound]
    model.constraints.add_groups(family, bound, groups)


def rule_8_registers(model: XyzModel) -> None:
    """8: at most `capacity` of {X[i,j,k] for all i} in component j, for all k."""
    for j, component in enumerate(model.problem.arch.components):
        if component.capacity is not None:
            _limit(model, "8 registers", component.capacity, component.name, model.x[:, j], 0)


def rule_9_width(model: XyzModel) -> None:
    """9: at most `width` of {Y[i,h,k] for all i} on path h, for all k ≥ 1."""
    for h, path in enumerate(model.problem.arch.paths):
        if path.width is not None:
            _limit(model, "9 width", path.width, path.name, model.y[:, h], 1)


def rule_10_issue(model: XyzModel) -> None:
    """10: at most `issue` of {Z[i,j,k] for all i} on component j, for all k ≥ 1; together with
    {R[i,j,k] for all i} where storing what passes takes a slot.
    """
    for j, component in enumerate(model.problem.arch.components):
        if component.issue:
            used = model.z[:, j]
            if component.routing_issues:
                stored = model.routes[:, j]
                beyond = ((0, 0), (0, stored.shape[1] - used.shape[1]))
                used = np.concatenate([np.pad(used, beyond), stored])
            _limit(model, "10 issue", component.issue, component.name, used, 1)


def rule_shared(model: XyzModel) -> None:
    """At most `at_most` of {Z[i,j,k,l] for j in `components`, l of an operator in `ops`}, all k."""
    index = model.index
    for limit in model.problem.arch.shared:
        ways = [n for n, way in enumerate(index.ways) if limit.limits(way.candidate.operator)]
        places = [index.component[name] for name in limit.components]
        if ways:
            used = model.w[np.ix_(ways, places)].reshape(-1, model.w.shape[2])
            _limit(model, "shared issue", limit.at_most, limit.name, used, 1)
