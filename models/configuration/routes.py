"""Which source drives each transfer of a mapping: held there, or passing through a switch there.

A transfer whose value is at several sources leaves a choice. The shortest chain is taken, by hops
and then by transfers; ports can force another one. Ties go to the first in the order of the
architecture.
"""

from __future__ import annotations

from collections import defaultdict
from heapq import heappop, heappush

from models.configuration.ports import Driver, Latch, assigned
from models.data.architecture import Path
from models.data.mapping import Held, Mapping, Transfer
from models.errors import InputError
from models.judge.checker_supports import Supports


def drivers(supports: Supports, mapping: Mapping, latched: set[Latch]) -> dict[Transfer, Driver]:
    """Return what drives each transfer of a legal mapping.

    No transfer rests on itself, and neither ports nor hops are exceeded. `latched` are the
    arrivals over buses that operations and registers use, which take write ports. Raises
    `InputError` where there is no such choice.
    """
    work = _Driving(supports, mapping)
    for cycle in sorted({moved.cycle for moved in mapping.transfers}):
        work.settle(cycle)
    return assigned(supports, work.options, latched)


class _Driving:
    def __init__(self, supports: Supports, mapping: Mapping) -> None:
        self.supports, self.arch = supports, supports.problem.arch
        self.held = set(mapping.holds)
        self.moved = set(mapping.transfers)
        self.by_cycle: dict[int, list[Transfer]] = defaultdict(list)
        rank = {path.name: position for position, path in enumerate(self.arch.paths)}
        for moved in sorted(self.moved, key=lambda m: (m.cycle, m.value, rank[m.path])):
            self.by_cycle[moved.cycle].append(moved)
        self.settled: dict[Transfer, int] = {}  # the hops of the shortest chain
        self.options: dict[Transfer, list[Driver]] = {}  # the best first, in the order of settling

    def offered(self, moved: Transfer) -> list[tuple[Driver, Transfer | None]]:
        """The drivers that names and cycles allow, each with the transfer that it rests on."""
        path = self.path(moved)
        left = moved.cycle - path.latency
        found: list[tuple[Driver, Transfer | None]] = []
        for source in path.sources:
            if Held(moved.value, source, left - 1) in self.held:
                found.append((Driver(source, None), None))
            elif self.arch.component_by_name[source].switch:
                found += [
                    (Driver(source, via.name), before)
                    for via in self.supports.paths_into[source]
                    if (before := Transfer(moved.value, via.name, left)) in self.moved
                    and self.supports.admits(moved.value, source)
                ]
        return found

    def settle(self, cycle: int) -> None:
        """Find the shortest chain of every transfer of a cycle; the driver that has it is best."""
        transfers = self.by_cycle[cycle]
        offers = {moved: self.offered(moved) for moved in transfers}
        waiting: dict[Transfer, list[tuple[Transfer, int]]] = defaultdict(list)
        heap: list[tuple[int, int, int, int]] = []  # hops, transfers, position of offer, of moved
        for place, moved in enumerate(transfers):
            for order, (_, before) in enumerate(offers[moved]):
                if before is not None and before.cycle == cycle:
                    waiting[before].append((moved, order))
                else:
                    steps = 0 if before is None else 1
                    heappush(heap, (self.path(moved).hops, steps, order, place))
        places = {moved: place for place, moved in enumerate(transfers)}
        best: dict[Transfer, int] = {}
        while heap:
            hops, steps, order, place = heappop(heap)
            moved = transfers[place]
            if moved in self.settled:
                continue
            self.settled[moved] = hops
            best[moved] = order
            for after, way in waiting[moved]:
                if after not in self.settled:
                    more = hops + self.path(after).hops
                    heappush(heap, (more, steps + 1, way, places[after]))
        for moved in transfers:
            if moved not in best:
                raise InputError(f"{_shown(moved)} rests on nothing, or on itself")
            most = self.arch.max_hops
            if most is not None and self.settled[moved] > most:
                raise InputError(
                    f"{_shown(moved)} takes {self.settled[moved]} hops, at most {most}"
                )
        for moved, order in best.items():
            first = offers[moved][order][0]
            others = [driver for driver, _ in offers[moved] if driver != first]
            self.options[moved] = [first, *others]

    def path(self, moved: Transfer) -> Path:
        """The path of a transfer."""
        return self.arch.path_by_name[moved.path]


def _shown(moved: Transfer) -> str:
    return f"value '{moved.value}' over path {moved.path} in cycle {moved.cycle}"
