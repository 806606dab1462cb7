"""One pass over the items of a mapping that takes away, one by one, what it is legal without."""

from __future__ import annotations

from collections import Counter, defaultdict

from models.cleanup.needs import Needs
from models.judge.checker_limits import in_passing
from models.judge.checker_supports import Item

RANK = {"Z": 0, "Y": 1, "X": 2}


def without_spare(needs: Needs, kept: set[Item]) -> set[Item]:
    """Return `kept` without items that are not needed, or served by others that stay.

    Issues go first, then transfers, then holds, of each kind the latest first. When all items
    are returned, no single one can be taken away.
    """
    work = _Removal(needs, kept)
    for item in sorted(kept, key=lambda item: (RANK[item[0]], -item[3], item[1], item[2])):
        work.try_without(item)
    return work.live


class _Removal:
    """What is left, how many serve each need of it, and the issue slots it takes."""

    def __init__(self, needs: Needs, kept: set[Item]) -> None:
        self.needs, self.supports = needs, needs.supports
        self.components = needs.problem.arch.component_by_name
        self.max_routes = needs.problem.arch.max_routes
        self.live = set(kept)
        self.roots = set(needs.roots)
        self.serving: list[int] = []
        self.users: dict[Item, list[tuple[Item, int]]] = defaultdict(list)
        for item in kept:
            for alternatives in needs.of(item):
                present = [other for other in alternatives if other in kept]
                for other in present:
                    if other != item:
                        self.users[other].append((item, len(self.serving)))
                self.serving.append(len(present))
        self.passing: set[Item] = set()
        self.slots: Counter[tuple[str, int]] = Counter()
        if needs.routes_matter:
            self.passing = {
                item for item in kept if item[0] == "X" and in_passing(self.supports, item, kept)
            }
            issues = (item for item in kept if item[0] == "Z")
            self.slots.update(self._slot(item) for item in (*self.passing, *issues))
        self.delicate = self._delicate() if needs.ports_matter else set()

    def try_without(self, item: Item) -> None:
        """Remove an item if all needs of the others are still served, within all limits."""
        live, users = self.live, self.users.get(item, ())
        if item in self.roots or any(u in live and self.serving[n] == 1 for u, n in users):
            return
        live.discard(item)
        if self._chains_stand(item) and self._ports_fit(item) and self._routes_fit(item):
            for _, number in users:
                self.serving[number] -= 1
        else:
            live.add(item)

    def _chains_stand(self, item: Item) -> bool:
        """Whether what `item` may have led to through switches still begins somewhere."""
        if not self.supports.switches or item[0] == "Z":
            return True
        cycle = item[3] if item[0] == "Y" else item[3] + 1
        return self.needs.hops(item[1], cycle, self.live.__contains__)[1]

    def _ports_fit(self, item: Item) -> bool:
        if not self.needs.ports_matter:
            return True
        paths = self.needs.problem.arch.path_by_name
        ends = paths[item[2]].targets if item[0] == "Y" else (item[2],)
        # What passes through switches, or does not, changes what drives transfers elsewhere.
        if not self.supports.switches and self.delicate.isdisjoint(ends):
            return True
        return self.needs.ports_fit(self.live)

    def _delicate(self) -> set[str]:
        """Where something else than a bus, or another source of it, may save a port."""
        found: set[str] = set()
        for path in self.needs.problem.arch.paths:
            if any(self.components[s].read_ports is not None for s in path.sources):
                found.update(path.sources if len(path.sources) > 1 else ())
            if len(path.targets) > 1:
                found.update(t for t in path.targets if self.components[t].write_ports is not None)
        return found

    def _slot(self, item: Item) -> tuple[str, int]:
        return item[2], self.supports.slot(item[3])

    def _routes_fit(self, item: Item) -> bool:
        """Whether a hold that is now one in passing finds an issue slot; counts it if so."""
        if not self.needs.routes_matter or item[0] == "Y":
            return True
        kind, value, place, cycle = item
        freed = [item] if kind == "Z" or item in self.passing else []
        end = cycle + (self.supports.latency(item) or 1) - 1 if kind == "Z" else cycle + 1
        after = ("X", value, place, end)
        gained = [after] if after in self.live and after not in self.passing else []
        if gained and in_passing(self.supports, after, self.live):
            same = [other for other in freed if self._slot(other) == self._slot(after)]
            if self.slots[self._slot(after)] + 1 - len(same) > self.components[place].issue:
                return False
            routes = len(self.passing) + 1 - (item in self.passing)
            if self.max_routes is not None and routes > self.max_routes:
                return False
        else:
            gained = []
        self.passing.difference_update(freed)
        self.passing.update(gained)
        self.slots.subtract(map(self._slot, freed))
        self.slots.update(map(self._slot, gained))
        return True
