"""Limits of the X/Y/Z model: registers, widths and issue slots, and clauses of full intervals.

Clauses 8 to 10 of section 4.3 of the SAT-mapping paper. With T contexts they count all cycles
congruent modulo T together, as that section demands of pipelined schedules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from models.counting.demand import BORDER, ISSUE, LEAVE, ROUTED, SHARED, Interval, intervals
from models.counting.demands import demands
from models.space_time.constraint_model import Literals, Place
from models.space_time.index import Index
from models.space_time.windows import Windows
from models.space_time.xyz_model import XyzModel


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


def limit_per_cycle(
    model: XyzModel, family: str, bound: int, name: str, literals: Literals, start: int
) -> None:
    """At most `bound` of `literals` [V, K] in every cycle, or in all cycles congruent modulo T."""
    meeting = slots(model, name, literals, start)
    groups = [(place, group) for place, group in meeting if len(group) > bound]
    model.constraints.add_groups(family, bound, groups)


def rule_8_registers(model: XyzModel) -> None:
    """8: at most `capacity` of {X[i,j,k] for all i} in component j, for all k."""
    for j, part in enumerate(model.problem.arch.components):
        if part.capacity is not None:
            limit_per_cycle(model, "8 registers", part.capacity, part.name, model.x[:, j], 0)


def rule_9_width(model: XyzModel) -> None:
    """9: at most `width` of {Y[i,h,k] for all i} on path h, for all k ≥ 1."""
    for h, path in enumerate(model.problem.arch.paths):
        if path.width is not None:
            limit_per_cycle(model, "9 width", path.width, path.name, model.y[:, h], 1)


def rule_10_issue(model: XyzModel) -> None:
    """10: at most `issue` of {Z[i,j,k] for all i} on component j, for all k ≥ 1; together with
    {R[i,j,k] for all i} where storing a passing value takes a slot.
    """
    for j, component in enumerate(model.problem.arch.components):
        if component.issue:
            used = slot_takers(model, j)
            limit_per_cycle(model, "10 issue", component.issue, component.name, used, 1)


def slot_takers(model: XyzModel, j: int) -> Literals:
    """The variables [V, K] that take an issue slot of component j."""
    used = model.z[:, j]
    if model.problem.arch.components[j].routing_issues:
        stored = model.routes[:, j]
        beyond = ((0, 0), (0, stored.shape[1] - used.shape[1]))
        used = np.concatenate([np.pad(used, beyond), stored])
    return used


def rule_shared(model: XyzModel) -> None:
    """At most `at_most` of {Z[i,j,k,l] for j in `components`, l of an operator in `ops`}, all k."""
    index = model.index
    for limit in model.problem.arch.shared:
        candidates = [
            n for n, entry in enumerate(index.candidates) if limit.limits(entry.candidate.operator)
        ]
        places = [index.component[name] for name in limit.components]
        if candidates:
            used = model.w[np.ix_(candidates, places)].reshape(-1, model.w.shape[2])
            limit_per_cycle(model, "shared issue", limit.at_most, limit.name, used, 1)


def rule_invariants(model: XyzModel) -> None:
    """At most `invariants` of {V[i,j] for all i} in component j."""
    for j, part in enumerate(model.problem.arch.components):
        if part.invariants and "loaded" in model.marks:
            held = model.marks["loaded"][:, j, 0]
            held = held[held > 0]
            if len(held) > part.invariants:
                place = Place(part.name, 0)
                model.constraints.add_groups("invariants", part.invariants, [(place, held)])


def full_intervals(index: Index, window: Windows) -> list[Interval]:
    """Intervals whose items are exactly as many as the units of their resource.

    Of the intervals of one component set only the largest is returned.
    """
    found = []
    for demand in demands(index, window):
        if demand.resource in (SHARED, ROUTED, BORDER):  # which of the slots are used is open
            continue
        found_here = intervals(demand, index.problem.contexts)
        tight = [i for i in found_here if i.units == len(i.members)]
        if tight:
            found.append(tight[-1])
    return found


def rule_fill(model: XyzModel, window: Windows) -> None:
    """In a full interval every unit is used, and no item happens twice.

    Sound because each of the n items takes at least one of the n units.
    """
    for interval in full_intervals(model.index, window):
        if interval.demand.resource == ISSUE:
            rule_fill_slots(model, interval)
        else:
            rule_fill_paths(model, interval)


def _slots(index: Index, interval: Interval) -> list[list[int]]:
    """The cycles of an interval, those together that share a unit."""
    period, cycles = index.problem.contexts, range(interval.first, interval.last + 1)
    if not period:
        return [[cycle] for cycle in cycles]
    return [
        [k for k in cycles if k % period == slot] for slot in sorted({k % period for k in cycles})
    ]


def rule_fill_slots(model: XyzModel, interval: Interval) -> None:
    """⋁l w[l,j,k] for every slot (j, k), and no operation executed twice.

    l are the candidates that execute one of the items. Work of c items, such as the steps of a
    cluster, is executed c times.
    """
    index, carriers = model.index, interval.demand.carriers
    times = Counter(carriers[n] for n in interval.members)
    candidates = sorted({n for own in times for n in own})
    for j in (index.component[name] for name in interval.demand.components):
        if index.problem.arch.components[j].issue != 1:
            continue
        for cycles in _slots(index, interval):
            literals = model.w[np.ix_(candidates, [j], cycles)].ravel()
            model.constraints.add_clauses("fill", literals[literals > 0][None, :])
    for own, bound in times.items():
        literals = model.w[list(own)]
        literals = literals[literals > 0]
        if len(literals) > bound:
            name = index.values[index.candidates[own[0]].value]
            model.constraints.add_groups("fill once", bound, [(Place(name, 0), literals)])


def rule_fill_paths(model: XyzModel, interval: Interval) -> None:
    """⋁i Y[i,h,k] for every path h that inputs leave by, or results enter by, and every cycle of
    the interval; none of them moves twice.

    No clause is added for a path where ports are narrower than the paths.
    """
    index, demand = model.index, interval.demand
    j = index.component[demand.components[0]]
    paths = index.paths_from[j] if demand.resource == LEAVE else index.paths_into[j]
    widths = [index.problem.arch.paths[h].width for h in paths]
    if None in widths or sum(width or 0 for width in widths) != demand.per_cycle:
        return
    rows = [index.value[name] for name in interval.items]
    for h, width in zip(paths, widths, strict=True):
        for cycles in _slots(index, interval) if width == 1 else ():
            literals = model.y[np.ix_(rows, [h], cycles)].ravel()
            model.constraints.add_clauses("fill", literals[literals > 0][None, :])
    groups = []
    for i, name in zip(rows, interval.items, strict=True):
        literals = model.y[i][paths][:, interval.first : interval.last + 1].ravel()
        literals = literals[literals > 0]
        if len(literals) > 1:
            groups.append((Place(name, 0), literals))
    model.constraints.add_groups("fill once", 1, groups)
