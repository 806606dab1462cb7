"""Reduces a mapping to the items that its results and effects need, and to its last used cycle.

Solvers set variables that no constraint requires; without these, answers can be compared and
pictures read. Marking backwards from the results keeps one support of every item; items that
duplicate the support of others are then removed one by one, until every remaining item is
necessary.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container
from operator import itemgetter
from typing import Any

import msgspec

from models.cleanup.needs import Needs
from models.data.mapping import Held, Loaded, Mapping, Transfer
from models.data.problem import Problem
from models.judge.checker import check
from models.judge.checker_limits import in_passing
from models.judge.checker_supports import Item, Supports, same_cycle

# By value and cycle, its transfers with their fewest hops, and their places in that order.
Chains = dict[tuple[str, int], tuple[dict[Item, int], dict[Item, int]]]


def prune_unused(problem: Problem, mapping: Mapping) -> Mapping:
    """Return `mapping` without the X, Y and Z that no result, effect or order needs.

    Of several supports, holding is preferred to transferring and transferring to computing (again);
    ties are broken by names, so equal sets give equal answers. A legal mapping stays legal, and
    becomes illegal when any single item of the answer is removed. Items are sorted by cycle, then
    names; items with unknown names are dropped. Issues keep their `performs`. An intermediate is
    kept if an item, its `performs`, or another kept intermediate refers to it.
    """
    work = _Reduction(problem, mapping)
    supports = work.needs.supports
    kept = work.necessary(work.first())
    order = sorted(kept, key=itemgetter(3, 1, 2))
    named = {item[1] for item in kept}
    named.update(o.value for item in kept if item[0] == "Z" for o in supports.operands(item))
    defined = supports.defined
    for name, definition in reversed(defined.items()):  # a definition reads earlier ones only
        if name in named:
            named.update(operand.value for operand in definition.operands)
    return msgspec.structs.replace(
        mapping,
        holds=tuple(Held(*item[1:]) for item in order if item[0] == "X"),
        transfers=tuple(Transfer(*item[1:]) for item in order if item[0] == "Y"),
        issues=tuple(supports.issues[item] for item in order if item[0] == "Z"),
        intermediates=tuple(defined[name] for name in defined if name in named),
        loaded=tuple(Loaded(*item[1:3]) for item in order if item[0] == "V"),
    )


class _Reduction:
    """Chooses supports of the roots and, transitively, of the chosen items."""

    def __init__(self, problem: Problem, mapping: Mapping) -> None:
        self.needs = Needs(problem, mapping)
        self.paths, self.max_hops = problem.arch.path_by_name, problem.arch.max_hops

    def first(self) -> set[Item]:
        """The marked items; all reachable items where a choice of supports breaks a limit."""
        return self.smaller(self.needs.given)

    def smaller(self, available: set[Item]) -> set[Item]:
        """Return the needed available items; a superset where a single choice of supports breaks a
        limit.
        """
        kept = self.marked(available, every=False)
        return kept if self.needs.fits(kept) else self.marked(available, every=True)

    def marked(self, available: Container[Item], every: bool) -> set[Item]:
        """Return the items that the roots need: one support per need, or, with `every`, all of
        them.
        """
        marked = set(self.needs.roots)
        waiting = list(reversed(self.needs.roots))
        chains: Chains = {}
        while waiting:
            item = waiting.pop()
            for alternatives in self.needs.of(item):
                usable = [other for other in alternatives if other in available]
                if not every and usable:
                    # A need is met without a new item where a support of the preferred kind is
                    # marked already.
                    best = [other for other in usable if other[0] == usable[0][0]]
                    if item[0] == "Y" and same_cycle(best[0], item[3]):
                        best = self.upstream(item, best, available, chains) or best
                    usable = [next((other for other in best if other in marked), best[0])]
                for other in usable:
                    if other not in marked:
                        marked.add(other)
                        waiting.append(other)
        return marked

    def upstream(
        self, item: Item, before: list[Item], available: Container[Item], chains: Chains
    ) -> list[Item]:
        """Return the transfers before a switch that can support `item` without a cycle of supports.

        They come earlier in the order of reaching the transfers, so that no cycle closes, and with
        the fewest hops where hops are limited.
        """
        _, value, name, cycle = item
        if (value, cycle) not in chains:
            hops, _ = self.needs.hops(value, cycle, available.__contains__)
            chains[value, cycle] = hops, {other: place for place, other in enumerate(hops)}
        hops, place = chains[value, cycle]
        if item not in hops:
            return []
        most = None if self.max_hops is None else hops[item] - self.paths[name].hops
        return [
            other
            for other in before
            if place.get(other, place[item]) < place[item] and (most is None or hops[other] <= most)
        ]

    def necessary(self, kept: set[Item]) -> set[Item]:
        """Remove single items until every remaining one is necessary."""
        while True:
            rest = without_spare(self.needs, kept)
            if len(rest) == len(kept):
                return kept
            kept = self.smaller(rest)


RANK = {"Z": 0, "Y": 1, "X": 2, "V": 3}


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
    """The remaining items, and the number of items that serve each need."""

    def __init__(self, needs: Needs, kept: set[Item]) -> None:
        self.needs, self.supports = needs, needs.supports
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
        """Whether the transfers after `item` through switches still have a legal chain from a held
        value.
        """
        if not self.supports.switches or item[0] in "ZV":
            return True
        cycle = item[3] if item[0] == "Y" else item[3] + 1
        return self.needs.hops(item[1], cycle, self.live.__contains__)[1]

    def _ports_fit(self, item: Item) -> bool:
        if not self.needs.delicate:
            return True
        paths = self.needs.problem.arch.path_by_name
        ends = paths[item[2]].targets if item[0] == "Y" else (item[2],)
        # Removing a transfer through a switch can change the drivers of other transfers.
        if not self.supports.switches and self.needs.delicate.isdisjoint(ends):
            return True
        return self.needs.ports_fit(self.live)

    def _routes_fit(self, item: Item) -> bool:
        """Whether issue slots suffice where a hold becomes a store in passing."""
        if not self.supports.storing or item[0] in "YV":
            return True
        kind, value, place, cycle = item
        end = cycle + (self.supports.latency(item) or 1) - 1 if kind == "Z" else cycle + 1
        after = ("X", value, place, end)
        passing = after in self.live and in_passing(self.supports, after, self.live)
        return not passing or self.needs.routes_fit(self.live)


def trim_horizon(problem: Problem, mapping: Mapping) -> Mapping:
    """Return `mapping` with the smallest horizon at which all its results have arrived.

    Returns it unchanged when it cannot be cut. Values read by later iterations stay.
    """
    external = problem.arch.external
    held = {(item.value, item.cycle) for item in mapping.holds if item.component == external}
    supports = Supports(problem, mapping)
    issued = [item[3] + (supports.latency(item) or 1) for item in supports.issues]
    for horizon in range(max(issued, default=1), mapping.horizon):
        if all((name, horizon - 1) in held for name in problem.dfg.results):
            cut = prune_unused(problem, msgspec.structs.replace(mapping, horizon=horizon))
            if not check(problem, cut):
                return cut
    return mapping


def without_idle(problem: Problem, mapping: Mapping) -> Mapping:
    """Return `mapping` without the idle cycles after the last result and before the first item.

    Cycle 0, the initial state, stays. Cycles that cannot be cut stay as well.
    """
    mapping = trim_horizon(problem, mapping)
    begun = [issue.cycle for issue in mapping.issues] + [sent.cycle for sent in mapping.transfers]
    idle = min(begun, default=1) - 1
    if idle < 1:
        return mapping
    moved = msgspec.structs.replace(
        mapping,
        horizon=mapping.horizon - idle,
        holds=tuple(_earlier(held, idle) for held in mapping.holds if held.cycle >= idle),
        transfers=tuple(_earlier(sent, idle) for sent in mapping.transfers),
        issues=tuple(_earlier(issue, idle) for issue in mapping.issues),
    )
    return mapping if check(problem, moved) else moved


def _earlier(item: Any, cycles: int) -> Any:
    return msgspec.structs.replace(item, cycle=item.cycle - cycles)
