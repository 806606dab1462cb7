"""Checks of issues: definitions of intermediates, performed operations, and pins.

Gives lines on faults to the checker. `models.semantics.meaning` compares the meaning. Pins are
judged by the data of a mapping alone.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from itertools import permutations

from models.data.dfg import Dfg, Operand, Operation
from models.data.mapping import Issue, Mapping, Performed
from models.data.pins import Pin, Pins
from models.data.problem import Problem
from models.errors import is_word
from models.semantics.meaning import Meaning


def sound_intermediates(
    dfg: Dfg, intermediates: Iterable[Operation]
) -> tuple[dict[str, Operation], list[str]]:
    """Return the intermediates with a sound definition by name, and a line on every other one."""
    sound: dict[str, Operation] = {}
    faults: list[str] = []
    for definition in intermediates:
        fault = _name_fault(dfg, definition.name, sound) or _body_fault(dfg, definition, sound)
        if fault is None:
            sound[definition.name] = definition
        else:
            faults.append(f"intermediate '{definition.name}': {fault}")
    return sound, faults


def operand_count(dfg: Dfg, name: str) -> int | None:
    """Number of operands of an operator, or of a pattern by its name; None if the name is
    neither.
    """
    if name in dfg.operator_by_name:
        return dfg.operator_by_name[name].arity
    if name in dfg.pattern_by_name:
        return dfg.pattern_by_name[name].expression.count("_")
    return None


def performed_fault(
    dfg: Dfg, meaning: Meaning, definition: Operation, performed: Performed
) -> str | None:
    """Return the fault of an issue of `definition` that executes `performed`; None if it
    is sound.
    """
    wanted, given = operand_count(dfg, performed.operator), len(performed.operands)
    if wanted is None:
        return f"unknown operator or pattern '{performed.operator}'"
    if given != wanted:
        return f"'{performed.operator}' takes {wanted} operands, not {given}"
    if not meaning.computes(definition.name, performed):
        operator = dfg.operator_by_name[definition.operator]
        if operator.effect:
            return f"'{operator.name}' has an effect, so that nothing may take its place"
        return f"{_call(performed)} does not compute '{definition.name}'"
    return None


def _name_fault(dfg: Dfg, name: str, before: Container[str]) -> str | None:
    if not is_word(name):
        return "its name must be a word without spaces"
    for kind, names in (
        ("input", dfg.inputs),
        ("operation", dfg.operation_by_name),
        ("constant", dfg.constant_by_name),
    ):
        if name in names:
            return f"already the name of an {kind}" if kind != "constant" else f"already a {kind}"
    return "defined twice" if name in before else None


def _body_fault(dfg: Dfg, definition: Operation, before: Container[str]) -> str | None:
    operator = dfg.operator_by_name.get(definition.operator)
    if operator is None:
        what = "pattern" if definition.operator in dfg.pattern_by_name else "unknown operator"
        return f"{what} '{definition.operator}' cannot define a value"
    if operator.effect:
        return f"operator '{operator.name}' has an effect and cannot define a value"
    if len(definition.operands) != operator.arity:
        return (
            f"operator '{operator.name}' takes {operator.arity} operands,"
            f" not {len(definition.operands)}"
        )
    for operand in definition.operands:
        of_dfg = operand.value in dfg.consumers or operand.value in dfg.constant_by_name
        if not of_dfg and operand.value not in before:
            return f"operand '{operand.value}' is unknown, or defined later"
        if operand.distance < 0 or (operand.distance and not of_dfg):
            return f"operand '{operand.value}' has distance {operand.distance}"
    return None


def _call(performed: Performed) -> str:
    return f"{performed.operator}({', '.join(map(_shown, performed.operands))})"


def _shown(operand: Operand) -> str:
    return f"{operand.value}@{operand.distance}" if operand.distance else operand.value


Where = tuple[str, int]


def executions(dfg: Dfg, mapping: Mapping) -> dict[str, set[Where]]:
    """Map each operation of the DFG to its places: components and cycles of its own issues, and of
    the multi-node operations that execute it.
    """
    found: dict[str, set[Where]] = {}
    for issue in mapping.issues:
        for name in _executed(dfg, issue):
            found.setdefault(name, set()).add((issue.component, issue.cycle))
    return found


def repeated(dfg: Dfg, mapping: Mapping) -> dict[str, int]:
    """Return the number of issues of each operation that is issued more than once per iteration."""
    times = {name: len(where) for name, where in executions(dfg, mapping).items()}
    return {o.name: times[o.name] for o in dfg.operations if times.get(o.name, 0) > 1}


def pins_broken(problem: Problem, mapping: Mapping, pins: Pins) -> list[str]:
    """Return one line for each execution of a pinned operation that its pin does not allow."""
    where = executions(problem.dfg, mapping)
    broken = []
    for pin in pins.places:
        for component, cycle in sorted(where.get(pin.operation, ()), key=lambda w: (w[1], w[0])):
            fault = pin_fault(pin, component, cycle, problem.contexts)
            if fault is not None:
                done = f"operation '{pin.operation}' is executed on {component} in cycle {cycle}"
                broken.append(done + fault)
    return broken


def pin_fault(pin: Pin, component: str, cycle: int, contexts: int | None) -> str | None:
    """Return the part of a pin that an execution there breaks; None if it obeys the pin."""
    if pin.components is not None and component not in pin.components:
        return f", not on {' or '.join(pin.components)}"
    if pin.cycle is not None and cycle != pin.cycle:
        return f", not in cycle {pin.cycle}"
    if pin.context is not None and contexts is None:
        return ": there are no contexts"
    if pin.context is not None and contexts and cycle % contexts != pin.context:
        return f", in context {cycle % contexts}, not in context {pin.context}"
    return None


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
    """Yield the matches by which operation `name` begins the expression `words` on the operands
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
