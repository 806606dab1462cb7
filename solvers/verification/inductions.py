"""Checks that a graph with induction variables of their own computes the values of the original
graph.

By induction over iterations: a value that is computed from itself and a constant is determined by
its number before the first iteration and by its growth. Where the graphs compute a value
differently, both must give it the same growth. All else has to be the same.
"""

from __future__ import annotations

from models.data.dfg import Dfg, Operation
from solvers.verification.directory import RejectedError

Growth = tuple[int, int]
"""The number before the first iteration, and the increment of each iteration."""


def check_inductions(written: Dfg, mapped: Dfg) -> str:
    """Return a line for users; `RejectedError` unless every value of `mapped` equals, in every
    iteration, the value of this name of `written`, and no observable value is missing.
    """
    if mapped.name != f"{written.name} (own inductions)":
        raise RejectedError(f"inductions: '{mapped.name}' is no rewriting of '{written.name}'")
    for part in ("operators", "inputs", "results", "order", "priorities", "patterns"):
        if getattr(written, part) != getattr(mapped, part):
            raise RejectedError(f"inductions: other {part} than in the graph as written")
    for name, number in written.constant_by_name.items():
        if repr(mapped.constant_by_name.get(name)) != repr(number):
            raise RejectedError(f"inductions: another constant '{name}'")
    own = {one.name for one in mapped.operations}
    for operation in written.operations:
        observed = written.operator_by_name[operation.operator].effect
        named = any(operation.name in (e.before, e.after) for e in written.order)
        named |= any(operation.name in (p.first, p.then) for p in written.priorities)
        if operation.name not in own and (observed or named or operation.name in written.results):
            raise RejectedError(f"inductions: '{operation.name}' is missing")
    before, after = _initial(written), _initial(mapped)
    if any(before.get(name) != after.get(name) for name in written.inputs):
        raise RejectedError("inductions: inputs have other numbers before the first iteration")
    growths, rewritten = _growths(written), 0
    for operation in mapped.operations:
        name = operation.name
        if written.operation_by_name.get(name) == operation:
            if before.get(name) != after.get(name):
                raise RejectedError(f"inductions: '{name}' has other numbers before the first")
            continue
        grown = _own_growth(mapped, operation, after)
        if grown is None or name not in growths or growths[name] != grown:
            raise RejectedError(f"inductions: '{name}' is not the same in every iteration")
        if name in before or _read_later(written, name) or _read_later(mapped, name):
            raise RejectedError(f"inductions: other iterations read '{name}'")
        rewritten += 1
    return f"inductions: {rewritten} values from themselves, equal in every iteration"


def _initial(dfg: Dfg) -> dict[str, tuple[object, ...]]:
    return {one.value: one.numbers for one in dfg.initial}


def _read_later(dfg: Dfg, name: str) -> bool:
    """Whether another operation reads a value of an earlier iteration."""
    return any(
        operand.value == name and operand.distance > 0 and operation.name != name
        for operation in dfg.operations
        for operand in operation.operands
    )


def _growths(dfg: Dfg) -> dict[str, Growth]:
    """Return the growth of each operation whose operands are such values and constants."""
    found: dict[str, Growth] = {}
    initial = _initial(dfg)
    for name in dfg.schedule_order:
        operation = dfg.operation_by_name[name]
        own = _own_growth(dfg, operation, initial)
        if own is not None:
            found[name] = own
            continue
        if len(operation.operands) != 2 or not _has_laws(dfg, operation.operator):
            continue
        for at, other in ((0, 1), (1, 0)):
            operand, constant = operation.operands[at], operation.operands[other]
            number = dfg.constant_by_name.get(constant.value)
            if operand.distance or operand.value not in found or type(number) is not int:
                continue
            start, step = found[operand.value]
            if operation.operator.lower() in ("add", "+"):
                found[name] = (start + number, step)
            elif operation.operator.lower() in ("mul", "*"):
                found[name] = (start * number, step * number)
    return found


def _own_growth(
    dfg: Dfg, operation: Operation, initial: dict[str, tuple[object, ...]]
) -> Growth | None:
    """The growth of x = x@1 + s; None for all else."""
    if operation.operator.lower() not in ("add", "+") or not _has_laws(dfg, operation.operator):
        return None
    reads = [(operand.value, operand.distance) for operand in operation.operands]
    if len(reads) != 2 or (operation.name, 1) not in reads:
        return None
    reads.remove((operation.name, 1))
    step = dfg.constant_by_name.get(reads[0][0])
    start = (initial.get(operation.name) or (0,))[0]
    if type(step) is not int or type(start) is not int:
        return None
    return start, step


def _has_laws(dfg: Dfg, operator: str) -> bool:
    row = dfg.operator_by_name[operator]
    exact = row.type is None and not row.effect
    return row.commutative and row.associative and row.arity == 2 and exact
