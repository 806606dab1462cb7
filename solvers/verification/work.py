"""Work that every mapping executes: operations and steps of sums, each in an issue of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from solvers.verification.rules import Rules
from solvers.verification.ways import Way


class Work(NamedTuple):
    """Work that is executed at least `len(items)` times, each time by one of `ways`.

    `items` names a single operation, or the steps of a sum: `y#1`, `y#2`, … of sum y. A way
    that executes two of those is listed twice.
    """

    items: tuple[str, ...]
    operator: str
    ways: tuple[Way, ...]


def works(rules: Rules, *, issued: bool = False) -> list[Work]:
    """Return all work that every legal mapping executes.

    With `issued`, values that every legal mapping issues separately count only these issues, not
    others that execute their operations as well. A sum of n different terms takes n - 1 steps, for
    it is a binary tree above them; the last one is its root. The others make partial results with
    different terms, so they are different. They belong to no other sum if none has two of these
    terms.
    """
    plain = rules.ways.plain
    found = []
    for name, ways in sorted(rules.carriers.items()):
        own = rules.ways.of[name] if issued and name in rules.needed else ways
        found.append(Work((name,), plain[name], tuple(own)))
    steps = {root: names for root, names in rules.ways.partial.items() if root in rules.executed}
    for root, ways in _making(rules, steps).items():
        items = tuple(f"{root}#{n}" for n in range(1, _terms(rules, root) - 1))
        if not steps[root] & rules.executed and not set(items) & rules.executed:
            found.append(Work(items, plain[root], tuple(ways)))
    return found


def separate(chosen: Iterable[Work]) -> bool:
    """Whether no way executes two items, so that each takes an issue of its own."""
    times = Counter(way.label for work in chosen for way in work.ways)
    return max(times.values(), default=0) <= 1


def separable(rules: Rules) -> list[list[Work]]:
    """Return all work, if no way executes two items, or else that of single operators."""
    everything = works(rules)
    if separate(everything):
        return [everything]
    operators = dict.fromkeys(work.operator for work in everything)
    lists = ([work for work in everything if work.operator == name] for name in operators)
    return [one for one in lists if separate(one)]


def _terms(rules: Rules, root: str) -> int:
    return next(len(one.terms) for one in rules.ways.sums if one.root == root)


def _making(rules: Rules, steps: dict[str, set[str]]) -> dict[str, list[Way]]:
    """For each sum that shares no two terms with any other, the ways that make its steps."""
    readers: dict[tuple[str, tuple[str, int]], list[str]] = {}
    for one in rules.ways.sums:
        for term in one.terms:
            readers.setdefault((one.operator, term), []).append(one.root)
    owner: dict[str, str] = {}
    found: dict[str, list[Way]] = {}
    for one in rules.ways.sums:
        if one.root in steps:
            shared = Counter(root for t in one.terms for root in readers[one.operator, t])
            if shared.pop(one.root) == len(one.terms) and max(shared.values(), default=0) < 2:
                owner |= dict.fromkeys(steps[one.root], one.root)
                found[one.root] = []
    for ways in rules.ways.of.values() if owner else ():
        for way in ways:
            for name in way.executes:
                if name in owner:
                    found[owner[name]].append(way)
    return found
