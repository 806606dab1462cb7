"""Faults made on purpose in the cells of a program, by their kinds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

Words = list[list[list[str]]]
Change = Callable[[str], str | None]
"""Returns another cell, or None where the fault does not go with it."""


def _swapped(pairs: dict[str, str]) -> Change:
    both = pairs | {b: a for a, b in pairs.items()}

    def change(cell: str) -> str | None:
        word, space, rest = cell.partition(" ")
        return f"{both[word]}{space}{rest}" if word in both else None

    return change


def _pattern(pattern: str, by: Callable[[re.Match[str]], str]) -> Change:
    def change(cell: str) -> str | None:
        made = re.sub(pattern, by, cell, count=1)
        return None if made == cell else made

    return change


CELLS: dict[str, Change] = {
    "the other operation": _swapped({"SADD": "LNOR", "SMUL": "LAND"}),
    "the opposite branch": _swapped({"BLT": "BGE", "BEQ": "BNE"}),
    "the other flag": _swapped({"BSFA": "BZFA"}),
    "nothing instead": lambda cell: None if cell in ("NOP", "EXIT") else "NOP",
    "another number": _pattern(r"(?<=, )-?\d+$", lambda m: str(int(m[0]) + 1)),
    "another register written": _pattern(r"(?<= )R([0-3])(?=,)", lambda m: f"R{3 - int(m[1])}"),
    "no register written": _pattern(r"^(\w+) R[0-3],", lambda m: f"{m[1]} ROUT,"),
    "another register read": _pattern(r"(?<=, )R([0-3])", lambda m: f"R{3 - int(m[1])}"),
    "the neighbour on the other side": _pattern(
        r"RC[LRTB]", lambda m: {"L": "RCT", "R": "RCB", "T": "RCL", "B": "RCR"}[m[0][2]]
    ),
    "operands the other way round": _pattern(
        r"^(SWI|SSUB \w+,|BLT|BGE) (.+?), ([^,]+)", lambda m: f"{m[1]} {m[3]}, {m[2]}"
    ),
}


def faulty_cells(words: Words, change: Change) -> Iterator[tuple[str, Words]]:
    """Yield each program with one cell changed, and where that is."""
    for number, rows in enumerate(words):
        for row, line in enumerate(rows):
            for column, cell in enumerate(line):
                made = change(cell)
                if made is not None:
                    copy = [[list(line) for line in rows] for rows in words]
                    copy[number][row][column] = made
                    yield f"{number} ({row}, {column}): {cell}", copy


def faulty_words(words: Words) -> Iterator[tuple[str, str, Words]]:
    """Yield programs with whole instructions left out, twice, in another order, or shifted."""
    for number in range(len(words)):
        yield "an instruction left out", str(number), words[:number] + words[number + 1 :]
        yield "an instruction twice", str(number), words[: number + 1] + words[number:]
        if number + 1 < len(words):
            first, second = words[number : number + 2]
            swapped = [*words[:number], second, first, *words[number + 2 :]]
            yield "two instructions exchanged", str(number), swapped
        turned = [list(reversed(line)) for line in words[number]]
        if turned != words[number]:
            yield "columns exchanged", str(number), [*words[:number], turned, *words[number + 1 :]]
