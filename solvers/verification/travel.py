"""The spread of a value over the array: held, leaving, arriving, and through switches at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heappop, heappush

from solvers.verification.rules import Rules

FOREVER = 1 << 60


@dataclass
class Spread:
    """The earliest cycles of one value; missing entries never happen.

    `held` and `read` by component: the first cycle at whose end it can be there, and the first in
    which an operation can read it. `arriving` by path. The limit on hops within a cycle is ignored.
    No item supports itself, since every chain begins where the value starts.
    """

    held: dict[str, int] = field(default_factory=dict)
    read: dict[str, int] = field(default_factory=dict)
    arriving: dict[str, int] = field(default_factory=dict)


def spread(
    rules: Rules,
    value: str,
    starts: dict[str, int],
    last: int = FOREVER,
    *,
    passing: bool = True,
) -> Spread:
    """Return the spread of a value that appears in components at the end of cycles `starts`.

    No value is held after cycle `last`. Without `passing`, no value is stored in passing where that
    takes an issue slot.
    """
    found = Spread()
    queue: list[tuple[int, str]] = []
    left: dict[str, int] = {}

    def hold(component: str, cycle: int) -> None:
        if cycle <= last and _lower(found.held, component, cycle):
            _lower(found.read, component, cycle + 1)
            heappush(queue, (cycle + 1, component))

    for component, cycle in starts.items():
        if rules.may_hold(value, component):
            hold(component, cycle)
    while queue:
        # From this cycle on, paths without latency bring the value in the cycle itself.
        leaves, component = heappop(queue)
        if not _lower(left, component, leaves):
            continue
        for path in rules.paths_from[component]:
            cycle = leaves + path.latency
            if not _lower(found.arriving, path.name, cycle):
                continue
            for target in path.targets:
                if not rules.admits(value, target):
                    continue
                part = rules.components[target]
                _lower(found.read, target, cycle)
                if rules.stores(value, target) and (passing or not part.routing_issues):
                    hold(target, cycle)
                if part.switch and cycle <= last:
                    heappush(queue, (cycle, target))
    return found


def _lower(cycles: dict[str, int], place: str, cycle: int) -> bool:
    if cycles.get(place, FOREVER) <= cycle:
        return False
    cycles[place] = cycle
    return True
