"""A graph of a loop as operations with predicates: every value has a valid bit.

Values for the next iteration pass a `phi`, which takes a number the first time. Some of them are
granted by the condition to continue, so that all stores after the last iteration read invalid
values, and do nothing. A `return` of a valid value ends the loop.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ecosystems.loops.needed import needed
from ecosystems.openedge.conditions import NEGATED, SWAPPED
from ecosystems.openedge.inductions import word_of
from ecosystems.openedge.interpreter import signed
from ecosystems.openedge.lower import COPIES, MINIMA, TYPES
from models.data.dfg import Constant, Dfg, Operand, Operation, Operator, OrderEdge
from models.errors import InputError

COMMUTATIVE = frozenset("add mul and or xor".split())
SHIFTS = frozenset("shl lshr ashr".split())
TURNED = {**SWAPPED, "slt": "sgt", "sge": "sle", "ult": "ugt", "uge": "ule", "eq": "eq", "ne": "ne"}
ROOTS = ("store", "return")


@dataclass(frozen=True)
class Lowered:
    """A graph to map, and the first number of each `phi`."""

    dfg: Dfg
    first: Mapping[str, int]


def lowered(dfg: Dfg, values: Mapping[str, int]) -> Lowered:
    """Return the machine's operations of a loop. Raises `InputError` for unsupported ones."""
    return _Lowering(dfg, values).made()


@dataclass
class _Lowering:
    dfg: Dfg
    values: Mapping[str, int]
    operations: dict[str, tuple[str, tuple[Operand, ...]]] = field(default_factory=dict)
    constants: dict[str, int] = field(default_factory=dict)
    aliases: dict[str, Operand] = field(default_factory=dict)
    first: dict[str, int] = field(default_factory=dict)
    more: Operand | None = None
    done: Operand | None = None

    def made(self) -> Lowered:
        """Return the lowered graph."""
        for name in self.dfg.inputs:
            if name not in self.values:
                raise InputError(f"input '{name}' has no number: --value {name}=NUMBER")
            self.constants[name] = signed(self.values[name])
        for name, number in self.dfg.constant_by_name.items():
            if not isinstance(number, int):
                raise InputError(f"{number} is no integer, and the machine has no other numbers")
            self.constants[name] = signed(number)
        for operation in self.dfg.operations:
            try:
                self._operation(operation)
            except InputError as error:
                raise error.inside(f"operation '{operation.name}'") from None
        self._return()
        for name, (word, operands) in self.operations.items():
            self.operations[name] = (word, tuple(self._resolved(each) for each in operands))
        self._grant()
        self.operations = needed(self.operations, ROOTS)
        self._order()
        return Lowered(self._graph(), self.first)

    def _add(self, name: str, word: str, *operands: Operand) -> Operand:
        self.operations[name] = (word, operands)
        return Operand(name)

    def _number(self, number: int) -> Operand:
        self.constants[f"#{number}"] = signed(number)
        return Operand(f"#{number}")

    def _known(self, operand: Operand) -> int | None:
        return self.constants.get(operand.value)

    def _word(self, operand: Operand) -> Operand:
        """Return an operand as the value of an operation, also for a number."""
        if self._known(operand) is None:
            return operand
        return self._add(f"{operand.value}.number", "constant", operand)

    def _resolved(self, operand: Operand) -> Operand:
        while operand.value in self.aliases:
            operand = self.aliases[operand.value]
        return operand

    def _read(self, operand: Operand) -> Operand:
        """Return an operand; values of earlier iterations are those of `phi` operations."""
        if operand.value in self.constants:
            return Operand(operand.value)
        read = Operand(operand.value)
        for distance in range(1, operand.distance + 1):
            name = f"{operand.value}.phi{distance}"
            if name not in self.operations:
                given = next((i.numbers for i in self.dfg.initial if i.value == operand.value), ())
                number = given[distance - 1] if distance <= len(given) else 0
                known = self.values[number] if isinstance(number, str) else number
                if not isinstance(known, int):
                    raise InputError(f"'{operand.value}' begins with {known}, which is no integer")
                bit = self._type(operand.value) == "i1"
                self.first[name] = known & 1 if bit else signed(known)
                self._add(name, "phi", Operand(read.value, 1))
            read = Operand(name)
        return read

    def _type(self, name: str) -> str | None:
        return self.dfg.operator_by_name[self.dfg.operation_by_name[name].operator].type

    def _operation(self, operation: Operation) -> None:
        operator = self.dfg.operator_by_name[operation.operator]
        name, word = operation.name, word_of(operation.operator)
        of = operator.of or operator.type
        for type_ in (operator.type, of):
            if type_ not in TYPES:
                raise InputError(f"'{type_}': words have 32 bits; is it C for --flag=-m32?")
        read = [self._read(each) for each in operation.operands]
        if of == "i1":
            read = [self._number(n & 1) if (n := self._known(r)) is not None else r for r in read]
        kind, _, how = word.partition(".")
        if kind in ("load", "store"):
            self._access(name, kind, how, read)
        elif kind == "icmp":
            self._compare(name, how, *read)
        elif kind == "br":
            self._leave(name, how == "unless", read[0])
        elif word == "select":
            self._select(name, read[0], *read[1:])
        elif word in MINIMA:
            less = self._compare(f"{name}.less", MINIMA[word], *read)
            self._select(name, less, *(read if word.endswith("min") else read[::-1]))
        elif word == "abs":
            negative = self._add(f"{name}.negative", "mul", read[0], self._number(-1))
            less = self._compare(f"{name}.less", "slt", read[0], self._number(0))
            self._select(name, less, negative, read[0])
        elif word in COPIES or word == "zext":
            self.aliases[name] = read[0]
        elif word in ("neg", "sext"):
            self._add(name, "mul", self._word(read[0]), self._number(-1))
        elif word == "not":
            number = 1 if operator.type == "i1" else -1
            self._add(name, "xor", self._word(read[0]), self._number(number))
        elif word == "trunc":
            self._add(name, "and", self._word(read[0]), self._number(1))
        else:
            self._plain(name, word, *read)

    def _plain(self, name: str, word: str, *read: Operand) -> None:
        """Add an operation of two operands; the second one may be a number."""
        if word not in COMMUTATIVE | SHIFTS | {"sub"} or len(read) != 2:
            raise InputError(f"the machine has no '{word}'")
        a, b = read
        if word in COMMUTATIVE and self._known(a) is not None:
            a, b = b, a
        number = self._known(b)
        if word == "sub" and number is not None:
            word, b = "add", self._number(signed(-number))
        self._add(name, word, self._word(a), b)

    def _compare(self, name: str, how: str, a: Operand, b: Operand) -> Operand:
        if self._known(a) is not None:
            how, a, b = TURNED[how], b, a
        return self._add(name, f"icmp.{how}", self._word(a), b)

    def _select(self, name: str, bit: Operand, *arms: Operand) -> None:
        self._add(name, "sel", self._word(bit), *(self._word(each) for each in arms))

    def _negated(self, name: str, bit: Operand) -> Operand:
        """Return the opposite of a condition."""
        word, operands = self.operations.get(self._resolved(bit).value, ("", ()))
        if word.startswith("icmp."):
            return self._add(name, f"icmp.{NEGATED[word[5:]]}", *operands)
        return self._add(name, "xor", self._word(bit), self._number(1))

    def _access(self, name: str, kind: str, how: str, read: list[Operand]) -> None:
        bit = None
        if how:
            bit, *read = read
            bit = bit if how == "if" else self._negated(f"{name}.not", bit)
        if kind == "load" and bit is not None:
            # Loads do no harm; where it is none, its result is 0.
            loaded = self._add(f"{name}.always", "load", *read)
            self._add(name, "mul", loaded, bit)
        elif kind == "load":
            self._add(name, "load", *read)
        else:
            address = read[0]
            if bit is not None:
                address = self._add(f"{name}.granted", "grant", self._word(address), bit)
            self._add(name, "store", address, self._word(read[1]))

    def _leave(self, name: str, unless: bool, bit: Operand) -> None:
        if self.more is not None:
            raise InputError("the loop has a second exit")
        if self._known(bit) is not None:
            raise InputError("the loop ends by a number")
        other = self._negated(f"{name}.not", bit)
        self.more, self.done = (bit, other) if unless else (other, bit)

    def _return(self) -> None:
        if self.more is None or self.done is None:
            raise InputError("no operation leaves the loop: add br or br.unless, which end the run")
        if len(self.dfg.results) > 1:
            raise InputError(f"{len(self.dfg.results)} results, and the machine returns one value")
        value = Operand(self.dfg.results[0]) if self.dfg.results else self.done
        if self._known(self._resolved(value)) is not None:
            value = self._word(self._resolved(value))
        self._add("returned", "grant", value, self.done)
        self._add("return", "return", Operand("returned"))

    def _behind(self, name: str) -> set[str]:
        """Return the operations of the same iteration that a value depends on, with its own."""
        found, waiting = set[str](), [name]
        while waiting:
            one = waiting.pop()
            if one in found or one not in self.operations:
                continue
            found.add(one)
            waiting += [each.value for each in self.operations[one][1] if not each.distance]
        return found

    def _grant(self) -> None:
        """Grant values for the next iteration, as few as cover all effects."""
        assert self.more is not None
        more = self._resolved(self.more)
        roots = [n for n, (word, _) in self.operations.items() if word in ROOTS] + [more.value]
        phis = [n for n in self.first if n.endswith(".phi1")]
        behind = {root: self._behind(root) & set(phis) for root in roots}
        left = list(roots)
        while left:
            best = max(phis, key=lambda p: sum(p in behind[r] for r in left), default="")
            if not best or not any(best in behind[root] for root in left):
                raise InputError(
                    f"'{left[0]}' reads nothing that changes from iteration to iteration"
                )
            left = [root for root in left if best not in behind[root]]
            phis.remove(best)
            source = self._resolved(Operand(self.operations[best][1][0].value))
            granted = self._add(f"{best}.granted", "grant", self._word(source), more)
            self.operations[best] = ("phi", (Operand(granted.value, 1),))

    def _order(self) -> None:
        """Refuse memory orders without a value: only values order tiles."""
        for edge in self.dfg.order:
            before = self.operations.get(f"{edge.before}.always") and f"{edge.before}.always"
            first = before or edge.before
            if first not in self.operations or edge.after not in self.operations:
                continue
            if edge.before == edge.after or first in self._behind(edge.after):
                continue
            raise InputError(
                f"'{edge.after}' has to wait for '{edge.before}', of which it reads no value:"
                f" tiles wait for values only{self._way_out(edge)}"
            )

    def _way_out(self, edge: OrderEdge) -> str:
        """Return advice on an order between a store and a load; empty for others."""
        words = [word_of(self.dfg.operation_by_name[n].operator) for n in (edge.before, edge.after)]
        if not words[0].startswith("store") or not words[1].startswith("load"):
            return ""
        return "; let a variable of the loop have what is stored, and begin with it (--value)"

    def _graph(self) -> Dfg:
        for name, (word, operands) in self.operations.items():
            if word == "phi" and self._known(operands[0]) is not None:
                raise InputError(f"'{name}' is a number from the second iteration on")
        arities = {word: len(operands) for word, operands in self.operations.values()}
        read = {each.value for _, operands in self.operations.values() for each in operands}
        return Dfg(
            name=self.dfg.name,
            operators=tuple(Operator(word, n, effect=True) for word, n in arities.items()),
            inputs=(),
            operations=tuple(Operation(n, w, given) for n, (w, given) in self.operations.items()),
            constants=tuple(Constant(n, v) for n, v in self.constants.items() if n in read),
        )
