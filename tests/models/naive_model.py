"""An oracle for small problems, pipelined or not: the space-time model, stated naively.

One variable per X, Y and Z, bus end and completion, every at-most-K as a native cardinality
constraint, and no window. What may rest on itself, through switches, is found after solving, and
forbidden by a clause that says what has to change. Of `models` it reads the data classes and
nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import msgspec
from pysat.solvers import Solver

from models.data.architecture import Component, InitialContents, Path
from models.data.dfg import Operand
from models.data.problem import Problem
from tests.models.all_orders import Ways, as_operators

Uses = list[tuple[int, int]]
"""Pairs of a cycle and a literal."""


def feasible(problem: Problem, horizon: int) -> bool:
    """Whether the constraints of the space-time model have a solution with `horizon` cycles."""
    with Solver("minicard") as solver:
        return _Formula(problem, horizon, solver).satisfiable()


def feasible_by(problem: Problem, ways: Ways, horizon: int) -> bool:
    """The same where values are computed by `ways`."""
    with Solver("minicard") as solver:
        return _Formula(problem, horizon, solver, ways).satisfiable()


def passes(problem: Problem, value: str, component: Component) -> bool:
    """Whether a value may be in a component at all, registers or not."""
    return component.holds_intermediates or value in (*problem.dfg.inputs, *problem.dfg.results)


def latency_on(problem: Problem, operator: str, component: Component) -> int:
    """Cycles from issue to storing, 0 where the component cannot execute the operator."""
    default = next(o.latency for o in problem.dfg.operators if o.name == operator)
    if not component.issue:
        return 0
    for support in (operator,) if component.ops is None else component.ops:
        if support == operator:
            return default
        if not isinstance(support, str) and support.name == operator:
            return support.latency or default
    return 0


class _Formula:
    def __init__(
        self, problem: Problem, horizon: int, solver: Solver, ways: Ways | None = None
    ) -> None:
        if ways is not None:
            dfg = as_operators(problem.dfg)
            problem = msgspec.structs.replace(problem, dfg=dfg, transform="none")
        own = {o.name: [(o.operator, o.operands)] for o in problem.dfg.operations}
        self.problem, self.solver, self.ways = problem, solver, own if ways is None else ways
        self.horizon, self.period = horizon, problem.contexts or 0
        distances = [o.distance for op in problem.dfg.operations for o in op.operands]
        self.span = horizon + max(distances, default=0) * self.period
        self.values = (*problem.dfg.inputs, *self.ways)
        self.numbers: dict[tuple, int] = {}
        self.broken = False

    def satisfiable(self) -> bool:
        self.state()
        while not self.broken and self.solver.solve():
            if not self.refine({literal for literal in self.solver.get_model() if literal > 0}):
                return True
        return False

    def var(self, *key: object) -> int:
        return self.numbers.setdefault(key, len(self.numbers) + 1)

    def add(self, *literals: int) -> None:
        if literals:
            self.solver.add_clause(list(literals))
        else:
            self.broken = True

    def at_most_of_all(self, bound: int, literals: list[int]) -> None:
        if bound == 0:
            for literal in literals:
                self.add(-literal)
        elif len(literals) > bound:
            self.solver.add_atmost(literals, bound)

    def at_most(self, bound: int | None, uses: Uses) -> None:
        """At most `bound` of the literals with one cycle."""
        slots: dict[int, list[int]] = {}
        for cycle, literal in uses if bound is not None else ():
            slots.setdefault(cycle % self.period if self.period else cycle, []).append(literal)
        for literals in slots.values():
            self.at_most_of_all(bound or 0, literals)

    def starts(self, value: str, c: Component) -> list[tuple[int, int, int, str, tuple]]:
        """(cycle, latency, variable, operator, operands) of every issue of a value on c."""
        found = []
        for number, (operator, operands) in enumerate(self.ways.get(value, ())):
            latency = latency_on(self.problem, operator, c)
            for k in range(1, self.horizon - latency + 1) if latency else ():
                z = self.var("Z", value, c.name, k, *([number] if number else []))
                found.append((k, latency, z, operator, operands))
        return found

    def arrivals(self, value: str, component: Component, cycle: int) -> list[int]:
        if not 1 <= cycle < self.span or not passes(self.problem, value, component):
            return []
        return [
            self.var("L", value, path.name, component.name, cycle)
            for path in self.problem.arch.paths
            if component.name in path.targets
        ]

    def state(self) -> None:
        arch = self.problem.arch
        routes: list[int] = []
        for c in arch.components:
            self.initial(c)
            issued = [(k, z) for v in self.ways for k, _, z, _, _ in self.starts(v, c)]
            passing = [use for v in self.values for use in self.held(v, c)]
            cells = [
                (k, self.var("X", v, c.name, k)) for v in self.values for k in range(self.span)
            ]
            self.at_most(c.capacity, cells)
            self.at_most(c.issue, issued + passing)
            loads = [self.var("V", v, c.name) for v in self.problem.dfg.invariants]
            self.at_most_of_all(c.invariants, loads)
            routes += [literal for _, literal in passing]
        if arch.max_routes is not None:
            self.at_most_of_all(arch.max_routes, routes)
        for limit in arch.shared:
            own = [arch.component_by_name[name] for name in limit.components]
            every = [each for c in own for v in self.ways for each in self.starts(v, c)]
            self.at_most(limit.at_most, [(k, z) for k, _, z, op, _ in every if op in limit.ops])
        self.moves()
        self.ports()
        for name in self.problem.dfg.results:
            self.add(self.var("X", name, arch.external, self.horizon - 1))
        self.sequence()

    def initial(self, c: Component) -> None:
        inputs = self.problem.dfg.inputs
        listed = isinstance(c.initial, InitialContents)
        certain = set(c.initial.values) if listed else set(inputs)
        choices = c.initial.choices if listed else ()
        possible = certain.union(*(choice.of for choice in choices))
        for v in self.values:
            if v in certain:
                if (
                    c.capacity is None
                ):  # where room is limited, what no operation needs is not loaded
                    self.add(self.var("X", v, c.name, 0))
            elif v not in possible:
                self.add(-self.var("X", v, c.name, 0))
        for choice in choices:
            self.at_most_of_all(choice.at_most, [self.var("X", v, c.name, 0) for v in choice.of])

    def held(self, v: str, c: Component) -> Uses:
        """State what holding a value on c rests on; return its stores in passing."""
        constants, passing = {constant.name for constant in self.problem.dfg.constants}, []
        ends: dict[int, list[int]] = {}
        for k, latency, z, _, operands in self.starts(v, c):
            ends.setdefault(k + latency - 1, []).append(z)
            for operand in operands:
                if operand.value not in constants:
                    own = k + operand.distance * self.period
                    there = self.var("X", operand.value, c.name, own - 1)
                    others = self.arrivals(operand.value, c, own)
                    if c.invariants and self.is_same(operand):
                        others.append(self.var("V", operand.value, c.name))
                    self.add(-z, there, *others)
                    if c.file_ports:
                        read = self.var("F", operand.value, c.name, own)
                        self.add(-z, read, *others)
        for k in range(1, self.span):
            x = self.var("X", v, c.name, k)
            if c.capacity == 0 or not passes(self.problem, v, c):
                self.add(-x)
            support = [] if c.transient else [self.var("X", v, c.name, k - 1)]
            arriving = self.arrivals(v, c, k) if c.keeps_arrivals else []
            if c.routing_issues and c.keeps_arrivals:
                r = self.var("R", v, c.name, k)
                self.add(-r, *arriving)
                passing.append((k, r))
                arriving = [r]
            self.add(-x, *support, *arriving, *ends.get(k, ()))
        return passing

    def is_same(self, operand: Operand) -> bool:
        """Whether an operand is the number of an invariant in its own iteration."""
        return operand.distance == 0 and operand.value in self.problem.dfg.invariants

    def moves(self) -> None:
        parts = self.problem.arch.component_by_name
        for path in self.problem.arch.paths:
            moves = []
            for v in self.values:
                for k in range(1, self.span):
                    y = self.var("Y", v, path.name, k)
                    moves.append((k, y))
                    self.add(-y, *(self.var("D", v, path.name, s, k) for s in path.sources))
                    for s in path.sources:
                        d = self.var("D", v, path.name, s, k)
                        self.add(-d, *self.bases(v, path, s, k), *self.through(v, path, s, k))
                    for t in path.targets:
                        self.add(-self.var("L", v, path.name, t, k), y)
                    if not any(passes(self.problem, v, parts[t]) for t in path.targets):
                        self.add(-y)
            self.at_most(path.width, moves)

    def bases(self, v: str, path: Path, s: str, k: int) -> list[int]:
        """The X that a transfer out of s may rest on."""
        left = k - 1 - path.latency
        return [self.var("X", v, s, left)] if left >= 0 else []

    def through(self, v: str, path: Path, s: str, k: int) -> list[int]:
        """The arrivals in the switch s that a transfer may rest on."""
        part = self.problem.arch.component_by_name[s]
        return self.arrivals(v, part, k - path.latency) if part.switch else []

    def ports(self) -> None:
        for c in self.problem.arch.components:
            leave, enter = [], []
            for path in self.problem.arch.paths:
                for v in self.values:
                    for k in range(1, self.span):
                        if c.name in path.sources:
                            lone = len(path.sources) == 1
                            key = ("Y", v, path.name, k) if lone else ("D", v, path.name, c.name, k)
                            leave.append((k - path.latency, self.var(*key)))
                        if c.name in path.targets:
                            lone = len(path.targets) == 1
                            key = ("Y", v, path.name, k) if lone else ("L", v, path.name, c.name, k)
                            enter.append((k, self.var(*key)))
            if c.file_ports:
                own = [
                    (k, self.var("F", v, c.name, k))
                    for v in self.values
                    for k in range(1, self.span)
                ]
                leave += own
                enter += [
                    (k + n - 1, z)
                    for v in self.ways
                    if self.is_stored(v)
                    for k, n, z, _, _ in self.starts(v, c)
                ]
            self.at_most(c.read_ports, leave)
            self.at_most(c.write_ports, enter)

    def is_stored(self, v: str) -> bool:
        """Whether a value is a result, or something reads it."""
        operations = self.problem.dfg.operations
        read = any(operand.value == v for op in operations for operand in op.operands)
        return read or v in self.problem.dfg.results or v not in {op.name for op in operations}

    def sequence(self) -> None:
        dfg, components = self.problem.dfg, self.problem.arch.components
        effects = {o.name for o in dfg.operators if o.effect}
        issues = {v: [each for c in components for each in self.starts(v, c)] for v in self.ways}
        for op in dfg.operations:
            if op.operator in effects:
                literals = [z for _, _, z, _, _ in issues[op.name]]
                self.add(*literals)
                for a, b in combinations(literals, 2):
                    self.add(-a, -b)
        waits = [(e.before, e.after, e.distance * self.period - 1) for e in dfg.order]
        waits += [
            (p.first, p.then, -1 if p.sign == ">" else 0)
            for p in dfg.priorities
            if p.first in self.ways
        ]
        for first, then, shift in waits:
            ends = [(k + n - 1, z) for k, n, z, _, _ in issues[first]]
            for k, _, start, _, _ in issues[then]:
                self.add(-start, *(z for end, z in ends if end <= k + shift))

    def refine(self, true: set[int]) -> bool:
        """Forbid what rests on itself, or on too long a chain; False where nothing does."""
        found = False
        paths = self.problem.arch.paths
        for v in self.values:
            for k in range(1, self.span):
                moved = [p for p in paths if self.var("Y", v, p.name, k) in true]
                if not moved:
                    continue
                hops = self.chains(v, k, moved, true)
                most = self.problem.arch.max_hops
                for path in moved:
                    far = hops.get(path.name)
                    if far is None or (most is not None and far > most):
                        missing = [n for n in self.relevant(v, k) if n not in true]
                        self.add(-self.var("Y", v, path.name, k), *missing)
                        found = True
        return found

    def relevant(self, v: str, k: int) -> Iterator[int]:
        """All that the chains of one value in one cycle depend on."""
        for path in self.problem.arch.paths:
            for s in path.sources:
                yield self.var("D", v, path.name, s, k)
                yield from self.bases(v, path, s, k)
                yield from self.through(v, path, s, k)

    def chains(self, v: str, k: int, moved: list[Path], true: set[int]) -> dict[str, int]:
        """The fewest hops to each transfer, by going over all of them until nothing changes."""
        hops: dict[str, int] = {}
        changed = True
        while changed:
            changed = False
            for path in moved:
                offers = []
                for s in path.sources:
                    if self.var("D", v, path.name, s, k) not in true:
                        continue
                    own = self.bases(v, path, s, k)
                    if path.latency:
                        own = own + self.through(v, path, s, k)
                    if any(literal in true for literal in own):
                        offers.append(0)
                    if not path.latency and self.problem.arch.component_by_name[s].switch:
                        offers += [
                            hops[g.name]
                            for g in moved
                            if s in g.targets
                            and g.name in hops
                            and self.var("L", v, g.name, s, k) in true
                        ]
                if offers and min(offers) + path.hops < hops.get(path.name, 1 << 30):
                    hops[path.name] = min(offers) + path.hops
                    changed = True
        return hops
