"""A graph of a loop as one of the machine's operations: words of 32 bits, and one branch.

Inputs become numbers, results are stored in each iteration, and conditions become flags. A branch
to the next iteration replaces the exit of the loop.
"""

from __future__ import annotations

from ecosystems.openedge.asked import Asked, spares
from ecosystems.openedge.conditions import NEGATED, SWAPPED, Condition, compared, selected, word_of
from ecosystems.openedge.draft import BRANCHES, CELLS, Draft
from ecosystems.openedge.inductions import Inductions
from ecosystems.openedge.inductions import word_of as opcode
from ecosystems.openedge.interpreter import signed
from models.data.dfg import Dfg, Operand, Operation, OrderEdge
from models.errors import InputError

PLAIN = frozenset("add sub mul shl lshr ashr and or xor".split())
TYPES = (None, "i32", "u32", "ptr", "i1")
COMPARED_BY = {"slt": "blt", "sge": "bge", "eq": "beq", "ne": "bne"}
MINIMA = {"smin": "slt", "smax": "slt", "umin": "ult", "umax": "ult"}
COPIES = ("mov", "bitcast", "freeze")


def lowered(dfg: Dfg, asked: Asked) -> Dfg:
    """Return the graph of the machine's operations. Raises `InputError` for unsupported ones."""
    return _Lowering(dfg, asked).graph()


class _Lowering:
    def __init__(self, dfg: Dfg, asked: Asked) -> None:
        self.dfg, self.asked = dfg, asked
        self.draft = Draft(dfg.name)
        self.conditions: dict[str, Condition] = {}
        self.comparisons: dict[str, tuple[str, Operand, Operand]] = {}
        self.draft.constants |= self._numbers()
        for one in dfg.initial:
            bit = self._is_bit(one.value)
            numbers = (self._first(n) for n in one.numbers)
            self.draft.initial[one.value] = tuple(-(n & 1) if bit else n for n in numbers)
        self.inductions = Inductions(dfg, dict(self.draft.constants), dict(self.draft.initial))
        if any(opcode(operation.operator) in BRANCHES for operation in dfg.operations):
            # It was made for the machine, and a mapping of it has its operations.
            self.inductions.alone.clear()

    def graph(self) -> Dfg:
        """Return the lowered graph."""
        for operation in self.dfg.operations:
            try:
                self._operation(operation)
            except InputError as error:
                raise error.inside(f"operation '{operation.name}'") from None
        for name in self.dfg.results:
            if name not in self.asked.results:
                raise InputError(f"result '{name}' has no address: --result {name}=ADDRESS")
            address = Operand(f"{name}.place")
            self.draft.constants[address.value] = self.asked.results[name]
            value = self._word(Operand(name)) if self._is_bit(name) else Operand(name)
            self.draft.add(f"{name}.out", "store", address, value)
        self.draft.settle()
        self._count()
        self._flags()
        self._one_number()
        self._wait()
        return self.draft.finish()

    def _numbers(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for name in self.dfg.inputs:
            if name not in self.asked.values:
                raise InputError(f"input '{name}' has no number: --value {name}=NUMBER")
            found[name] = self.asked.values[name]
        for name, number in self.dfg.constant_by_name.items():
            if not isinstance(number, int):
                raise InputError(f"{number} is no integer, and the machine has no other numbers")
            found[name] = signed(number)
        return found

    def _first(self, number: int | float | str) -> int:
        if isinstance(number, str):
            return self.draft.constants[number]
        if not isinstance(number, int):
            raise InputError(f"{number} is no integer, and the machine has no other numbers")
        return signed(number)

    def _is_bit(self, name: str) -> bool:
        operation = self.dfg.operation_by_name.get(name)
        return operation is not None and self.dfg.operator_by_name[operation.operator].type == "i1"

    def _operation(self, operation: Operation) -> None:
        operator = self.dfg.operator_by_name[operation.operator]
        word, name, operands = opcode(operation.operator), operation.name, operation.operands
        of = operator.of or operator.type
        if operator.type not in TYPES or of not in TYPES:
            type_ = operator.type if operator.type not in TYPES else of
            raise InputError(f"'{type_}': words have 32 bits; is it C for --flag=-m32?")
        if name in self.inductions.alone:
            linear = self.inductions.linear[name]
            step = Operand(f"{name}.step")
            self.draft.constants[step.value] = linear.step
            self.draft.initial[name] = (linear.before,)
            self.draft.operations[name] = ("add", (Operand(name, 1), step))
        elif word.startswith("icmp."):
            self.comparisons[name] = (word[5:], operands[0], operands[1])
            if of == "i1":
                raise InputError("a comparison of conditions")
            self._keep(name, compared(self.draft, name, word[5:], *operands))
        elif operator.type == "i1" or of == "i1":
            self._bits(name, word, operator.type == "i1", operands)
        elif word.partition(".")[0] in ("load", "store"):
            self._access(name, word, operands)
        elif word in PLAIN or word in CELLS:
            self.draft.operations[name] = (word, operands)
        else:
            self._made(name, word, operands)

    def _made(self, name: str, word: str, operands: tuple[Operand, ...]) -> None:
        """Add an operation that takes several, or one of another name."""
        draft = self.draft
        if word in COPIES:
            draft.operations[name] = ("mov", operands)
        elif word == "neg":
            draft.operations[name] = ("sub", (draft.number(0), operands[0]))
        elif word == "not":
            draft.operations[name] = ("xor", (operands[0], draft.number(-1)))
        elif word == "select":
            self._select(name, *operands)
        elif word in MINIMA:
            a, b = operands
            condition = compared(draft, name, MINIMA[word], a, b)
            arms = (a, b) if word.endswith("min") else (b, a)
            selected(draft, name, condition, *arms, self.asked.masks)
        elif word == "abs":
            # The flag of the negative: the smallest number has none, and is its own.
            less = draft.add(f"{name}.minus", "sub", draft.number(0), operands[0])
            selected(draft, name, Condition(less), operands[0], less, self.asked.masks)
        elif word in ("br.if", "br", "br.unless"):
            self._leave(name, word == "br.unless", operands[0])
        else:
            raise InputError(f"the machine has no '{word}'")

    def _keep(self, name: str, condition: Condition) -> None:
        """Note a condition, and name its word for later readers."""
        self.conditions[name] = condition
        held = word_of(self.draft, name, condition)
        if any(distance for _, distance in self.dfg.consumers[name]):
            self.draft.operations[name] = ("mov", (held,))
        else:
            self.draft.aliases[name] = held

    def _bits(self, name: str, word: str, bit: bool, operands: tuple[Operand, ...]) -> None:
        """Add an operation on conditions, or from a condition to a word."""
        draft = self.draft
        if word in ("br", "br.if", "br.unless"):
            self._leave(name, word == "br.unless", operands[0])
        elif word == "trunc":
            self._keep(name, Condition(draft.add(f"{name}.sign", "shl", operands[0], self._31())))
        elif word in ("and", "or", "xor") and bit:
            made = draft.add(f"{name}.sign", word, *(self._word(each) for each in operands))
            self._keep(name, Condition(made))
        elif word in COPIES and bit:
            draft.operations[name] = ("mov", (self._word(operands[0]),))
        elif word == "select":
            self._select(name, operands[0], *(self._word(each) for each in operands[1:]))
        elif word in ("zext", "sext"):
            shift = "lshr" if word == "zext" else "ashr"
            draft.operations[name] = (shift, (self._word(operands[0]), self._31()))
        else:
            raise InputError(f"the machine has no '{word}' of conditions")

    def _31(self) -> Operand:
        return self.draft.number(31)

    def _word(self, operand: Operand) -> Operand:
        """Return the word whose sign bit is a condition; a constant is 0 or -1."""
        number = self.draft.known(operand)
        if number is None:
            return operand
        return self.draft.number(-(number & 1))

    def _condition(self, operand: Operand) -> Condition:
        if not operand.distance and operand.value in self.conditions:
            return self.conditions[operand.value]
        return Condition(self._word(operand))

    def _select(self, name: str, bit: Operand, a: Operand, b: Operand) -> None:
        if self.draft.known(bit) is not None:
            raise InputError("a selection by a constant")
        selected(self.draft, name, self._condition(bit), a, b, self.asked.masks)

    def _access(self, name: str, word: str, operands: tuple[Operand, ...]) -> None:
        """Add a load or a store; conditional ones select their address."""
        kind, _, how = word.partition(".")
        if not how:
            self.draft.operations[name] = (kind, operands)
            return
        if self.asked.spare is None:
            raise InputError("a conditional access needs a spare word of memory: --spare ADDRESS")
        spare = Operand(f"{name}.spare")
        self.draft.constants[spare.value] = spares(self.dfg, self.asked)[name]
        arms = (operands[1], spare) if how == "if" else (spare, operands[1])
        condition = self._condition(operands[0])
        address = selected(self.draft, f"{name}.address", condition, *arms, self.asked.masks)
        self.draft.operations[name] = (kind, (address, *operands[2:]))

    def _leave(self, name: str, unless: bool, operand: Operand) -> None:
        """Add the branch to the next iteration, for the opposite of the exit condition."""
        draft = self.draft
        if draft.branch() is not None:
            raise InputError("the loop has a second exit; only one branch is written")
        if operand.distance == 0 and operand.value in self.comparisons:
            predicate, a, b = self.comparisons[operand.value]
            predicate = predicate if unless else NEGATED[predicate]
            left = self.inductions.left(predicate, a, b)
            if left is not None:
                step = Operand(f"{name}.step")
                draft.constants[step.value] = left.value.step
                own = Operand(f"{name}.left")
                draft.initial[own.value] = (left.value.before,)
                draft.operations[own.value] = ("add", (Operand(own.value, 1), step))
                draft.operations[name] = (left.branch, (own, draft.number(0)))
                return
            if predicate in SWAPPED and predicate[0] == "s":
                predicate, a, b = SWAPPED[predicate], b, a
            if predicate in COMPARED_BY:
                draft.operations[name] = (COMPARED_BY[predicate], (a, b))
                return
        condition = self._condition(operand)
        way = "blt" if unless != condition.negated else "bge"
        draft.operations[name] = (way, (condition.word, draft.number(0)))

    def _count(self) -> None:
        """Add a counter of iterations to a graph without a branch."""
        draft = self.draft
        if draft.branch() is not None:
            return
        if self.asked.rounds is None:
            raise InputError("no operation leaves the loop: give --iterations N")
        count = Operand(draft.add("rounds", "add").value)
        draft.operations[count.value] = ("add", (Operand(count.value, 1), draft.number(-1)))
        draft.initial[count.value] = (self.asked.rounds,)
        draft.add("again", "bne", count, draft.number(0))

    def _flags(self) -> None:
        """Copy values whose flag is read, if they are also read as numbers, or later.

        Flags are those of outputs, which last for a step.
        """
        draft = self.draft
        readers: dict[str, list[tuple[str, int, bool]]] = {}
        for name, (word, operands) in draft.operations.items():
            for place, each in enumerate(operands):
                flag = word in ("bsfa", "bzfa") and place == 2
                readers.setdefault(each.value, []).append((name, each.distance, flag))
        for name, (word, operands) in list(draft.operations.items()):
            if word not in ("bsfa", "bzfa"):
                continue
            read = readers[operands[2].value]
            alone = len({other for other, _, _ in read}) == 1
            if all(flag or alone for _, _, flag in read) and not any(d for _, d, _ in read):
                continue
            copy = draft.add(f"{name}.flag", "mov", operands[2])
            draft.operations[name] = (word, (*operands[:2], copy))

    def _one_number(self) -> None:
        """Copy numbers into values where an instruction has too many: one, or none in a branch."""
        draft = self.draft
        for name, (word, operands) in list(draft.operations.items()):
            most = 0 if word in BRANCHES else 1
            found = list(operands)
            numbers = {
                each.value
                for each in operands
                if draft.known(each) is not None and not draft.is_zero(each)
            }
            if word in ("bsfa", "bzfa") and draft.known(operands[2]) is not None:
                raise InputError(f"'{name}' selects by a constant")
            for number in sorted(numbers)[most:]:
                copy = draft.add(f"{name}.number", "mov", Operand(number))
                found = [copy if each.value == number else each for each in found]
            draft.operations[name] = (word, tuple(found))

    def _wait(self) -> None:
        """Order stores after the branches of earlier iterations, and keep the graph's order."""
        draft = self.draft
        branch = draft.branch()
        assert branch is not None
        stores = [name for name, (word, _) in draft.operations.items() if word == "store"]
        draft.order += [edge for edge in self.dfg.order if edge.before != branch]
        draft.order += [OrderEdge(branch, store, 1) for store in stores]
