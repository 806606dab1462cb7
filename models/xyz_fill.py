"""Implied constraints of full intervals: when every issue slot is needed, every slot is used."""

from __future__ import annotations

import numpy as np

from models.constraint_model import ConstraintModel, Literals, Place
from models.demand import ISSUE, Interval, demands, intervals
from models.reach import Index
from models.windows import Windows


def full_intervals(index: Index, window: Windows) -> list[Interval]:
    """Intervals in which exactly as many operations must issue as there are slots.

    Of the intervals of one component set only the largest is returned.
    """
    found = []
    for demand in demands(index, window):
        if demand.resource != ISSUE:
            continue
        tight = [i for i in intervals(demand, index.problem.contexts) if i.units == len(i.items)]
        if tight:
            found.append(tight[-1])
    return found


def rule_fill(index: Index, window: Windows, constraints: ConstraintModel, z: Literals) -> None:
    """In a full interval: ⋁i Z[i,j,k] for every slot (j, k), and each operation at most once.

    Sound because each of the n operations takes at least one of the n slots.
    """
    period = index.problem.contexts
    for interval in full_intervals(index, window):
        rows = [index.value[name] for name in interval.items]
        columns = [index.component[name] for name in interval.demand.components]
        cycles = range(interval.first, interval.last + 1)
        slots = sorted({k % period if period else k for k in cycles})
        for j in columns:
            if index.problem.arch.components[j].issue != 1:
                continue
            for slot in slots:
                chosen = [k for k in cycles if (k % period if period else k) == slot]
                literals = z[np.ix_(rows, [j], chosen)].ravel()
                constraints.add_clauses("fill", literals[literals > 0][None, :])
        once = [(Place(index.problem.dfg.values[i], 0), z[i][z[i] > 0]) for i in rows]
        constraints.add_groups("fill once", 1, [(p, g) for p, g in once if len(g) > 1])
