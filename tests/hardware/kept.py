"""Mappings that only keep values, for tests of registers, and registers by trying all of them."""

from __future__ import annotations

import random
from itertools import product

from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg
from models.data.mapping import Held, Mapping
from models.data.problem import Problem

Run = tuple[int, int]
"""The first and the last cycle in which a value is kept."""


def keeping(
    runs: list[Run], interval: int, registers: int, max_contexts: int | None = None
) -> tuple[Problem, Mapping]:
    """One file that keeps the values v0, v1, …; nothing brings them, and nothing reads them."""
    names = [f"v{n}" for n in range(len(runs))]
    arch = Architecture(
        "file",
        (Component("ext", initial="all"), Component("rf", capacity=registers)),
        (Path("in", ("ext",), ("rf",)),),
        "ext",
        max_contexts,
    )
    holds = (
        Held(name, "rf", cycle)
        for name, (first, last) in zip(names, runs, strict=True)
        for cycle in range(first, last + 1)
    )
    horizon = max(last for _, last in runs) + 1
    problem = Problem(Dfg("kept", (), tuple(names), ()), arch, interval)
    return problem, Mapping("kept", "file", horizon, interval, tuple(holds), (), ())


def random_runs(source: random.Random, interval: int, most: int) -> list[Run]:
    """Up to `most` runs that begin in any phase and last up to two and a half intervals."""
    firsts = [source.randrange(interval) for _ in range(source.randint(1, most))]
    return [(first, first + source.randrange(5 * interval // 2 + 1)) for first in firsts]


def counts(runs: list[Run], interval: int) -> int:
    """The most values that are kept at the end of a phase."""
    cycles = [cycle % interval for first, last in runs for cycle in range(first, last + 1)]
    return max(map(cycles.count, cycles))


def fixed(runs: list[Run], interval: int, registers: int, unroll: int = 1) -> bool:
    """Whether some choice of one register per value and round of the kernel has no conflict."""
    size = interval * unroll
    every = [
        [(cycle + turn * interval) % size for cycle in range(first, last + 1)]
        for turn in range(unroll)
        for first, last in runs
    ]
    return any(
        _apart(
            (register, at) for register, cycles in zip(choice, every, strict=True) for at in cycles
        )
        for choice in product(range(registers), repeat=len(every))
    )


def renamed(runs: list[Run], interval: int, registers: int) -> bool:
    """The same of a file in which iteration n has its values n registers further."""
    # So many iterations meet one another in any way in which two iterations can meet.
    times = [
        (place, n, at + n * interval)
        for n in range(registers * 4 + 4)
        for place, (first, last) in enumerate(runs)
        for at in range(first, last + 1)
    ]
    return any(
        _apart(((choice[place] + n) % registers, at) for place, n, at in times)
        for choice in product(range(registers), repeat=len(runs))
    )


def _apart(taken: object) -> bool:
    seen = set()
    for key in taken:  # type: ignore[attr-defined]
        if key in seen:
            return False
        seen.add(key)
    return True
