"""A problem by numbers: its array, its values and candidates, and what every mapping has to do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from models.space_time.index_candidates import CandidateIndex


@dataclass(frozen=True)
class Index(CandidateIndex):
    """Integer indices of a problem, and which of its values are needed, whatever the mapping."""

    @cached_property
    def roots(self) -> set[int]:
        """Results and effects: what a mapping is there for."""
        dfg = self.problem.dfg
        effects = [o.name for o in dfg.operations if dfg.has_effect(o.name)]
        return {self.value[name] for name in (*dfg.results, *effects)}

    @cached_property
    def _earlier(self) -> dict[int, list[int]]:
        earlier: dict[int, list[int]] = {}
        for order in self.orders:
            earlier.setdefault(order.after, []).append(order.before)
        return earlier

    @cached_property
    def useful(self) -> set[int]:
        """Computed values that some mapping may have a use for."""
        return self._closure(
            lambda i: [d for n in self.candidates_of[i] for d, _ in self.candidates[n].reads]
        )

    @cached_property
    def operands(self) -> list[set[tuple[int, int]]]:
        """For each value, the (value, distance) that computing it takes by any candidate.

        Each is read when the value is computed or before, or is itself computed by
        a multi-node operation. All leaves of a cluster are operands of its root.
        """
        found: list[set[tuple[int, int]]] = [set() for _ in self.values]
        for i, candidates in enumerate(self.candidates_of):
            plain = [n for n in candidates if len(self.candidates[n].candidate.executes) == 1]
            sure = [{s[0] for s in self.candidates[n].slots if len(s) == 1} for n in plain]
            found[i] = set.intersection(*sure) if sure else set()
        # A class stands for many partial results, none of which has to be computed.
        keys = self.computation.keys
        classes = {self.value[name] for name, key in keys.items() if key[0] == "class"}
        found = [{pair for pair in pairs if pair[0] not in classes} for pairs in found]
        constants = self.problem.dfg.constant_by_name
        for cluster in self.computation.clusters:
            found[self.value[cluster.root]] |= {
                (self.value[leaf.value], leaf.distance)
                for leaf in cluster.leaves
                if leaf.value not in constants
            }
        return found

    @cached_property
    def executed(self) -> set[int]:
        """Values whose operation every mapping executes, on its own or within another one."""
        positions: dict[int, list[int]] = {}
        for name, key in self.computation.keys.items():
            if key[0] == "position":
                positions.setdefault(self.value[str(key[1])], []).append(self.value[name])
        return self._closure(lambda i: [*(d for d, _ in self.operands[i]), *positions.get(i, ())])

    @cached_property
    def carriers(self) -> dict[int, list[int]]:
        """For each value of `executed`, the candidates that execute its operation."""
        found: dict[int, list[int]] = {i: [] for i in self.executed}
        for n, entry in enumerate(self.candidates):
            for name in entry.candidate.executes:
                if self.value.get(name) in found:
                    found[self.value[name]].append(n)
        return found

    @cached_property
    def needed(self) -> set[int]:
        """Values of `executed` that nothing but an issue of their own executes."""
        return {
            i
            for i, candidates in self.carriers.items()
            if i in self.roots
            or i in self.kept
            or all(self.candidates[n].value == i for n in candidates)
        }

    def _closure(self, uses: Callable[[int], list[int]]) -> set[int]:
        """The computed values that the roots lead to by `uses` and by orders."""
        found = set(self.roots)
        waiting = list(found)
        while waiting:
            i = waiting.pop()
            for d in [*uses(i), *self._earlier.get(i, ())]:
                if d not in found:
                    found.add(d)
                    waiting.append(d)
        return {i for i in found if i >= self.inputs}

    @cached_property
    def entering(self) -> set[int]:
        """Inputs that every mapping reads."""
        read = {d for i in self.executed for d, _ in self.operands[i]}
        return {d for d in read if d < self.inputs}

    @cached_property
    def kept(self) -> set[int]:
        """Operations that must be issued although their value may be unused."""
        dfg = self.problem.dfg
        found = {self.value[o.name] for o in dfg.operations if dfg.has_effect(o.name)}
        return found | {order.before for order in self.orders if order.after in self.executed}
