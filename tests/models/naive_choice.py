"""The naive model, widened: values that may be computed in several ways.

One variable per way, component and cycle; everything else is `naive_model`.
"""

from __future__ import annotations

from itertools import combinations

import msgspec
from pysat.solvers import Solver

from models.data.architecture import Component
from models.data.problem import Problem
from tests.models.all_orders import Ways, as_operators
from tests.models.brute_force import passes
from tests.models.naive_model import _Formula


def feasible_by(problem: Problem, ways: Ways, horizon: int) -> bool:
    """Whether there is a mapping with `horizon` cycles in which values are computed by `ways`."""
    with Solver("minicard") as solver:
        formula = _Choice(problem, ways, horizon, solver)
        formula.state()
        return not formula.broken and bool(solver.solve())


class _Choice(_Formula):
    def __init__(self, problem: Problem, ways: Ways, horizon: int, solver: Solver) -> None:
        plain = msgspec.structs.replace(problem, dfg=as_operators(problem.dfg), transform="none")
        super().__init__(plain, horizon, solver)
        self.ways = ways

    def latency(self, operator: str, component: Component) -> int:
        """Cycles from issue to storing, 0 where there is none."""
        default = next(o.latency for o in self.problem.dfg.operators if o.name == operator)
        if not component.issue:
            return 0
        if component.ops is None:
            return default
        for support in component.ops:
            if support == operator:
                return default
            if not isinstance(support, str) and support.name == operator:
                return support.latency or default
        return 0

    def starts(self, value: str, component: Component) -> list[tuple[int, int, int, tuple]]:
        """(cycle, latency, variable, operands) of every issue of a value on a component."""
        found = []
        for number, (operator, operands) in enumerate(self.ways.get(value, ())):
            latency = self.latency(operator, component)
            for k in range(1, self.horizon - latency + 1) if latency else ():
                z = self.var("W", value, number, component.name, k)
                found.append((k, latency, z, operands))
        return found

    def state(self) -> None:
        arch, dfg = self.problem.arch, self.problem.dfg
        values = (*dfg.inputs, *self.ways)
        for c in arch.components:
            self.initial(c, values)
            uses = []
            for v in values:
                ends: dict[int, list[int]] = {}
                for k, latency, z, operands in self.starts(v, c):
                    ends.setdefault(k + latency - 1, []).append(z)
                    uses.append((k, z))
                    self.reads(c, k, z, operands)
                for k in range(1, self.span):
                    x = self.var("X", v, c.name, k)
                    if c.capacity == 0 or not passes(self.problem, v, c):
                        self.add(-x)
                    support = [] if c.transient else [self.var("X", v, c.name, k - 1)]
                    self.add(-x, *support, *self.arrivals(v, c, k), *ends.get(k, ()))
            self.at_most(c.issue, uses)
            cells = [(k, self.var("X", v, c.name, k)) for v in values for k in range(self.span)]
            self.at_most(c.capacity, cells)
        self.moves(values)
        self.ports(values)
        for name in dfg.results:
            self.add(self.var("X", name, arch.external, self.horizon - 1))
        self.sequence()

    def reads(self, c: Component, k: int, z: int, operands: tuple) -> None:
        constants = {constant.name for constant in self.problem.dfg.constants}
        for operand in operands:
            if operand.value not in constants:
                own = k + operand.distance * self.period
                there = self.var("X", operand.value, c.name, own - 1)
                self.add(-z, there, *self.arrivals(operand.value, c, own))

    def sequence(self) -> None:
        dfg, components = self.problem.dfg, self.problem.arch.components
        effects = {o.name for o in dfg.operators if o.effect}
        for op in dfg.operations:
            if op.operator in effects:
                issued = [z for c in components for _, _, z, _ in self.starts(op.name, c)]
                self.add(*issued)
                for a, b in combinations(issued, 2):
                    self.add(-a, -b)
        waits = [(e.before, e.after, e.distance * self.period - 1) for e in dfg.order]
        waits += [
            (p.first, p.then, -1 if p.sign == ">" else 0)
            for p in dfg.priorities
            if p.first in self.ways
        ]
        for first, then, shift in waits:
            ends = [(k + n - 1, z) for c in components for k, n, z, _ in self.starts(first, c)]
            for c in components:
                for k, _, start, _ in self.starts(then, c):
                    self.add(-start, *(z for end, z in ends if end <= k + shift))
