"""Whether a tiny problem has a mapping with so many cycles: the documented model, stated naively.

Written from `docs/model.md`, `docs/formats.md` and `docs/certificates.md` alone. Of the package it
reads the data classes and nothing else: no constraint model, checker, window, bound or encoder. One
Boolean stands for every X, Y and Z of every cycle, limits are linear sums, and CP-SAT, which the
package uses for other things, decides. Which operations compute a value is the caller's to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from models.data.architecture import Architecture, Component, InitialContents, Path
from models.data.dfg import Dfg, Operand
from models.data.problem import Problem

Ways = Mapping[str, Sequence[tuple[str, Sequence[Operand]]]]
"""For each value, the operators or patterns, with operands, that compute it."""


class UndecidedError(Exception):
    """CP-SAT has not answered within its limit of work."""


def plain_ways(dfg: Dfg) -> Ways:
    """Return the one way of every operation: what the DFG says."""
    return {step.name: [(step.operator, step.operands)] for step in dfg.operations}


def feasible(
    dfg: Dfg,
    arch: Architecture,
    contexts: int | None,
    horizon: int,
    ways: Ways | None = None,
    work: float = 20.0,
) -> bool:
    """Return whether a mapping with `horizon` cycles exists.

    `work` is a limit on CP-SAT's deterministic time. Raises `UndecidedError` beyond it.
    """
    from ortools.sat.python import cp_model

    too_many = contexts is not None and contexts > (arch.max_contexts or contexts)
    if horizon < 1 or too_many:
        return False
    model = cp_model.CpModel()
    _Statement(dfg, arch, contexts or 0, horizon, ways or plain_ways(dfg), model).state()
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = work
    outcome = solver.solve(model)
    if outcome in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return True
    if outcome == cp_model.INFEASIBLE:
        return False
    raise UndecidedError(solver.status_name(outcome))


class _Statement:
    """The constraints of one horizon; `period` is 0 where iterations do not overlap."""

    def __init__(
        self, dfg: Dfg, arch: Architecture, period: int, horizon: int, ways: Ways, model: Any
    ) -> None:
        self.dfg, self.arch, self.ways, self.model = dfg, arch, ways, model
        self.period, self.horizon = period, horizon
        reads = [read for own in ways.values() for _, operands in own for read in operands]
        # What later iterations read lives on beyond the horizon, on its producer's own axis.
        self.span = horizon + max((read.distance for read in reads), default=0) * period
        self.values = (*dfg.inputs, *ways)
        self.parts = {part.name: part for part in arch.components}
        self.constants = {constant.name for constant in dfg.constants}
        self.known: dict[tuple[Any, ...], Any] = {}

    def var(self, *key: Any) -> Any:
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self.model.new_bool_var("")
        return found

    def needs(self, item: Any, supports: Iterable[Any]) -> None:
        """What is true needs one of its supports."""
        self.model.add_bool_or([item.negated(), *supports])

    def at_most(self, bound: int | None, uses: Iterable[tuple[int, Any]]) -> None:
        """At most so many in any cycle, counting all cycles that are one modulo the contexts."""
        if bound is None:
            return
        slots: dict[int, list[Any]] = {}
        for cycle, item in uses:
            slots.setdefault(cycle % self.period if self.period else cycle, []).append(item)
        for items in slots.values():
            if len(items) > bound:
                self.model.add(sum(items) <= bound)

    # What may be where.

    def admitted(self, value: str, part: Component) -> bool:
        """A memory that only feeds and collects never has intermediate values."""
        fed = value in self.dfg.inputs or value in self.dfg.results
        return part.holds_intermediates or fed

    def latency(self, operator: str, part: Component) -> int | None:
        """Cycles from issue to the end of the cycle that stores the result; None: not here."""
        if part.issue == 0:
            return None
        opcode, slash, arity = operator.rpartition("/")
        names = {operator, opcode} if slash and arity.isdigit() else {operator}
        own = None
        if part.ops is not None:
            listed = {op if isinstance(op, str) else op.name: op for op in part.ops}
            here = [listed[name] for name in (operator, opcode) if name in names & set(listed)]
            if not here:
                return None
            own = None if isinstance(here[0], str) else here[0].latency
        if own is not None:
            return own
        table = {row.name: row.latency for row in self.dfg.operators}
        for pattern in self.dfg.patterns:
            if pattern.name == operator:
                return max(table[word] for word in pattern.expression if word != "_")
        return table[operator]

    def issues(self, value: str, part: Component) -> list[tuple[int, int, Any, int]]:
        """(cycle, last cycle, Z, way) of all issues of a value on a component."""
        found = []
        for number, (operator, _) in enumerate(self.ways.get(value, ())):
            latency = self.latency(operator, part)
            if latency is not None:
                for k in range(1, self.horizon - latency + 1):
                    z = self.var("Z", value, part.name, k, number)
                    found.append((k, k + latency - 1, z, number))
        return found

    def arrivals(self, value: str, part: Component, cycle: int) -> list[Any]:
        """What can bring a value into a component in a cycle."""
        if not 1 <= cycle < self.span or not self.admitted(value, part):
            return []
        into = [path.name for path in self.arch.paths if part.name in path.targets]
        return [self.var("latch", value, name, part.name, cycle) for name in into]

    # The families of constraints.

    def state(self) -> None:
        for part in self.arch.components:
            self.initial(part)
            self.held(part)
            self.executed(part)
        self.moved()
        self.ports()
        self.shared()
        self.must()

    def initial(self, part: Component) -> None:
        contents = part.initial
        if not isinstance(contents, InitialContents):
            contents = InitialContents(self.dfg.inputs)
        certain, choices = set(contents.values), contents.choices
        possible = certain.union(*(choice.of for choice in choices))
        for v in self.values:
            if v not in possible:
                self.model.add(self.var("X", v, part.name, 0) == 0)
        for choice in choices:
            some = [self.var("X", v, part.name, 0) for v in choice.of]
            self.model.add(sum(some) <= choice.at_most)

    def held(self, part: Component) -> None:
        cells, stored = [], []
        for v in self.values:
            issued = self.issues(v, part)
            for k in range(self.span):
                x = self.var("X", v, part.name, k)
                cells.append((k, x))
                if not self.admitted(v, part):
                    self.model.add(x == 0)
                if k == 0:
                    continue
                supports = [z for _, last, z, _ in issued if last == k]
                if not part.transient:
                    supports.append(self.var("X", v, part.name, k - 1))
                if part.keeps_arrivals and part.routing_issues:
                    route = self.var("R", v, part.name, k)
                    self.needs(route, self.arrivals(v, part, k))
                    supports.append(route)
                    stored.append((k, route))
                elif part.keeps_arrivals:
                    supports += self.arrivals(v, part, k)
                self.needs(x, supports)
        self.at_most(part.capacity, cells)
        started = [(k, z) for v in self.ways for k, _, z, _ in self.issues(v, part)]
        self.at_most(part.issue, [*started, *stored])

    def executed(self, part: Component) -> None:
        for v, own in self.ways.items():
            for k, _, z, number in self.issues(v, part):
                for read in own[number][1]:
                    if read.value in self.constants:
                        continue
                    at = k + read.distance * self.period
                    there = self.var("X", read.value, part.name, at - 1)
                    self.needs(z, [there, *self.arrivals(read.value, part, at)])

    def moved(self) -> None:
        for path in self.arch.paths:
            carried = []
            for v in self.values:
                for k in range(1, self.span):
                    y = self.var("Y", v, path.name, k)
                    carried.append((k, y))
                    self.needs(y, [self.var("drive", v, path.name, s, k) for s in path.sources])
                    for source in path.sources:
                        self.driven(v, path, self.parts[source], k)
                    for target in path.targets:
                        latch = self.var("latch", v, path.name, target, k)
                        self.needs(latch, [y])
                    if not any(self.admitted(v, self.parts[t]) for t in path.targets):
                        self.model.add(y == 0)
            self.at_most(path.width, carried)
        if self.arch.max_routes is not None:
            every = [item for key, item in self.known.items() if key[0] == "R"]
            self.model.add(sum(every) <= self.arch.max_routes)

    def driven(self, v: str, path: Path, source: Component, k: int) -> None:
        """A source has what it sends: held at the end of a cycle, or passing through a switch."""
        drive = self.var("drive", v, path.name, source.name, k)
        left = k - path.latency
        supports = [self.var("X", v, source.name, left - 1)] if left >= 1 else []
        if source.switch:
            for other in self.arch.paths:
                if source.name not in other.targets or not self.arrivals(v, source, left):
                    continue
                through = self.var("through", v, path.name, source.name, k, other.name)
                self.needs(through, [self.var("latch", v, other.name, source.name, left)])
                supports.append(through)
                if path.latency == 0:
                    self.chained(v, other, path, k, through)
        self.needs(drive, supports)
        if self.arch.max_hops is not None and path.hops > self.arch.max_hops:
            self.model.add(drive == 0)

    def chained(self, v: str, first: Path, then: Path, k: int, through: Any) -> None:
        """Within a cycle nothing rests on itself, and a chain has so many hops at most."""
        rank, following = self.number("rank", v, first, k), self.number("rank", v, then, k)
        self.model.add(rank + 1 <= following).only_enforce_if(through)
        if self.arch.max_hops is not None:
            hops, more = self.number("hops", v, first, k), self.number("hops", v, then, k)
            self.model.add(hops + then.hops <= more).only_enforce_if(through)

    def number(self, what: str, v: str, path: Path, k: int) -> Any:
        key = (what, v, path.name, k)
        if key not in self.known:
            least, most = (0, len(self.arch.paths))
            if what == "hops":
                assert self.arch.max_hops is not None
                least, most = min(path.hops, self.arch.max_hops), self.arch.max_hops
            self.known[key] = self.model.new_int_var(least, most, "")
        return self.known[key]

    def ports(self) -> None:
        """A transfer takes a port at the end that it leaves and at the end that it enters."""
        for part in self.arch.components:
            leaving, entering = [], []
            for path in self.arch.paths:
                for v in self.values:
                    for k in range(1, self.span):
                        whole = self.var("Y", v, path.name, k)
                        if part.name in path.sources:
                            end = self.var("drive", v, path.name, part.name, k)
                            end = whole if len(path.sources) == 1 else end
                            leaving.append((k - path.latency, end))
                        if part.name in path.targets:
                            end = self.var("latch", v, path.name, part.name, k)
                            entering.append((k, whole if len(path.targets) == 1 else end))
            self.at_most(part.read_ports, leaving)
            self.at_most(part.write_ports, entering)

    def shared(self) -> None:
        for limit in self.arch.shared:
            uses = []
            for name in limit.components:
                for v, own in self.ways.items():
                    for k, _, z, number in self.issues(v, self.parts[name]):
                        operator = own[number][0]
                        if operator in limit.ops or operator.rpartition("/")[0] in limit.ops:
                            uses.append((k, z))
            self.at_most(limit.at_most, uses)

    def must(self) -> None:
        """Results at the end, effects once, and what waits for others."""
        for name in self.dfg.results:
            assert self.arch.external is not None
            self.model.add(self.var("X", name, self.arch.external, self.horizon - 1) == 1)
        effects = {row.name for row in self.dfg.operators if row.effect}
        for step in self.dfg.operations:
            if step.operator in effects:
                self.model.add(sum(z for _, _, z in self.everywhere(step.name)) == 1)
        waits = [(e.before, e.after, e.distance * self.period - 1) for e in self.dfg.order]
        for order in self.dfg.priorities:
            waits.append((order.first, order.then, -1 if order.sign == ">" else 0))
        for first, then, shift in waits:
            if first not in self.ways:
                continue  # an input is complete at any time
            ends = self.everywhere(first)
            for k, _, z in self.everywhere(then):
                self.needs(z, [end for _, last, end in ends if last <= k + shift])

    def everywhere(self, value: str) -> list[tuple[int, int, Any]]:
        every = [self.issues(value, part) for part in self.arch.components]
        return [(k, last, z) for own in every for k, last, z, _ in own]


class Told:
    """The oracle's answers to one problem, sums in any order, each of them found once."""

    def __init__(self, problem: Problem) -> None:
        from tests.models.all_orders import every_way

        how = "select" if problem.transform == "xbtree" else problem.transform
        self.problem, self.ways = problem, list(every_way(problem.dfg, how))
        self.known: dict[tuple[int, int | None], bool | None] = {}

    def maps(self, horizon: int, contexts: int | None) -> bool | None:
        """Whether there is a mapping with so many cycles; None where that took too long."""
        key = horizon, contexts
        if key not in self.known:
            self.known[key] = self._decide(horizon, contexts)
        return self.known[key]

    def _decide(self, horizon: int, contexts: int | None) -> bool | None:
        found: bool | None = False
        for ways in self.ways:
            try:
                if feasible(self.problem.dfg, self.problem.arch, contexts, horizon, ways):
                    return True
            except UndecidedError:
                found = None
        return found
