"""A user's constraints, restated: the facts and cells that count in each of them.

Only constraints that taking items away keeps are taken into account, so that they hold in a reduced
mapping (see `windows`). A cell is an item `("cell", constraint, side, key, 0)`: some fact of that
side of the constraint, counted by its place in the list, has this key; the key's words are quoted,
and joined by `/`. A fact implies its cells, and nothing else is said of cells.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from urllib.parse import quote, unquote

from models.data.constraints import Constraint, Holds, Issues, Pair, Sum, Time, Transfers, tile_of
from solvers.verification.directory import RejectedError
from solvers.verification.packing import any_of, selects
from solvers.verification.rules import Item, Rules

Sums = Counter[tuple[int, tuple[str, ...]]]
"""The weight of an item by constraint and group."""

FACTS = {"z": Issues, "x": Holds, "y": Transfers}


class Own:
    """The constraints of a problem; `RejectedError` for those that demand items."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.constraints = rules.problem.constraints
        for one in self.constraints:
            if not only_forbids(one):
                raise RejectedError(f"constraint '{one.name}' may demand items")
        self._sums: dict[Item, Sums] = {}
        self._cells: dict[Item, frozenset[Item]] = {}

    @cached_property
    def counts_holds(self) -> bool:
        """Whether some sum counts values held."""
        sums = (one for one in self.constraints if isinstance(one, Sum))
        return any(term.x is not None for one in sums for term in one.of)

    def context(self, item: Item) -> int:
        """The cycle of an item, modulo the contexts."""
        return item[4] % self.rules.period if self.rules.period else item[4]

    def selected(self, facts: Issues | Holds | Transfers, item: Item) -> bool:
        """Whether an item is one of some facts."""
        kind, name, place, _, cycle = item
        if not isinstance(facts, FACTS.get(kind, ())):
            return False
        if facts.context is not None:
            wanted = (facts.context,) if isinstance(facts.context, int) else facts.context
            if self.context(item) not in wanted:
                return False
        if isinstance(facts, Issues):
            return selects(self.rules, facts, name, place)
        if not any_of(facts.value, name):
            return False
        if isinstance(facts, Transfers):
            return any_of(facts.path, place)
        listed = cycle > 0 or self.rules.components[place].capacity is not None
        return listed and any_of(facts.component, place) and any_of(facts.tile, tile_of(place))

    def key(self, item: Item, by: str | None) -> tuple[str, ...]:
        """The words that tell an item's group, or cell, from others."""
        _, name, place, _, cycle = item
        if by is None:
            return ()
        if by == "slot":
            return place, str(self.context(item))
        words = {
            "context": str(self.context(item)),
            "cycle": str(cycle),
            "tile": tile_of(place),
            "component": place,
            "path": place,
        }
        return (words.get(by, name),)

    def cells(self, item: Item) -> frozenset[Item]:
        """The cells that a fact implies."""
        if item not in self._cells:
            self._cells[item] = frozenset(self._implied(item))
        return self._cells[item]

    def _implied(self, item: Item) -> Iterator[Item]:
        for number, one in enumerate(self.constraints):
            if isinstance(one, Sum):
                for place, term in enumerate(one.of):
                    if term.used is not None and self.selected(term.facts, item):
                        key = (*self.key(item, one.per), *self.key(item, term.used))
                        yield _cell(number, f"of[{place}]", key)
            elif isinstance(one, Pair):
                key = (*self.key(item, one.by), *self.key(item, one.per))
                for side, facts in (("first", one.first), ("second", one.second)):
                    if self.selected(facts, item):
                        yield _cell(number, side, key)
            elif isinstance(one, Time) and item[0] == "z":
                for side, name, late in (
                    ("after", one.operations[0], one.end is not None),
                    ("before", one.operations[1], one.minus_end is not None),
                ):
                    if item[1] == name:
                        yield _cell(number, side, (str(self._at(item, late)),))

    def _at(self, item: Item, late: bool) -> int:
        latency = self.rules.ways.of[item[1]][0].latencies.get(item[2], 1)
        return item[4] + latency - 1 if late else item[4]

    def weights(self, item: Item) -> Sums:
        """The weights of a fact, or of a cell, in the sums of constraints."""
        if item not in self._sums:
            self._sums[item] = self._weights(item)
        return self._sums[item]

    def _weights(self, item: Item) -> Sums:
        found: Sums = Counter()
        if item[0] == "cell":
            number, side, key = _parts(item)
            one = self.constraints[number]
            for place, term in enumerate(one.of if isinstance(one, Sum) else ()):
                if isinstance(one, Sum) and side == f"of[{place}]" and term.used is not None:
                    size = 0 if one.per is None else 1
                    found[number, key[:size]] += term.weight
            return found
        for number, one in enumerate(self.constraints):
            for term in one.of if isinstance(one, Sum) else ():
                if isinstance(one, Sum) and term.used is None and self.selected(term.facts, item):
                    found[number, self.key(item, one.per)] += term.weight
        return found

    def most(self, number: int) -> int:
        """The upper bound of a sum."""
        one = self.constraints[number]
        assert isinstance(one, Sum)
        assert one.at_most is not None
        return one.at_most

    def exclude(self, items: Iterable[Item]) -> bool:
        """Whether no mapping has all of these items: a sum is too large, or two exclude each
        other.
        """
        listed = list(items)
        sums: Sums = Counter()
        for item in listed:
            sums.update(self.weights(item))
        if any(weight > self.most(number) for (number, _), weight in sums.items()):
            return True
        return any(self._apart(a, b) for n, a in enumerate(listed) for b in listed[n:])

    def _apart(self, one: Item, other: Item) -> bool:
        """Whether a pair or a time excludes two items together.

        Cells of one place may have one fact in common, which is no pair.
        """
        whole = one[0] == "cell" or other[0] == "cell"
        for number, side, key in self._sides(one):
            rule = self.constraints[number]
            for across, far, key_far in self._sides(other):
                if across != number or side == far:
                    continue
                if isinstance(rule, Time):
                    after, before = (key, key_far) if side == "after" else (key_far, key)
                    if not rule.admits(int(after[0]) - int(before[0])):
                        return True
                elif isinstance(rule, Pair) and key[1:] == key_far[1:]:
                    different = key != key_far if whole else one != other
                    if different and self._never(rule, key[0], key_far[0]):
                        return True
        return False

    def _sides(self, item: Item) -> Iterator[tuple[int, str, tuple[str, ...]]]:
        """The sides of pairs and times that an item is on: constraint, side, key."""
        for cell in (item,) if item[0] == "cell" else self.cells(item):
            number, side, key = _parts(cell)
            yield number, side, key
            rule = self.constraints[number]
            if isinstance(rule, Pair) and item[0] == "cell" and rule.first == rule.second:
                yield number, {"first": "second"}.get(side, "first"), key

    def _never(self, rule: Pair, one: str, other: str) -> bool:
        never = {rule.never} if isinstance(rule.never, str) else set(rule.never)
        if one == other:
            return "same" in never
        linked = other in self._near[rule.by].get(one, ())
        return "other" in never or ("linked" if linked else "unlinked") in never

    @cached_property
    def _near(self) -> dict[str, dict[str, set[str]]]:
        """By kind of place, the places that each is linked with."""
        found: dict[str, dict[str, set[str]]] = {}
        for by in ("component", "tile"):
            near: dict[str, set[str]] = defaultdict(set)
            for path in self.rules.arch.paths:
                key = tile_of if by == "tile" else str
                for source in map(key, path.sources):
                    for target in map(key, path.targets):
                        near[source].add(target)
                        near[target].add(source)
            found[by] = near
        return found

    def allows(self, items: Iterable[Item], weights: Iterable[int], bound: int) -> bool:
        """Whether some sum shows that these weights of items add up to at most `bound`."""
        pairs = list(zip(items, weights, strict=True))
        common: set[tuple[int, tuple[str, ...]]] | None = None
        for item, _ in pairs:
            own = set(self.weights(item))
            common = own if common is None else common & own
        for number, group in common or ():
            factor = min(self.weights(item)[number, group] // weight for item, weight in pairs)
            if factor > 0 and self.most(number) // factor <= bound:
                return True
        return False


def only_forbids(one: Constraint) -> bool:
    """Whether a mapping that keeps a constraint keeps it without some of its items."""
    if isinstance(one, Sum):
        positive = all(term.weight > 0 for term in one.of)
        return positive and one.at_least is None and one.equal is None
    return isinstance(one, Pair | Time)


def moves_keep(one: Constraint) -> bool:
    """Whether parts of a pipelined mapping may be moved by its contexts, and results may wait."""
    if isinstance(one, Sum):
        return one.per != "cycle" and all(term.x is None for term in one.of)
    return isinstance(one, Pair)


def waiting_keeps(one: Constraint) -> bool:
    """Whether results may wait for a cycle more: no value held counts, and no new group must have
    facts.
    """
    if isinstance(one, Sum):
        return all(term.x is None for term in one.of) and only_forbids(one)
    return isinstance(one, Pair | Time)


def is_blind(one: Constraint) -> bool:
    """Whether a constraint names no place, operation or value, so that symmetries keep it."""
    if isinstance(one, Pair):
        return one.by == "component" and all(map(_is_open, (one.first, one.second)))
    if not isinstance(one, Sum) or one.per == "tile":
        return False
    return all(term.used != "tile" and _is_open(term.facts) for term in one.of)


def _is_open(facts: Issues | Holds | Transfers) -> bool:
    names = ("operation", "value", "component", "tile", "path")
    return all(getattr(facts, name, None) is None for name in names)


def _cell(number: int, side: str, key: tuple[str, ...]) -> Item:
    return ("cell", str(number), side, "/".join(quote(word, safe="") for word in key), 0)


def _parts(cell: Item) -> tuple[int, str, tuple[str, ...]]:
    key = cell[3].split("/") if cell[3] else []
    return int(cell[1]), cell[2], tuple(map(unquote, key))
