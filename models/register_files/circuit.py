"""Registers of one rotating file: a closed walk around the phases that takes every stretch.

Every round renames the registers of a rotating file by one (Rau, Lee, Tirumalai and Schlansker,
1992). So one register sees, in as many rounds as the file has registers, every stretch exactly
once: a closed walk of `registers * interval` cycles whose steps are the stretches and, for each
register that is free at the end of a phase, a step of one cycle. As many steps enter a phase as
leave it, so that the walk exists (Euler) if and only if the steps are connected.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class CircuitStep(NamedTuple):
    """From the phase `start`, `length` cycles long."""

    start: int
    length: int


def positions(steps: Sequence[CircuitStep], interval: int, registers: int) -> list[int] | None:
    """Return the beginning of each step on the walk of one register, or None without a walk.

    The position of a step is its phase modulo `interval`, and less than `registers * interval`.
    """
    taken = [0] * interval
    for step in steps:
        for cycle in range(step.start, step.start + step.length):
            taken[cycle % interval] += 1
    if max(taken) > registers:
        return None
    leaving: list[list[int]] = [[] for _ in range(interval)]  # idle steps are -1
    for phase, count in enumerate(taken):
        leaving[phase] += [-1] * (registers - count)
    for number, step in enumerate(steps):
        leaving[step.start].append(number)
    begin = next((phase for phase in range(interval) if leaving[phase]), None)
    if begin is None:
        return []
    # Hierholzer's algorithm; the walk comes out backwards.
    stack: list[tuple[int, int | None]] = [(begin, None)]
    walk: list[int] = []
    while stack:
        phase, by = stack[-1]
        if leaving[phase]:
            number = leaving[phase].pop()
            length = 1 if number < 0 else steps[number].length
            stack.append(((phase + length) % interval, number))
        else:
            stack.pop()
            if by is not None:
                walk.append(by)
    if any(leaving):
        return None
    found = [-1] * len(steps)
    time = begin
    for number in reversed(walk):
        if number >= 0:
            found[number] = time % (registers * interval)
        time += 1 if number < 0 else steps[number].length
    return found
