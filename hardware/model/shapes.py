"""Operators that wrap an instruction: with a predicate, or with a missing operand.

* `add.if` reads a predicate first: if it is false, the operation has no value. A word cannot
represent that, so it gives 0, like a load that is not executed; `add.unless` likewise.
* `select.if` of a predicate and two values chooses as `select` does; `select.unless` chooses the
other value.
* A `select` or `cmerge` of two values, of which one is present, gives the second if the first is 0;
with one value it moves it, like `phi`.
* A binary instruction with one operand reads 0 for the other, like an unconnected port.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec.structs import replace

from models.data.architecture import opcode_of
from models.data.dfg import Dfg, Operator
from models.semantics.operators import instruction_of

Condition = Literal["", "if", "unless"]
MERGES = ("select", "cmerge")
"""Opcodes that select the present value."""
MOVED = ("cmerge", "phi", "movcl")
"""Opcodes that move their only operand."""


MERGE = ".merge"
"""The instruction that gives its first operand, or the second if the first is 0."""


class Shape(NamedTuple):
    """The meaning of an operator: the instruction `plain`, executed if the predicate holds.

    `plain` is an operator with all of its operands; the last operand is 0 if it is `open`. If the
    predicate `chooses` between two values, it is the first operand of `plain` itself.
    """

    plain: Operator
    condition: Condition = ""
    open: bool = False
    chooses: bool = False


def shape_of(row: Operator, binary: frozenset[str]) -> Shape:
    """Return the shape of an operator; `binary` are the instructions that read two operands."""
    word = opcode_of(row.name).lower()
    base, _, last = word.rpartition(".")
    if last in ("if", "unless") and base not in ("", "br") and row.arity:
        condition: Condition = "if" if last == "if" else "unless"
        if base == "select" and row.arity == 3:
            return Shape(replace(row, name=base), condition, chooses=True)
        inner = shape_of(replace(row, name=base, arity=row.arity - 1), binary)
        return inner._replace(condition=condition) if not inner.condition else Shape(row)
    if word in MERGES and row.arity == 2:
        return Shape(replace(row, name=MERGE))
    if word in (*MERGES, *MOVED) and row.arity == 1:
        return Shape(replace(row, name="mov"))
    if row.arity == 1 and instruction_of(row.name, 1) not in ("neg", "not"):
        name = instruction_of(row.name, 2)
        if name in binary:
            return Shape(replace(row, name=name, arity=2), open=True)
    return Shape(row)


def assumptions(dfg: Dfg, binary: frozenset[str]) -> list[str]:
    """Return a line about each operator of a graph whose meaning hardware defines."""
    lines: list[str] = []
    for name in dict.fromkeys(operation.operator for operation in dfg.operations):
        row = dfg.operator_by_name.get(name)
        if row is None or row.effect:
            continue
        shape = shape_of(row, binary)
        if shape.plain.name == MERGE:
            lines.append(f"'{name}' of two values gives the second where the first is 0")
        if shape.open:
            lines.append(f"'{name}' reads one operand, and 0 for the other")
        if shape.condition and not shape.chooses:
            holds = "does not hold" if shape.condition == "if" else "holds"
            lines.append(f"'{name}' gives 0 where its predicate {holds}")
    return lines
