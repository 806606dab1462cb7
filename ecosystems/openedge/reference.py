"""Executes a graph of a loop in order, iteration by iteration, as reference for its program."""

from __future__ import annotations

from ecosystems.openedge.asked import Asked
from ecosystems.openedge.draft import BRANCHES
from ecosystems.openedge.inductions import word_of
from ecosystems.openedge.interpreter import UNMAPPED, signed
from ecosystems.openedge.lower import COPIES
from models.data.dfg import Dfg, Number, Operand, Operation
from models.errors import InputError
from models.semantics.typed import computed

MOST = 10_000
"""Of iterations."""


def in_order(dfg: Dfg, asked: Asked, memory: dict[int, int]) -> int:
    """Execute a loop on memory, which is changed; return the number of iterations.

    Conditional accesses with a false condition do nothing, and results are stored at their
    addresses at the end. Raises `InputError` for a loop with too many iterations.
    """
    run = _Run(dfg, asked, memory)
    for iteration in range(MOST):
        if run.leaves(iteration):
            for name in dfg.results:
                memory[asked.results[name]] = signed(int(run.value(Operand(name), iteration)))
            return iteration + 1
    raise InputError(f"the loop goes on for more than {MOST} iterations")


class _Run:
    def __init__(self, dfg: Dfg, asked: Asked, memory: dict[int, int]) -> None:
        self.dfg, self.asked, self.memory = dfg, asked, memory
        self.values: dict[tuple[str, int], Number] = {}
        self.before = {one.value: one.numbers for one in dfg.initial}

        words = {word_of(operation.operator).partition(".")[0] for operation in dfg.operations}
        self.rounds = None if words & {"br", *BRANCHES} else asked.rounds

    def leaves(self, iteration: int) -> bool:
        """Execute an iteration; return whether it is the last one."""
        left = iteration + 1 == self.rounds
        for name in self.dfg.schedule_order:
            left |= self._leaves(self.dfg.operation_by_name[name], iteration)
        return left

    def value(self, operand: Operand, iteration: int) -> Number:
        """Return the number that an operation of an iteration reads."""
        back = iteration - operand.distance
        if operand.value in self.dfg.constant_by_name:
            return self.dfg.constant_by_name[operand.value]
        if operand.value in self.asked.values and operand.value in self.dfg.inputs:
            return self.asked.values[operand.value]
        if back >= 0:
            return self.values[operand.value, back]
        numbers = self.before.get(operand.value, ())
        first = numbers[-1 - back] if -back <= len(numbers) else 0
        return self.asked.values[first] if isinstance(first, str) else first

    def _leaves(self, operation: Operation, iteration: int) -> bool:
        """Execute an operation; return whether it leaves the loop."""
        numbers = [int(self.value(operand, iteration)) for operand in operation.operands]
        word, _, how = word_of(operation.operator).partition(".")
        here = operation.name, iteration
        if word in BRANCHES:
            a, b = numbers
            return not {"blt": a < b, "bge": a >= b, "beq": a == b, "bne": a != b}[word]
        if word == "br":
            return bool(numbers[0]) != (how == "unless")
        if word in ("load", "store"):
            done = not how or bool(numbers.pop(0)) == (how == "if")
            if word == "load":
                self.values[here] = self.memory.get(numbers[0], UNMAPPED) if done else 0
            elif done:
                self.memory[numbers[0]] = numbers[1]
        elif word in ("bsfa", "bzfa"):
            a, b, flag = numbers
            self.values[here] = a if (flag < 0 if word == "bsfa" else flag == 0) else b
        else:
            self.values[here] = self._computed(operation, numbers)
        return False

    def _computed(self, operation: Operation, numbers: list[int]) -> Number:
        operator = self.dfg.operator_by_name[operation.operator]
        type_, of = (each if each not in (None, "ptr") else "i32" for each in
                     (operator.type, operator.of or operator.type))  # fmt: skip
        word = word_of(operation.operator)
        return computed("mov" if word in COPIES else word, str(type_), str(of), numbers)
