"""The needs of the items of one mapping, and the items that can serve each need."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from models.data.mapping import Mapping
from models.data.problem import Problem
from models.judge.checker_limits import overflows
from models.judge.checker_ports import has_ported_bus, port_overflows
from models.judge.checker_supports import Item, Supports, fewest_hops, items_of, preceding


class Needs:
    """The `given` items with known names, those among them that are needed anyway, and why.

    `roots` are the results in the end, and the issues of operations with an effect. `moved` has
    the transfers by value and cycle.
    """

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
        self.moved: dict[tuple[str, int], list[Item]] = defaultdict(list)
        self.issued: dict[str, list[Item]] = {}
        for item in sorted(self.given, key=lambda item: (item[3], item[2])):
            if item[0] == "Z":
                self.issued.setdefault(item[1], []).append(item)
            elif item[0] == "Y":
                self.moved[item[1], item[3]].append(item)
        ends = (("X", r, arch.external or "", mapping.horizon - 1) for r in dfg.results)
        effects = (op.name for op in dfg.operations if dfg.has_effect(op.name))
        self.roots = [item for item in ends if item in self.given]
        self.roots += [item for name in effects for item in self.issued.get(name, ())]
        self.sequenced = {edge.after for edge in dfg.order} | {p.then for p in dfg.priorities}
        # On a ported bus taking a support away may move a transfer to another port, and where
        # storing in passing takes issue slots it may turn a hold into that.
        self.ports_matter = has_ported_bus(problem)
        self.routes_matter = any(part.routing_issues for part in arch.components)
        self._of: dict[Item, list[list[Item]]] = {}

    def of(self, item: Item) -> list[list[Item]]:
        """The items given that serve each need of `item`, the preferred ones first."""
        if item not in self._of:
            self._of[item] = [
                [other for other in dict.fromkeys(alternatives) if other in self.given]
                for alternatives in self._alternatives(item)
            ]
        return self._of[item]

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

    def hops(
        self, value: str, cycle: int, exists: Callable[[Item], bool]
    ) -> tuple[dict[Item, int], bool]:
        """`fewest_hops` among the given items that exist, and whether all those are legal."""
        transfers = [item for item in self.moved.get((value, cycle), ()) if exists(item)]
        found = fewest_hops(
            self.problem.arch.path_by_name,
            transfers,
            lambda item: filter(exists, self.of(item)[0]),
        )
        most = self.problem.arch.max_hops
        legal = len(found) == len(transfers)
        return found, legal and (most is None or max(found.values(), default=0) <= most)

    def fits(self, kept: set[Item]) -> bool:
        """Whether ports and issue slots suffice; asked only where a removal can make them short."""
        if self.ports_matter and not self.ports_fit(kept):
            return False
        return not self.routes_matter or all(
            rule not in ("10 issue", "routes") for rule, _ in overflows(self.supports, kept)
        )

    def ports_fit(self, kept: set[Item]) -> bool:
        """Whether ports suffice."""
        return next(port_overflows(self.supports, kept), None) is None
