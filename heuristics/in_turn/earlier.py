"""Compaction of sequential mappings: operations overlap, each as early as the others allow.

The operands of each operation, the components where values wait, and the order of values in a
register stay the same. A value that arrives through switches, or is available for one cycle only,
keeps its distance in cycles from the event that sent it: such events move together.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from msgspec.structs import replace

from models.data.mapping import Held, Issue, Mapping, Transfer
from models.data.problem import Problem
from models.judge.checker import check

Event = Issue | Transfer
Resource = tuple[str, str]
Unit = tuple[Resource, int, int]
"""A resource, the cycle of its use, and its capacity per cycle."""


class Read(NamedTuple):
    """An event of a group reads a value held at the end of `cycle`, in the original numbering."""

    stay: Stay
    cycle: int


@dataclass(eq=False)
class Stay:
    """A value waits in a component, from the end of cycle `first` on; later `start` and `end` say
    the new cycles. `before` had the same register.
    """

    value: str
    component: str
    first: int
    last: int
    maker: int = -1
    before: Stay | None = None
    start: int = 0
    end: int = -1


@dataclass(eq=False)
class Group:
    """Events that keep their distances, by their numbers; `shift` is how much earlier they are."""

    events: list[int] = field(default_factory=list)
    reads: list[Read] = field(default_factory=list)
    makes: list[Stay] = field(default_factory=list)
    shift: int = 0


def earlier(problem: Problem, mapping: Mapping) -> Mapping:
    """Return a mapping with as many contexts as cycles, and no more cycles than `mapping`.

    `mapping` must have no unneeded items. It is returned unchanged if values are carried from
    iteration to iteration, or if the result would break a rule that is unknown here.
    """
    if problem.dfg.max_distance:
        return mapping
    found = _Compaction(problem, mapping).run()
    if found is None or found.horizon >= mapping.horizon:
        return mapping
    return mapping if check(replace(problem, contexts=found.contexts), found) else found


class _Compaction:
    def __init__(self, problem: Problem, mapping: Mapping) -> None:
        self.problem, self.mapping, self.arch = problem, mapping, problem.arch
        self.parts, self.paths = self.arch.component_by_name, self.arch.path_by_name
        self.events: list[Event] = [*mapping.issues, *mapping.transfers]
        self.joined = list(range(len(self.events)))
        self.arrivals: dict[tuple[str, str, int], int] = {}
        for n, event in enumerate(self.events):
            if isinstance(event, Transfer):
                for target in self.paths[event.path].targets:
                    self.arrivals.setdefault((event.value, target, event.cycle), n)
        self.stays = self._stays()
        self.reads: dict[int, list[Read]] = defaultdict(list)
        self.used: dict[tuple[Resource, int], int] = defaultdict(int)
        self.done: dict[str, int] = {}

    def run(self) -> Mapping | None:
        """Return the mapping; None if an event has no reason known to this module."""
        for n in range(len(self.events)):
            if not all(self._supported(n, *need) for need in self._needs(self.events[n])):
                return None
        if any(stay.first and stay.maker < 0 for stay in self.stays.values()):
            return None
        for group in self._groups():
            self._place(group)
        return self._mapping()

    def _stays(self) -> dict[tuple[str, str, int], Stay]:
        """Map value, component and cycle to the stay that contains the cycle."""
        made = {
            (event.operation, event.component, event.cycle + self._latency(event) - 1): n
            for n, event in enumerate(self.events)
            if isinstance(event, Issue)
        }
        found: dict[tuple[str, str, int], Stay] = {}
        stays: list[Stay] = []
        for held in sorted(self.mapping.holds, key=lambda h: (h.value, h.component, h.cycle)):
            key = held.value, held.component
            stay = found.get((*key, held.cycle - 1))
            if stay is None:
                stay = Stay(*key, held.cycle, held.cycle)
                origin = (*key, held.cycle)
                stay.maker = made.get(origin, self.arrivals.get(origin, -1))
                stays.append(stay)
            stay.last = held.cycle
            found[*key, held.cycle] = stay
        by_place = sorted(stays, key=lambda stay: (stay.component, stay.first))
        for name, own in groupby(by_place, key=lambda stay: stay.component):
            if self.parts[name].capacity is not None:
                self._share(list(own), self.parts[name].capacity or 0)
        return found

    def _share(self, stays: list[Stay], registers: int) -> None:
        latest: list[Stay] = []
        for stay in stays:
            free = min(latest, key=lambda other: other.last, default=None)
            if len(latest) >= registers and free is not None:
                stay.before = free
                latest.remove(free)
            latest.append(stay)

    def _latency(self, event: Issue) -> int:
        return self.problem.latency(event.operation, event.component) or 1

    def _needs(self, event: Event) -> list[tuple[str, tuple[str, ...], int]]:
        """The values that an event reads, each with the components that may hold or receive it."""
        if isinstance(event, Transfer):
            path = self.paths[event.path]
            return [(event.value, path.sources, event.cycle - path.latency)]
        operation = self.problem.dfg.operation_by_name[event.operation]
        constants = self.problem.dfg.constant_by_name
        return [
            (operand.value, (event.component,), event.cycle)
            for operand in operation.operands
            if operand.value not in constants
        ]

    def _supported(self, n: int, value: str, places: tuple[str, ...], cycle: int) -> bool:
        for place in places:
            stay = self.stays.get((value, place, cycle - 1))
            if stay is not None:
                self.reads[n].append(Read(stay, cycle - 1))
                if self.parts[place].transient and stay.maker >= 0:
                    self._join(n, stay.maker)
                return True
        for place in places:
            other = self.arrivals.get((value, place, cycle))
            if other is not None and other != n:
                self._join(n, other)
                return True
        return False

    def _root(self, n: int) -> int:
        while self.joined[n] != n:
            n = self.joined[n]
        return n

    def _join(self, n: int, other: int) -> None:
        self.joined[self._root(n)] = self._root(other)

    def _groups(self) -> list[Group]:
        """All events, in groups from the first to the last."""
        found: dict[int, Group] = defaultdict(Group)
        for n in range(len(self.events)):
            group = found[self._root(n)]
            group.events.append(n)
            group.reads += self.reads[n]
        for stay in dict.fromkeys(self.stays.values()):
            if stay.maker >= 0:
                found[self._root(stay.maker)].makes.append(stay)
        return sorted(found.values(), key=self._first)

    def _first(self, group: Group) -> int:
        return min(self.events[n].cycle for n in group.events)

    def _place(self, group: Group) -> None:
        """Move a group as early as its operands, registers, predecessors and resources allow."""
        shift = self._first(group) - 1
        for stay, cycle in group.reads:
            if stay not in group.makes:
                shift = min(shift, cycle - stay.start)
        for stay in group.makes:
            if stay.before is not None and stay.before not in group.makes:
                shift = min(shift, stay.first - 1 - stay.before.end)
        for n in group.events:
            event = self.events[n]
            for before in self._before(event):
                shift = min(shift, event.cycle - 1 - self.done.get(before, event.cycle - 1))
        taken = [unit for n in group.events for unit in self._takes(n)]
        taken += [unit for stay in group.makes for unit in self._routed(stay)]
        while any(self.used[what, cycle - shift] >= most for what, cycle, most in taken):
            shift -= 1
        for what, cycle, _ in taken:
            self.used[what, cycle - shift] += 1
        group.shift = shift
        for stay in group.makes:
            stay.start = stay.end = stay.first - shift
        for stay, cycle in group.reads:
            stay.end = max(stay.end, cycle - shift)
        for n in group.events:
            event = self.events[n] = replace(self.events[n], cycle=self.events[n].cycle - shift)
            if isinstance(event, Issue):
                end = event.cycle + self._latency(event) - 1
                self.done[event.operation] = min(self.done.get(event.operation, end), end)

    def _before(self, event: Event) -> list[str]:
        if not isinstance(event, Issue):
            return []
        dfg = self.problem.dfg
        found = [edge.before for edge in dfg.order if edge.after == event.operation]
        return found + [own.first for own in dfg.priorities if own.then == event.operation]

    def _routed(self, stay: Stay) -> list[Unit]:
        """The issue slot that a value stored in passing takes, if the component requires one."""
        part = self.parts[stay.component]
        passing = part.routing_issues and isinstance(self.events[stay.maker], Transfer)
        return [(("slots", part.name), stay.first, part.issue)] if passing else []

    def _takes(self, n: int) -> list[Unit]:
        event = self.events[n]
        if isinstance(event, Transfer):
            width = self.paths[event.path].width
            return [] if width is None else [(("path", event.path), event.cycle, width)]
        operator = self.problem.dfg.operation_by_name[event.operation].operator
        found = [(("slots", event.component), event.cycle, self.parts[event.component].issue)]
        for shared in self.arch.shared:
            if event.component in shared.components and shared.limits(operator):
                found.append((("shared", shared.name), event.cycle, shared.at_most))
        return found

    def _mapping(self) -> Mapping:
        ends = [
            event.cycle + (self._latency(event) if isinstance(event, Issue) else 1)
            for event in self.events
        ]
        horizon = max(ends, default=1)
        collected = set(self.problem.dfg.results)
        holds = set[Held]()
        for stay in self.stays.values():
            final = stay.component == self.arch.external and stay.value in collected
            last = horizon - 1 if final else stay.end
            cycles = range(stay.start, last + 1)
            holds |= {Held(stay.value, stay.component, cycle) for cycle in cycles}
        return replace(
            self.mapping,
            horizon=horizon,
            contexts=horizon,
            holds=tuple(sorted(holds, key=lambda h: (h.cycle, h.value, h.component))),
            transfers=tuple(e for e in self.events if isinstance(e, Transfer)),
            issues=tuple(e for e in self.events if isinstance(e, Issue)),
        )
