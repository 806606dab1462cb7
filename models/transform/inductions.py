"""Induction variables of their own: every value that grows by a constant is its own recurrence.

One `i` that addresses many loads has as many readers, and on arrays where a value that is passed
on takes an issue slot, its fan-out binds. With i = i@1 + s, a = i + c becomes a = a@1 + s, which
begins at c more, and a = i * k becomes a = a@1 + s * k: as many operations, and none reads another.
The values are the same in every iteration, by induction over iterations. This is operator strength
reduction (K. Cooper, L. T. Simpson, C. Vick, ACM TOPLAS 23(5), 2001) on a dataflow graph.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import msgspec

from models.data.dfg import Constant, Dfg, Initial, Operand, Operation, lines_of

ADD, MULTIPLY = ("add", "+"), ("mul", "*")
OWN = "own inductions"
"""The name of the rewrite, which a rewritten graph adds to its own."""


class Linear(NamedTuple):
    """A value that is `before` in the iteration before the first, and grows by `step`."""

    before: int
    step: int


def own_inductions(dfg: Dfg) -> Dfg:
    """Return a graph of the same values in which each linear one is computed from itself.

    Linear are integers x = x@1 + s, sums of a linear value and a constant, and products of both. A
    value that other iterations read, or whose own numbers before the first iteration are given, is
    left alone. Values that are not read any more are left out. Returns the same graph if no value
    is linear.
    """
    adds = _named(dfg, ADD)
    linear: dict[str, Linear] = {}
    rewritten: dict[str, Operation] = {}
    steps: dict[int, str] = {}
    constants = list(dfg.constants)
    taken = {*dfg.values, *dfg.constant_by_name}
    alone = _read_at_once(dfg)
    for name in dfg.schedule_order:
        operation = dfg.operation_by_name[name]
        found = _linear(dfg, operation, linear, adds)
        if found is None:
            continue
        linear[name] = found
        if name in alone and not _reads_itself(operation):
            step = _step(found.step, steps, constants, taken)
            operands = (Operand(name, 1), Operand(step))
            rewritten[name] = Operation(name, adds[0], operands)
    if not rewritten:
        return dfg
    operations = [rewritten.get(op.name, op) for op in dfg.operations]
    kept = _observed(dfg, operations)
    operations = [op for op in operations if op.name in kept]
    initial = [one for one in dfg.initial if one.value in kept]
    initial += [Initial(name, (linear[name].before,)) for name in rewritten if name in kept]
    changed: Dfg = msgspec.structs.replace(
        dfg,
        name=f"{dfg.name} ({OWN})",
        operations=tuple(operations),
        lines=lines_of(dfg, operations),
        constants=tuple(constants),
        initial=tuple(initial),
    )
    return changed


def _named(dfg: Dfg, words: tuple[str, ...]) -> list[str]:
    """Return the operators that mean so, for which the DFG declares the laws of integers.

    Words of a type wrap around, and then a multiple is not that of another width.
    """
    rows = [row for row in dfg.operators if row.arity == 2 and row.type is None]
    lawful = [row.name for row in rows if row.commutative and row.associative]
    return [name for name in lawful if name.lower() in words]


def _linear(
    dfg: Dfg, operation: Operation, linear: dict[str, Linear], adds: list[str]
) -> Linear | None:
    """Return the growth of a value; None unless it is a constant integer."""
    product = operation.operator in _named(dfg, MULTIPLY)
    if operation.operator not in adds and not (product and adds):
        return None
    numbers = dfg.constant_by_name
    for value, constant in (operation.operands, operation.operands[::-1]):
        number = numbers.get(constant.value)
        if type(number) is not int:
            continue
        if value == Operand(operation.name, 1) and not product:
            before = _before(dfg, operation.name)
            return None if before is None else Linear(before, number)
        known = linear.get(value.value) if value.distance == 0 else None
        if known is not None and product:
            return Linear(known.before * number, known.step * number)
        if known is not None:
            return Linear(known.before + number, known.step)
    return None


def _before(dfg: Dfg, name: str) -> int | None:
    """Return the number of a value in the iteration before the first; 0 where none is given."""
    given = [one.numbers for one in dfg.initial if one.value == name]
    number = given[0][0] if given and given[0] else 0
    return number if type(number) is int else None


def _read_at_once(dfg: Dfg) -> set[str]:
    """Return the operations that are read in their own iteration only."""
    later = {o.value for op in dfg.operations for o in op.operands if o.distance}
    given = {one.value for one in dfg.initial}
    return set(dfg.operation_by_name) - later - given


def _reads_itself(operation: Operation) -> bool:
    return any(operand.value == operation.name for operand in operation.operands)


def _step(number: int, steps: dict[int, str], constants: list[Constant], taken: set[str]) -> str:
    """Return the name of a constant of this number, which is added if missing."""
    if number not in steps:
        known = [c.name for c in constants if type(c.value) is int and c.value == number]
        name = known[0] if known else f"step_{number}".replace("-", "m")
        while not known and name in taken:
            name += "_"
        if not known:
            taken.add(name)
            constants.append(Constant(name, number))
        steps[number] = name
    return steps[number]


def _observed(dfg: Dfg, operations: list[Operation]) -> set[str]:
    """Return the values still in use, without those that lost all their readers."""
    edges = {name for edge in dfg.order for name in (edge.before, edge.after)}
    needed = {*dfg.results, *edges, *(n for p in dfg.priorities for n in (p.first, p.then))}
    needed |= {op.name for op in operations if dfg.operator_by_name[op.operator].effect}
    read = Counter(o.value for op in dfg.operations for o in op.operands if o.value != op.name)
    needed |= {op.name for op in operations if not read[op.name]}
    by_name = {op.name: op for op in operations}
    waiting = list(needed)
    while waiting:
        operation = by_name.get(waiting.pop())
        for operand in operation.operands if operation is not None else ():
            if operand.value not in needed:
                needed.add(operand.value)
                waiting.append(operand.value)
    return needed
