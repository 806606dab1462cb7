"""A mapping by component and cycle, for all views.

On a bus a value reaches every target, but it is an arrival only where it is used: where it is held
from then on, or where an operation reads it as it comes in.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from models.data.architecture import Path
from models.data.dfg import Dfg, Operand
from models.data.mapping import Issue, Mapping, Performed, Transfer
from models.data.problem import Problem
from models.text import counted

EXPANSION_DEPTH = 4  # no multi-node operation of the literature is deeper


@dataclass(frozen=True)
class Arrival:
    """`value` comes in over `path`, which it entered from `source` in cycle `left`."""

    value: str
    path: str
    source: str
    left: int


@dataclass
class Cell:
    """One component in one cycle: arrivals, issues, and values held at its end."""

    arrivals: list[Arrival] = field(default_factory=list)
    issues: list[str] = field(default_factory=list)
    held: list[str] = field(default_factory=list)


class Schedule:
    """A mapping by component and cycle. `cycles` may exceed the horizon for carried values."""

    def __init__(self, problem: Problem, mapping: Mapping) -> None:
        self.problem = problem
        self.mapping = mapping
        self._cells: dict[tuple[str, int], Cell] = {}
        self._loaded = {(each.value, each.component) for each in mapping.loaded}
        self._expressions: dict[tuple[str, str, int], str] = {}
        # values that reach a component, used or not
        self._passing: set[tuple[str, str, int]] = set()
        self._read: set[tuple[str, str, int]] = set()  # operands of its operations, same key
        self._completed: set[tuple[str, str, int]] = set()  # values complete then, same key
        self._performed: dict[tuple[str, str, int], str] = {}
        self._operations = {
            **{definition.name: definition for definition in mapping.intermediates},
            **problem.dfg.operation_by_name,
        }
        arriving: list[tuple[Arrival, Transfer, Path]] = []
        for held in mapping.holds:
            self._cell(held.component, held.cycle).held.append(held.value)
        for transfer in mapping.transfers:
            path = problem.arch.path_by_name[transfer.path]
            left = transfer.cycle - 1 - path.latency
            source = next(
                (name for name in path.sources if transfer.value in self.at(name, left).held),
                path.sources[0],
            )
            arrival = Arrival(transfer.value, transfer.path, source, left)
            arriving.append((arrival, transfer, path))
            for target in path.targets:
                self._passing.add((transfer.value, target, transfer.cycle))
        for issue in mapping.issues:
            self._cell(issue.component, issue.cycle).issues.append(issue.operation)
            self._express(issue)
        for arrival, transfer, path in arriving:
            for target in self._users(transfer, path):
                self._cell(target, transfer.cycle).arrivals.append(arrival)
        last = max((cycle for _, cycle in self._cells), default=0)
        self.cycles = max(mapping.horizon, last + 1)
        values = dict.fromkeys((*problem.dfg.values, *self._operations))
        order = {value: rank for rank, value in enumerate(values)}
        for cell in self._cells.values():
            cell.held.sort(key=lambda value: order.get(value, len(order)))

    def at(self, component: str, cycle: int) -> Cell:
        """Return the cell, which is empty without activity."""
        return self._cells.get((component, cycle), _NOTHING)

    @property
    def components(self) -> list[str]:
        """The external component, and then the others in the order of the architecture."""
        names = [component.name for component in self.problem.arch.components]
        return sorted(names, key=lambda name: name != self.problem.arch.external)

    def is_memory(self, component: str) -> bool:
        """Whether a component only stores, without limit: its contents are not listed."""
        place = self.problem.arch.component_by_name[component]
        return place.issue == 0 and place.capacity is None

    def only_passes(self, component: str) -> bool:
        """Whether it is a memory without limit, or keeps values no longer than a cycle."""
        place = self.problem.arch.component_by_name[component]
        return self.is_memory(component) or place.transient

    @property
    def title(self) -> str:
        """The graph, the array, the horizon and the contexts in one line."""
        mapping, pipelined = self.mapping, ""
        if mapping.contexts is not None:
            pipelined = f", {counted(mapping.contexts, 'context')} (II = {mapping.contexts})"
        length = counted(mapping.horizon, "cycle")
        return f"{mapping.dfg} on {mapping.architecture}: {length}{pipelined}"

    @property
    def loaded(self) -> str:
        """The invariants that components hold for the whole loop, in a line; "" for none."""
        places: dict[str, list[str]] = {}
        for each in self.mapping.loaded:
            places.setdefault(each.component, []).append(each.value)
        listed = [f"{', '.join(values)} in {name}" for name, values in places.items()]
        return f"loaded before the loop: {'; '.join(listed)}" if listed else ""

    def facts(self) -> list[str]:
        """Return horizon, contexts, and the numbers of operations and transfers, in words."""
        mapping, pipelined = self.mapping, "no pipelining"
        if mapping.contexts is not None:
            pipelined = f"{counted(mapping.contexts, 'context')} (II = {mapping.contexts})"
        return [
            counted(mapping.horizon, "cycle"),
            pipelined,
            counted(len(mapping.issues), "operation") + " issued",
            counted(len(mapping.transfers), "transfer"),
            *([self.loaded] if mapping.loaded else []),
        ]

    def operator(self, operation: str, component: str, cycle: int) -> str:
        """The operator that an issue executes, or the name of the multi-node operation."""
        return self._performed[operation, component, cycle]

    @property
    def operators(self) -> list[str]:
        """The operators of the graph, in its order, then further operators of the issues."""
        dfg = self.problem.dfg
        used = {operation.operator for operation in dfg.operations}
        listed = [row.name for row in dfg.operators if row.name in used]
        return [*listed, *sorted(set(self._performed.values()) - used)]

    def expression(self, operation: str, component: str, cycle: int) -> str:
        """Return the computation of an issue, such as `y = p + a * b`, as far as the mapping shows
        it.

        An operand that cannot be read there is replaced by its own expression when that can be (a
        multi-node operation); otherwise the order was changed and `…` stands for the unknown part.
        The `performs` of an issue is shown literally: `y = mac(a, b, s@1)`.
        """
        return self._expressions[operation, component, cycle]

    def is_late(self, cycle: int) -> bool:
        """Whether a cycle lies beyond the horizon: values are only carried on for later ones."""
        return cycle >= self.mapping.horizon

    def _users(self, transfer: Transfer, path: Path) -> tuple[str, ...]:
        """Return the targets that use a path's value; all of them if none, or the only
        one, does.
        """
        if len(path.targets) == 1:
            return path.targets
        value, cycle = transfer.value, transfer.cycle
        used = tuple(name for name in path.targets if self._is_used(value, name, cycle))
        return used or path.targets

    def _is_used(self, value: str, component: str, cycle: int) -> bool:
        """Whether an arrival is read at once, or is the only reason why the value is held.

        A value that was held before, or is complete in the same cycle, needs no arrival.
        """
        place = self.problem.arch.component_by_name[component]
        held_before = value in self.at(component, cycle - 1).held
        if (value, component, cycle) in self._read and not held_before:
            return True
        if value not in self.at(component, cycle).held or (held_before and not place.transient):
            return False
        return (value, component, cycle) not in self._completed

    def _express(self, issue: Issue) -> None:
        """Note the expression of an issue, and its operands; all possible ones when it is
        unknown.
        """
        operation, component, cycle = issue.operation, issue.component, issue.cycle
        definition, dfg = self._operations.get(operation), self.problem.dfg
        body: str | None
        if issue.performs is not None:
            body, operator = (
                self._perform(issue.performs, component, cycle),
                issue.performs.operator,
            )
        else:
            body = self._expand(operation, component, cycle, EXPANSION_DEPTH)
            operator = definition.operator if definition else "?"
        self._performed[operation, component, cycle] = operator
        self._expressions[operation, component, cycle] = f"{operation} = {body or '…'}"
        if operator in dfg.operator_by_name or operator in dfg.pattern_by_name:
            latency = self.problem.operator_latency(operator, component)
            if latency is not None:
                self._completed.add((operation, component, cycle + latency - 1))
        if body is None:
            distances = range(dfg.max_distance + 1)
            moments = {cycle + distance * (self.mapping.contexts or 0) for distance in distances}
            self._read |= {
                key
                for key in self._passing - {(operation, component, cycle)}
                if key[1] == component and key[2] in moments
            }

    def _perform(self, performed: Performed, component: str, cycle: int) -> str:
        for operand in performed.operands:
            if self._readable(operand, component, cycle):
                self._read.add((operand.value, component, self._moment(operand, cycle)))
        return applied(performed.operator, [shown(operand) for operand in performed.operands])

    def _expand(self, name: str, component: str, cycle: int, depth: int) -> str | None:
        operation = self._operations.get(name)
        if operation is None or depth == 0:
            return None
        words = []
        for operand in operation.operands:
            word: str | None = shown(operand)
            if not self._readable(operand, component, cycle):
                inner = None
                if operand.distance == 0:
                    inner = self._expand(operand.value, component, cycle, depth - 1)
                word = inner and f"({inner})"
            else:
                self._read.add((operand.value, component, self._moment(operand, cycle)))
            if word is None:
                return None
            words.append(word)
        return applied(operation.operator, words)

    def _readable(self, operand: Operand, component: str, cycle: int) -> bool:
        if operand.value in self.problem.dfg.constant_by_name:
            return True
        if not operand.distance and (operand.value, component) in self._loaded:
            return True
        moment = self._moment(operand, cycle)
        if operand.value in self.at(component, moment - 1).held:
            return True
        return (operand.value, component, moment) in self._passing

    def _moment(self, operand: Operand, cycle: int) -> int:
        """The cycle, in the time of its own iteration, in which an operand is read."""
        return cycle + operand.distance * (self.mapping.contexts or 0)

    def _cell(self, component: str, cycle: int) -> Cell:
        return self._cells.setdefault((component, cycle), Cell())


_NOTHING = Cell()


def shown(operand: Operand) -> str:
    """Return an operand as text: `s@1` is the s of one iteration ago."""
    return f"{operand.value}@{operand.distance}" if operand.distance else operand.value


def with_line(dfg: Dfg, operation: str, text: str) -> str:
    """Return a text with the line of the source that an operation comes from, if it is known."""
    line = dfg.line_of.get(operation)
    return text if line is None else f"{text} ({line})"


def applied(operator: str, words: list[str]) -> str:
    """Return an operator applied to words: infix for signs, otherwise like a call."""
    if len(words) == 2 and not any(letter.isalnum() for letter in operator):
        return f"{words[0]} {operator} {words[1]}"
    return f"{operator}({', '.join(words)})"
