"""The sums of a DFG: operations of one associative operator whose order may be chosen.

"Sum" stands for the result of any associative operator. Under a transformation, an operation
becomes part of the sum that reads it if it has no other observer: the same operator, read
exactly once and in its own iteration, no result, no effect, and named by no priority and no order
edge. All other operands of a sum are its terms.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from models.data.dfg import Dfg

Read = tuple[str, int]
"""A value or constant, and its distance in iterations."""

Terms = tuple[Read, ...]


class Sum(NamedTuple):
    """The value `root`, its operator, its terms from left to right with repetition, and the
    operations that it takes the place of, with the terms of each.
    """

    root: str
    operator: str
    terms: Terms
    inner: dict[str, Terms]

    @property
    def reorders(self) -> bool:
        """Whether the sum has more than one order."""
        return len(self.terms) > 2


def sums(dfg: Dfg) -> list[Sum]:
    """Return all sums of a DFG, those of two terms included, in the order of their roots."""
    merged = _merged(dfg)
    terms: dict[str, Terms] = {}
    below: dict[str, dict[str, Terms]] = {}
    for name in dfg.schedule_order:
        operation = dfg.operation_by_name[name]
        operator = dfg.operator_by_name[operation.operator]
        if operator.associative and not operator.effect:
            found: list[Read] = []
            below[name] = {}
            for operand in operation.operands:
                if operand.value in merged:
                    found += terms[operand.value]
                    below[name] |= {**below[operand.value], operand.value: terms[operand.value]}
                else:
                    found.append((operand.value, operand.distance))
            terms[name] = tuple(found)
    return [
        Sum(operation.name, operation.operator, terms[operation.name], below[operation.name])
        for operation in dfg.operations
        if operation.name in terms and operation.name not in merged
    ]


def pinned(dfg: Dfg) -> set[str]:
    """Return the values that a priority or an order edge names: when they are issued matters."""
    named = {name for edge in dfg.order for name in (edge.before, edge.after)}
    return named.union(*((p.first, p.then) for p in dfg.priorities))


def _merged(dfg: Dfg) -> set[str]:
    visible = pinned(dfg).union(dfg.results)
    times = Counter(o.value for operation in dfg.operations for o in operation.operands)
    found = set()
    for reader in dfg.operations:
        operator = dfg.operator_by_name[reader.operator]
        for operand in reader.operands if operator.associative and not operator.effect else ():
            read = dfg.operation_by_name.get(operand.value)
            alone = times[operand.value] == 1 and operand.value not in visible
            if read and alone and not operand.distance and read.operator == reader.operator:
                found.add(read.name)
    return found
