"""A graph of the machine's operations under construction."""

from __future__ import annotations

from dataclasses import dataclass, field

from ecosystems.loops.needed import needed
from models.data.dfg import Constant, Dfg, Initial, Operand, Operation, Operator, OrderEdge

BRANCHES = ("blt", "bge", "beq", "bne")
"""Branches that continue the loop if true."""

EFFECTS = frozenset({"load", "store", *BRANCHES})
CELLS = {
    "add": "SADD", "sub": "SSUB", "mul": "SMUL", "shl": "SLT", "lshr": "SRT", "ashr": "SRA",
    "or": "LOR", "and": "LAND", "xor": "LXOR", "bsfa": "BSFA", "bzfa": "BZFA", "load": "LWI",
    "store": "SWI", "mov": "SADD", **{word: word.upper() for word in BRANCHES},
}  # fmt: skip
"""The machine's word for each operation of a graph that was made for it."""


@dataclass
class Draft:
    """Operations by name, in order: a word, and operands.

    `store` reads the address first, and `bsfa` and `bzfa` read the two values and then the value
    with the flag. `aliases` are values without an operation of their own.
    """

    name: str
    operations: dict[str, tuple[str, tuple[Operand, ...]]] = field(default_factory=dict)
    constants: dict[str, int] = field(default_factory=dict)
    initial: dict[str, tuple[int, ...]] = field(default_factory=dict)
    order: list[OrderEdge] = field(default_factory=list)
    aliases: dict[str, Operand] = field(default_factory=dict)

    def add(self, name: str, word: str, *operands: Operand) -> Operand:
        """Add an operation, renamed if its name is taken; return it as an operand."""
        made, number = name, 1
        while made in self.operations or made in self.constants:
            number += 1
            made = f"{name}.{number}"
        self.operations[made] = (word, operands)
        return Operand(made)

    def number(self, number: int) -> Operand:
        """Return an integer as an operand."""
        name = str(number)
        self.constants[name] = number
        return Operand(name)

    def known(self, operand: Operand) -> int | None:
        """Return the number of an operand that is a constant."""
        return self.constants.get(operand.value)

    def is_zero(self, operand: Operand) -> bool:
        """Whether an operand is the literal 0, not an input with the value 0."""
        return operand.value == "0" and self.constants.get("0") == 0

    def resolved(self, operand: Operand) -> Operand:
        """Return an operand with aliases replaced."""
        while operand.value in self.aliases:
            other = self.aliases[operand.value]
            operand = Operand(other.value, other.distance + operand.distance)
        return operand

    def branch(self) -> str | None:
        """Return the branch, if there is one."""
        return next((n for n, (word, _) in self.operations.items() if word in BRANCHES), None)

    def settle(self) -> None:
        """Replace aliases, and remove operations that no effect needs."""
        for name, (word, operands) in self.operations.items():
            self.operations[name] = (word, tuple(self.resolved(each) for each in operands))
        self.operations = needed(self.operations, EFFECTS)

    def finish(self) -> Dfg:
        """Return the graph."""
        words: dict[str, int] = {}
        for word, operands in self.operations.values():
            words[word] = len(operands)
        read = {each.value for _, operands in self.operations.values() for each in operands}
        order = [e for e in self.order if {e.before, e.after} <= self.operations.keys()]
        return Dfg(
            name=self.name,
            operators=tuple(Operator(word, n, effect=word in EFFECTS) for word, n in words.items()),
            inputs=(),
            operations=tuple(
                Operation(name, word, operands)
                for name, (word, operands) in self.operations.items()
            ),
            constants=tuple(Constant(n, v) for n, v in self.constants.items() if n in read),
            order=tuple(dict.fromkeys(order)),
            initial=tuple(
                Initial(value, numbers)
                for value, numbers in self.initial.items()
                if value in self.operations
            ),
        )
