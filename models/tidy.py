"""Leaves of a mapping what its results and effects need, and not one item more.

Solvers set variables that nothing asks for; two answers are only comparable, and pictures only
readable, without those. Marking backwards from the results keeps one support of every item;
what several kept items then support twice is removed one by one, so that in the end every
single item is necessary.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

import msgspec

from models.checker_ports import has_ported_bus, port_overflows
from models.checker_supports import Item, Supports, items_of, preceding
from models.mapping import Held, Mapping, Transfer
from models.problem import Problem


def tidy(problem: Problem, mapping: Mapping) -> Mapping:
    """Return `mapping` without the X, Y and Z that no result, effect or order needs.

    Of several supports, holding goes before transferring and that before computing (again);
    ties are broken by names, so equal sets give equal answers. A legal mapping stays legal,
    and becomes illegal when any single item of the answer is taken away. Items are sorted by
    cycle, then names. Items with unknown names are dropped. Issues keep what they perform, and
    of the intermediates those stay that an item, what it performs, or another one that stays
    refers to.
    """
    work = _Tidying(problem, mapping)
    kept = work.necessary(work.first())
    order = sorted(kept, key=lambda item: (item[3], item[1], item[2]))
    named = {item[1] for item in kept}
    named.update(o.value for item in kept if item[0] == "Z" for o in work.supports.operands(item))
    defined = work.supports.defined
    for name, definition in reversed(defined.items()):  # a definition reads earlier ones only
        if name in named:
            named.update(operand.value for operand in definition.operands)
    return msgspec.structs.replace(
        mapping,
        holds=tuple(Held(*item[1:]) for item in order if item[0] == "X"),
        transfers=tuple(Transfer(*item[1:]) for item in order if item[0] == "Y"),
        issues=tuple(work.supports.issues[item] for item in order if item[0] == "Z"),
        intermediates=tuple(defined[name] for name in defined if name in named),
    )


class _Tidying:
    """The items of one mapping, what each needs, and what is needed anyway."""

    def __init__(self, problem: Problem, mapping: Mapping) -> None:
        self.problem = problem
        self.supports = Supports(problem, mapping)
        dfg, arch = problem.dfg, problem.arch
        self.given = {
            item
            for item in items_of(mapping)
            if item[1] in (self.supports.operations if item[0] == "Z" else self.supports.values)
            and item[2] in (arch.path_by_name if item[0] == "Y" else arch.component_by_name)
        }
        self.issued: dict[str, list[Item]] = {}
        for item in sorted(self.given, key=lambda item: (item[3], item[2])):
            if item[0] == "Z":
                self.issued.setdefault(item[1], []).append(item)
        ends = (("X", r, arch.external or "", mapping.horizon - 1) for r in dfg.results)
        effects = (op.name for op in dfg.operations if dfg.has_effect(op.name))
        self.roots = [item for item in ends if item in self.given]
        self.roots += [item for name in effects for item in self.issued.get(name, ())]
        self.sequenced = {edge.after for edge in dfg.order} | {p.then for p in dfg.priorities}
        # On a ported bus taking a support away may move a transfer to another port.
        self.ports_matter = has_ported_bus(problem)
        self._needs: dict[Item, list[list[Item]]] = {}

    def needs(self, item: Item) -> list[list[Item]]:
        """The items given that serve each need of `item`, the preferred ones first."""
        if item not in self._needs:
            self._needs[item] = [
                [other for other in alternatives if other in self.given]
                for alternatives in self._alternatives(item)
            ]
        return self._needs[item]

    def _alternatives(self, item: Item) -> Iterator[Iterator[Item]]:
        kind, name, place, cycle = item
        if kind == "X":
            if cycle > 0:
                yield self.supports.holding(name, place, cycle)
        elif kind == "Y":
            yield self.supports.transfer(name, self.problem.arch.path_by_name[place], cycle)
        else:
            for operand in self.supports.operands(item):
                yield self.supports.operand(operand, place, cycle)
            if name in self.sequenced:
                for first, offset in preceding(self.supports, name):
                    yield self._completed(first, cycle + offset)

    def _completed(self, operation: str, until: int) -> Iterator[Item]:
        for item in self.issued.get(operation, ()):
            latency = self.supports.latency(item)
            if latency is not None and item[3] + latency - 1 <= until:
                yield item

    def first(self) -> set[Item]:
        """The marked items; all that can be reached where choosing breaks a port limit."""
        kept = self.marked(self.given, every=False)
        return kept if self.fits(kept) else self.marked(self.given, every=True)

    def marked(self, available: Container[Item], every: bool) -> set[Item]:
        """What the roots need, by one support of each need, or by every one there is."""
        marked = set(self.roots)
        waiting = list(reversed(self.roots))
        while waiting:
            for alternatives in self.needs(waiting.pop()):
                usable = [other for other in alternatives if other in available]
                if not every and usable:
                    # Nothing new is needed where a support of the preferred kind is there.
                    best = [other for other in usable if other[0] == usable[0][0]]
                    usable = [next((other for other in best if other in marked), best[0])]
                for other in usable:
                    if other not in marked:
                        marked.add(other)
                        waiting.append(other)
        return marked

    def fits(self, kept: set[Item]) -> bool:
        """Whether the ports suffice; only asked where a removal can make them short."""
        return not self.ports_matter or next(port_overflows(self.supports, kept), None) is None

    def necessary(self, kept: set[Item]) -> set[Item]:
        """Remove single items until every one left is the only support of something."""
        while True:
            for item in self.removable(kept):
                rest = kept - {item}
                smaller = self.marked(rest, every=False)
                if not self.fits(smaller):
                    smaller = self.marked(rest, every=True)
                if self.fits(smaller):
                    kept = smaller
                    break
            else:
                return kept

    def removable(self, kept: set[Item]) -> list[Item]:
        """The items without which every need of the others is still served."""
        only = set(self.roots)
        for item in kept:
            for alternatives in self.needs(item):
                serving = [other for other in alternatives if other in kept]
                if len(serving) == 1 and serving[0] != item:
                    only.add(serving[0])
        rank = {"Z": 0, "Y": 1, "X": 2}
        return sorted(kept - only, key=lambda item: (rank[item[0]], -item[3], item[1], item[2]))
