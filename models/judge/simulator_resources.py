"""The array in one cycle of a simulation: resources in use, transfers, operations.

Registers, wires and issue slots are counted in absolute time, independent of the argument that
counts congruent cycles together: the iterations are laid out one period apart, as many as overlap.
A number moves once it is in the storage of a source, or has just reached a source that is a switch.
A transfer that waits for itself never moves.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as Dictionary
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from models.data.architecture import Architecture, Path
from models.data.dfg import Dfg, Number, Operation
from models.data.mapping import Issue, Loaded, Mapping, Performed
from models.data.problem import Problem
from models.data.traits import RESERVED, unknown_to
from models.semantics.operators import apply

UNDERSTANDS = RESERVED | {"file_ports", "invariants"}
"""The traits of arrays that a simulation obeys."""


class _Passing(NamedTuple):
    """Takes an issue slot, as an operation does."""

    value: str


def first_overflow(problem: Problem, mapping: Mapping) -> str | None:
    """Return a line on the first resource in excess, or None.

    Needs known names, cycles from 0 and a horizon of at least 1. Ports are counted on paths with
    one source or target only; a bus leaves a choice, which the checker decides.
    """
    unknown = unknown_to(problem.arch, UNDERSTANDS)
    if unknown is not None:
        return f"the simulator does not know '{unknown}'"
    uses = set(_uses(problem, mapping))
    period = mapping.contexts or mapping.horizon
    overlapping = max((cycle for *_, cycle in uses), default=0) // period + 1
    counts: Counter[tuple[int, str, str]] = Counter()
    for resource, place, _, cycle in uses:
        for iteration in range(overlapping):
            counts[iteration * period + cycle, resource, place] += 1
    limits = _limits(problem)
    routes = sum(
        resource == "issue slots" and isinstance(what, _Passing) for resource, _, what, _ in uses
    )
    most = problem.arch.max_routes
    if most is not None and routes > most:
        return f"one iteration stores {routes} values in passing, max_routes {most}"
    excess = [key for key, count in counts.items() if count > limits.get(key[1:], count)]
    if not excess:
        return None
    time, resource, place = min(excess)
    used = counts[time, resource, place]
    return f"absolute cycle {time}: {used} {resource} of {place} in use, {limits[resource, place]}"


def _limits(problem: Problem) -> dict[tuple[str, str], int]:
    every: dict[tuple[str, str], int | None] = {}
    for part in problem.arch.components:
        every["registers", part.name] = part.capacity
        every["issue slots", part.name] = part.issue
        every["read ports", part.name] = part.read_ports
        every["write ports", part.name] = part.write_ports
    for path in problem.arch.paths:
        every["wires", path.name] = path.width
    for limit in problem.arch.shared:
        every["operations", limit.name] = limit.at_most
    return {key: most for key, most in every.items() if most is not None}


def _uses(problem: Problem, mapping: Mapping) -> Iterator[tuple[str, str, object, int]]:
    """Yield (resource, place, occupant, cycle of its own iteration), distinct by all four."""
    arch = problem.arch
    computed = computed_values(problem.dfg, mapping)
    loaded = set(mapping.loaded)
    there = {(held.value, held.component, held.cycle) for held in mapping.holds}
    # Values available in a component at the end of a cycle without a store in passing.
    had = {(v, c, k + 1) for v, c, k in there if not arch.component_by_name[c].transient}
    had |= {(v, c, 0) for v, c, _ in there}
    period = mapping.contexts or 0
    arrivals = {
        (moved.value, target, moved.cycle)
        for moved in mapping.transfers
        for target in arch.path_by_name[moved.path].targets
    }
    for issue in mapping.issues:
        performed = performed_by(computed, issue)
        operator = performed.operator
        latency = problem.operator_latency(operator, issue.component) or 1
        had.add((issue.operation, issue.component, issue.cycle + latency - 1))
        yield "issue slots", issue.component, issue.operation, issue.cycle
        if arch.component_by_name[issue.component].file_ports:
            if issue.operation not in problem.dfg.unread:
                done = issue.cycle + latency - 1
                yield "write ports", issue.component, issue.operation, done
            for operand in performed.operands:
                # Of the iteration that has computed it: the same value takes one port.
                read = operand.value, issue.component, issue.cycle + operand.distance * period
                ready = Loaded(operand.value, issue.component) in loaded and not operand.distance
                ready = ready or operand.value in problem.dfg.constant_by_name
                if read not in arrivals and not ready:
                    yield "read ports", issue.component, operand.value, read[2]
        for limit in arch.shared:
            if issue.component in limit.components and limit.limits(operator):
                yield "operations", limit.name, (issue.operation, issue.component), issue.cycle
    for value, component, cycle in there:
        yield "registers", component, value, cycle
        if (
            arch.component_by_name[component].routing_issues
            and (value, component, cycle) not in had
        ):
            yield "issue slots", component, _Passing(value), cycle
    for moved in mapping.transfers:
        path = problem.arch.path_by_name[moved.path]
        yield "wires", path.name, moved.value, moved.cycle
        if len(path.targets) == 1:
            yield "write ports", path.targets[0], (moved.value, path.name), moved.cycle
        if len(path.sources) == 1:
            left = moved.cycle - path.latency
            yield "read ports", path.sources[0], (moved.value, path.name), left


# The place of a number: (component, value, iteration of the value).
Place = tuple[str, str, int]


class Move(NamedTuple):
    """A value of an iteration that goes over a path."""

    value: str
    path: Path
    iteration: int


class Communication:
    """The moves of one cycle. `landing` has left in earlier cycles, `leaving` starts now.

    `arrived` maps places to the numbers of this cycle; `underway` are moves that arrive `latency`
    cycles later, `stuck` those that never begin, and `too_far` those that take too many hops.
    """

    def __init__(
        self,
        arch: Architecture,
        stored: Dictionary[Place, Number],
        landing: Iterable[tuple[Move, Number]],
        leaving: Iterable[Move],
    ) -> None:
        self.arch, self.stored = arch, stored
        self.arrived: dict[Place, Number] = {}
        self.underway: list[tuple[Move, Number]] = []
        self.too_far: list[Move] = []
        self._moving: list[tuple[int, int, Move, Number]] = []  # with the fewest hops first
        self._numbered = count()
        self._waiting: dict[Place, list[Move]] = defaultdict(list)
        for move, number in landing:
            self._push(move.path.hops, move, number)
        missing = dict.fromkeys(move for move in leaving if not self._leave(move))
        while self._moving:
            hops, _, move, number = heappop(self._moving)
            if arch.max_hops is not None and hops > arch.max_hops:
                self.too_far.append(move)
            for target in move.path.targets:
                place = (target, move.value, move.iteration)
                if place not in self.arrived:
                    self.arrived[place] = number
                    for next_move in self._waiting.get(place, ()):
                        if next_move in missing:
                            del missing[next_move]
                            self._start(next_move, number, hops)
        self.stuck = list(missing)

    def _leave(self, move: Move) -> bool:
        """Start a move from where its value is stored, or leave it waiting at the switches."""
        places = [(source, move.value, move.iteration) for source in move.path.sources]
        for place in places:
            if place in self.stored:
                self._start(move, self.stored[place], 0)
                return True
        for place in places:
            if self.arch.component_by_name[place[0]].switch:
                self._waiting[place].append(move)
        return False

    def _start(self, move: Move, number: Number, hops: int) -> None:
        """Start a move after `hops` in this cycle; a move with latency counts hops anew
        on arrival.
        """
        if move.path.latency:
            self.underway.append((move, number))
        else:
            self._push(hops + move.path.hops, move, number)

    def _push(self, hops: int, move: Move, number: Number) -> None:
        heappush(self._moving, (hops, next(self._numbered), move, number))


def computed_values(dfg: Dfg, mapping: Mapping) -> dict[str, Operation]:
    """Return all operations, those of intermediates included, by name.

    Raises `ValueError` for an intermediate with the name of another value.
    """
    computed = dict(dfg.operation_by_name)
    for definition in mapping.intermediates:
        name = definition.name
        if name in computed or name in dfg.inputs or name in dfg.constant_by_name:
            raise ValueError(f"intermediate '{name}' has the name of another value")
        computed[name] = definition
    return computed


def performed_by(computed: dict[str, Operation], issue: Issue) -> Performed | Operation:
    """Return the operation that an issue executes: by default the operation of its value."""
    return issue.performs or computed[issue.operation]


def expression(dfg: Dfg, operator: str) -> tuple[str, ...] | None:
    """Return an operator or pattern as a prefix expression; None for an unknown name."""
    if operator in dfg.operator_by_name:
        return (operator, *"_" * dfg.operator_by_name[operator].arity)
    pattern = dfg.pattern_by_name.get(operator)
    return pattern.expression if pattern else None


def execute(dfg: Dfg, words: Sequence[str], operands: Sequence[Number], value: str) -> Number:
    """Return the number of a prefix expression whose `_` are `operands`; `value` is its name."""
    slots = list(operands)
    done: list[Number] = []
    # Read from its end, an expression has every operand before the operator.
    for word in reversed(words):
        if word == "_":
            done.append(slots.pop())
        else:
            operator = dfg.operator_by_name[word]
            parts = [done.pop() for _ in range(operator.arity)]
            done.append(apply(operator, parts, value))
    return done.pop()
