"""Another oracle for tiny problems, pipelined or not: the space-time model, stated naively.

One variable per X, Y and Z, bus end and completion, every at-most-K as a native cardinality
constraint, and no window. Of `models` it reads the data classes and nothing else.
"""

from __future__ import annotations

from itertools import combinations

from pysat.solvers import Solver

from models.data.architecture import Component, InitialContents
from models.data.problem import Problem
from tests.models.brute_force import own_latency, passes


def feasible(problem: Problem, horizon: int) -> bool:
    """Whether the constraints of the space-time model have a solution with `horizon` cycles."""
    with Solver("minicard") as solver:
        formula = _Formula(problem, horizon, solver)
        formula.state()
        return not formula.broken and bool(solver.solve())


class _Formula:
    def __init__(self, problem: Problem, horizon: int, solver: Solver) -> None:
        self.problem, self.solver = problem, solver
        self.horizon, self.period = horizon, problem.contexts or 0
        dfg = problem.dfg
        distances = [o.distance for op in dfg.operations for o in op.operands]
        self.span = horizon + max(distances, default=0) * self.period
        self.numbers: dict[tuple, int] = {}
        self.broken = False

    def var(self, *key: object) -> int:
        return self.numbers.setdefault(key, len(self.numbers) + 1)

    def add(self, *literals: int) -> None:
        if literals:
            self.solver.add_clause(list(literals))
        else:
            self.broken = True

    def at_most(self, bound: int | None, uses: list[tuple[int, int]]) -> None:
        """At most `bound` of the literals with one cycle; `uses` are (cycle, literal)."""
        if bound is None:
            return
        slots: dict[int, list[int]] = {}
        for cycle, literal in uses:
            slots.setdefault(cycle % self.period if self.period else cycle, []).append(literal)
        for literals in slots.values():
            if bound == 0:
                for literal in literals:
                    self.add(-literal)
            elif len(literals) > bound:
                self.solver.add_atmost(literals, bound)

    def arrivals(self, value: str, component: Component, cycle: int) -> list[int]:
        if not 1 <= cycle < self.span or not passes(self.problem, value, component):
            return []
        return [
            self.var("L", value, path.name, component.name, cycle)
            for path in self.problem.arch.paths
            if component.name in path.targets
        ]

    def state(self) -> None:
        arch, dfg = self.problem.arch, self.problem.dfg
        values = (*dfg.inputs, *(op.name for op in dfg.operations))
        index = {op.name: i for i, op in enumerate(dfg.operations)}
        for c in arch.components:
            self.initial(c, values)
            for v in values:
                for k in range(1, self.span):
                    x = self.var("X", v, c.name, k)
                    if c.capacity == 0 or not passes(self.problem, v, c):
                        self.add(-x)
                    support = [] if c.transient else [self.var("X", v, c.name, k - 1)]
                    support += self.arrivals(v, c, k)
                    if v in index:
                        latency = own_latency(self.problem, index[v], c)
                        if latency and 1 <= k - latency + 1 <= self.horizon - latency:
                            support.append(self.var("Z", v, c.name, k - latency + 1))
                    self.add(-x, *support)
            cells = [(k, self.var("X", v, c.name, k)) for v in values for k in range(self.span)]
            self.at_most(c.capacity, cells)
            self.operations(c, index)
        self.moves(values)
        self.ports(values)
        for name in dfg.results:
            self.add(self.var("X", name, arch.external, self.horizon - 1))
        self.progress(index)

    def initial(self, c: Component, values: tuple[str, ...]) -> None:
        inputs = self.problem.dfg.inputs
        listed = isinstance(c.initial, InitialContents)
        certain = set(c.initial.values) if listed else set(inputs)
        choices = c.initial.choices if listed else ()
        possible = certain.union(*(choice.of for choice in choices))
        for v in values:
            if v in certain:
                if c.capacity is None:  # where room is limited, what nobody needs is not loaded
                    self.add(self.var("X", v, c.name, 0))
            elif v not in possible:
                self.add(-self.var("X", v, c.name, 0))
        for choice in choices:
            literals = [self.var("X", v, c.name, 0) for v in choice.of]
            if choice.at_most == 0:
                for literal in literals:
                    self.add(-literal)
            elif len(literals) > choice.at_most:
                self.solver.add_atmost(literals, choice.at_most)

    def operations(self, c: Component, index: dict[str, int]) -> None:
        dfg = self.problem.dfg
        constants = {constant.name for constant in dfg.constants}
        uses = []
        for op in dfg.operations:
            latency = own_latency(self.problem, index[op.name], c)
            for k in range(1, self.horizon - latency + 1) if latency else ():
                z = self.var("Z", op.name, c.name, k)
                uses.append((k, z))
                for operand in op.operands:
                    if operand.value not in constants:
                        own = k + operand.distance * self.period
                        there = self.var("X", operand.value, c.name, own - 1)
                        self.add(-z, there, *self.arrivals(operand.value, c, own))
        if uses:
            self.at_most(c.issue, uses)

    def moves(self, values: tuple[str, ...]) -> None:
        for path in self.problem.arch.paths:
            moves = []
            for v in values:
                for k in range(1, self.span):
                    y = self.var("Y", v, path.name, k)
                    moves.append((k, y))
                    left = k - 1 - path.latency
                    drivers = [self.var("D", v, path.name, s, k) for s in path.sources]
                    self.add(-y, *drivers)
                    for s, d in zip(path.sources, drivers, strict=True):
                        if left < 0:
                            self.add(-d)
                        else:
                            self.add(-d, self.var("X", v, s, left))
                    for t in path.targets:
                        self.add(-self.var("L", v, path.name, t, k), y)
            self.at_most(path.width, moves)

    def ports(self, values: tuple[str, ...]) -> None:
        for c in self.problem.arch.components:
            leave, enter = [], []
            for path in self.problem.arch.paths:
                for v in values:
                    for k in range(1, self.span):
                        if c.name in path.sources:
                            lone = len(path.sources) == 1
                            key = ("Y", v, path.name, k) if lone else ("D", v, path.name, c.name, k)
                            leave.append((k - path.latency, self.var(*key)))
                        if c.name in path.targets:
                            lone = len(path.targets) == 1
                            key = ("Y", v, path.name, k) if lone else ("L", v, path.name, c.name, k)
                            enter.append((k, self.var(*key)))
            self.at_most(c.read_ports, leave)
            self.at_most(c.write_ports, enter)

    def progress(self, index: dict[str, int]) -> None:
        dfg = self.problem.dfg
        effects = {o.name for o in dfg.operators if o.effect}
        issued: dict[str, list[tuple[int, int]]] = {name: [] for name in index}
        for key, number in self.numbers.items():
            if key[0] == "Z":
                component = next(c for c in self.problem.arch.components if c.name == key[2])
                latency = own_latency(self.problem, index[key[1]], component) or 0
                issued[key[1]].append((int(key[3]) + latency - 1, number))
        starts = [key for key in self.numbers if key[0] == "Z"]
        for op in dfg.operations:
            if op.operator in effects:
                literals = [z for _, z in issued[op.name]]
                self.add(*literals)
                for a, b in combinations(literals, 2):
                    self.add(-a, -b)
        waits = [(e.before, e.after, e.distance * self.period - 1) for e in dfg.order]
        waits += [
            (p.first, p.then, -1 if p.sign == ">" else 0)
            for p in dfg.priorities
            if p.first in index
        ]
        for first, then, shift in waits:
            for key in starts:
                if key[1] == then:
                    until = int(key[3]) + shift
                    complete = [z for end, z in issued[first] if end <= until]
                    self.add(-self.numbers[key], *complete)
