"""Checks that the joined results of a graph with several accumulators are those of the graph
before.

By induction over iterations: with s = s@(K·d) ⊕ x, the ⊕ of the last K values of s, d iterations
apart, is S = S@d ⊕ x. So it is enough that s reaches only itself, through ⊕ alone, that ⊕ is
commutative and associative, and that the ⊕ of the first numbers is the first number of s: all
accumulators but one begin with its identity, or, where a ⊕ a is a, all with the same number.
"""

from __future__ import annotations

import msgspec

from models.data.architecture import opcode_of
from models.data.dfg import Dfg, Initial, Number, Operand, Operation
from solvers.verification.directory import RejectedError

ZERO, ONE = ("add", "+", "fadd", "or", "|", "xor", "^"), ("mul", "*", "fmul")
ALL_BITS = ("and", "&")
IDEMPOTENT = ("min", "max", "smin", "smax", "umin", "umax")


def joined(written: Dfg, mapped: Dfg, count: int) -> tuple[Dfg, str]:
    """Return the graph before its reductions got `count` accumulators, and a line for users.

    `written` identifies them. Raises `RejectedError` where one cannot be joined.
    """
    ending = f" ({count} accumulators)"
    if count < 2 or not mapped.name.endswith(ending):
        raise RejectedError(f"accumulators: '{mapped.name}' has no {count} of them")
    splits: dict[str, int] = {}
    operations = []
    for operation in mapped.operations:
        before = written.operation_by_name.get(operation.name)
        operations.append(_before(operation, before, count, splits))
    numbers = {one.value: one.numbers for one in written.initial}
    initial = [one for one in mapped.initial if one.value not in splits]
    initial += [Initial(name, numbers[name]) for name in splits if name in numbers]
    restored: Dfg = msgspec.structs.replace(
        mapped,
        name=mapped.name.removesuffix(ending),
        operations=tuple(operations),
        initial=tuple(initial),
    )
    begins = {one.value: one.numbers for one in mapped.initial}
    for name, distance in splits.items():
        word = _walk(restored, name)
        first = (*numbers.get(name, ()), *[0] * distance)[:distance]
        others = [*first] if word in IDEMPOTENT else [_identity(word)] * distance
        if repr(begins.get(name)) != repr((*first, *(others * (count - 1)))):
            raise RejectedError(f"accumulators: those of '{name}' begin with other numbers")
    told = f"accumulators: {count} of each of {len(splits)} reductions, to be joined at the end"
    return restored, told


def same(written: Dfg, restored: Dfg) -> bool:
    """Whether two graphs differ at most in the order of their initial numbers."""
    parts = [name for name in written.__struct_fields__ if name != "initial"]
    numbers = [{one.value: repr(one.numbers) for one in dfg.initial} for dfg in (written, restored)]
    alike = all(getattr(written, name) == getattr(restored, name) for name in parts)
    return alike and numbers[0] == numbers[1]


def _before(
    operation: Operation, before: Operation | None, count: int, splits: dict[str, int]
) -> Operation:
    """Return an operation before the split, and note the values that it reads later after it."""
    if before is None or before == operation or len(before.operands) != len(operation.operands):
        return operation
    for old, new in zip(before.operands, operation.operands, strict=True):
        if old != new and old.distance and new == Operand(old.value, old.distance * count):
            splits[old.value] = old.distance
    operands = tuple(
        Operand(new.value, splits[new.value]) if old != new and new.value in splits else new
        for old, new in zip(before.operands, operation.operands, strict=True)
    )
    restored: Operation = msgspec.structs.replace(operation, operands=operands)
    return restored


def _walk(dfg: Dfg, name: str) -> str:
    """Return the opcode by which alone a value reaches itself; `RejectedError` for any other way,
    or any other observer of a value on the way.
    """
    if name not in dfg.operation_by_name:
        raise RejectedError(f"accumulators: '{name}' is no operation")
    row = dfg.operator_by_name[dfg.operation_by_name[name].operator]
    word = opcode_of(row.name).lower()
    known = word in IDEMPOTENT or _identity(word) is not None
    lawful = row.commutative and row.associative and row.arity == 2 and not row.effect
    if not lawful or not known:
        raise RejectedError(f"accumulators: '{row.name}' of '{name}' has no such laws")
    timed = {end for edge in dfg.order for end in (edge.before, edge.after)}
    timed |= {end for pair in dfg.priorities for end in (pair.first, pair.then)}
    begins = {one.value for one in dfg.initial}
    at, first = name, True
    # No value reads itself within an iteration, so this ends.
    while True:
        readers = [
            (operation, operand)
            for operation in dfg.operations
            for operand in operation.operands
            if operand.value == at
        ]
        hidden = first or (at not in dfg.results and at not in begins)
        if len(readers) != 1 or at in timed or not hidden:
            raise RejectedError(f"accumulators: '{at}' of '{name}' is observed otherwise")
        operation, operand = readers[0]
        if operation.operator != row.name or (operand.distance > 0) != first:
            raise RejectedError(f"accumulators: '{name}' reaches itself not by '{row.name}' alone")
        at, first = operation.name, False
        if at == name:
            return word


def _identity(word: str) -> Number | None:
    if word in ZERO:
        return 0
    if word in ONE:
        return 1
    return -1 if word in ALL_BITS else None
