"""The cycles in which an item of a tidy mapping can be: not too early, and still useful.

A tidy mapping is a legal one of which only this is kept: the results in the external
component at the end, the effects, and for every kept item one support of each of its needs.
It is still legal, because needs are served and limits can only become slacker.
"""

from __future__ import annotations

from collections import defaultdict

from solvers.verification.earliest import Cycles, Earliest
from solvers.verification.rules import Item, Rules


class Latest:
    """Upper bounds on cycles in a tidy mapping, by (name, place); missing means never useful.

    Sound: every kept item is a root or supports a kept item, so its cycle is at most the
    latest one in which it can serve the bound of what it supports. A value read δ iterations
    later is read δ·T cycles later on its own axis, beyond the horizon; the bounds start at
    "never" and are raised until nothing changes, which ends because issues have an end.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.x: Cycles = {}
        self.y: Cycles = {}
        self.z: Cycles = {}
        # Operations that something else than a reader of their value may need. A tidy mapping
        # issues needed operations only: all that is kept leads to a result or an effect.
        self.kept = rules.effects | {
            first for name in rules.needed() for first, _ in rules.preceding.get(name, ())
        }
        self._readers: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for name, operands in rules.operands.items():
            for value, distance in operands:
                self._readers[value].append((name, distance))
        order = [*reversed(rules.dfg.schedule_order), *rules.dfg.inputs]
        waiting = set(order)
        while waiting:
            for value in order:
                if value in waiting:
                    waiting.discard(value)
                    self._value(value)
                    if value not in rules.inputs and self._issue(value):
                        waiting |= {operand for operand, _ in rules.operands[value]}

    def _value(self, value: str) -> None:
        rules = self.rules
        queue: list[tuple[str, int]] = []
        arrivals: list[tuple[str, int]] = []
        for name, distance in self._readers[value]:
            for component in rules.latencies[name]:
                issue = self.z.get((name, component))
                if issue is not None:
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
                    queue += [(source, cycle - 1 - path.latency) for source in path.sources]
            if queue:
                component, cycle = queue.pop()
                known = self.x.get((value, component), -1)
                if cycle > known and rules.may_hold(value, component):
                    self.x[value, component] = cycle
                    arrivals += [(path.name, cycle) for path in rules.paths_into[component]]

    def _issue(self, name: str) -> bool:
        changed = False
        for component, latency in self.rules.latencies[name].items():
            cycle = self.rules.horizon - latency
            if name not in self.kept:
                held = self.x.get((name, component), -1)
                cycle = min(cycle, held - latency + 1)
            if cycle >= 1 and cycle > self.z.get((name, component), 0):
                self.z[name, component] = cycle
                changed = True
        return changed


class Windows:
    """First and last cycles of the items of a tidy mapping."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.earliest = Earliest(rules)
        self.latest = Latest(rules)
        self._bounds: dict[str, tuple[Cycles, Cycles]] = {
            "x": (self.earliest.x, self.latest.x),
            "y": (self.earliest.y, self.latest.y),
            "z": (self.earliest.z, self.latest.z),
            "latch": (self.earliest.y, self.latest.y),
            "drive": (self.earliest.y, self.latest.y),
        }

    def allows(self, item: Item) -> bool:
        """Whether a tidy mapping may contain `item`. If not, the item is false in all of them.

        What a component holds for certain in cycle 0 is always allowed, needed or not.
        """
        kind, name, place, _, cycle = item
        if kind == "done":
            return cycle >= 0
        if kind == "x" and cycle == 0 and name in self.rules.certain[place]:
            return True
        first, last = self._bounds[kind]
        key = (name, place)
        return key in first and first[key] <= cycle <= last.get(key, -1)

    def issues(self, operation: str) -> list[Item]:
        """Every issue of an operation that the windows allow."""
        return [
            ("z", operation, component, "", cycle)
            for component in self.rules.latencies[operation]
            for cycle in self._range(self.earliest.z, self.latest.z, operation, component)
        ]

    @staticmethod
    def _range(first: Cycles, last: Cycles, name: str, place: str) -> range:
        if (name, place) not in first:
            return range(0)
        return range(first[name, place], last.get((name, place), -1) + 1)

    def issue_window(self, operation: str) -> tuple[int, int]:
        """First and last cycle in which an operation can be issued; first > last for never."""
        cycles = [item[4] for item in self.issues(operation)]
        return (min(cycles), max(cycles)) if cycles else (1, 0)

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
        for name in sorted(rules.needed()):
            if not self.issues(name):
                return f"operation '{name}' can be issued in no cycle"
        for name in sorted(rules.results):
            end: Item = ("x", name, rules.arch.external or "", "", rules.horizon - 1)
            if rules.arch.external is None or not self.allows(end):
                return f"result '{name}' cannot be in the external component at the end"
        return None
