"""Implied constraints of full intervals: when every issue slot is needed, every slot is used."""

from __future__ import annotations

from collections import Counter

import numpy as np

from models.constraint_model import ConstraintModel, Literals, Place
from models.demand import ISSUE, Interval, demands, intervals
from models.index import Index
from models.windows import Windows


def full_intervals(index: Index, window: Windows) -> list[Interval]:
    """Intervals in which exactly as many operations must issue as there are slots.

    Of the intervals of one component set only the largest is returned.
    """
    found = []
    for demand in demands(index, window):
        if demand.resource != ISSUE:
            continue
        found_here = intervals(demand, index.problem.contexts)
        tight = [i for i in found_here if i.units == len(i.members)]
        if tight:
            found.append(tight[-1])
    return found


def rule_fill(index: Index, window: Windows, constraints: ConstraintModel, w: Literals) -> None:
    """In a full interval: ⋁l w[l,j,k] for every slot (j, k), and nothing executed twice.

    l are the ways that execute one of the n items. Sound because each of them takes at least
    one of the n slots. Work of c items, such as the steps of a cluster, is executed c times.
    """
    period = index.problem.contexts
    for interval in full_intervals(index, window):
        carriers = interval.demand.carriers
        times = Counter(carriers[n] for n in interval.members)
        ways = sorted({n for own in times for n in own})
        cycles = range(interval.first, interval.last + 1)
        slots = sorted({k % period if period else k for k in cycles})
        for j in (index.component[name] for name in interval.demand.components):
            if index.problem.arch.components[j].issue != 1:
                continue
            for slot in slots:
                chosen = [k for k in cycles if (k % period if period else k) == slot]
                literals = w[np.ix_(ways, [j], chosen)].ravel()
                constraints.add_clauses("fill", literals[literals > 0][None, :])
        for own, bound in times.items():
            literals = w[list(own)]
            literals = literals[literals > 0]
            if len(literals) > bound:
                name = index.values[index.ways[own[0]].value]
                constraints.add_groups("fill once", bound, [(Place(name, 0), literals)])
