"""The bound on the II of each kind of reason, however small; the largest one is the answer's."""

from __future__ import annotations

from models.counting.arithmetic import Arithmetic
from models.counting.crossings import crossings
from models.counting.demand import BORDER, ENTER, ISSUE, LEAVE, ROUTED, SHARED
from models.counting.demands import demands
from models.data.certificate import Recurrence, reach
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.space_time.windows import open_windows

KINDS = {
    ISSUE: "resources",
    SHARED: "resources",
    LEAVE: "memory",
    ENTER: "memory",
    ROUTED: "routes",
    BORDER: "routes",
}
"""The kind of a demand: slots of operations, widths of a memory, or routes."""


def by_kind(problem: Problem) -> dict[str, int]:
    """Return the II that each kind of reason leaves; none where no II is possible.

    No arithmetic bounds the II by registers.
    """
    found = dict.fromkeys(("recurrence", "resources", "memory", "routes"), 1)
    arithmetic: Arithmetic | None = None
    while arithmetic is None:
        try:
            arithmetic = Arithmetic(problem.at(found["recurrence"]))
        except InfeasibleError as error:
            if not isinstance(error.fact, Recurrence):
                return {}
            found["recurrence"] = reach(error.fact) + 1
    index = arithmetic.index
    for demand in demands(index, open_windows(index, 1, arithmetic.early)):
        if not demand.per_cycle:
            return {}
        kind, least = KINDS[demand.resource], -(-len(demand.items) // demand.per_cycle)
        found[kind] = max(found[kind], least)
    while (fact := next(crossings(index, found["routes"]), None)) is not None:
        if not fact.units:
            return {}
        found["routes"] = reach(fact) + 1
    return found
