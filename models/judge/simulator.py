"""Executes a mapping on numbers, cycle by cycle, and compares with direct evaluation.

Time is absolute. Iteration n starts at n times the contexts, so that pipelined iterations overlap;
without pipelining they follow one another. A number is read only at its current place: in the
storage of a component, on a path, or at the output of an operation. The cycle has the three steps
of the SAT-mapping paper (section 4.2): communicate, operate, store. Values pass through switches
within the first.

An issue executes its `performs`; a multi-node operation all operators of its expression. Results
and effects are compared with the given DFG, even if the mapping reorders it. Integers agree
exactly; floating-point numbers are rounded in another order then, and may differ by a relative
error of 1e-9. An uninterpreted operator maps rounded numbers to unrelated ones.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping as Dictionary
from collections.abc import Sequence
from typing import Literal

import msgspec

from models.data.architecture import Component, InitialContents, Path
from models.data.dfg import Number
from models.data.mapping import Issue, Mapping
from models.data.problem import Problem
from models.judge.simulator_resources import (
    Communication,
    Move,
    Place,
    computed_values,
    execute,
    expression,
    first_overflow,
    performed_by,
)
from models.semantics.operators import close, evaluate, initial_numbers, random_inputs, same


class SimulationReport(msgspec.Struct, frozen=True):
    """The outcome of an execution.

    `compared`: results and operands of effects found equal before the first difference. `rounded`:
    numbers among these, floats of a reordered computation, equal only up to rounding.
    """

    ok: bool
    compared: int
    iterations: int
    first_difference: str | None = None
    rounded: int = 0


class _DifferenceError(Exception):
    """The execution parts from the direct evaluation here."""


def enough_iterations(mapping: Mapping) -> int:
    """Return a number of iterations that fills the pipeline and keeps it full for a while."""
    if mapping.contexts is None:
        return 3
    return max(10, mapping.horizon // max(mapping.contexts, 1) + 3)


def simulate(
    problem: Problem,
    mapping: Mapping,
    iterations: int = 3,
    seed: int = 0,
    inputs: Dictionary[str, Sequence[Number]] | None = None,
    given: Dictionary[str, Sequence[Number]] | None = None,
) -> SimulationReport:
    """Run `iterations` iterations and compare results, effects, their order, and resources.

    `inputs` gives every input one number per iteration; without it they are random, from `seed`.
    Operations among `given` yield these numbers, one per iteration, independent of their operands:
    loads from a memory with foreign contents. The iterations before the first are taken as having
    run: they go through the mapping like all others, but their operations yield the DFG's `initial`
    numbers (or 0). A value missing at the place where the mapping reads it is a difference, never
    an exception. Raises `InputError` when `inputs` do not fit the DFG.
    """
    if inputs is None:
        inputs = random_inputs(problem.dfg, iterations, seed)
    expected = evaluate(problem.dfg, iterations, inputs, given)
    run = None
    try:
        _require_sane(problem, mapping)
        overflow = first_overflow(problem, mapping)
        if overflow is not None:
            raise _DifferenceError(overflow)
        run = _Run(problem, mapping, inputs, expected, given or {})
        run.execute()
    except _DifferenceError as difference:
        compared, rounded = (run.compared, run.rounded) if run else (0, 0)
        return SimulationReport(False, compared, iterations, str(difference), rounded)
    return SimulationReport(True, run.compared, iterations, rounded=run.rounded)


def _require_sane(problem: Problem, mapping: Mapping) -> None:
    """Names, cycles and latencies that execution relies on."""
    if mapping.horizon < 1 or (mapping.contexts is not None and mapping.contexts < 1):
        raise _DifferenceError("horizon and contexts must be at least 1")
    if mapping.contexts != problem.contexts:
        raise _DifferenceError(f"the mapping has contexts {mapping.contexts}, not those asked for")
    dfg, arch = problem.dfg, problem.arch
    try:
        computed = computed_values(dfg, mapping)
    except ValueError as error:
        raise _DifferenceError(str(error)) from None
    values = {*dfg.inputs, *computed}
    for held in mapping.holds:
        if held.value not in values or held.component not in arch.component_by_name:
            raise _DifferenceError(f"unknown name in {held}")
        if held.cycle < 0 or (held.cycle == 0 and held.value in computed):
            raise _DifferenceError(f"nothing can be there yet: {held}")
    begun: dict[str, set[str]] = defaultdict(set)
    for held in mapping.holds:
        if held.cycle == 0:
            begun[held.component].add(held.value)
    for name, inputs in begun.items():
        if not _begins_with(arch.component_by_name[name].initial, inputs):
            raise _DifferenceError(f"inputs from nowhere: {name} does not begin with all it holds")
    _require_loadable(problem, mapping)
    for moved in mapping.transfers:
        if moved.value not in values or moved.path not in arch.path_by_name:
            raise _DifferenceError(f"unknown name in {moved}")
        if moved.cycle <= arch.path_by_name[moved.path].latency:
            raise _DifferenceError(f"left before the first cycle: {moved}")
    for issue in mapping.issues:
        if issue.operation not in computed or issue.component not in arch.component_by_name:
            raise _DifferenceError(f"unknown name in {issue}")
        performed = performed_by(computed, issue)
        words = expression(dfg, performed.operator)
        if words is None or words.count("_") != len(performed.operands):
            raise _DifferenceError(f"unknown operator, or wrong number of operands: {issue}")
        latency = problem.operator_latency(performed.operator, issue.component)
        if latency is None:
            raise _DifferenceError(f"not supported there: {issue}")
        if issue.cycle < 1 or issue.cycle + latency > mapping.horizon:
            raise _DifferenceError(f"not within the horizon: {issue}")


def _require_loadable(problem: Problem, mapping: Mapping) -> None:
    """Require room for the invariants that components hold, and that they may hold them."""
    room = {part.name: part.invariants for part in problem.arch.components}
    for each in mapping.loaded:
        if each.component not in room or each.value not in problem.dfg.invariants:
            raise _DifferenceError(f"unknown name in {each}")
        room[each.component] -= 1
    full = [name for name, left in room.items() if left < 0]
    if full:
        raise _DifferenceError(f"{full[0]} cannot hold all invariants that are loaded there")
    if len(set(mapping.loaded)) < len(mapping.loaded):
        raise _DifferenceError("an invariant is loaded twice")


def _begins_with(initial: Literal["all"] | InitialContents, inputs: set[str]) -> bool:
    """Whether some inputs may be held together in cycle 0."""
    if not isinstance(initial, InitialContents):
        return True
    chosen = [inputs & set(choice.of) for choice in initial.choices]
    few = all(
        len(some) <= choice.at_most for some, choice in zip(chosen, initial.choices, strict=True)
    )
    return few and inputs <= set(initial.values).union(*chosen)


class _Run:
    """One execution. Everything that happens in a cycle is looked up by its own cycle."""

    def __init__(
        self,
        problem: Problem,
        mapping: Mapping,
        inputs: Dictionary[str, Sequence[Number]],
        expected: list[dict[str, Number]],
        given: Dictionary[str, Sequence[Number]],
    ) -> None:
        self.problem, self.mapping, self.expected = problem, mapping, expected
        self.given = given
        self.compared = 0
        self.rounded = 0
        self.computed = computed_values(problem.dfg, mapping)
        self.reorders = any(issue.performs for issue in mapping.issues) or mapping.intermediates
        self.period = mapping.contexts or mapping.horizon
        self.earlier = initial_numbers(problem.dfg, inputs)
        self.loaded = {
            (each.component, each.value): inputs[each.value][0] for each in mapping.loaded
        }
        self.departures: dict[int, list[tuple[str, Path]]] = defaultdict(list)
        for moved in mapping.transfers:
            path = problem.arch.path_by_name[moved.path]
            self.departures[moved.cycle - path.latency].append((moved.value, path))
        self.issues: dict[int, list[Issue]] = defaultdict(list)
        for issue in mapping.issues:
            self.issues[issue.cycle].append(issue)
        self.holds: dict[int, list[tuple[str, str]]] = defaultdict(list)
        for held in mapping.holds:
            self.holds[held.cycle].append((held.value, held.component))
        self.last = max(mapping.horizon - 1, *self.departures, *self.issues, *self.holds, 0)
        self.stored: dict[Place, Number] = {}
        self.flying: dict[int, list[tuple[Move, Number]]] = defaultdict(list)
        self.computing: dict[int, dict[Place, Number]] = defaultdict(dict)
        self.started: dict[tuple[str, int], list[int]] = defaultdict(list)
        self.finished: dict[tuple[str, int], int] = {}

    def execute(self) -> None:
        """Go through all absolute cycles; raises `_DifferenceError`."""
        first, count = -self.problem.dfg.max_distance, len(self.expected)
        for now in range(first * self.period, (count - 1) * self.period + self.last + 1):
            oldest = max(first, -((self.last - now) // self.period))
            newest = min(count - 1, now // self.period)
            live = [(n, now - n * self.period) for n in range(oldest, newest + 1)]
            self.step(now, live)
        self.compare_order(count)

    def step(self, now: int, live: list[tuple[int, int]]) -> None:
        """One absolute cycle; `live` are the iterations in it, each with its own cycle."""
        arrived = self.communicate(now, live)
        readable = {**self.stored, **arrived}
        for n, cycle in live:
            for issue in self.issues.get(cycle, ()):
                self.issue(issue, n, now, readable)
        computed = self.computing.pop(now, {})
        stored: dict[Place, Number] = {}
        for n, cycle in live:
            for value, component in self.holds.get(cycle, ()):
                place = (component, value, n)
                if cycle == 0:
                    stored[place] = self.expected[n][value] if n >= 0 else self.before(value, n)
                elif place in computed:
                    stored[place] = computed[place]
                elif place in arrived and self.part(component).keeps_arrivals:
                    stored[place] = arrived[place]
                elif place in self.stored and not self.part(component).transient:
                    stored[place] = self.stored[place]
                else:
                    raise _DifferenceError(
                        f"iteration {n} cycle {cycle}: '{value}' cannot be stored in {component}"
                    )
        self.stored = stored
        for n, cycle in live:
            if cycle == self.mapping.horizon - 1 and n >= 0:
                self.compare_results(n)

    def communicate(self, now: int, live: list[tuple[int, int]]) -> dict[Place, Number]:
        """Start the departing moves, and return the arrivals of this cycle."""
        leaving = [
            Move(value, path, n)
            for n, cycle in live
            for value, path in self.departures.get(cycle, ())
        ]
        done = Communication(self.problem.arch, self.stored, self.flying.pop(now, ()), leaving)
        for move in (*done.stuck, *done.too_far):
            what = "is at no source of"
            if move not in done.stuck:
                what = f"takes more than {self.problem.arch.max_hops} hops, over"
            raise _DifferenceError(
                f"iteration {move.iteration} cycle {now - move.iteration * self.period}:"
                f" '{move.value}' {what} {move.path.name}"
            )
        for move, number in done.underway:
            self.flying[now + move.path.latency].append((move, number))
        return done.arrived

    def issue(self, issue: Issue, n: int, now: int, readable: dict[Place, Number]) -> None:
        """Execute an operation on the numbers that are in its component now."""
        dfg, name, component = self.problem.dfg, issue.operation, issue.component
        performed = performed_by(self.computed, issue)
        latency = self.problem.operator_latency(performed.operator, component) or 1
        self.started[name, n].append(now)
        self.finished[name, n] = min(now + latency, self.finished.get((name, n), now + latency))
        if n < 0:
            number = self.before(name, n)
        else:
            operands: list[Number] = []
            for operand in performed.operands:
                if operand.value in dfg.constant_by_name:
                    operands.append(dfg.constant_by_name[operand.value])
                    continue
                if not operand.distance and (component, operand.value) in self.loaded:
                    operands.append(self.loaded[component, operand.value])
                    continue
                place = (component, operand.value, n - operand.distance)
                if place not in readable:
                    raise _DifferenceError(
                        f"iteration {n} cycle {now - n * self.period}: operand '{operand.value}'"
                        f" (distance {operand.distance}) of '{name}' is not in {component}"
                    )
                operands.append(readable[place])
            if name in dfg.operation_by_name and dfg.has_effect(name):
                self.compare_effect(name, n, performed.operator, operands)
            if name in self.given:
                number = self.given[name][n]
            else:
                number = execute(dfg, expression(dfg, performed.operator) or (), operands, name)
        self.computing[now + latency - 1][component, name, n] = number

    def before(self, value: str, n: int) -> Number:
        """The number of a value in an iteration before the first."""
        return self.earlier.get((value, n), 0)

    def part(self, component: str) -> Component:
        """The component of a name."""
        return self.problem.arch.component_by_name[component]

    def compare_results(self, n: int) -> None:
        """The results are in the external component, with the right numbers."""
        for value in self.problem.dfg.results:
            number = self.stored.get((self.problem.arch.external or "", value, n))
            wanted = self.expected[n][value]
            if number is None or not self.agree(number, wanted):
                raise _DifferenceError(
                    f"iteration {n}: result '{value}' is {number}, direct evaluation gives {wanted}"
                )
            self.compared += 1

    def compare_effect(self, name: str, n: int, operator: str, operands: list[Number]) -> None:
        """An effect happens as itself, with the operands that direct evaluation gives it."""
        dfg = self.problem.dfg
        operation = dfg.operation_by_name[name]
        if operator != operation.operator:
            raise _DifferenceError(
                f"iteration {n}: '{operator}' is executed in the place of '{name}'"
            )
        for operand, number in zip(operation.operands, operands, strict=True):
            back = n - operand.distance
            if operand.value in dfg.constant_by_name:
                number_due = dfg.constant_by_name[operand.value]
            elif back >= 0:
                number_due = self.expected[back][operand.value]
            else:
                number_due = self.before(operand.value, back)
            if not self.agree(number, number_due):
                raise _DifferenceError(
                    f"iteration {n}: operand '{operand.value}' of '{name}' is {number},"
                    f" direct evaluation gives {number_due}"
                )
        self.compared += 1

    def agree(self, number: Number, due: Number) -> bool:
        """Equality, of floats in a reordered computation only up to rounding."""
        if same(number, due):
            return True
        if not self.reorders or not close(number, due):
            return False
        self.rounded += 1
        return True

    def compare_order(self, count: int) -> None:
        """Effects happen once per iteration, and no order or priority is violated in time."""
        dfg = self.problem.dfg
        times = Counter({key: len(starts) for key, starts in self.started.items()})
        pairs = [(edge.before, edge.after, edge.distance, 0) for edge in dfg.order]
        for priority in dfg.priorities:
            if priority.first in dfg.operation_by_name:
                pairs.append((priority.first, priority.then, 0, int(priority.sign == ">=")))
        for n in range(count):
            for operation in dfg.operations:
                executed = times[operation.name, n]
                if executed != 1 and dfg.has_effect(operation.name):
                    raise _DifferenceError(
                        f"iteration {n}: '{operation.name}' is executed {executed} times, not once"
                    )
            for first, then, distance, slack in pairs:
                for start in self.started.get((then, n), ()):
                    done = self.finished.get((first, n - distance))
                    if done is None or done > start + slack:
                        raise _DifferenceError(
                            f"iteration {n}: '{then}' starts in absolute cycle {start}, before"
                            f" '{first}' of iteration {n - distance} has completed"
                        )
