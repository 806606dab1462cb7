"""A program under construction."""

from __future__ import annotations

from dataclasses import dataclass, field

from models.errors import InputError
from streaming.model.program import Instruction, Message, Program

Word = str | int | float


@dataclass
class Draft:
    """Collects instructions; each variable is declared at its first use."""

    name: str
    instructions: list[Instruction] = field(default_factory=list)
    variables: dict[str, None] = field(default_factory=dict)
    messages: list[Message] = field(default_factory=list)

    def variable(self, name: str) -> str:
        """Declare a variable (idempotent); return its name."""
        self.variables[name] = None
        return name

    def add(self, name: str, op: str, *operands: Word, memory: tuple[str, ...] = ()) -> str:
        """Add an instruction; return its name."""
        self.instructions.append(Instruction(name, op, operands, memory))
        return name

    def message(self, source: str, target: str) -> None:
        """Make the transfer from `source` to `target` a message."""
        self.messages.append(Message(source, target))

    def finish(self) -> Program:
        """Return the program."""
        return Program(
            self.name, tuple(self.instructions), tuple(self.variables), tuple(self.messages)
        )


def within(number: int, least: int, most: int, what: str) -> int:
    """Return `number`; raise `InputError` unless it is between `least` and `most`."""
    if not least <= number <= most:
        raise InputError(f"{what} {number} must be {least} to {most}")
    return number
