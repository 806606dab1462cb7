"""Leaves of a mapping what its results and effects need, and not one item more.

Solvers set variables that nothing asks for; two answers are only comparable, and pictures only
readable, without those. Marking backwards from the results keeps one support of every item;
what several kept items then support twice is removed one by one, so that in the end every
single item is necessary.
"""

from __future__ import annotations

from collections.abc import Container

import msgspec

from models.cleanup.needs import Needs
from models.cleanup.removal import without_spare
from models.data.mapping import Held, Mapping, Transfer
from models.data.problem import Problem
from models.judge.checker_supports import Item
from models.judge.checker_switches import same_cycle

# By value and cycle, its transfers with their fewest hops, and their places in that order.
Chains = dict[tuple[str, int], tuple[dict[Item, int], dict[Item, int]]]


def prune_unused(problem: Problem, mapping: Mapping) -> Mapping:
    """Return `mapping` without the X, Y and Z that no result, effect or order needs.

    Of several supports, holding goes before transferring and that before computing (again);
    ties are broken by names, so equal sets give equal answers. A legal mapping stays legal,
    and becomes illegal when any single item of the answer is taken away. Items are sorted by
    cycle, then names. Items with unknown names are dropped. Issues keep what they perform, and
    of the intermediates those stay that an item, what it performs, or another one that stays
    refers to.
    """
    work = _Tidying(problem, mapping)
    supports = work.needs.supports
    kept = work.necessary(work.first())
    order = sorted(kept, key=lambda item: (item[3], item[1], item[2]))
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
    )


class _Tidying:
    """Chooses what serves the needs of the roots, and of what is chosen."""

    def __init__(self, problem: Problem, mapping: Mapping) -> None:
        self.needs = Needs(problem, mapping)
        self.paths, self.max_hops = problem.arch.path_by_name, problem.arch.max_hops

    def first(self) -> set[Item]:
        """The marked items; all that can be reached where choosing breaks a limit."""
        return self.smaller(self.needs.given)

    def smaller(self, available: set[Item]) -> set[Item]:
        """What is needed of the available items, or may be where a choice breaks a limit."""
        kept = self.marked(available, every=False)
        return kept if self.needs.fits(kept) else self.marked(available, every=True)

    def marked(self, available: Container[Item], every: bool) -> set[Item]:
        """What the roots need, by one support of each need, or by every one there is."""
        marked = set(self.needs.roots)
        waiting = list(reversed(self.needs.roots))
        chains: Chains = {}
        while waiting:
            item = waiting.pop()
            for alternatives in self.needs.of(item):
                usable = [other for other in alternatives if other in available]
                if not every and usable:
                    # Nothing new is needed where a support of the preferred kind is there.
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
        """Those of the transfers before a switch that `item` may rest on whatever they rest on.

        They are reached before it, so that no circle closes, and by as few hops as possible
        where these are limited.
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
        """Remove single items until every one left is the only support of something."""
        while True:
            rest = without_spare(self.needs, kept)
            if len(rest) == len(kept):
                return kept
            kept = self.smaller(rest)
