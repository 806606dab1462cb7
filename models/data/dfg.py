"""The dataflow graph: values, operations, and the orders between them.

A DFG is frozen data. It is validated once, on construction, and independent of architectures and
solvers. The vocabulary is that of `docs/model.md`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import cached_property

import msgspec

from models.data.pictures import Pictured
from models.data.rows import TYPE as TYPE
from models.data.rows import Before as Before
from models.data.rows import Constant as Constant
from models.data.rows import Initial as Initial
from models.data.rows import Line as Line
from models.data.rows import Number as Number
from models.data.rows import Operand as Operand
from models.data.rows import Operation as Operation
from models.data.rows import Operator as Operator
from models.data.rows import OrderEdge as OrderEdge
from models.data.rows import Pattern as Pattern
from models.data.rows import Priority as Priority
from models.data.rows import Rewrite as Rewrite
from models.data.sizes import MOST_DISTANCE, MOST_LATENCY, MOST_UNITS, require_most
from models.errors import InputError, known, require_title, require_unique, unknown

MOST_OPERATORS = 3  # of a pattern


class Dfg(Pictured, msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A validated dataflow graph.

    `invariants` are the inputs that have the same number in every iteration.

    Raises `InputError` on names that are double, dangling or not printable, a wrong number of
    operands, and cycles whose distances sum to zero.
    """

    name: str
    operators: tuple[Operator, ...]
    inputs: tuple[str, ...]
    operations: tuple[Operation, ...]
    results: tuple[str, ...] = ()
    constants: tuple[Constant, ...] = ()
    order: tuple[OrderEdge, ...] = ()
    priorities: tuple[Priority, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    initial: tuple[Initial, ...] = ()
    lines: tuple[Line, ...] = ()
    before: tuple[Before, ...] = ()
    rewrites: tuple[Rewrite, ...] = ()
    invariants: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        require_title(self.name, "$.name")
        _check_names(self)
        _check_operands(self)
        _check_references(self)
        _ = self.schedule_order

    @cached_property
    def values(self) -> tuple[str, ...]:
        """Every value that a component can hold: the inputs, then the operations."""
        return (*self.inputs, *(operation.name for operation in self.operations))

    @cached_property
    def operator_by_name(self) -> dict[str, Operator]:
        """The operator table by name."""
        return {operator.name: operator for operator in self.operators}

    @cached_property
    def pattern_by_name(self) -> dict[str, Pattern]:
        """The multi-node operations by name."""
        return {pattern.name: pattern for pattern in self.patterns}

    @cached_property
    def operation_by_name(self) -> dict[str, Operation]:
        """The operations by the name of their value."""
        return {operation.name: operation for operation in self.operations}

    @cached_property
    def constant_by_name(self) -> dict[str, Number]:
        """The immediate constants by name."""
        return {constant.name: constant.value for constant in self.constants}

    @cached_property
    def line_of(self) -> dict[str, str]:
        """The lines of the source, by operation."""
        return {line.operation: line.line for line in self.lines}

    @cached_property
    def consumers(self) -> dict[str, list[tuple[str, int]]]:
        """For each value, the (operation, distance) pairs that read it, without repetition."""
        found: dict[str, dict[tuple[str, int], None]] = {value: {} for value in self.values}
        for operation in self.operations:
            for operand in operation.operands:
                if operand.value in found:
                    found[operand.value][operation.name, operand.distance] = None
        return {value: list(pairs) for value, pairs in found.items()}

    @cached_property
    def unread(self) -> frozenset[str]:
        """The operations whose value no operation reads, and that is no result."""
        names = (operation.name for operation in self.operations)
        return frozenset(n for n in names if not self.consumers[n] and n not in self.results)

    @cached_property
    def max_distance(self) -> int:
        """The largest distance of an operand or an order edge; 0 for a loop-free DFG."""
        operands = (o.distance for operation in self.operations for o in operation.operands)
        return max((*operands, *(edge.distance for edge in self.order)), default=0)

    @cached_property
    def schedule_order(self) -> tuple[str, ...]:
        """The operations in an order in which every distance-0 operand comes first.

        Raises `InputError` naming a cycle of distance 0.
        """
        waiting: dict[str, set[str]] = {}
        readers: dict[str, list[str]] = {operation.name: [] for operation in self.operations}
        for operation in self.operations:
            now = {o.value for o in operation.operands if o.distance == 0}
            waiting[operation.name] = {value for value in now if value in readers}
        for edge in self.order:
            if edge.distance == 0:
                waiting[edge.after].add(edge.before)
        for name, needed in waiting.items():
            for value in needed:
                readers[value].append(name)
        ready = [name for name, needed in waiting.items() if not needed]
        done: list[str] = []
        while ready:
            name = ready.pop()
            done.append(name)
            for reader in readers[name]:
                waiting[reader].discard(name)
                if not waiting[reader]:
                    ready.append(reader)
        if len(done) < len(self.operations):
            raise InputError(_cycle_line(waiting, set(done)), "$.operations")
        return tuple(done)

    def latency(self, operation: str) -> int:
        """The default latency, in cycles, of an operation of this DFG."""
        return self.operator_by_name[self.operation_by_name[operation].operator].latency

    def default_latency(self, operator: str) -> int:
        """The latency, in cycles, of an operator, or of the slowest operator of a pattern."""
        pattern = self.pattern_by_name.get(operator)
        words = (operator,) if pattern is None else pattern.expression
        return max(self.operator_by_name[word].latency for word in words if word != "_")

    def has_effect(self, operation: str) -> bool:
        """Whether an operation must be executed exactly once."""
        return self.operator_by_name[self.operation_by_name[operation].operator].effect


def lines_of(dfg: Dfg, operations: Iterable[Operation]) -> tuple[Line, ...]:
    """Return the lines of those operations that a changed graph still has."""
    names = {operation.name for operation in operations}
    return tuple(line for line in dfg.lines if line.operation in names)


def _cycle_line(waiting: dict[str, set[str]], done: set[str]) -> str:
    start = next(name for name in waiting if name not in done)
    walk = [start]
    while walk.count(walk[-1]) == 1:
        walk.append(min(value for value in waiting[walk[-1]] if value not in done))
    loop = walk[walk.index(walk[-1]) :][::-1]
    shown = loop if len(loop) <= 8 else [*loop[:7], "…", loop[-1]]
    return f"cycle of distance 0: {' -> '.join(shown)}; a loop-carried edge needs a distance >= 1"


def _check_distance(distance: int, place: str) -> None:
    if not 0 <= distance <= MOST_DISTANCE:
        raise InputError(f"distance {distance} must be from 0 to {MOST_DISTANCE}", place)


def _check_names(dfg: Dfg) -> None:
    require_unique([operator.name for operator in dfg.operators], "operator", "$.operators")
    for position, operator in enumerate(dfg.operators):
        where = f"$.operators[{position}]"
        if operator.name == "_":
            raise InputError("'_' stands for a free operand and is no operator", where)
        if operator.arity < 0:
            raise InputError(f"arity {operator.arity} must be at least 0", where)
        if operator.latency < 1:
            raise InputError(f"latency {operator.latency} must be at least 1", where)
        require_most(operator.arity, MOST_UNITS, f"arity of '{operator.name}'", where)
        require_most(operator.latency, MOST_LATENCY, f"latency of '{operator.name}'", where)
        for type_ in (operator.type, operator.of):
            if type_ is not None and not TYPE.fullmatch(type_):
                raise InputError(
                    f"unknown type '{type_}'; i1 to i64, u1 to u64, float, double or ptr", where
                )
        if operator.associative and operator.arity != 2:
            raise InputError(
                f"associative operator '{operator.name}' has arity {operator.arity}, must be 2",
                where,
            )
    require_unique(list(dfg.inputs), "input", "$.inputs")
    require_unique([operation.name for operation in dfg.operations], "operation", "$.operations")
    require_unique([constant.name for constant in dfg.constants], "constant", "$.constants")
    owner: dict[str, str] = {}
    kinds = {
        "input": dfg.inputs,
        "operation": tuple(operation.name for operation in dfg.operations),
        "constant": tuple(constant.name for constant in dfg.constants),
    }
    for kind, names in kinds.items():
        for position, name in enumerate(names):
            if name in owner:
                raise InputError(
                    f"duplicate name '{name}': already an {owner[name]}", f"$.{kind}s[{position}]"
                )
            owner[name] = kind


def _check_operands(dfg: Dfg) -> None:
    readable = {*dfg.values, *dfg.constant_by_name}
    for position, operation in enumerate(dfg.operations):
        where = f"$.operations[{position}]"
        operator = dfg.operator_by_name.get(operation.operator)
        if operator is None:
            raise InputError(
                f"unknown operator '{operation.operator}' of operation '{operation.name}'"
                + known(dfg.operator_by_name, word=operation.operator),
                where,
            )
        if len(operation.operands) != operator.arity:
            raise InputError(
                f"operation '{operation.name}' has {len(operation.operands)} operands,"
                f" operator '{operator.name}' takes {operator.arity}",
                where,
            )
        for slot, operand in enumerate(operation.operands):
            place = f"{where}.operands[{slot}]"
            if operand.value not in readable:
                far = _distance_within(operand.value, readable)
                raise InputError(unknown("value", operand.value, readable) + far, place)
            _check_distance(operand.distance, place)


def _distance_within(word: str, readable: Container[str]) -> str:
    """Return the notation of a distance, for a word such as `s@1`."""
    value, sign, distance = word.rpartition("@")
    if sign and value in readable and distance.isdecimal():
        return f'; write {{"value": "{value}", "distance": {int(distance[:9])}}}'
    return ""


def _check_references(dfg: Dfg) -> None:
    values = set(dfg.values)
    seen = set[str]()
    for position, name in enumerate(dfg.results):
        if name in seen:
            what = f"duplicate result '{name}'; leave it out here: a value is one result"
            raise InputError(what, f"$.results[{position}]")
        seen.add(name)
        if name in dfg.constant_by_name:
            what = f"result '{name}' is a constant; have an operation, such as mov, that reads it"
            raise InputError(what, f"$.results[{position}]")
        if name not in values:
            raise InputError(unknown("value", name, values), f"$.results[{position}]")
    for position, edge in enumerate(dfg.order):
        for name in (edge.before, edge.after):
            if name not in dfg.operation_by_name:
                raise InputError(
                    unknown("operation", name, dfg.operation_by_name),
                    f"$.order[{position}]",
                )
        _check_distance(edge.distance, f"$.order[{position}]")
    for position, priority in enumerate(dfg.priorities):
        for name in (priority.first, priority.then):
            if name not in values:
                raise InputError(
                    unknown("value", name, values),
                    f"$.priorities[{position}]",
                )
        if priority.then in dfg.inputs:
            raise InputError(
                f"'{priority.then}' is an input and cannot come after anything",
                f"$.priorities[{position}]",
            )
    require_unique([pattern.name for pattern in dfg.patterns], "pattern", "$.patterns")
    for position, pattern in enumerate(dfg.patterns):
        _check_pattern(dfg, pattern, f"$.patterns[{position}]")
    require_unique([initial.value for initial in dfg.initial], "initial value", "$.initial")
    for position, initial in enumerate(dfg.initial):
        if initial.value not in values:
            raise InputError(
                unknown("value", initial.value, values),
                f"$.initial[{position}]",
            )
        for number in initial.numbers:
            if isinstance(number, str) and number not in dfg.inputs:
                raise InputError(unknown("input", number, dfg.inputs), f"$.initial[{position}]")
    require_unique(list(dfg.invariants), "invariant", "$.invariants")
    for position, name in enumerate(dfg.invariants):
        if name not in dfg.inputs:
            raise InputError(unknown("input", name, dfg.inputs), f"$.invariants[{position}]")
    require_unique([line.operation for line in dfg.lines], "line", "$.lines")
    for position, line in enumerate(dfg.lines):
        if line.operation not in dfg.operation_by_name:
            raise InputError(
                unknown("operation", line.operation, dfg.operation_by_name), f"$.lines[{position}]"
            )


def _check_pattern(dfg: Dfg, pattern: Pattern, where: str) -> None:
    if pattern.name in dfg.operator_by_name:
        raise InputError(f"pattern '{pattern.name}' has the name of an operator", where)
    open_slots = 1
    for word in pattern.expression:
        if open_slots == 0:
            raise InputError(f"pattern '{pattern.name}' goes on after its end", where)
        open_slots -= 1
        if word != "_":
            operator = dfg.operator_by_name.get(word)
            if operator is None:
                raise InputError(unknown("operator", word, dfg.operator_by_name), where)
            open_slots += operator.arity
    if open_slots:
        raise InputError(f"pattern '{pattern.name}' lacks {open_slots} operand(s)", where)
    words = [word for word in pattern.expression if word != "_"]
    if not 1 <= len(words) <= MOST_OPERATORS:
        raise InputError(
            f"pattern '{pattern.name}' has {len(words)} operators, must be 1 to {MOST_OPERATORS}",
            where,
        )
    for word in words:
        if dfg.operator_by_name[word].effect:
            raise InputError(
                f"pattern '{pattern.name}' contains '{word}', an operator with an effect", where
            )
