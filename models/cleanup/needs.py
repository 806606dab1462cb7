"""The needs of the items of one mapping, and the items that can serve each need."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from operator import itemgetter

from models.data.mapping import Mapping
from models.data.problem import Problem
from models.judge.checker_limits import overflows
from models.judge.checker_ports import delicate_ends, port_overflows
from models.judge.checker_supports import Item, Supports, fewest_hops, items_of


class Needs:
    """The `given` items with known names, the required ones among them, and the reasons.

    `roots` are the results in the end, and the issues of operations with an effect. `moved` has
    the transfers by value and cycle.
    """

    def __init__(self, problem: Problem, mapping: Mapping) -> None:
        self.problem = problem
        self.supports = supports = Supports(problem, mapping)
        self.given = {item for item in items_of(mapping) if supports.unknown(item) is None}
        self.moved: dict[tuple[str, int], list[Item]] = defaultdict(list)
        transfers = (item for item in self.given if item[0] == "Y")
        for item in sorted(transfers, key=itemgetter(3, 2)):
            self.moved[item[1], item[3]].append(item)
        dfg = problem.dfg
        effects = [op.name for op in dfg.operations if dfg.has_effect(op.name)]
        rank = {name: place for place, name in enumerate(effects)}
        issues = [item for item in supports.issues if item[1] in rank]
        self.roots = [item for item in supports.results if item in self.given]
        self.roots += sorted(issues, key=lambda item: (rank[item[1]], item[3], item[2]))
        # On a ported bus taking a support away may move a transfer to another port, and where
        # storing in passing takes issue slots it may turn a hold into that.
        self.delicate = delicate_ends(problem)
        self._of: dict[Item, list[list[Item]]] = {}

    def of(self, item: Item) -> list[list[Item]]:
        """The items given that serve each need of `item`, the preferred ones first."""
        if item not in self._of:
            self._of[item] = [
                [other for other in dict.fromkeys(need.alternatives) if other in self.given]
                for need in self.supports.needs(item)
            ]
        return self._of[item]

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
        return (not self.delicate or self.ports_fit(kept)) and self.routes_fit(kept)

    def routes_fit(self, kept: set[Item]) -> bool:
        """Whether issue slots suffice where storing in passing takes some."""
        return not self.supports.storing or all(
            rule not in ("10 issue", "routes") for rule, _ in overflows(self.supports, kept)
        )

    def ports_fit(self, kept: set[Item]) -> bool:
        """Whether ports suffice."""
        return next(port_overflows(self.supports, kept), None) is None
