"""Lower bounds for all partitions of a DFG: rows of a linear program, and counting.

A part is mapped at an II of t contexts, so operations confined to some components fit into t times
their issue slots. Independent of `partition.model.limits` and `partition.model.model`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from models.data.architecture import Architecture
from models.data.certificate import Recurrence
from models.data.dfg import Dfg
from models.data.problem import Problem
from partition.model.split import MemoryOperators, memory_operators
from solvers.verification.branching import Row
from solvers.verification.directory import RejectedError
from solvers.verification.recurrences import Recurrences
from solvers.verification.rules import Rules


@dataclass(frozen=True)
class PartitionFacts:
    """Facts about the partitions of a DFG for an array; `recurrences` are some of the DFG's.

    If patterns leave a choice of executed operations, only effects are counted, as patterns contain
    none.
    """

    dfg: Dfg
    arch: Architecture
    memory: MemoryOperators
    recurrences: tuple[Recurrence, ...]

    @cached_property
    def needed(self) -> dict[str, str]:
        """Operations that contribute to a result or an effect, with their operators.

        Each is executed in its part: a value for another part is stored, which is an effect.
        """
        dfg, chosen = self.dfg, self.dfg.patterns
        waiting = [x.name for x in dfg.operations if dfg.has_effect(x.name)]
        waiting += [] if chosen else filter(dfg.operation_by_name.get, dfg.results)
        found: dict[str, str] = {}
        while waiting:
            operation = dfg.operation_by_name[waiting.pop()]
            if operation.name not in found:
                found[operation.name] = operation.operator
                read = {operand.value for operand in operation.operands}
                waiting += [] if chosen else read & dfg.operation_by_name.keys()
        return found

    @cached_property
    def edges(self) -> list[tuple[str, str]]:
        """Pairs of operations; the first is in the part of the second or an earlier one."""
        pairs = [(value, reader) for value, names in self.readers.items() for reader in names]
        pairs += [(edge.before, edge.after) for edge in self.dfg.order]
        pairs += [(priority.first, priority.then) for priority in self.dfg.priorities]
        known = self.dfg.operation_by_name
        return sorted({(a, b) for a, b in pairs if a != b and a in known and b in known})

    @cached_property
    def readers(self) -> dict[str, list[str]]:
        """The other operations that read each operation."""
        reads = {(o.value, x.name) for x in self.dfg.operations for o in x.operands}
        found: dict[str, list[str]] = {}
        for value, reader in sorted(reads):
            if value in self.dfg.operation_by_name and value != reader:
                found.setdefault(value, []).append(reader)
        return found

    @cached_property
    def crossing(self) -> dict[str, str]:
        """The operators that store and load values between parts; empty if the array has none."""
        store, load = (o.name for o in memory_operators(self.dfg, self.memory))
        able = all(self._slots(self._places([name]), [name]) for name in (store, load))
        return {"stored": store, "loaded": load} if able else {}

    def _places(self, operators: Iterable[str]) -> frozenset[str]:
        return frozenset(
            c.name for c in self.arch.components for name in operators if c.supports(name)
        )

    def _slots(self, places: Iterable[str], operators: Iterable[str]) -> int:
        """Return how many of `operators` start on `places` per cycle; limits share no component."""
        free = {name: self.arch.component_by_name[name].issue for name in places}
        slots = 0
        for limit in self.arch.shared:
            if all(map(limit.limits, operators)):
                slots += min(limit.at_most, sum(free.pop(name, 0) for name in limit.components))
        return slots + sum(free.values())

    @cached_property
    def resources(self) -> list[tuple[tuple[str, ...], int]]:
        """Sets of competing operators, and the number of their operations that start per cycle."""
        used = sorted({*self.needed.values(), *self.crossing.values()})
        groups = {self._places([name]) for name in used} | {self._places(used)}
        sets = {tuple(n for n in used if self._places([n]) <= group) for group in groups}
        sets |= {tuple(filter(limit.limits, used)) for limit in self.arch.shared}
        return [(names, self._slots(self._places(names), names)) for names in sorted(sets) if names]

    @cached_property
    def circles(self) -> list[tuple[str, int]]:
        """An operation of each recurrence, and the least II of its part."""
        found = []
        if self.recurrences:
            judge = Recurrences(Rules(Problem(self.dfg, self.arch, 1), 1))
        for one in self.recurrences:
            if one.contexts is None:
                raise RejectedError("a recurrence is of a number of contexts")
            judge.check(one)
            found.append((one.operations[0], one.contexts + 1))
        return found

    def counted(self) -> int:
        """The lower bound on the total II of every partition, by counting over the whole DFG."""
        used = list(self.needed.values())
        counts = ((sum(map(used.count, names)), max(1, slots)) for names, slots in self.resources)
        intervals = (interval for _, interval in self.circles)
        return max([1, *(-(-count // slots) for count, slots in counts), *intervals])

    def rows(self, parts: int, *, full: bool, most: int, total: int) -> tuple[list[Row], list[int]]:
        """Return rows that hold in every partition up to a total II, and upper bounds of variables.

        `total` is the largest total II. The partition has `parts` parts, all non-empty if `full`,
        else the used parts come first; no part has an II above `most`. Variables, in this order:
        for an operation and a part p > 0, 1 if the operation is in part p or later; for each part
        its II, 0 if unused; for a value and a part, 1 if the value is stored there, and 1 if it is
        loaded there.
        """
        build = _Rows(parts)
        names = [x.name for x in self.dfg.operations]
        for name in names:
            for p in range(1, parts - 1):
                build.add(build.later(name, p), build.later(name, p + 1, -1))
            build.later(name, parts - 1)
        intervals = [build.one("interval", "", p, highest=min(most, total)) for p in range(parts)]
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
        for p, interval in enumerate(intervals):
            for competing, slots in self.resources:
                inside = [
                    build.inside(name, p, -1)
                    for name, operator in self.needed.items()
                    if operator in competing
                ]
                for kind, operator in self.crossing.items():
                    if operator in competing:
                        inside += [build.one(kind, value, p, -1) for value in self.readers]
                build.add([(v, slots) for v, _ in interval], *inside)
            for name, least in [*self.circles, *((name, 1) for name in names)]:
                build.add(interval, build.inside(name, p, -least))
            if full:
                build.add(interval, least=1)
                build.add(*(build.inside(name, p) for name in names), least=1)
            elif p:
                build.add([(v, most) for v, _ in intervals[p - 1]], [(v, -1) for v, _ in interval])
        build.add([(v, -1) for interval in intervals for v, _ in interval], least=-total)
        return list(build.rows), build.highest


Terms = list[tuple[int, int]]
"""Pairs (variable, coefficient); the variable ONE is the constant 1."""

ONE = -1


class _Rows:
    """A builder of distinct rows; variables are created at their first use."""

    def __init__(self, parts: int) -> None:
        self.parts = parts
        self.rows: dict[Row, None] = {}
        self.highest: list[int] = []
        self._at: dict[tuple[str, str, int], int] = {}

    def one(self, kind: str, name: str, p: int, times: int = 1, highest: int = 1) -> Terms:
        if (kind, name, p) not in self._at:
            self._at[kind, name, p] = len(self.highest)
            self.highest.append(highest)
        return [(self._at[kind, name, p], times)]

    def later(self, name: str, p: int, times: int = 1) -> Terms:
        """Return the terms of "the operation is in part p or later" (1 or 0)."""
        if p in (0, self.parts):
            return [(ONE, times)] if p == 0 else []
        return self.one("later", name, p, times)

    def inside(self, name: str, p: int, times: int = 1) -> Terms:
        return [*self.later(name, p, times), *self.later(name, p + 1, -times)]

    def cross(self, value: str, reader: str, p: int) -> None:
        """Add rows of crossing values.

        A value computed before part p and read in p or later is stored in its own part, and loaded
        in each reading part.
        """
        before = [term for q in range(p) for term in self.one("stored", value, q)]
        self.add(before, self.later(value, p), self.later(reader, p, -1))
        self.add(self.inside(value, p - 1), self.one("stored", value, p - 1, -1))
        self.add(self.one("loaded", value, p), self.later(value, p), self.inside(reader, p, -1))

    def add(self, *terms: Terms, least: int = 0) -> None:
        """Add the row "the sum of all terms is at least `least`"."""
        sums: dict[int, int] = {}
        for variable, times in (term for part in terms for term in part):
            sums[variable] = sums.get(variable, 0) + times
        least -= sums.pop(ONE, 0)
        self.rows[tuple((v, k) for v, k in sums.items() if k), least] = None
