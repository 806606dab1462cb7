"""From a mapping to the configuration: the origin of each item of the mapping.

A transfer whose value is at several sources has several possible drivers. The shortest chain
through switches is taken, by hops and then by transfers; ports can force another one. Ties go to
the first in the order of the architecture.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Literal, TypeVar

from hardware.configuration.data import Cell, Configuration, Executed, Preset, Read, Route, Write
from hardware.configuration.ports import Driver, Latch, assigned
from models.data.architecture import Path
from models.data.dfg import Operand
from models.data.mapping import Held, Issue, Loaded, Mapping, Transfer
from models.data.problem import Problem
from models.errors import InputError
from models.judge.checker_supports import Supports

Item = TypeVar("Item", Executed, Write)


def configuration(problem: Problem, mapping: Mapping) -> Configuration:
    """Return the configuration of a legal mapping, which depends only on the set of its items.

    Among several origins, a held value is preferred to a new write, and a local result to an
    arrival; among paths, those with one target come first, then the order of the architecture
    decides. Raises `InputError` if an item has no origin.
    """
    work = _Work(problem, mapping)
    arch, interval = problem.arch, work.interval
    cells: dict[tuple[str, int], tuple[list[Executed], list[Write]]] = defaultdict(lambda: ([], []))
    for held in set(mapping.holds):
        cells[held.component, held.cycle % interval][1].append(work.write(held))
    for issue in set(mapping.issues):
        cells[issue.component, issue.cycle % interval][0].append(work.executed(issue))
    place = {component.name: position for position, component in enumerate(arch.components)}
    routes: dict[str, list[Route]] = defaultdict(list)
    for moved, (source, via) in drivers(work.supports, mapping, work.latched).items():
        left = moved.cycle - arch.path_by_name[moved.path].latency
        context, stage = moved.cycle % interval, moved.cycle // interval
        routes[moved.path].append(
            Route(moved.path, context, moved.value, stage, source, left % interval, via)
        )
    return Configuration(
        mapping.dfg,
        mapping.architecture,
        mapping.horizon,
        mapping.contexts,
        tuple(
            Cell(name, context, _ordered(done), _ordered(kept))
            for (name, context), (done, kept) in sorted(
                cells.items(), key=lambda item: (place[item[0][0]], item[0][1])
            )
        ),
        tuple(
            route
            for path in arch.paths
            for route in sorted(routes[path.name], key=lambda r: (r.context, r.stage, r.value))
        ),
        tuple(sorted(work.presets(), key=lambda p: (p.value, p.distance, p.cycle, p.place))),
    )


def _ordered(items: list[Item]) -> tuple[Item, ...]:
    return tuple(sorted(items, key=lambda item: (item.stage, item.value)))


class _Work:
    """Finds the origins of the items of one mapping."""

    def __init__(self, problem: Problem, mapping: Mapping) -> None:
        self.problem, self.mapping = problem, mapping
        self.supports = Supports(problem, mapping)
        self.interval = mapping.contexts or mapping.horizon
        self.held = set(mapping.holds)
        self.moved = set(mapping.transfers)
        self.loaded = set(mapping.loaded)
        self.latched: set[Latch] = set()  # the bus arrivals in use found so far
        # The component and cycle in which an issue completes, as if the result was held there.
        self.completed = {Held(i.operation, i.component, self.end(i)) for i in mapping.issues}
        self.entries: dict[str, list[Path]] = {
            name: sorted(paths, key=lambda path: len(path.targets) > 1)
            for name, paths in self.supports.paths_into.items()
        }

    def end(self, issue: Issue) -> int:
        """Return the cycle in which an issue completes."""
        operation = issue.performs or self.supports.operations[issue.operation]
        latency = self.problem.operator_latency(operation.operator, issue.component)
        if latency is None:
            raise InputError(f"'{issue.component}' does not support '{operation.operator}'")
        return issue.cycle + latency - 1

    def arrival(self, value: str, component: str, cycle: int) -> str | None:
        """Return a path over which a value arrives in a component, or None."""
        if self.supports.admits(value, component):
            for path in self.entries[component]:
                if Transfer(value, path.name, cycle) in self.moved:
                    if len(path.targets) > 1:
                        self.latched.add(Latch(value, component, cycle))
                    return path.name
        return None

    def write(self, held: Held) -> Write:
        """Return the origin of a held value."""
        value, component, cycle = held.value, held.component, held.cycle
        stage = cycle // self.interval
        if cycle == 0:
            return Write(value, stage, "initial")
        place = self.problem.arch.component_by_name[component]
        if Held(value, component, cycle - 1) in self.held and not place.transient:
            return Write(value, stage, "kept")
        if held in self.completed:
            return Write(value, stage, "result")
        path = self.arrival(value, component, cycle) if place.keeps_arrivals else None
        if path is None:
            raise InputError(f"value '{value}' in {component} in cycle {cycle} has no origin")
        return Write(value, stage, "path", path)

    def executed(self, issue: Issue) -> Executed:
        """Return the operation of an issue, with the origins of its operands."""
        operation = issue.performs or self.supports.operations[issue.operation]
        return Executed(
            issue.operation,
            operation.operator,
            issue.cycle // self.interval,
            tuple(self.read(issue, operand) for operand in operation.operands),
        )

    def read(self, issue: Issue, operand: Operand) -> Read:
        """Return the origin of an operand of an issue."""
        value, component = operand.value, issue.component
        cycle = issue.cycle + operand.distance * self.interval
        stage = cycle // self.interval
        constants = self.problem.dfg.constant_by_name
        if value in constants:
            return Read(value, stage, "constant", number=constants[value])
        if not operand.distance and Loaded(value, component) in self.loaded:
            return Read(value, stage, "loaded")
        before = Held(value, component, cycle - 1)
        if before in self.held:
            own = self.write(before).origin == "result"
            return Read(value, stage, "result" if own else "held")
        path = self.arrival(value, component, cycle)
        if path is None:
            raise InputError(
                f"operand '{value}' of '{issue.operation}' on {component} in cycle {issue.cycle}"
                " has no origin"
            )
        return Read(value, stage, "path", path)

    def presets(self) -> Iterator[Preset]:
        """Yield the values that iterations before the first leave before or during the run."""
        farthest: dict[str, int] = defaultdict(int)
        for issue in self.mapping.issues:
            operation = issue.performs or self.supports.operations[issue.operation]
            for operand in operation.operands:
                if operand.value not in self.problem.dfg.constant_by_name:
                    farthest[operand.value] = max(farthest[operand.value], operand.distance)
        numbers = {initial.value: initial.numbers for initial in self.problem.dfg.initial}
        for value, most in farthest.items():
            given = numbers.get(value, ())
            for back in range(1, most + 1):
                number = given[back - 1] if back <= len(given) else 0
                for origin, place, cycle in self.left_behind(value, back * self.interval):
                    yield Preset(value, back, number, origin, place, cycle)

    def left_behind(
        self, value: str, start: int
    ) -> Iterator[tuple[Literal["held", "path", "result"], str, int]]:
        """Yield (origin, place, cycle of the run) for an iteration begun `start` cycles earlier."""
        for held in self.held:
            if held.value == value and held.cycle == start - 1:
                yield "held", held.component, -1
        for moved in self.moved:
            left = moved.cycle - self.problem.arch.path_by_name[moved.path].latency
            if moved.value == value and left < start <= moved.cycle:
                yield "path", moved.path, moved.cycle - start
        for done in self.completed:
            if done.value == value and done.cycle >= start:
                yield "result", done.component, done.cycle - start


def drivers(supports: Supports, mapping: Mapping, latched: set[Latch]) -> dict[Transfer, Driver]:
    """Return the driver of each transfer of a legal mapping.

    Chains of transfers are acyclic and respect the limits on ports and hops. `latched` are the bus
    arrivals used by operations and registers, which take write ports. Raises `InputError` if no
    such choice exists.
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
        """Return the drivers allowed by names and cycles, each with the transfer it depends on."""
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
        """Find the shortest chain of every transfer of a cycle, and its driver (Dijkstra)."""
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
            for after, path in waiting[moved]:
                if after not in self.settled:
                    more = hops + self.path(after).hops
                    heappush(heap, (more, steps + 1, path, places[after]))
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
        """Return the path of a transfer."""
        return self.arch.path_by_name[moved.path]


def _shown(moved: Transfer) -> str:
    return f"value '{moved.value}' over path {moved.path} in cycle {moved.cycle}"
