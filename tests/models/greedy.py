"""A naive scheduler: legal mappings of random graphs on rings and meshes, for tests only.

Everything is held for ever and capacities are unlimited; wires and issue slots are reserved
modulo the contexts. It follows the model's words and shares nothing with the checker.
"""

from __future__ import annotations

import random

from msgspec.structs import replace

from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg, Operand, Operation, Operator, Pattern
from models.data.mapping import Held, Issue, Mapping, Performed, Transfer
from models.data.problem import Problem

Case = tuple[Problem, Mapping]
OPERATORS = (
    Operator("+", 2, commutative=True),
    Operator("*", 2, commutative=True, latency=2),
    Operator("mystery", 3),
    Operator("store", 1, effect=True),
)


def grid(rows: int, columns: int, wrap: bool) -> Architecture:
    """Elements in a grid with paths both ways; `wrap` closes every row to a ring."""
    names = {(r, c): f"pe{r}{c}" for r in range(rows) for c in range(columns)}
    links = set()
    for (r, c), name in names.items():
        for near in ((r, c + 1), (r + 1, c), (r, 0) if wrap and c == columns - 1 else (-1, -1)):
            if near in names and names[near] != name:
                links |= {(name, names[near]), (names[near], name)}
    paths = [Path(f"{a}-{b}", (a,), (b,), 1) for a, b in sorted(links)]
    for name in names.values():
        paths += [Path(f"ext-{name}", ("ext",), (name,), 1, latency=len(paths) % 2)]
        paths += [Path(f"{name}-ext", (name,), ("ext",), 1)]
    parts = (Component(name, issue=1) for name in names.values())
    external = Component("ext", initial="all", holds_intermediates=False)
    return Architecture("grid", (external, *parts), tuple(paths), "ext")


def straight_line(
    source: random.Random, size: int, distances: int, table: tuple[Operator, ...] = OPERATORS
) -> Dfg:
    """A random graph of `size` operations, each reading earlier ones, some of old iterations."""
    values = ["a", "b", "c"]
    operations = []
    for place in range(size):
        operator = source.choice(table)
        operands = tuple(
            Operand(source.choice(values[-5:]), source.randint(0, distances))
            for _ in range(operator.arity)
        )
        operations.append(Operation(f"v{place}", operator.name, operands))
        values.append(f"v{place}")
    return Dfg("random", table, ("a", "b", "c"), tuple(operations), tuple(values[-2:]))


def schedule(source: random.Random, dfg: Dfg, arch: Architecture, contexts: int | None) -> Mapping:
    """Place the operations one after another on random elements, routing what they read."""
    work = _Schedule(Problem(dfg, arch, contexts))
    elements = [part.name for part in arch.components if part.issue]
    for operation in dfg.operations:
        work.place(operation, source.choice(elements))
    for value in dfg.results:
        work.bring(value, "ext")
    return work.mapping()


LAWFUL = (
    Operator("+", 2, commutative=True, associative=True),
    Operator("join", 2, associative=True),
    Operator("*", 2, commutative=True, latency=2),
)
MAC = Pattern("mac", ("+", "_", "*", "_", "_"))


def reordered(source: random.Random, arch: Architecture, contexts: int | None) -> Case:
    """A random graph, and a mapping of another order of it, with intermediates and multiply-adds.

    The order is that of a graph of its own, which is scheduled; it may raise `LookupError`.
    """
    plain = straight_line(source, 7, 1 if contexts else 0, LAWFUL)
    plain = replace(plain, patterns=(MAC,))
    steps = {operation.name: operation for operation in plain.operations}
    definitions = dict(steps)
    order = list(steps)
    for made in range(6):
        name = source.choice(order)
        outer = steps[name]
        inner = steps.get(outer.operands[0].value)
        if inner is None or outer.operands[0].distance or outer.operator in ("*", "mac"):
            continue
        if outer.operator == "+" and inner.operator == "*":
            steps[name] = Operation(name, "mac", (outer.operands[1], *inner.operands))
        elif outer.operator == inner.operator:
            first, second = inner.operands
            new = Operation(f"t{made}", outer.operator, (second, outer.operands[1]))
            steps[name] = Operation(name, outer.operator, (first, Operand(new.name)))
            steps[new.name] = definitions[new.name] = new
            order.insert(order.index(name), new.name)
    operators = (*LAWFUL, Operator("mac", 3, latency=2))
    other = replace(
        plain, operators=operators, patterns=(), operations=tuple(steps[name] for name in order)
    )
    full = schedule(source, other, arch, contexts)
    performs = {
        name: Performed(step.operator, step.operands)
        for name, step in steps.items()
        if step != definitions[name]
    }
    issues = (replace(issue, performs=performs.get(issue.operation)) for issue in full.issues)
    made_up = (step for name, step in definitions.items() if name not in plain.operation_by_name)
    problem = Problem(plain, arch, contexts, "enumerate")
    return problem, replace(full, issues=tuple(issues), intermediates=tuple(made_up))


class _Schedule:
    def __init__(self, problem: Problem) -> None:
        self.problem, self.period = problem, problem.contexts or 10**6
        self.since: dict[tuple[str, str], int] = {(v, "ext"): 0 for v in problem.dfg.inputs}
        self.busy: set[tuple[str, int]] = set()
        self.transfers: list[Transfer] = []
        self.issues: list[Issue] = []
        self.end = 1

    def reserve(self, resource: str, cycle: int) -> int:
        """The first cycle from `cycle` in which the resource is free; it is taken.

        With few contexts there may be none; raises `LookupError`.
        """
        for late in range(cycle, cycle + min(self.period, 1000)):
            if (resource, late % self.period) not in self.busy:
                self.busy.add((resource, late % self.period))
                return late
        raise LookupError(resource)

    def bring(self, value: str, goal: str) -> int:
        """Move a value along a shortest route; the cycle from whose end on it is there."""
        routes = [[place] for held, place in self.since if held == value]
        seen = {route[0] for route in routes}
        for route in routes:
            if route[-1] == goal:
                break
            for path in self.problem.arch.paths:
                (start,), (end,) = path.sources, path.targets
                if start == route[-1] and end not in seen and (end != "ext" or goal == "ext"):
                    seen.add(end)
                    routes.append([*route, path.name, end])
        for start, name, end in zip(route[::2], route[1::2], route[2::2], strict=False):
            path = self.problem.arch.path_by_name[name]
            cycle = self.reserve(name, self.since[value, start] + 1 + path.latency)
            self.transfers.append(Transfer(value, name, cycle))
            self.since[value, end] = cycle
        self.end = max(self.end, self.since[value, goal])
        return self.since[value, goal]

    def place(self, operation: Operation, component: str) -> None:
        earliest = 1
        for operand in operation.operands:
            there = self.bring(operand.value, component)
            earliest = max(earliest, there + 1 - operand.distance * (self.problem.contexts or 0))
        cycle = self.reserve(component, earliest)
        self.issues.append(Issue(operation.name, component, cycle))
        last = cycle + (self.problem.latency(operation.name, component) or 1) - 1
        self.since[operation.name, component] = last
        self.end = max(self.end, last)

    def mapping(self) -> Mapping:
        dfg = self.problem.dfg
        holds = []
        for (value, place), since in self.since.items():
            distance = max((d for _, d in dfg.consumers[value]), default=0)
            last = self.end + distance * (self.problem.contexts or 0)
            holds += [Held(value, place, cycle) for cycle in range(since, last + 1)]
        return Mapping(
            dfg=dfg.name,
            architecture=self.problem.arch.name,
            horizon=self.end + 1,
            contexts=self.problem.contexts,
            holds=tuple(holds),
            transfers=tuple(self.transfers),
            issues=tuple(self.issues),
        )
