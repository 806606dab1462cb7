"""Graphs of several iterations of a loop, each of which may leave it.

Copy c of an operation is that of iteration K * I + c. Each copy has its own exits, so that no
remainder of iterations is left: stores of later copies wait for the exits of earlier ones. A value
that grows by a constant is K recurrences of one operation, not one of K.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from models.data.architecture import Architecture
from models.data.dfg import (
    Constant,
    Initial,
    Line,
    Number,
    Operand,
    Operation,
    OrderEdge,
)
from models.data.problem import Problem
from programs.llvm.builder import LoopGraph, Prepared, copy_name
from programs.rewrites.pass_names import MOST


def unrolled(graph: LoopGraph, copies: int) -> LoopGraph:
    """Return the graph of `copies` iterations at a time."""
    if copies == 1:
        return graph
    dfg = graph.dfg
    own = set(dfg.operation_by_name)
    steps = _inductions(graph)

    def read(operand: Operand, copy: int) -> Operand:
        if operand.value not in own:
            return operand
        other = (copy - operand.distance) % copies
        return Operand(copy_name(operand.value, other), (operand.distance - copy + other) // copies)

    def edge(one: OrderEdge, copy: int, more: int) -> OrderEdge:
        # What waits for an operation of one iteration waits for those before it, too: where they
        # are one operation, its next iteration is later by itself.
        later = copy + one.distance + more
        after = copy_name(one.after, later % copies)
        return OrderEdge(copy_name(one.before, copy), after, later // copies)

    constants = {c.value: c.name for c in dfg.constants if type(c.value) is int}
    more: dict[str, Number] = {}
    operations = []
    for copy in range(copies):
        for operation in dfg.operations:
            name = copy_name(operation.name, copy)
            operands = tuple(read(operand, copy) for operand in operation.operands)
            if (step := steps.get(operation.name)) is not None:
                grown = constants.setdefault(step * copies, str(step * copies))
                more |= {grown: step * copies}
                operands = (Operand(name, 1), Operand(grown))
            operations.append(Operation(name, operation.operator, operands))
    known = {c.name for c in dfg.constants}
    every = [(name, copy) for copy in range(copies) for name in own]
    made = replace(
        graph,
        types=graph.types | {copy_name(n, copy): graph.types[n] for n, copy in every},
        promised={
            copy_name(n, copy): graph.promised[n]
            for n, copy in every
            if n in graph.promised and n not in steps
        },
        exits={copy_name(n, copy): e for n, e in graph.exits.items() for copy in range(copies)},
        prepared=dict(graph.prepared),
        inputs=dict(graph.inputs),
        copies=copies,
        copy={copy_name(n, copy): copy for n, copy in every},
    )
    initial = _initial(made, dfg.initial, copies, steps)
    used = {o.value for each in operations for o in each.operands}
    used |= {n for one in initial for n in one.numbers if isinstance(n, str)}
    inputs = dict.fromkeys((*dfg.inputs, *made.prepared))
    made.dfg = msgspec.structs.replace(
        dfg,
        name=f"{dfg.name} ({copies} iterations)",
        inputs=tuple(name for name in inputs if name in used),
        invariants=tuple(name for name in inputs if name in used),
        operations=tuple(operations),
        results=tuple(copy_name(n, copy) for copy in range(copies) for n in dfg.results),
        constants=tuple(
            c
            for c in (*dfg.constants, *(Constant(n, v) for n, v in more.items() if n not in known))
            if c.name in used
        ),
        order=tuple(
            dict.fromkeys(
                edge(one, copy, more)
                for copy in range(copies)
                for one in dfg.order
                for more in range(copies)
            )
        ),
        initial=initial,
        lines=tuple(
            Line(copy_name(one.operation, c), one.line) for c in range(copies) for one in dfg.lines
        ),
    )
    return made


def _inductions(graph: LoopGraph) -> dict[str, int]:
    """Return the step of each operation that adds a constant to its previous value."""
    numbers = graph.dfg.constant_by_name
    starts = {one.value: one.numbers for one in graph.dfg.initial}
    found = {}
    for operation in graph.dfg.operations:
        word = operation.operator.partition("/")[0]
        if word == "add" and Operand(operation.name, 1) in operation.operands:
            other = operation.operands[operation.operands[0] == Operand(operation.name, 1)]
            step = numbers.get(other.value)
            first = starts.get(operation.name, ())[:1]
            if isinstance(step, int) and first and not isinstance(first[0], float):
                found[operation.name] = step
    return found


def _initial(
    made: LoopGraph, written: Sequence[Initial], copies: int, steps: dict[str, int]
) -> tuple[Initial, ...]:
    """Return the values before the first iteration, of each copy."""
    found = []
    for one in written:
        for copy in range(copies):
            distances = range(copies - copy, len(one.numbers) + 1, copies)
            numbers = [one.numbers[distance - 1] for distance in distances]
            if (step := steps.get(one.value)) is not None and not numbers:
                numbers = [_earlier(made, one, step * (copies - 1 - copy))]
            if numbers:
                found.append(Initial(copy_name(one.value, copy), tuple(numbers)))
    return tuple(found)


def _earlier(made: LoopGraph, one: Initial, less: int) -> Number | str:
    """Return the value of an induction before its first number, `less` below that."""
    first = one.numbers[0]
    if not isinstance(first, str):
        return first - less
    name, type_ = f"{first}.less.{less}", made.types[one.value]
    made.prepared[name] = Prepared("add", type_, (first, -less))
    made.types[name] = type_
    return name


def throughput(graph: LoopGraph, arch: Architecture) -> dict[int, float]:
    """Return the bound on the II per iteration of 1 to `MOST` copies on an array.

    It is the bound of arithmetic that a search begins with.
    """
    from solvers.search.interval_answer import IntervalQuestion
    from solvers.search.intervals import IntervalSearch

    def least(copies: int) -> int:
        problem = Problem(unrolled(graph, copies).dfg, arch, 1)
        return IntervalSearch(IntervalQuestion(problem)).bound().lower

    return {copies: least(copies) / copies for copies in range(1, MOST + 1)}
