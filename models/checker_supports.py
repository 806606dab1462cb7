"""What rules 4 to 6 let every hold, transfer and read of a mapping rest on.

One statement of the rules, as lists of alternatives: an item is justified when the mapping
has one of them. The checker asks whether there is any, tidying asks which. Source: clauses
4 to 6 of the SAT-mapping paper, widened by latencies, buses and loop-carried operands.
"""

from __future__ import annotations

from collections.abc import Iterator

from models.architecture import Path
from models.dfg import Operand
from models.mapping import Mapping
from models.problem import Problem

# (kind, value or operation, component or path, cycle); the kind is "X", "Y" or "Z".
Item = tuple[str, str, str, int]


def items_of(mapping: Mapping) -> list[Item]:
    """The holds, transfers and issues of a mapping as plain tuples, in its own order."""
    return [
        *(("X", held.value, held.component, held.cycle) for held in mapping.holds),
        *(("Y", moved.value, moved.path, moved.cycle) for moved in mapping.transfers),
        *(("Z", issue.operation, issue.component, issue.cycle) for issue in mapping.issues),
    ]


class Supports:
    """The alternatives of one problem. All names must be known to it; cycles are not bounded."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.interval = problem.contexts or 0
        self.paths_into: dict[str, list[Path]] = {
            component.name: [] for component in problem.arch.components
        }
        for path in problem.arch.paths:
            for target in path.targets:
                self.paths_into[target].append(path)
        dfg = problem.dfg
        self.intermediates = set(dfg.operation_by_name) - set(dfg.results)
        self._latency: dict[tuple[str, str], int | None] = {}

    def latency(self, operation: str, component: str) -> int | None:
        """`Problem.latency`, remembered."""
        key = (operation, component)
        if key not in self._latency:
            self._latency[key] = self.problem.latency(operation, component)
        return self._latency[key]

    def admits(self, value: str, component: str) -> bool:
        """Whether `value` may enter or leave `component` over a path."""
        return (
            value not in self.intermediates
            or self.problem.arch.component_by_name[component].holds_intermediates
        )

    def holding(self, value: str, component: str, cycle: int) -> Iterator[Item]:
        """Rule 4: held before, arriving, or just computed; for cycles from 1."""
        if not self.problem.arch.component_by_name[component].transient:
            yield ("X", value, component, cycle - 1)
        yield from self.arriving(value, component, cycle)
        if value in self.problem.dfg.operation_by_name:
            latency = self.latency(value, component)
            if latency is not None:
                yield ("Z", value, component, cycle - latency + 1)

    def arriving(self, value: str, component: str, cycle: int) -> Iterator[Item]:
        """The transfers that bring `value` into `component` in `cycle`."""
        if self.admits(value, component):
            for path in self.paths_into[component]:
                yield ("Y", value, path.name, cycle)

    def transfer(self, value: str, path: Path, cycle: int) -> Iterator[Item]:
        """Rule 5: held in some source when the path's latency began."""
        for source in path.sources:
            yield ("X", value, source, cycle - 1 - path.latency)

    def operand(self, operand: Operand, component: str, cycle: int) -> Iterator[Item]:
        """Rule 6: in the component already, or arriving; on the time axis of the value read."""
        own = cycle + operand.distance * self.interval
        yield ("X", operand.value, component, own - 1)
        yield from self.arriving(operand.value, component, own)

    def operands(self, operation: str) -> list[Operand]:
        """The operands that must be brought: all but the immediate constants."""
        constants = self.problem.dfg.constant_by_name
        read = self.problem.dfg.operation_by_name[operation].operands
        return [operand for operand in read if operand.value not in constants]


def preceding(supports: Supports, operation: str) -> Iterator[tuple[str, int]]:
    """(other operation, offset): `operation` at k needs one completed by the end of k + offset.

    The order edges and priorities into `operation`. An input that has priority over it is
    there from the start and asks for nothing.
    """
    dfg = supports.problem.dfg
    for edge in dfg.order:
        if edge.after == operation:
            yield edge.before, edge.distance * supports.interval - 1
    for priority in dfg.priorities:
        if priority.then == operation and priority.first in dfg.operation_by_name:
            yield priority.first, -1 if priority.sign == ">" else 0
