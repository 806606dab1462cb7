"""Places and cycles alone: a small model of arrays whose units do not all read from each other.

On such arrays the unit and the cycle of each operation nearly determine a mapping. So the variables
are places P[i,j], cycles in order encoding, O[i,k] "not before cycle k", and contexts S[i,c],
linked in A[i,j,c] = P ∧ S; routes have none. An edge of the DFG connects places according to the
links of the array: a value is read out of the registers at any later time, or, directly, while the
unit that has computed it still holds it, H[i,g] "for g more cycles". This is smaller than the X/Y/Z
model: operations × units × contexts, and edges × units, instead of values × places × cycles. A
solution is a proposal, whose routes are to be found; limits of registers, inputs and results are
left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from models.data.traits import RESERVED, unknown_traits
from models.register_files.registers import FOR_EVER
from models.space_time.adjacent_ways import Ways, meet
from models.space_time.constraint_model import ConstraintModel, Literals, Place
from models.space_time.index import Index
from models.space_time.index_array import NEVER

UNDERSTANDS = RESERVED - {"routing_issues"}


def is_adjacent(index: Index) -> bool:
    """Whether some unit cannot read another's results, and no unit can move values."""
    if unknown_traits(index.problem, UNDERSTANDS):
        return False
    units = [j for j, part in enumerate(index.problem.arch.components) if part.issue]
    if meet(index, units):
        return False
    return not Ways.of(index).connects()[np.ix_(units, units)].all()


@dataclass
class AdjacencyModel:
    """The model of a problem with contexts, as written. `first` and `last` have the cycles in which
    each operation i may be issued; only operations of one latency everywhere are known.
    """

    index: Index
    first: dict[int, int]
    last: dict[int, int]
    constraints: ConstraintModel = field(default_factory=ConstraintModel)

    def __post_init__(self) -> None:
        self.period = self.index.problem.contexts or 0
        self._clauses: dict[tuple[str, int], list[list[int]]] = {}
        self._latency = {i: int(self.index.latency[i].max()) for i in self.first}
        self._allocate()
        self._operations()
        self._held()
        self._edges()
        self._orders()
        self._limits()
        for (family, _), rows in self._clauses.items():
            self.constraints.add_clauses(family, np.array(rows, dtype=np.int32))

    def placement(self, true: list[int]) -> dict[int, tuple[int, int]]:
        """Return the component and cycle of each operation in a solution."""
        chosen = set(true)
        found = {}
        for i, places in self._place.items():
            j = next(j for j, literal in places.items() if literal in chosen)
            late = (k for k in range(self.last[i], self.first[i], -1) if self._late[i, k] in chosen)
            found[i] = j, next(late, self.first[i])
        return found

    def _allocate(self) -> None:
        index, contexts = self.index, range(self.period)
        units = {i: np.flatnonzero(index.latency[i] > 0).tolist() for i in self.first}
        self._place = {i: dict(zip(units[i], self._new(len(units[i])), strict=True)) for i in units}
        self._context = {i: self._new(self.period) for i in units}
        self._late = {
            (i, k): self._new(1)[0]
            for i in units
            for k in range(self.first[i] + 1, self.last[i] + 1)
        }
        self._at = {(i, j, c): self._new(1)[0] for i in units for j in units[i] for c in contexts}
        read = {d for i in units for d, _ in index.operands[i]}
        self._holds = {
            (i, g): self._new(1)[0] for i in units if i in read for g in range(1, self.period)
        }
        self._read = read

    def _new(self, count: int) -> list[int]:
        made: list[int] = self.constraints.new_variables(np.ones(count, dtype=bool)).tolist()
        return made

    def _add(self, family: str, *literals: int | bool) -> None:
        """Add a clause of literals and of known truth values."""
        if not any(literal is True for literal in literals):
            row = [literal for literal in literals if literal is not False]
            self._clauses.setdefault((family, len(row)), []).append(row)

    def _from(self, i: int, k: int) -> int | bool:
        """O[i,k]: operation i is issued in cycle k or later."""
        if k <= self.first[i]:
            return True
        return False if k > self.last[i] else self._late[i, k]

    def _before(self, i: int, k: int) -> int | bool:
        known = self._from(i, k)
        return (not known) if isinstance(known, bool) else -known

    def _once(self, family: str, i: int, literals: list[int]) -> None:
        self._add(family, *literals)
        if len(literals) > 1:
            group = np.array(literals, dtype=np.int32)
            self.constraints.add_groups(family, 1, [(Place(self.index.values[i], 0), group)])

    def _operations(self) -> None:
        """Each operation has one place and one cycle, which fixes its context."""
        for i in self.first:
            self._once("places", i, list(self._place[i].values()))
            self._once("contexts", i, self._context[i])
            for k in range(self.first[i], self.last[i] + 1):
                self._add("cycles", self._before(i, k + 1), self._from(i, k))
                within = self._before(i, k), self._from(i, k + 1)
                self._add("cycles", *within, self._context[i][k % self.period])
        for (i, j, c), at in self._at.items():
            place, context = self._place[i][j], self._context[i][c]
            self._add("at", -place, -context, at)
            self._add("at", -at, place)
            self._add("at", -at, context)

    def _done(self, i: int, c: int, later: int = 0) -> int:
        """The context in which a value is held `later` cycles after it is done."""
        return (c + self._latency[i] - 1 + later) % self.period

    def _held(self) -> None:
        """Add: the value in a unit with room for one is overwritten by its next result.

        A transient unit holds no value for more cycles.
        """
        parts, count = self.index.problem.arch.components, len(self.index.problem.arch.components)
        single = [j for j in range(count) if parts[j].capacity == 1]
        taken = {(j, c): self._new(1)[0] for j in single for c in range(self.period)}
        for (i, j, c), at in self._at.items():
            if i in self._read and (j, c) in taken:
                self._add("overwritten", -at, taken[j, self._done(i, c)])
        for (i, g), holds in self._holds.items():
            if g > 1:
                self._add("held", -holds, self._holds[i, g - 1])
            for j in self._place[i]:
                if parts[j].transient:
                    self._add("held", -holds, -self._place[i][j])
                for c in range(self.period):
                    if (j, c) in taken:
                        where = -holds, -self._at[i, j, c]
                        self._add("held", *where, -taken[j, self._done(i, c, g)])

    def _edges(self) -> None:
        """Each edge of the DFG leads along a way, and takes as long as that at least."""
        ways = Ways.of(self.index)
        for i in self.first:
            for d, distance in sorted(self.index.operands[i]):
                if d in self.first and d != i:
                    self._edge(ways, d, i, distance * self.period)

    def _edge(self, ways: Ways, d: int, i: int, shift: int) -> None:
        """Kinds of ways [direct, stored] with a variable each, which the two places choose."""
        kinds: dict[tuple[int, int], int] = {}
        readers: dict[int, list[int]] = {j: [] for j in self._place[i]}
        for s, source in self._place[d].items():
            by_kind: dict[int, list[int]] = {}
            for j, place in self._place[i].items():
                way = int(ways.direct[s, j]), int(ways.stored[s, j])
                if min(way) >= NEVER:
                    continue
                if way not in kinds:
                    kinds[way] = self._new(1)[0]
                kind = kinds[way]
                by_kind.setdefault(kind, []).append(place)
                readers[j].append(source)
                self._add("ways", -source, -place, kind)
            self._add("ways", -source, *(place for row in by_kind.values() for place in row))
            for kind in kinds.values():
                self._add("ways", -source, -kind, *by_kind.get(kind, []))
        for j, sources in readers.items():
            self._add("ways", -self._place[i][j], *sources)
        for (direct, stored), kind in kinds.items():
            least = self._latency[d] + min(direct, stored)
            self._apart("edges", d, i, least - shift, kind)
            if stored >= NEVER:
                self._read_while_held(d, i, least - shift, kind)
            elif ways.stay < FOR_EVER:
                most = self._latency[d] + stored + ways.stay - 1
                self._read_by(d, i, most - shift, kind)

    def _apart(self, family: str, before: int, after: int, least: int, kind: int = 0) -> None:
        """`after` is issued so many cycles after `before` at least, if `kind` is true."""
        given = [-kind] if kind else []
        for k in range(self.first[before], self.last[before] + 1):
            ready = self._from(after, k + least)
            self._add(family, *given, self._before(before, k), ready)

    def _read_while_held(self, d: int, i: int, soonest: int, kind: int) -> None:
        """A value that is read g cycles later than it could be is held for g more cycles."""
        for k in range(self.first[d], self.last[d] + 1):
            for g in range(1, self.period + 1):
                holds = self._holds[d, g] if g < self.period else False
                late = self._before(i, k + soonest + g)
                self._add("edges", -kind, self._from(d, k + 1), late, holds)

    def _read_by(self, d: int, i: int, most: int, kind: int) -> None:
        """A value is read at most so many cycles after its issue, if `kind` is true."""
        for k in range(self.first[d], self.last[d] + 1):
            late = self._before(i, k + most + 1)
            self._add("stays", -kind, self._from(d, k + 1), late)

    def _orders(self) -> None:
        for order in self.index.orders:
            if order.before in self.first and order.after in self.first:
                least = self._latency[order.before] + order.extra
                least -= order.distance * self.period
                self._apart("orders", order.before, order.after, least)

    def _limits(self) -> None:
        """Issue slots, and limits that components share."""
        index, arch = self.index, self.index.problem.arch
        slots: dict[tuple[int, int], list[int]] = {}
        for (_, j, c), at in self._at.items():
            slots.setdefault((j, c), []).append(at)
        for (j, c), literals in slots.items():
            self._at_most("issue", arch.components[j].issue, arch.components[j].name, c, literals)
        for limit in arch.shared:
            members = {index.component[name] for name in limit.components}
            counted = {
                i
                for i in self.first
                for n in index.candidates_of[i]
                if limit.limits(index.candidates[n].candidate.operator)
            }
            for c in range(self.period):
                literals = [
                    at
                    for (i, j, context), at in self._at.items()
                    if context == c and j in members and i in counted
                ]
                self._at_most("shared", limit.at_most, limit.name, c, literals)

    def _at_most(self, family: str, most: int, name: str, c: int, literals: list[int]) -> None:
        if most < len(literals):
            group: Literals = np.array(literals, dtype=np.int32)
            self.constraints.add_groups(family, most, [(Place(name, c), group)])
