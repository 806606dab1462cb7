"""Full intervals: when as many operations must issue as there are slots, every slot is used."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict

from solvers.verification.rules import Item, Rules
from solvers.verification.windows import Windows


def slots(per_cycle: int, first: int, last: int, contexts: int | None) -> int:
    """Units of a resource in cycles first … last; with T contexts each residue counts once."""
    cycles = max(0, last - first + 1)
    return per_cycle * (min(cycles, contexts) if contexts else cycles)


class FullIntervals:
    """What full intervals imply for every legal mapping.

    Take needed operations that only the components C execute and whose windows lie within the
    cycles [a, b]. Each is issued at least once, in a slot of C within [a, b]. If there are as
    many operations as slots, each is issued exactly once (`once`), and every slot of every
    component that issues one operation per cycle is used by one of them (`used`: by component
    and slot, alternative sets of issues of which one each is true). If there are more, no
    legal mapping exists, and both hold all the more.
    """

    def __init__(self, rules: Rules, windows: Windows) -> None:
        self.rules, self.windows = rules, windows
        self.once: set[str] = set()
        self.used: dict[tuple[str, int], list[frozenset[Item]]] = defaultdict(list)
        needed = sorted(rules.needed())
        span = {name: windows.issue_window(name) for name in needed}
        supports = {name: frozenset(rules.latencies[name]) for name in needed}
        everywhere: frozenset[str] = frozenset().union(*supports.values())
        for components in {everywhere, *supports.values()}:
            members = [name for name in needed if supports[name] <= components]
            per_cycle = sum(rules.components[c].issue for c in components)
            for first in sorted({span[name][0] for name in members}):
                ends = sorted(span[name][1] for name in members if span[name][0] >= first)
                for last in sorted(set(ends)):
                    units = slots(per_cycle, first, last, rules.contexts)
                    if last >= first and bisect_right(ends, last) >= units:
                        inside = [n for n in members if first <= span[n][0] <= span[n][1] <= last]
                        self._add(components, first, last, inside)

    def _add(self, components: frozenset[str], first: int, last: int, names: list[str]) -> None:
        period = self.rules.period
        self.once.update(names)
        by_slot: dict[tuple[str, int], set[Item]] = {
            (component, cycle % period if period else cycle): set()
            for component in components
            for cycle in range(first, last + 1)
        }
        for name in names:
            for item in self.windows.issues(name):
                slot = item[4] % period if period else item[4]
                by_slot[item[2], slot].add(item)
        for (component, slot), issues in by_slot.items():
            if self.rules.components[component].issue == 1:
                self.used[component, slot].append(frozenset(issues))

    def contradiction(self) -> str | None:
        """Why no mapping exists, where a slot that must be used cannot be."""
        for (component, slot), alternatives in sorted(self.used.items()):
            if not all(alternatives):
                return f"slot {slot} of {component} must be used, but cannot be"
        return None
