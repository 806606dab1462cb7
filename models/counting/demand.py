"""Counting: demand of every mapping within an interval of cycles, against the supply.

Every item of a demand needs one unit of a resource in some cycle of its own window. When the items
whose windows lie inside an interval outnumber the units of that interval, no mapping exists. When
they are exactly as many, every unit is used. `demands.py` lists all demands.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.distinct import distinct
from models.space_time.index_array import IntArray

ISSUE, LEAVE, ENTER = "issue slots", "exit width", "entry width"
SHARED = "shared issue slots"
ROUTED = "issue slots, for operations and for what is stored in passing"
BORDER = "border issue slots"


@dataclass(frozen=True)
class Demand:
    """Items that compete for `per_cycle` units of a resource; `first`, `last` [items] cycles.

    `carriers` are, for every item that must be issued, the candidates that do it.
    """

    resource: str
    components: tuple[str, ...]
    per_cycle: int
    items: tuple[str, ...]
    first: IntArray
    last: IntArray
    carriers: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class Interval:
    """The items that must happen in cycles `first` … `last`, and the units available there.

    `members` are the positions of the items in the demand.
    """

    demand: Demand
    first: int
    last: int
    members: tuple[int, ...]
    units: int

    @property
    def items(self) -> tuple[str, ...]:
        """The names of the items."""
        return tuple(self.demand.items[n] for n in self.members)


NOUN = {
    ISSUE: "operations must be issued",
    SHARED: "operations must be issued",
    ROUTED: "operations and values must be issued or stored in passing",
    BORDER: "inputs and results must be used, computed or stored in passing",
    LEAVE: "inputs must leave",
    ENTER: "results must enter",
}
"""Phrases for messages, by resource: the action of the items of a demand."""


def units(demand: Demand, first: int, last: int, contexts: int | None) -> int:
    """Units of the resource in cycles first … last; with T contexts each counts once per T."""
    cycles = last - first + 1
    return demand.per_cycle * (min(cycles, contexts) if contexts else cycles)


def intervals(demand: Demand, contexts: int | None) -> list[Interval]:
    """Return the intervals of `demand` with no unit to spare, the fullest first."""
    found = []
    for a in distinct(demand.first):
        inside = np.flatnonzero(demand.first >= a)
        ends = np.sort(demand.last[inside])
        for b in distinct(ends):
            count = int(np.searchsorted(ends, b, side="right"))
            offered = units(demand, int(a), int(b), contexts) if b >= a else 0
            if count >= offered:
                members = tuple(int(n) for n in inside if demand.last[n] <= b)
                found.append(Interval(demand, int(a), int(b), members, offered))
    return sorted(found, key=lambda i: (i.units - len(i.members), len(i.members)))
