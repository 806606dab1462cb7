"""A program of the streaming engine: instructions and the transfers between them."""

from __future__ import annotations

import heapq
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from models.errors import InputError, known, require_title, require_unique, unknown
from models.formats.json_text import convert, decode_tagged, to_plain, write_tagged

PROGRAM_TAG = "xyzmap/streaming_program/1"
MOST_INSTRUCTIONS = 4096


class Instruction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An instruction of one spoke of one tile: `op` on `operands`, in order.

    An operand is the name of an instruction (its result), the name of a variable of the program (in
    the memory of the tile), or a number. `memory` names further variables that must be in the same
    memory, such as a variable that the instruction writes.
    """

    name: str
    op: str
    operands: tuple[str | int | float, ...] = ()
    memory: tuple[str, ...] = ()


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """The result of `source` reaches `target` over the asynchronous fabric, into tile memory."""

    source: str
    target: str


class Edge(NamedTuple):
    """A result goes from instruction number `source` to instruction number `target`."""

    source: int
    target: int


class Program(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Instructions in any order, variables of tile memory, and which transfers are messages.

    Raises `InputError` for unknown, duplicate, ambiguous or unprintable names, and for cycles.
    """

    name: str
    instructions: tuple[Instruction, ...]
    variables: tuple[str, ...] = ()
    messages: tuple[Message, ...] = ()

    def __post_init__(self) -> None:
        require_title(self.name, "$.name")
        if not self.instructions:
            raise InputError("a program needs an instruction", "$.instructions")
        if len(self.instructions) > MOST_INSTRUCTIONS:
            what = f"{len(self.instructions)} instructions; allowed: up to {MOST_INSTRUCTIONS}"
            raise InputError(what, "$.instructions")
        require_unique([x.name for x in self.instructions], "instruction", "$.instructions")
        require_unique(list(self.variables), "variable", "$.variables")
        variables = set(self.variables)
        both = sorted(variables & set(self.number))
        if both:
            raise InputError(f"'{both[0]}' is an instruction too", "$.variables")
        for n, instruction in enumerate(self.instructions):
            self._require_names(instruction, variables, f"$.instructions[{n}]")
        for n, message in enumerate(self.messages):
            if message.target not in self.number:
                what = unknown("instruction", message.target, self.number)
                raise InputError(what, f"$.messages[{n}]")
            reads = self.instructions[self.number[message.target]].operands
            if message.source not in reads or message.source not in self.number:
                what = f"'{message.target}' does not read an instruction '{message.source}'"
                raise InputError(what, f"$.messages[{n}]")
        self._require_order()

    def _require_names(self, instruction: Instruction, variables: set[str], where: str) -> None:
        require_title(instruction.op, f"{where}.op")
        for operand in instruction.operands:
            known_name = operand in self.number or operand in variables
            if isinstance(operand, str) and not known_name:
                names = known([*self.number, *self.variables])
                what = f"'{operand}' is neither an instruction nor a variable{names}"
                raise InputError(what, f"{where}.operands")
        for variable in instruction.memory:
            if variable not in variables:
                what = unknown("variable", variable, self.variables)
                raise InputError(what, f"{where}.memory")

    def _require_order(self) -> None:
        if len(self.order) < len(self.instructions):
            left = set(range(len(self.instructions))) - set(self.order)
            name = self.instructions[min(left)].name
            raise InputError(f"'{name}' is on a cycle, or depends on one", "$.instructions")

    @cached_property
    def number(self) -> dict[str, int]:
        """The position of each instruction, by name."""
        return {instruction.name: n for n, instruction in enumerate(self.instructions)}

    @cached_property
    def transfers(self) -> tuple[Edge, ...]:
        """All transfers of results, each pair once, by reader and operand."""
        pairs = (
            Edge(self.number[operand], n)
            for n, instruction in enumerate(self.instructions)
            for operand in instruction.operands
            if isinstance(operand, str) and operand in self.number
        )
        return tuple(dict.fromkeys(pairs))

    @cached_property
    def posts(self) -> tuple[Edge, ...]:
        """The transfers that are messages."""
        named = {(self.number[m.source], self.number[m.target]) for m in self.messages}
        return tuple(edge for edge in self.transfers if edge in named)

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """The transfers over the synchronous fabric."""
        posts = set(self.posts)
        return tuple(edge for edge in self.transfers if edge not in posts)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """A topological order of the instructions on no cycle; ties by number."""
        waiting = [0] * len(self.instructions)
        readers: list[list[int]] = [[] for _ in self.instructions]
        for source, target in self.transfers:
            waiting[target] += 1
            readers[source].append(target)
        ready = [n for n, count in enumerate(waiting) if not count]
        found = []
        while ready:
            found.append(heapq.heappop(ready))
            for target in readers[found[-1]]:
                waiting[target] -= 1
                if not waiting[target]:
                    heapq.heappush(ready, target)
        return tuple(found)

    def variables_of(self, n: int) -> frozenset[str]:
        """Return the variables that the memory of instruction `n`'s tile must hold."""
        instruction = self.instructions[n]
        read = {x for x in instruction.operands if isinstance(x, str) and x not in self.number}
        return frozenset(read | set(instruction.memory))


def program_from_json(text: bytes | str, where: str) -> Program:
    """Return the program in a JSON text. `where` names the file in errors.

    Raises `InputError` with the file, the JSON path and the fault.
    """
    return convert(decode_tagged(text, PROGRAM_TAG, where), Program, where)


def program_to_json(program: Program) -> str:
    """Return a program as JSON text, one instruction per line."""
    members: dict[str, Any] = to_plain(program)
    return write_tagged(PROGRAM_TAG, members)
