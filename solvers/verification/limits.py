"""Limits of a legal mapping that an item counts towards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from models.data.architecture import InitialContents
from solvers.verification.ports import ports_of
from solvers.verification.rules import Item, Rules

Limit = tuple[str, str, int]


class Limits:
    """The limits: (kind, place, slot), each with the number of true items that it allows.

    A slot is a cycle, or a cycle modulo the contexts. An issue executes one way. An operation with
    an effect is issued once; `once` maps ways to their work with a limited number of executions,
    and `moved` maps transfers to the intervals in which their value arrives only once, by one of
    them.
    """

    def __init__(
        self,
        rules: Rules,
        once: Mapping[str, Mapping[str, int]],
        moved: Mapping[Item, Collection[int]] | None = None,
    ) -> None:
        self.rules = rules
        self.once = once
        self.moved = moved or {}
        self.allowed: dict[Limit, int] = {}
        self._of: dict[Item, frozenset[Limit]] = {}

    def of(self, item: Item) -> frozenset[Limit]:
        """The limits that `item` counts towards."""
        found = self._of.get(item)
        if found is None:
            pairs = [(limit, bound) for limit, bound in self._find(item) if bound is not None]
            self.allowed.update(pairs)
            found = self._of[item] = frozenset(limit for limit, _ in pairs)
        return found

    def _slot(self, cycle: int) -> int:
        return cycle % self.rules.period if self.rules.period else cycle

    def _find(self, item: Item) -> Iterable[tuple[Limit, int | None]]:
        kind, name, place, end, cycle = item
        rules = self.rules
        if kind == "x":
            component = rules.components[place]
            yield ("capacity", place, self._slot(cycle)), component.capacity
            if cycle == 0 and isinstance(component.initial, InitialContents):
                for number, choice in enumerate(component.initial.choices):
                    if name in choice.of:
                        yield ("choice", place, number), choice.at_most
        elif kind == "y":
            path = rules.paths[place]
            for interval in self.moved.get(item, ()):
                yield ("moved", name, interval), 1
            yield ("width", place, self._slot(cycle)), path.width
        elif kind == "z":
            yield ("issue", place, self._slot(cycle)), rules.components[place].issue
            if name in rules.effects or not rules.problem.recompute:
                yield ("once", name, 0), 1
            if not rules.ways.chosen(name):
                yield from self._work(rules.ways.of[name][0].label)
                yield from self._shared(rules.ways.of[name][0].operator, place, cycle)
        elif kind == "w":
            yield (f"way of {name}", place, cycle), 1
            yield from self._work(end)
            yield from self._shared(rules.way_by_label[end].operator, place, cycle)
        elif kind == "loaded":
            yield ("invariants", place, 0), rules.components[place].invariants
        elif kind == "route":
            yield ("issue", place, self._slot(cycle)), rules.components[place].issue
            yield ("routes", "", 0), rules.arch.max_routes
        for port in ports_of(rules, item):
            part = rules.components[port.component]
            bound = part.write_ports if port.enters else part.read_ports
            word = "entry ports" if port.enters else "exit ports"
            yield (word, port.component, self._slot(port.cycle)), bound

    def _work(self, label: str) -> Iterable[tuple[Limit, int | None]]:
        for work, times in self.once.get(label, {}).items():
            yield ("executed", work, 0), times

    def _shared(self, operator: str, place: str, cycle: int) -> Iterable[tuple[Limit, int | None]]:
        for limit in self.rules.arch.shared:
            if place in limit.components and limit.limits(operator):
                yield ("shared", limit.name, self._slot(cycle)), limit.at_most

    def exclude(self, items: set[Item]) -> bool:
        """Whether no legal mapping contains all of `items`: they exceed some limit."""
        counts: Counter[Limit] = Counter()
        for item in items:
            counts.update(self.of(item))
        return any(count > self.allowed[limit] for limit, count in counts.items())

    def exclude_pair(self, one: Item, other: Item) -> bool:
        """`exclude` of two different items, the most frequent case."""
        limits = self.of(other)
        return any(limit in limits and self.allowed[limit] < 2 for limit in self.of(one)) or (
            self.exclude({one, other})
        )

    def common(self, items: Iterable[Item]) -> int | None:
        """Return the tightest limit that all of `items` count towards, or None."""
        shared: frozenset[Limit] | None = None
        for item in items:
            shared = self.of(item) if shared is None else shared & self.of(item)
            if not shared:
                return None
        return min((self.allowed[limit] for limit in shared or ()), default=None)
