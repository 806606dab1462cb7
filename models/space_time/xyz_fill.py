"""Implied constraints of full intervals: when every unit is needed, every unit is used."""

from __future__ import annotations

from collections import Counter

import numpy as np

from models.counting.demand import ISSUE, LEAVE, ROUTED, SHARED, Interval, intervals
from models.counting.demands import demands
from models.space_time.constraint_model import ConstraintModel, Literals, Place
from models.space_time.index import Index
from models.space_time.windows import Windows


def full_intervals(index: Index, window: Windows) -> list[Interval]:
    """Intervals in which exactly as much must happen as there are units of a resource.

    Of the intervals of one component set only the largest is returned.
    """
    found = []
    for demand in demands(index, window):
        if demand.resource in (SHARED, ROUTED):  # which of the slots are used is open
            continue
        found_here = intervals(demand, index.problem.contexts)
        tight = [i for i in found_here if i.units == len(i.members)]
        if tight:
            found.append(tight[-1])
    return found


def rule_fill(
    index: Index, window: Windows, constraints: ConstraintModel, w: Literals, y: Literals
) -> None:
    """In a full interval every unit is used, and nothing happens twice.

    Sound because each of the n items takes at least one of the n units.
    """
    for interval in full_intervals(index, window):
        if interval.demand.resource == ISSUE:
            rule_fill_slots(index, interval, constraints, w)
        else:
            rule_fill_paths(index, interval, constraints, y)


def _slots(index: Index, interval: Interval) -> list[list[int]]:
    """The cycles of an interval, those together that share a unit."""
    period, cycles = index.problem.contexts, range(interval.first, interval.last + 1)
    if not period:
        return [[cycle] for cycle in cycles]
    return [
        [k for k in cycles if k % period == slot] for slot in sorted({k % period for k in cycles})
    ]


def rule_fill_slots(
    index: Index, interval: Interval, constraints: ConstraintModel, w: Literals
) -> None:
    """⋁l w[l,j,k] for every slot (j, k), and no operation executed twice.

    l are the ways that execute one of the items. Work of c items, such as the steps of a
    cluster, is executed c times.
    """
    carriers = interval.demand.carriers
    times = Counter(carriers[n] for n in interval.members)
    ways = sorted({n for own in times for n in own})
    for j in (index.component[name] for name in interval.demand.components):
        if index.problem.arch.components[j].issue != 1:
            continue
        for cycles in _slots(index, interval):
            literals = w[np.ix_(ways, [j], cycles)].ravel()
            constraints.add_clauses("fill", literals[literals > 0][None, :])
    for own, bound in times.items():
        literals = w[list(own)]
        literals = literals[literals > 0]
        if len(literals) > bound:
            name = index.values[index.ways[own[0]].value]
            constraints.add_groups("fill once", bound, [(Place(name, 0), literals)])


def rule_fill_paths(
    index: Index, interval: Interval, constraints: ConstraintModel, y: Literals
) -> None:
    """⋁i Y[i,h,k] for every path h that inputs leave by, or results enter by, and every cycle
    of the interval; and none of them moves twice.

    Where ports are narrower than the paths, nothing is said of a path.
    """
    demand = interval.demand
    j = index.component[demand.components[0]]
    paths = index.paths_from[j] if demand.resource == LEAVE else index.paths_into[j]
    widths = [index.problem.arch.paths[h].width for h in paths]
    if None in widths or sum(width or 0 for width in widths) != demand.per_cycle:
        return
    rows = [index.value[name] for name in interval.items]
    for h, width in zip(paths, widths, strict=True):
        for cycles in _slots(index, interval) if width == 1 else ():
            literals = y[np.ix_(rows, [h], cycles)].ravel()
            constraints.add_clauses("fill", literals[literals > 0][None, :])
    groups = []
    for i, name in zip(rows, interval.items, strict=True):
        literals = y[i][paths][:, interval.first : interval.last + 1].ravel()
        literals = literals[literals > 0]
        if len(literals) > 1:
            groups.append((Place(name, 0), literals))
    constraints.add_groups("fill once", 1, groups)
