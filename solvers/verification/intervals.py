"""Full intervals: if as much must be executed as the slots allow, every slot is used."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence

from solvers.verification.rules import Item, Rules
from solvers.verification.windows import Windows
from solvers.verification.work import Work, separable


def slots(per_cycle: int, first: int, last: int, contexts: int | None) -> int:
    """Units of a resource in cycles first … last; with T contexts each residue counts once."""
    cycles = max(0, last - first + 1)
    return per_cycle * (min(cycles, contexts) if contexts else cycles)


def full(
    spans: Sequence[tuple[int, int]], per_cycle: int, contexts: int | None
) -> Iterator[tuple[int, int, list[int]]]:
    """Yield first and last cycle, and the spans within them, if these fill all slots or more.

    Spans that are empty lie nowhere.
    """
    known = [(start, end, n) for n, (start, end) in enumerate(spans) if start <= end]
    for first in sorted({start for start, _, _ in known}):
        ends = sorted(end for start, end, _ in known if start >= first)
        for last in sorted(set(ends)):
            if bisect_right(ends, last) >= slots(per_cycle, first, last, contexts):
                yield first, last, [n for start, end, n in known if first <= start and end <= last]


class FullIntervals:
    """Consequences of full intervals for every legal mapping.

    Take work that only the components C execute, in windows that lie within the cycles [a, b], and
    of which no issue executes two items. Each item takes a slot of C within [a, b]. With as many
    items as slots, no item is executed more often than it must be (`once`: by way, names of work
    with the times it is executed), and every slot of every component that issues one operation per
    cycle is used by such work (`used`: by component and slot, alternative sets of issues of which
    one each is true). With more items, no legal mapping exists, and both hold vacuously.
    """

    def __init__(self, rules: Rules, windows: Windows) -> None:
        self.rules, self.windows = rules, windows
        self.once: dict[str, dict[str, int]] = defaultdict(dict)
        self.used: dict[tuple[str, int], list[frozenset[Item]]] = defaultdict(list)
        for works in separable(rules):
            self._find(works)

    def _find(self, works: list[Work]) -> None:
        span = [self.windows.hull(work.ways) for work in works]
        able = [frozenset(c for way in work.ways for c in way.latencies) for work in works]
        everywhere: frozenset[str] = frozenset().union(*able)
        for components in {everywhere, *able}:
            per_cycle = sum(self.rules.components[c].issue for c in components)
            # A work of several items takes several slots.
            rows = [n for n, work in enumerate(works) if able[n] <= components for _ in work.items]
            spans = [span[n] for n in rows]
            for first, last, members in full(spans, per_cycle, self.rules.contexts):
                inside = dict.fromkeys(rows[m] for m in members)
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

    def contradiction(self) -> str | None:
        """Why no mapping exists, where a slot that must be used cannot be."""
        for (component, slot), alternatives in sorted(self.used.items()):
            if not all(alternatives):
                return f"slot {slot} of {component} must be used, but cannot be"
        return None
