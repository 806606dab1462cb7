"""Full intervals: when as much must be executed as there are slots, every slot is used."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict

from models.architecture import Path
from solvers.verification.rules import Item, Rules
from solvers.verification.windows import Windows
from solvers.verification.work import Work, separable


def slots(per_cycle: int, first: int, last: int, contexts: int | None) -> int:
    """Units of a resource in cycles first … last; with T contexts each residue counts once."""
    cycles = max(0, last - first + 1)
    return per_cycle * (min(cycles, contexts) if contexts else cycles)


class FullIntervals:
    """What full intervals imply for every legal mapping.

    Take work that only the components C execute, in windows that lie within the cycles
    [a, b], and of which no issue executes two items. Each item takes a slot of C within [a, b].
    If there are as many items as slots, nothing is executed more often than it must be
    (`once`: by way, names of work with the times it is executed), and every slot of every
    component that issues one operation per cycle is used by such work (`used`: by component
    and slot, alternative sets of issues of which one each is true). If there are more, no legal
    mapping exists, and both hold all the more.

    The same of transfers: inputs that one component alone holds at first must leave it by one
    of its paths, and results must enter the external component. If there are as many as the
    paths have room for in [a, b], each of them moves once in these cycles (`moved`: by transfer,
    the limits it counts towards), and every cycle of a path of width 1 is used (`used`, by path).
    """

    def __init__(self, rules: Rules, windows: Windows) -> None:
        self.rules, self.windows = rules, windows
        self.once: dict[str, dict[str, int]] = defaultdict(dict)
        self.moved: dict[Item, set[str]] = defaultdict(set)
        self.used: dict[tuple[str, int], list[frozenset[Item]]] = defaultdict(list)
        for works in separable(rules):
            self._find(works)
        for component in rules.components:
            self._find_moves(f"out of {component}", *self._leaving(component))
        if rules.arch.external is not None:
            self._find_moves("into external", *self._entering(rules.arch.external))

    def _find(self, works: list[Work]) -> None:
        span = [self.windows.hull(work.ways) for work in works]
        able = [frozenset(c for way in work.ways for c in way.latencies) for work in works]
        possible = [n for n, (first, last) in enumerate(span) if first <= last]
        everywhere: frozenset[str] = frozenset().union(*able)
        for components in {everywhere, *able}:
            members = [n for n in possible if able[n] <= components]
            per_cycle = sum(self.rules.components[c].issue for c in components)
            for first in sorted({span[n][0] for n in members}):
                ends = sorted(
                    span[n][1] for n in members if span[n][0] >= first for _ in works[n].items
                )
                for last in sorted(set(ends)):
                    units = slots(per_cycle, first, last, self.rules.contexts)
                    if bisect_right(ends, last) >= units:
                        inside = [n for n in members if first <= span[n][0] and span[n][1] <= last]
                        self._add(components, first, last, [works[n] for n in inside])

    def _add(self, components: frozenset[str], first: int, last: int, works: list[Work]) -> None:
        period = self.rules.period
        by_slot: dict[tuple[str, int], set[Item]] = {
            (component, cycle % period if period else cycle): set()
            for component in components
            for cycle in range(first, last + 1)
        }
        for work in works:
            for way in work.ways:
                self.once[way.label][work.items[0]] = len(work.items)
                for item in self.windows.issues_by(way):
                    slot = item[4] % period if period else item[4]
                    by_slot[item[2], slot].add(item)
        for (component, slot), issues in by_slot.items():
            if self.rules.components[component].issue == 1:
                self.used[component, slot].append(frozenset(issues))

    def _leaving(self, component: str) -> tuple[list[Path], int | None, list[str]]:
        """Paths out of a component, its ports, and the inputs that only it holds at first."""
        rules = self.rules
        holders: dict[str, list[str]] = defaultdict(list)
        for name, values in rules.possible.items():
            for value in values:
                holders[value].append(name)
        inputs = sorted(i for i in rules.entering if holders[i] == [component])
        if rules.components[component].issue:
            inputs = []
        return rules.paths_from[component], rules.components[component].read_ports, inputs

    def _entering(self, external: str) -> tuple[list[Path], int | None, list[str]]:
        """Paths into the external component, its ports, and the results not there at first."""
        rules = self.rules
        results = sorted(r for r in rules.results if r not in rules.possible[external])
        if rules.components[external].issue:
            results = []
        return rules.paths_into[external], rules.components[external].write_ports, results

    def _find_moves(
        self, what: str, paths: list[Path], ports: int | None, values: list[str]
    ) -> None:
        widths = [path.width for path in paths]
        room = sum(width or 0 for width in widths)
        if not values or not paths or None in widths or (ports is not None and ports < room):
            return
        names = [path.name for path in paths]
        span = {value: self.windows.path_window(value, names) for value in values}
        if what == "into external":
            end = self.rules.horizon - 1
            span = {value: (first, min(last, end)) for value, (first, last) in span.items()}
        for first in sorted({first for first, _ in span.values()}):
            ends = sorted(last for start, last in span.values() if start >= first)
            for last in sorted(set(ends)):
                units = slots(room, first, last, self.rules.contexts)
                if 0 < units <= bisect_right(ends, last):
                    members = [v for v in values if first <= span[v][0] and span[v][1] <= last]
                    self._add_moves(f"{what} in {first}-{last}", paths, first, last, members)

    def _add_moves(
        self, what: str, paths: list[Path], first: int, last: int, members: list[str]
    ) -> None:
        period = self.rules.period
        by_slot: dict[tuple[str, int], set[Item]] = defaultdict(set)
        for path in paths:
            for cycle in range(first, last + 1):
                slot = path.name, cycle % period if period else cycle
                by_slot[slot] |= set()
                for value in members:
                    item: Item = ("y", value, path.name, "", cycle)
                    if self.windows.allows(item):
                        by_slot[slot].add(item)
                        self.moved[item].add(f"{value} {what}")
        wide = {path.name for path in paths if path.width != 1}
        for slot, items in by_slot.items():
            if slot[0] not in wide:
                self.used[slot].append(frozenset(items))

    def contradiction(self) -> str | None:
        """Why no mapping exists, where a slot that must be used cannot be."""
        for (component, slot), alternatives in sorted(self.used.items()):
            if not all(alternatives):
                return f"slot {slot} of {component} must be used, but cannot be"
        return None
