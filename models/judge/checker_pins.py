"""The judge of pins: reads the data of a mapping alone, and shares nothing with the model."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from models.data.dfg import Dfg, Operand
from models.data.mapping import Issue, Mapping
from models.data.pins import Pins
from models.data.problem import Problem

Where = tuple[str, int]


def executions(dfg: Dfg, mapping: Mapping) -> dict[str, set[Where]]:
    """Where each operation of the DFG is executed: the components and cycles of its issues, and
    of the multi-node operations that execute it on the way.
    """
    found: dict[str, set[Where]] = {}
    for issue in mapping.issues:
        for name in _executed(dfg, issue):
            found.setdefault(name, set()).add((issue.component, issue.cycle))
    return found


def pins_broken(problem: Problem, mapping: Mapping, pins: Pins) -> list[str]:
    """Return one line for each execution of a pinned operation that its pin does not allow."""
    where = executions(problem.dfg, mapping)
    broken = []
    for pin in pins.places:
        for component, cycle in sorted(where.get(pin.operation, ()), key=lambda w: (w[1], w[0])):
            done = f"operation '{pin.operation}' is executed on {component} in cycle {cycle}"
            if pin.components is not None and component not in pin.components:
                broken.append(f"{done}, not on {' or '.join(pin.components)}")
            elif pin.cycle is not None and cycle != pin.cycle:
                broken.append(f"{done}, not in cycle {pin.cycle}")
            elif pin.context is not None:
                if problem.contexts is None:
                    broken.append(f"{done}: there are no contexts")
                elif cycle % problem.contexts != pin.context:
                    context = cycle % problem.contexts
                    broken.append(f"{done}, in context {context}, not in context {pin.context}")
    return broken


def _executed(dfg: Dfg, issue: Issue) -> set[str]:
    """The operations of the DFG that one issue executes, its own first of all."""
    if issue.operation not in dfg.operation_by_name:
        return set()
    done = {issue.operation}
    pattern = None if issue.performs is None else dfg.pattern_by_name.get(issue.performs.operator)
    if pattern is not None and issue.performs is not None:
        leaves = issue.performs.operands
        for names, words, reads in _matches(dfg, issue.operation, pattern.expression, leaves):
            if not words and not reads:
                done |= names
    return done


Left = tuple[set[str], tuple[str, ...], tuple[Operand, ...]]


def _matches(
    dfg: Dfg, name: str, words: tuple[str, ...], reads: tuple[Operand, ...]
) -> Iterator[Left]:
    """Yield the ways in which operation `name` begins the expression `words` on the operands
    `reads`: the operations that these execute, and the words and operands that are left.
    """
    operation = dfg.operation_by_name[name]
    if not words or words[0] != operation.operator:
        return
    commutes = dfg.operator_by_name[operation.operator].commutative
    orders = permutations(operation.operands) if commutes else [operation.operands]
    for operands in dict.fromkeys(map(tuple, orders)):
        states: list[Left] = [({name}, words[1:], reads)]
        for operand in operands:
            states = [new for state in states for new in _operand(dfg, operand, state)]
        yield from states


def _operand(dfg: Dfg, operand: Operand, state: Left) -> Iterator[Left]:
    done, words, reads = state
    if not words:
        return
    if words[0] == "_":
        if reads and reads[0] == operand:
            yield done, words[1:], reads[1:]
    elif operand.distance == 0 and operand.value in dfg.operation_by_name:
        for names, words_left, reads_left in _matches(dfg, operand.value, words, reads):
            yield done | names, words_left, reads_left
