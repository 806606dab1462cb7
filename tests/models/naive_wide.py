"""The naive model, widened: switches, hops, stores in passing, shared limits, closed registers.

Everything that `naive_model` does, and by the words of `docs/model.md` alone. What may rest on
itself is found after solving, and forbidden by a clause that says what has to change.
"""

from __future__ import annotations

from collections.abc import Iterator

from pysat.solvers import Solver

from models.data.architecture import Component, Path
from models.data.problem import Problem
from tests.models.all_orders import Ways
from tests.models.brute_force import own_latency, passes
from tests.models.naive_choice import _Choice
from tests.models.naive_model import _Formula


def feasible_wide(problem: Problem, horizon: int) -> bool:
    """Whether the constraints of the space-time model have a solution with `horizon` cycles."""
    with Solver("minicard") as solver:
        return _Wide(problem, horizon, solver).satisfiable()


def feasible_wide_by(problem: Problem, ways: Ways, horizon: int) -> bool:
    """The same where values are computed by `ways`."""
    with Solver("minicard") as solver:
        return _WideChoice(problem, ways, horizon, solver).satisfiable()


class _Wide(_Formula):
    def satisfiable(self) -> bool:
        self.state()
        while not self.broken and self.solver.solve():
            true = {literal for literal in self.solver.get_model() if literal > 0}
            if not self.refine(true):
                return True
        return False

    def computable(self) -> tuple[str, ...]:
        return tuple(op.name for op in self.problem.dfg.operations)

    def state(self) -> None:
        arch, dfg = self.problem.arch, self.problem.dfg
        self.values = values = (*dfg.inputs, *self.computable())
        routes = []
        for c in arch.components:
            self.initial(c, values)
            passing = []
            for v in values:
                for k in range(1, self.span):
                    x = self.var("X", v, c.name, k)
                    if c.capacity == 0 or not passes(self.problem, v, c):
                        self.add(-x)
                    support = [] if c.transient else [self.var("X", v, c.name, k - 1)]
                    support += self.computed(v, c, k)
                    if c.routing_issues and c.keeps_arrivals:
                        r = self.var("R", v, c.name, k)
                        self.add(-r, *self.arrivals(v, c, k))
                        passing.append((k, r))
                        support.append(r)
                    elif c.keeps_arrivals:
                        support += self.arrivals(v, c, k)
                    self.add(-x, *support)
            cells = [(k, self.var("X", v, c.name, k)) for v in values for k in range(self.span)]
            self.at_most(c.capacity, cells)
            self.executed(c)
            self.at_most(c.issue, self.issued(c) + passing)
            routes += passing
        if arch.max_routes is not None:
            self.at_most_of_all(arch.max_routes, [literal for _, literal in routes])
        for limit in arch.shared:
            uses = [
                use
                for c in arch.components
                if c.name in limit.components
                for use in self.issued(c, limit.ops)
            ]
            self.at_most(limit.at_most, uses)
        self.moves(values)
        self.ports(values)
        for name in dfg.results:
            self.add(self.var("X", name, arch.external, self.horizon - 1))
        self.sequence()

    def at_most_of_all(self, bound: int, literals: list[int]) -> None:
        if bound == 0:
            for literal in literals:
                self.add(-literal)
        elif len(literals) > bound:
            self.solver.add_atmost(literals, bound)

    def index(self) -> dict[str, int]:
        return {op.name: i for i, op in enumerate(self.problem.dfg.operations)}

    def executed(self, c: Component) -> None:
        self.operations(c, self.index())

    def sequence(self) -> None:
        self.progress(self.index())

    def computed(self, v: str, c: Component, k: int) -> list[int]:
        """The issues whose result v is there at the end of cycle k."""
        index = self.index()
        latency = own_latency(self.problem, index[v], c) if v in index else None
        if latency and 1 <= k - latency + 1 <= self.horizon - latency:
            return [self.var("Z", v, c.name, k - latency + 1)]
        return []

    def issued(self, c: Component, only: tuple[str, ...] | None = None) -> list[tuple[int, int]]:
        """(cycle, literal) of all issues on c, or of those of some operators."""
        return [
            (k, self.var("Z", op.name, c.name, k))
            for i, op in enumerate(self.problem.dfg.operations)
            if only is None or op.operator in only
            if (latency := own_latency(self.problem, i, c))
            for k in range(1, self.horizon - latency + 1)
        ]

    def moves(self, values: tuple[str, ...]) -> None:
        parts = self.problem.arch.component_by_name
        for path in self.problem.arch.paths:
            moves = []
            for v in values:
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


class _WideChoice(_Wide, _Choice):
    """The same of values that may be computed in several ways."""

    def computable(self) -> tuple[str, ...]:
        return tuple(self.ways)

    def state(self) -> None:
        _Wide.state(self)

    def sequence(self) -> None:
        _Choice.sequence(self)

    def executed(self, c: Component) -> None:
        for v in self.ways:
            for k, _, z, operands in self.starts(v, c):
                self.reads(c, k, z, operands)

    def computed(self, v: str, c: Component, k: int) -> list[int]:
        starts = self.starts(v, c)
        return [z for first, latency, z, _ in starts if first + latency - 1 == k]

    def issued(self, c: Component, only: tuple[str, ...] | None = None) -> list[tuple[int, int]]:
        found = []
        for v, ways in self.ways.items():
            for number, (operator, _) in enumerate(ways):
                latency = self.latency(operator, c)
                if latency and (only is None or operator in only):
                    cycles = range(1, self.horizon - latency + 1)
                    found += [(k, self.var("W", v, number, c.name, k)) for k in cycles]
        return found
