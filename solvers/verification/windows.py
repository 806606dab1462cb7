"""The cycles in which an item of a reduced mapping can be: not too early, and still useful.

A reduced mapping is a legal one restricted to: the results in the external component at the end,
the effects, and for every kept item one support of each of its needs. It is still legal, because
needs are served and limits can only become slacker: a hold is supported by an earlier hold, or by
computing, where possible, so that no more is stored in passing; and a transfer by the support with
the fewest hops, so that no chain through switches gets longer, or closes. A kept issue executes one
way, as before; so it needs the operands of that way.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from models.judge.checker_operations import pin_fault
from solvers.verification.directory import MOST_ISSUES, require_extent
from solvers.verification.earliest import Cycles, Earliest
from solvers.verification.rules import Item, Rules
from solvers.verification.understood import FIRST, require_understood
from solvers.verification.ways import Way

UNDERSTANDS = FIRST | {"file_ports", "invariants", "constraints"}
"""A mapping is reduced by leaving out what serves nothing, which frees ports of files as well, and
room for invariants. Constraints are kept: `own` admits those only that forbid.
"""


class Latest:
    """Upper bounds on cycles in a reduced mapping, by (name, place); a missing entry is never
    useful.

    Sound: every kept item is a root or supports a kept item, so its cycle is at most the latest one
    in which it can serve the bound of that item. A value read δ iterations later is read δ·T cycles
    later on its own axis, beyond the horizon; the bounds start at "never" and are raised to a fixed
    point, which exists because issues have an end.
    """

    def __init__(self, rules: Rules) -> None:
        require_understood(rules.problem, UNDERSTANDS, "latest cycles")
        self.rules = rules
        self.x: Cycles = {}
        self.y: Cycles = {}
        self.z: Cycles = {}
        self.w: Cycles = {}
        slots = rules.ways.slots
        # When a slot is read at the latest, by component, and which slots may be a value.
        self._read: list[dict[str, int]] = [{} for _ in slots]
        self._within: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for number, slot in enumerate(slots):
            for value, distance in slot:
                self._within[value].append((number, distance))
        order = [*reversed(rules.ways.of), *rules.dfg.inputs]
        waiting = set(order)
        while waiting:
            for value in order:
                if value in waiting:
                    waiting.discard(value)
                    self._value(value)
                    for number in self._issue(value):
                        waiting.update(read for read, _ in slots[number])

    def _value(self, value: str) -> None:
        rules = self.rules
        queue: list[tuple[str, int]] = []
        arrivals: list[tuple[str, int]] = []
        for number, distance in self._within[value]:
            for component, issue in self._read[number].items():
                read = issue + distance * rules.period
                queue.append((component, read - 1))
                if rules.admits(value, component):
                    arrivals += [(path.name, read) for path in rules.paths_into[component]]
        if value in rules.results and rules.arch.external is not None:
            queue.append((rules.arch.external, rules.horizon - 1))
        while queue or arrivals:
            while arrivals:
                name, cycle = arrivals.pop()
                if cycle >= 1 and cycle > self.y.get((value, name), 0):
                    self.y[value, name] = cycle
                    path = rules.paths[name]
                    leaves = cycle - path.latency
                    queue += [(source, leaves - 1) for source in path.sources]
                    for source in path.sources:
                        if rules.components[source].switch and rules.admits(value, source):
                            arrivals += [(p.name, leaves) for p in rules.paths_into[source]]
            if queue:
                component, cycle = queue.pop()
                known = self.x.get((value, component), -1)
                if cycle > known and rules.may_hold(value, component):
                    self.x[value, component] = cycle
                    if rules.stores(value, component):
                        arrivals += [(path.name, cycle) for path in rules.paths_into[component]]

    def _issue(self, name: str) -> set[int]:
        """Raise the bounds on computing a value; return the slots that are read later now."""
        changed: set[int] = set()
        for way in self.rules.ways.of.get(name, ()):
            for component, latency in way.latencies.items():
                cycle = self.rules.horizon - latency
                if name not in self.rules.kept:
                    held = self.x.get((name, component), -1)
                    cycle = min(cycle, held - latency + 1)
                if cycle >= 1 and cycle > self.w.get((way.label, component), 0):
                    self.w[way.label, component] = cycle
                    self.z[name, component] = max(cycle, self.z.get((name, component), 0))
                    for number in way.slots:
                        if cycle > self._read[number].get(component, 0):
                            self._read[number][component] = cycle
                            changed.add(number)
        return changed


class Windows:
    """First and last cycles of the items of a reduced mapping."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.earliest = Earliest(rules)
        self.latest = Latest(rules)
        issues = sum(max(0, self.latest.w.get(k, -1) - n + 1) for k, n in self.earliest.w.items())
        require_extent("issues that windows allow", issues, MOST_ISSUES)
        self._issues: dict[str, list[Item]] = {}
        self._bounds: dict[str, tuple[Cycles, Cycles]] = {
            "x": (self.earliest.x, self.latest.x),
            "y": (self.earliest.y, self.latest.y),
            "z": (self.earliest.z, self.latest.z),
            "w": (self.earliest.w, self.latest.w),
            "latch": (self.earliest.y, self.latest.y),
            "drive": (self.earliest.y, self.latest.y),
        }

    def allows(self, item: Item) -> bool:
        """Whether a reduced mapping may contain `item`. If not, the item is false in all of them.

        Certain contents of a component in cycle 0 are always allowed, needed or not.
        """
        kind, name, place, end, cycle = item
        if kind == "cell":
            return True
        if kind == "done":
            return cycle >= 0
        if kind == "loaded":
            return cycle == 0 and self.rules.loads(name, place)
        if kind == "chain":
            return self.allows(("y", name, place, "", cycle))
        if kind not in self._bounds:
            # It belongs to an issue slot, which the component must have, and rests on other items.
            possible = cycle >= 1 and self.rules.components[place].issue > 0
            needs = self.rules.needs(item) if possible else [[]]
            return all(any(map(self.allows, alternatives)) for alternatives in needs)
        if kind == "x" and cycle == 0 and name in self.rules.certain[place]:
            return True
        first, last = self._bounds[kind]
        key = (end if kind == "w" else name, place)
        inside = key in first and first[key] <= cycle <= last.get(key, -1)
        return inside and (kind not in "zw" or not self.rules.pins or self._obeys(item))

    def issues_by(self, way: Way) -> list[Item]:
        """Every issue of a way that the windows allow."""
        if way.label not in self._issues:
            self._issues[way.label] = [
                self.rules.performed(way, component, cycle)
                for component in way.latencies
                for cycle in self._range(self.earliest.w, self.latest.w, way.label, component)
                if self._obeys(("w", way.value, component, way.label, cycle))
            ]
        return self._issues[way.label]

    def _obeys(self, issue: Item) -> bool:
        kind, name, place, end, cycle = issue
        executed = self.rules.way_by_label[end].executes if kind == "w" else (name,)
        return not any(
            pin.operation in executed and pin_fault(pin, place, cycle, self.rules.contexts)
            for pin in self.rules.pins
        )

    def carrying(self, value: str) -> frozenset[Item]:
        """Every issue that executes the operation of a value which all mappings execute."""
        ways = self.rules.carriers[value]
        return frozenset(item for way in ways for item in self.issues_by(way))

    @staticmethod
    def _range(first: Cycles, last: Cycles, name: str, place: str) -> range:
        if (name, place) not in first:
            return range(0)
        return range(first[name, place], last.get((name, place), -1) + 1)

    def span(self, ways: Iterable[Way]) -> tuple[int, int]:
        """First and last cycle in which one of `ways` can be issued; first > last for never."""
        found = [
            cycles
            for way in ways
            for component in way.latencies
            if (cycles := self._range(self.earliest.w, self.latest.w, way.label, component))
        ]
        if not found:
            return 1, 0
        return min(cycles[0] for cycles in found), max(cycles[-1] for cycles in found)

    def hull(self, ways: Iterable[Way]) -> tuple[int, int]:
        """`span`, or more: from the first cycle in which it is not too early, useful or not."""
        first, last = self.span(ways)
        known = self.earliest.w
        early = (known.get((way.label, c), first) for way in ways for c in way.latencies)
        return (min(early, default=first), last) if first <= last else (first, last)

    def path_window(self, value: str, paths: list[str]) -> tuple[int, int]:
        """First and last cycle in which a value can arrive over one of `paths`."""
        spans = [self._range(self.earliest.y, self.latest.y, value, path) for path in paths]
        spans = [span for span in spans if span]
        if not spans:
            return 1, 0
        return min(span[0] for span in spans), max(span[-1] for span in spans)

    def contradiction(self) -> str | None:
        """Why no mapping exists, where the windows alone show it."""
        rules = self.rules
        for name in sorted(rules.executed):
            if not self.carrying(name):
                return f"operation '{name}' can be issued in no cycle"
        for name in sorted(rules.results):
            end: Item = ("x", name, rules.arch.external or "", "", rules.horizon - 1)
            if rules.arch.external is None or not self.allows(end):
                return f"result '{name}' cannot be in the external component at the end"
        return None
