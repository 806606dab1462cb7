"""What every partition of a DFG takes at least: rows of a linear program, and counting.

A part is mapped at an interval of t contexts, so that whatever can only be issued on some
components fits into t times their issue slots. Nothing of `models.partition.limits` or
`models.partition.model` is used.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from models.architecture import Architecture
from models.dfg import Dfg, Operator
from models.partition.certificate import Circle
from models.partition.split import MemoryOperators, memory_operators
from solvers.verification.branching import Row
from solvers.verification.directory import RejectedError


@dataclass(frozen=True)
class PartitionFacts:
    """A DFG that is cut, for an array; `circles` are recurrences of it.

    Where patterns or rules leave a choice of what is executed, nothing is counted.
    """

    dfg: Dfg
    arch: Architecture
    memory: MemoryOperators
    circles: tuple[Circle, ...]

    @cached_property
    def needed(self) -> dict[str, Operator]:
        """Operations that a result or an effect comes from, with their operators.

        In its part, each is executed: what leads to another part is stored, which is an effect.
        """
        dfg = self.dfg
        waiting = [
            x.name for x in dfg.operations if dfg.has_effect(x.name) or x.name in dfg.results
        ]
        found: dict[str, Operator] = {}
        while waiting and not dfg.patterns and not dfg.rules:
            operation = dfg.operation_by_name[waiting.pop()]
            if operation.name not in found:
                found[operation.name] = dfg.operator_by_name[operation.operator]
                read = {operand.value for operand in operation.operands}
                waiting += read & dfg.operation_by_name.keys()
        return found

    @cached_property
    def edges(self) -> list[tuple[str, str]]:
        """Pairs of operations of which the first is in no later part than the second."""
        pairs = [(o.value, x.name) for x in self.dfg.operations for o in x.operands]
        pairs += [(edge.before, edge.after) for edge in self.dfg.order]
        pairs += [(priority.first, priority.then) for priority in self.dfg.priorities]
        known = self.dfg.operation_by_name
        return sorted({(a, b) for a, b in pairs if a != b and a in known and b in known})

    @cached_property
    def readers(self) -> dict[str, list[str]]:
        """The operations that read each operation, itself left out."""
        found: dict[str, set[str]] = {}
        for x in self.dfg.operations:
            for o in x.operands:
                if o.value in self.dfg.operation_by_name and o.value != x.name:
                    found.setdefault(o.value, set()).add(x.name)
        return {value: sorted(names) for value, names in sorted(found.items())}

    @cached_property
    def crossing(self) -> tuple[str, str] | None:
        """The operators that store and load what crosses between parts; None where nothing can."""
        names = tuple(o.name for o in memory_operators(self.dfg, self.memory))
        able = all(self._slots(self._places(name), {name}) for name in names)
        return (names[0], names[1]) if able else None

    def _places(self, operator: str) -> frozenset[str]:
        return frozenset(c.name for c in self.arch.components if c.supports(operator))

    def _slots(self, places: Iterable[str], operators: set[str]) -> int:
        """How many of `operators` start on `places` per cycle; a component counts in one limit."""
        free = {name: self.arch.component_by_name[name].issue for name in places}
        slots = 0
        for limit in self.arch.shared:
            if all(map(limit.limits, operators)):
                within = sum(free.pop(name, 0) for name in limit.components)
                slots += min(limit.at_most, within)
        return slots + sum(free.values())

    @cached_property
    def resources(self) -> list[tuple[set[str], int]]:
        """Operators that compete, and how many of them start in a cycle."""
        used = {operator.name for operator in self.needed.values()} | set(self.crossing or ())
        places = {name: self._places(name) for name in used}
        groups = {*places.values(), frozenset[str]().union(*places.values())}
        sets = [{name for name in used if places[name] <= group} for group in groups]
        sets += [{name for name in used if limit.limits(name)} for limit in self.arch.shared]
        found = []
        for names in sorted({tuple(sorted(names)) for names in sets if names}):
            able = frozenset[str]().union(*(places[name] for name in names))
            found.append((set(names), self._slots(able, set(names))))
        return found

    @cached_property
    def recurrences(self) -> list[tuple[str, int]]:
        """An operation of every circle, and the interval of the part that it is in."""
        edges = {(o.value, x.name, o.distance) for x in self.dfg.operations for o in x.operands}
        edges |= {(edge.before, edge.after, edge.distance) for edge in self.dfg.order}
        found = []
        for circle in self.circles:
            names, distances = circle.operations, circle.distances
            steps = list(zip((names[-1:] + names)[:-1], names, distances, strict=False))
            if not steps or len(names) != len(distances) or not edges.issuperset(steps):
                raise RejectedError("a circle has a step that is not in the DFG")
            if not self.needed.keys() >= set(names) or sum(distances) < 1:
                raise RejectedError("a circle is not one of operations that are needed")
            cycles = sum(self.latency(name) for name in names)
            found.append((names[0], -(-cycles // sum(distances))))
        return found

    def latency(self, name: str) -> int:
        """The least cycles that an operation which is needed takes."""
        operator = self.needed[name]
        able = [c for c in self.arch.components if c.supports(operator.name)]
        own = (c.own_latency(operator.name) for c in able)
        return min((operator.latency if n is None else n for n in own), default=0)

    def counted(self) -> int:
        """What the parts of every partition take together at least, without looking at parts."""
        used = [operator.name for operator in self.needed.values()]
        counts = (
            -(-sum(name in names for name in used) // max(slots, 1))
            for names, slots in self.resources
        )
        return max([1, *counts, *(interval for _, interval in self.recurrences)])

    def rows(self, parts: int, *, full: bool, most: int, total: int) -> tuple[list[Row], list[int]]:
        """Return rows that every partition satisfies which takes `total` at most, and the highest
        number of each variable.

        It has `parts` parts, none of them empty if `full`, else those that are used come first;
        none takes more than `most`. For an operation u and a part p > 0 there is a variable that
        is 1 if u is in part p or later; for a value and a part that it is stored, and loaded there;
        for a part its interval, 0 if it is not used.
        """
        build = _Rows(parts)
        names = [x.name for x in self.dfg.operations]
        for name in names:
            build.new("later", name, range(1, parts))
        interval = [build.variable(min(most, total)) for _ in range(parts)]
        crossing = [x for x in self.readers] if self.crossing else []
        for name in crossing:
            build.new("stored", name, range(parts - 1))
            build.new("loaded", name, range(1, parts))
        for name in names:
            for p in range(1, parts - 1):
                build.add(build.later(name, p), build.later(name, p + 1, -1))
        for a, b in self.edges:
            for p in range(1, parts):
                build.add(build.later(b, p), build.later(a, p, -1))
        for value, readers in self.readers.items():
            for reader in readers:
                for p in range(1, parts):
                    if self.crossing:
                        build.cross(value, reader, p)
                    else:
                        build.add(build.later(value, p), build.later(reader, p, -1))
        for p in range(parts):
            own = [(interval[p], 1)]
            for competing, slots in self.resources:
                inside = [
                    build.inside(name, p, -1)
                    for name, operator in self.needed.items()
                    if operator.name in competing
                ]
                for kind, operator in zip(("stored", "loaded"), self.crossing or (), strict=False):
                    if operator in competing:
                        inside += [build.one(kind, name, p, -1) for name in crossing]
                build.add([(interval[p], slots)], *inside)
            for name, least in self.recurrences:
                build.add(own, build.inside(name, p, -least))
            for name in names:
                build.add(own, build.inside(name, p, -1))
            if full:
                build.add(own, least=1)
                build.add(*(build.inside(name, p) for name in names), least=1)
            elif p:
                build.add([(interval[p - 1], most)], [(interval[p], -1)])
        build.add([(v, -1) for v in interval], least=-total)
        return list(build.rows), build.highest


Terms = list[tuple[int, int]]
"""Pairs (variable, multiple); a constant is a multiple of the variable ONE."""

ONE = -1


class _Rows:
    """The rows that there are so far, and their variables by what they mean."""

    def __init__(self, parts: int) -> None:
        self.parts = parts
        self.rows: dict[Row, None] = {}
        self.highest: list[int] = []
        self._at: dict[tuple[str, str, int], int] = {}

    def variable(self, highest: int) -> int:
        self.highest.append(highest)
        return len(self.highest) - 1

    def new(self, kind: str, name: str, parts: range) -> None:
        for p in parts:
            self._at[kind, name, p] = self.variable(1)

    def one(self, kind: str, name: str, p: int, times: int = 1) -> Terms:
        """The variable, or 0 where there is none."""
        found = self._at.get((kind, name, p))
        return [] if found is None else [(found, times)]

    def later(self, name: str, p: int, times: int = 1) -> Terms:
        """1 if an operation is in part p or later."""
        return [(ONE, times)] if p == 0 else self.one("later", name, p, times)

    def inside(self, name: str, p: int, times: int = 1) -> Terms:
        return [*self.later(name, p, times), *self.later(name, p + 1, -times)]

    def cross(self, value: str, reader: str, p: int) -> None:
        """What is read in part p or later, and computed before, was stored in a part before, which
        is where it was computed; and is loaded where it is read.
        """
        before = [term for q in range(p) for term in self.one("stored", value, q)]
        self.add(before, self.later(value, p), self.later(reader, p, -1))
        self.add(self.inside(value, p - 1), self.one("stored", value, p - 1, -1))
        self.add(self.one("loaded", value, p), self.later(value, p), self.inside(reader, p, -1))

    def add(self, *terms: Terms, least: int = 0) -> None:
        """Add the row that the sum of all terms is at least `least`."""
        sums: dict[int, int] = {}
        for part in terms:
            for variable, times in part:
                sums[variable] = sums.get(variable, 0) + times
        least -= sums.pop(ONE, 0)
        self.rows[tuple((v, k) for v, k in sums.items() if k), least] = None
