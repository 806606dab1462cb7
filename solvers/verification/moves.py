"""Full intervals of transfers: as many values must move as paths can carry, so all are used."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from models.data.architecture import Path
from solvers.verification.intervals import full
from solvers.verification.rules import Item, Rules
from solvers.verification.windows import Windows

Spans = dict[str, tuple[int, int]]


class Moves:
    """Consequences of full intervals of transfers for every legal mapping.

    Take values that must each arrive over one of some paths in windows within the cycles [a, b]. If
    they are as many as the paths have room for in [a, b], each of them arrives once in these cycles
    (`once`: by transfer, numbers of the intervals in which that holds), and of every path of width
    1 every cycle is used by one of them (`used`: by path and slot, alternative sets of transfers of
    which one each is true). If they are more, no legal mapping exists.
    """

    def __init__(self, rules: Rules, windows: Windows) -> None:
        self.rules, self.windows = rules, windows
        self.once: dict[Item, set[int]] = defaultdict(set)
        self.used: dict[tuple[str, int], list[frozenset[Item]]] = defaultdict(list)
        intervals = 0
        for paths, spans in self._demands():
            widths = [path.width for path in paths]
            if None in widths:
                continue
            values, room = list(spans), sum(width or 0 for width in widths)
            for first, last, members in full(list(spans.values()), room, rules.contexts):
                intervals += 1
                self._add(intervals, paths, range(first, last + 1), [values[n] for n in members])

    def _demands(self) -> Iterator[tuple[list[Path], Spans]]:
        """Yield paths with the values that must arrive over one of them, and when."""
        rules = self.rules
        holders: dict[str, list[str]] = defaultdict(list)
        for component, held in rules.possible.items():
            for value in held:
                holders[value].append(component)
        for component, part in rules.components.items():
            if part.issue:
                continue
            # Inputs that no other component holds at first, and that cannot be read here, must
            # leave.
            inputs = sorted(i for i in rules.entering if holders[i] == [component])
            paths = rules.paths_from[component]
            yield paths, self._spans(paths, inputs)
            if component == rules.arch.external:
                paths = rules.paths_into[component]
                results = sorted(rules.results - rules.possible[component])
                spans = self._spans(paths, results)
                # Results are in place at the end; later arrivals are for later iterations.
                end = rules.horizon - 1
                yield paths, {r: (first, min(last, end)) for r, (first, last) in spans.items()}

    def _spans(self, paths: list[Path], values: list[str]) -> Spans:
        names = [path.name for path in paths]
        return {value: self.windows.path_window(value, names) for value in values}

    def _add(self, interval: int, paths: list[Path], cycles: range, values: list[str]) -> None:
        period = self.rules.period
        for path in paths:
            by_slot: dict[int, set[Item]] = defaultdict(set)
            for cycle in cycles:
                items: list[Item] = [("y", value, path.name, "", cycle) for value in values]
                possible = [item for item in items if self.windows.allows(item)]
                by_slot[cycle % period if period else cycle].update(possible)
                for item in possible:
                    self.once[item].add(interval)
            if path.width == 1:
                for slot, transfers in by_slot.items():
                    self.used[path.name, slot].append(frozenset(transfers))

    def contradiction(self) -> str | None:
        """Why no mapping exists, where a slot that must be used cannot be."""
        for (path, slot), alternatives in sorted(self.used.items()):
            if not all(alternatives):
                return f"slot {slot} of path {path} must be used, but cannot be"
        return None
