"""Executes a program of CSV cells step by step, by the machine's rules, without the mapping.

All elements step together. An operation reads the outputs of its own element and of the four
neighbours on the torus, as the step before has left them, and writes its own output, with Rk that
register as well. Words have 32 bits. Stores and branches leave no usable output. Undefined and
unwritten words are `None`, and computing with them gives `None`; a branch on `None`, or a store of
it or to it, ends the run.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from models.errors import InputError

Word = int | None
Program = Sequence[Sequence[Sequence[str]]]
"""The rows of cells of each instruction, row 0 on top."""

UNMAPPED = -1
"""The value of a load at an address without a word."""

MOST_STEPS = 100_000
REGISTERS = ("R0", "R1", "R2", "R3")
NEIGHBOURS = {"RCL": (0, -1), "RCR": (0, 1), "RCT": (-1, 0), "RCB": (1, 0)}
OUTPUTS = ("ROUT", *NEIGHBOURS)
_NUMBER = re.compile(r"-?[0-9]{1,10}")
SIGNED_13 = range(-(1 << 12), 1 << 12)


class StoppedError(InputError):
    """An action that the machine does not define; the message names the step."""


def signed(number: int) -> int:
    """Return a number as a signed word of 32 bits."""
    return (number + (1 << 31)) % (1 << 32) - (1 << 31)


def _arithmetic(opcode: str, a: int, b: int) -> int:
    match opcode:
        case "SADD":
            return signed(a + b)
        case "SSUB":
            return signed(a - b)
        case "SMUL":
            return signed(a * b)
        case "SLT":
            return signed(a << b % 32)
        case "SRT":
            return signed(a % (1 << 32) >> b % 32)
        case "SRA":
            return a >> b % 32
        case "LOR":
            return a | b
        case "LAND":
            return a & b
        case "LXOR":
            return a ^ b
        case "LNAND":
            return ~(a & b)
        case "LNOR":
            return ~(a | b)
    return ~(a ^ b)


ARITHMETIC = frozenset("SADD SSUB SMUL SLT SRT SRA LOR LAND LXOR LNAND LNOR LXNOR".split())
SELECTIONS = frozenset({"BSFA", "BZFA"})
BRANCHES = frozenset({"BEQ", "BNE", "BLT", "BGE"})
OPERANDS = {
    **dict.fromkeys(ARITHMETIC, 3), **dict.fromkeys(SELECTIONS, 4), **dict.fromkeys(BRANCHES, 3),
    "LWI": 2, "SWI": 2, "NOP": 0, "EXIT": 0,
}  # fmt: skip


@dataclass
class Element:
    """The output and the registers of an element."""

    output: Word = None
    registers: dict[str, Word] = field(default_factory=lambda: dict.fromkeys(REGISTERS))


@dataclass
class Machine:
    """A running program; `memory` has words by byte addresses, and is changed."""

    program: Program
    memory: dict[int, int]
    elements: list[list[Element]] = field(init=False)
    step: int = 0
    at: int = 0

    def __post_init__(self) -> None:
        self.elements = [[Element() for _ in row] for row in self.program[0]]

    def run(self, most: int = MOST_STEPS) -> int:
        """Execute until `EXIT`; return the number of steps. Raises `StoppedError`."""
        while self.step < most:
            if not 0 <= self.at < len(self.program):
                raise StoppedError(f"step {self.step}: there is no instruction {self.at}")
            self.step += 1
            if self._word(self.program[self.at]):
                return self.step
        raise StoppedError(f"no EXIT in {most} steps")

    def _word(self, cells: Sequence[Sequence[str]]) -> bool:
        """Execute an instruction of all elements; return whether one of them is `EXIT`."""
        writes: list[tuple[Element, str | None, Word]] = []
        stores: dict[int, int] = {}
        loads: list[tuple[Element, str, Word]] = []
        targets: set[int] = set()
        ends = False
        for row, line in enumerate(cells):
            for column, cell in enumerate(line):
                opcode, operands = parsed(cell)
                element = self.elements[row][column]
                if opcode == "NOP":
                    continue
                if opcode == "EXIT":
                    ends = True
                elif opcode == "SWI":
                    value, address = (self._read(row, column, each) for each in operands)
                    self._store(stores, value, address)
                    writes.append((element, None, None))
                elif opcode == "LWI":
                    loads.append((element, operands[0], self._read(row, column, operands[1])))
                elif opcode in BRANCHES:
                    a, b = (self._read(row, column, each) for each in operands[:2])
                    if a is None or b is None:
                        raise self._stopped(f"{cell} branches on what is not defined")
                    if {"BEQ": a == b, "BNE": a != b, "BLT": a < b, "BGE": a >= b}[opcode]:
                        targets.add(int(operands[2]))
                    writes.append((element, None, None))
                else:
                    writes.append((element, operands[0], self._result(row, column, cell)))
        writes += [(element, to, self._load(stores, where)) for element, to, where in loads]
        if len(targets) > 1:
            raise self._stopped("branches go to different instructions")
        for element, target, value in writes:
            element.output = value
            if target in REGISTERS:
                element.registers[target] = value
        self.memory.update(stores)
        self.at = targets.pop() if targets else self.at + 1
        return ends

    def _result(self, row: int, column: int, cell: str) -> Word:
        opcode, (_, *sources) = parsed(cell)
        if opcode in SELECTIONS:
            if sources[2] not in OUTPUTS:
                raise self._stopped(f"{cell}: {sources[2]} has no flags")
            a, b, flag = (self._read(row, column, each) for each in sources)
            if flag is None:
                return None
            return a if (flag < 0 if opcode == "BSFA" else flag == 0) else b
        a, b = (self._read(row, column, each) for each in sources)
        return None if a is None or b is None else _arithmetic(opcode, a, b)

    def _read(self, row: int, column: int, source: str) -> Word:
        if source == "ZERO":
            return 0
        if source == "ROUT":
            return self.elements[row][column].output
        if source in REGISTERS:
            return self.elements[row][column].registers[source]
        if source in NEIGHBOURS:
            down, right = NEIGHBOURS[source]
            line = self.elements[(row + down) % len(self.elements)]
            return line[(column + right) % len(line)].output
        return int(source)

    def _load(self, stores: Mapping[int, int], address: Word) -> Word:
        """Return the stored word, None if this step writes it."""
        if address is None or address % 4 or address in stores:
            return None
        return self.memory.get(address, UNMAPPED)

    def _store(self, stores: dict[int, int], value: Word, address: Word) -> None:
        if value is None or address is None:
            raise self._stopped("a store of what is not defined, or to it")
        if address % 4 or address < 0:
            raise self._stopped(f"a store to the address {address}")
        if address in stores:
            raise self._stopped(f"two stores to the address {address}")
        stores[address] = value

    def _stopped(self, what: str) -> StoppedError:
        return StoppedError(f"step {self.step}, instruction {self.at}: {what}")


@lru_cache(maxsize=1 << 14)
def parsed(cell: str) -> tuple[str, tuple[str, ...]]:
    """Return the opcode and the operands of a cell. Raises `StoppedError` for an invalid one."""
    opcode, _, rest = cell.strip().partition(" ")
    operands = tuple(each.strip() for each in rest.split(",")) if rest else ()
    if opcode not in OPERANDS or len(operands) != OPERANDS[opcode]:
        raise StoppedError(f"'{cell}' is no instruction of the machine")
    if opcode in ARITHMETIC | SELECTIONS | {"LWI"} and operands[0] not in ("ROUT", *REGISTERS):
        raise StoppedError(f"'{cell}': {operands[0]} cannot be written")
    sources = operands if opcode in BRANCHES or opcode == "SWI" else operands[1:]
    numbers = {each for each in sources if each not in ("ZERO", *OUTPUTS, *REGISTERS)}
    numbers |= {operands[-1]} if opcode in BRANCHES else set()
    if not all(_NUMBER.fullmatch(each) for each in numbers):
        raise StoppedError(f"'{cell}' reads what the machine does not have")
    if len(numbers) > 1 or any(int(each) not in SIGNED_13 for each in numbers):
        raise StoppedError(f"'{cell}': an instruction has one number, of 13 bits")
    return opcode, operands
