"""Binary LRAT as lists of steps, to be damaged: written from the format, not from the package.

A step is `a`, an identifier, literals, 0, hints, 0; or `d`, identifiers, 0. Numbers are written
seven bits to a byte, the lowest first, n as 2·|n| + (n < 0).
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Step:
    """A step; of a deletion, `hints` are the identifiers that are deleted."""

    letter: int
    number: int = 0
    literals: list[int] = field(default_factory=list)
    hints: list[int] = field(default_factory=list)


def number(value: int) -> bytes:
    """Return a signed number as bytes."""
    rest = 2 * abs(value) + (value < 0)
    found = bytearray()
    while rest > 127:
        found.append(rest & 127 | 128)
        rest >>= 7
    return bytes([*found, rest])


def read(data: bytes) -> list[Step] | None:
    """Return the steps of a proof; None where it is none in binary LRAT."""
    place, steps = 0, []

    def one() -> int:
        nonlocal place
        value = shift = 0
        while True:
            byte = data[place]
            place += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return -(value >> 1) if value & 1 else value >> 1

    def until_zero() -> list[int]:
        found = []
        while value := one():
            found.append(value)
        return found

    try:
        while place < len(data):
            letter = data[place]
            place += 1
            if letter == ord("a"):
                steps.append(Step(letter, one(), until_zero(), until_zero()))
            elif letter == ord("d"):
                steps.append(Step(letter, 0, [], until_zero()))
            else:
                return None
    except IndexError:
        return None
    return steps


def written(steps: list[Step]) -> bytes:
    """Return the bytes of the steps."""
    found = bytearray()
    for step in steps:
        found.append(step.letter)
        if step.letter == ord("a"):
            found += number(step.number)
            for literal in step.literals:
                found += number(literal)
            found.append(0)
        for hint in step.hints:
            found += number(hint)
        found.append(0)
    return bytes(found)
