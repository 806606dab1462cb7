"""From a mapping to the configuration: where everything that a mapping says comes from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Literal, TypeVar

from models.configuration.data import Cell, Configuration, Executed, Preset, Read, Route, Write
from models.configuration.ports import Latch
from models.configuration.routes import drivers
from models.data.architecture import Path
from models.data.dfg import Operand
from models.data.mapping import Held, Issue, Mapping, Transfer
from models.data.problem import Problem
from models.errors import InputError
from models.judge.checker_supports import Supports

Item = TypeVar("Item", Executed, Write)


def configuration(problem: Problem, mapping: Mapping) -> Configuration:
    """Return the configuration of a legal mapping; equal sets of items give equal answers.

    Of several origins, what is held is kept rather than stored again, and an own result is
    stored rather than an arrival; of paths, those with one target come first, and then the
    order of the architecture decides. Raises `InputError` where an item has no origin at all.
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
    """Where the items of one mapping come from."""

    def __init__(self, problem: Problem, mapping: Mapping) -> None:
        self.problem, self.mapping = problem, mapping
        self.supports = Supports(problem, mapping)
        self.interval = mapping.contexts or mapping.horizon
        self.held = set(mapping.holds)
        self.moved = set(mapping.transfers)
        self.latched: set[Latch] = set()  # what is taken from buses, as far as it was looked up
        # Where the result of an issue is completed, as if it was held there.
        self.completed = {Held(i.operation, i.component, self.end(i)) for i in mapping.issues}
        self.entries: dict[str, list[Path]] = {
            name: sorted(paths, key=lambda path: len(path.targets) > 1)
            for name, paths in self.supports.paths_into.items()
        }

    def end(self, issue: Issue) -> int:
        """The cycle in which an issue completes."""
        operation = issue.performs or self.supports.operations[issue.operation]
        latency = self.problem.operator_latency(operation.operator, issue.component)
        if latency is None:
            raise InputError(f"'{issue.component}' does not support '{operation.operator}'")
        return issue.cycle + latency - 1

    def arrival(self, value: str, component: str, cycle: int) -> str | None:
        """The path over which a value comes into a component, if any."""
        if self.supports.admits(value, component):
            for path in self.entries[component]:
                if Transfer(value, path.name, cycle) in self.moved:
                    if len(path.targets) > 1:
                        self.latched.add(Latch(value, component, cycle))
                    return path.name
        return None

    def write(self, held: Held) -> Write:
        """Why a value is held."""
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
        """What an issue executes, and from where."""
        operation = issue.performs or self.supports.operations[issue.operation]
        return Executed(
            issue.operation,
            operation.operator,
            issue.cycle // self.interval,
            tuple(self.read(issue, operand) for operand in operation.operands),
        )

    def read(self, issue: Issue, operand: Operand) -> Read:
        """Where an issue finds an operand."""
        value, component = operand.value, issue.component
        cycle = issue.cycle + operand.distance * self.interval
        stage = cycle // self.interval
        constants = self.problem.dfg.constant_by_name
        if value in constants:
            return Read(value, stage, "constant", number=constants[value])
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
        """What iterations before the first have left behind, or leave in the first cycles."""
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
        """(origin, place, cycle of the run) of an iteration that began `start` cycles before."""
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
