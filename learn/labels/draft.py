"""A DFG under construction, in numbers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from models.data.dfg import Constant, Dfg, Operand, Operation
from models.semantics.opcodes import operators_of

NUMBER = -1
"""An immediate constant as an operand."""


@dataclass
class Draft:
    """Operations by number: their kinds, their operands as (operation, distance), and the number of
    their reads in the same iteration.
    """

    kinds: list[str] = field(default_factory=list)
    operands: list[list[tuple[int, int]]] = field(default_factory=list)
    reads: list[int] = field(default_factory=list)

    def add(self, kind: str, *operands: int) -> int:
        """Add an operation on values of the same iteration, and return its number."""
        self.kinds.append(kind)
        self.operands.append([])
        self.reads.append(0)
        for operand in operands:
            self.read(len(self.kinds) - 1, operand)
        return len(self.kinds) - 1

    def read(self, reader: int, value: int, distance: int = 0) -> None:
        """Give an operation one more operand."""
        self.operands[reader].append((value, distance))
        if value != NUMBER and distance == 0:
            self.reads[value] += 1

    def above(self, number: int) -> set[int]:
        """The ancestors of an operation, and itself."""
        found, stack = {number}, [number]
        while stack:
            for value, _ in self.operands[stack.pop()]:
                if value != NUMBER and value not in found:
                    found.add(value)
                    stack.append(value)
        return found

    def parts(self, among: Collection[int] | None = None) -> list[set[int]]:
        """The weakly connected parts of some operations, or of all."""
        numbers = range(len(self.kinds)) if among is None else among
        part = {number: {number} for number in numbers}
        for reader in part:
            for value, _ in self.operands[reader]:
                if value in part and part[value] is not part[reader]:
                    part[reader] |= part[value]
                    for number in part[value]:
                        part[number] = part[reader]
        return list({id(one): one for one in part.values()}.values())

    def finish(self, name: str, operators: Mapping[str, str], kept: Collection[int]) -> Dfg:
        """Return the DFG of the operations in `kept`; `operators` names the kinds.

        Values without a reader in the same iteration are results, except for stores and outputs.
        """
        numbers = sorted(kept)
        names = {number: f"{self.kinds[number]}{at}" for at, number in enumerate(numbers)}
        names[NUMBER] = "number"
        rows = operators_of(
            {names[i]: (operators[self.kinds[i]], len(self.operands[i])) for i in numbers}
        )
        operations = tuple(
            Operation(
                names[i],
                rows[names[i]].name,
                tuple(Operand(names[value], far) for value, far in self.operands[i]),
            )
            for i in numbers
        )
        read = {o.value for made in operations for o in made.operands if o.distance == 0}
        used = any(value == NUMBER for i in numbers for value, _ in self.operands[i])
        return Dfg(
            name=name,
            operators=tuple({row.name: row for row in rows.values()}.values()),
            inputs=(),
            operations=operations,
            results=tuple(
                made.name
                for number, made in zip(numbers, operations, strict=True)
                if made.name not in read and self.kinds[number] not in ("store", "output")
            ),
            constants=(Constant(names[NUMBER], 1),) if used else (),
        )
