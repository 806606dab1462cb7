"""The two CSV files of a program: instructions, and memory."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from models.errors import InputError

HEADER = ["Address", "Data"]


def instructions_text(words: Sequence[Sequence[Sequence[str]]]) -> str:
    """Return `instructions.csv`: the number of each instruction, and a line per row of cells."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for number, rows in enumerate(words):
        writer.writerow([number])
        writer.writerows(rows)
    return text.getvalue()


def _lines(text: str, where: str) -> list[list[str]]:
    try:
        return list(csv.reader(io.StringIO(text)))
    except csv.Error as error:
        raise InputError(f"no CSV: {error}", where) from None


def read_instructions(text: str, where: str) -> list[list[list[str]]]:
    """Return the cells of each instruction. Raises `InputError` where they form no grid."""
    words: list[list[list[str]]] = []
    for number, line in enumerate(_lines(text, where), 1):
        if len(line) == 1 and line[0].strip().isdecimal():
            if line[0].strip() != str(len(words)):
                raise InputError(f"instruction {line[0]}, not {len(words)}", f"{where}:{number}")
            words.append([])
        elif not words or not line:
            raise InputError("a line before the number of an instruction, or an empty one", where)
        else:
            words[-1].append([cell.strip() for cell in line])
    if not words or not words[0]:
        raise InputError("no instructions", where)
    shape = [len(line) for line in words[0]]
    for number, rows in enumerate(words):
        if [len(line) for line in rows] != shape or len(set(shape)) != 1:
            raise InputError(f"instruction {number} has other rows and columns", where)
    return words


def memory_text(memory: Mapping[int, int]) -> str:
    """Return `memory.csv`: words by byte addresses."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows(sorted(memory.items()))
    return text.getvalue()


def read_memory(text: str, where: str) -> dict[int, int]:
    """Return words by byte addresses. Raises `InputError`."""
    lines = _lines(text, where)
    if not lines or [cell.strip() for cell in lines[0]] != HEADER:
        raise InputError(f"the first line has to be {','.join(HEADER)}", where)
    memory: dict[int, int] = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            address, data = (int(cell) for cell in line)
        except ValueError:
            raise InputError("a line has an address and a number", f"{where}:{number}") from None
        if address % 4 or address < 0 or not -(1 << 31) <= data < 1 << 31:
            raise InputError(
                "an address is a multiple of 4, its number a word of 32 bits", f"{where}:{number}"
            )
        memory[address] = data
    return memory
