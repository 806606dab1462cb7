"""The options of all machines that execute loops: inputs of the loop, search and files."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from models.errors import InputError, meant
from shell.options import (
    MEMORY_LIMIT,
    TIME_LIMIT,
    certificate,
    file,
    json_flag,
    seconds,
    seed,
    texts,
    whole,
)
from solvers.questions.shared_options import GraphOptions

SECONDS = 60.0
LOOP = "the loop"
CODES = """
exit codes: 0 done, and the II is proven to be the smallest, 10 done, not proven, 20 proven
infeasible, 30 no mapping found (the search stopped at its limits), 2 usage or input error
"""
_GIVEN = re.compile(r"(.+)=(-?\d{1,10})")


@dataclass(frozen=True, kw_only=True)
class LoopOptions(GraphOptions):
    """The inputs of a loop, the search of its mapping, and its files."""

    values: tuple[str, ...] = texts(
        "number of an input, such as an address or a bound; repeatable",
        "NAME=NUMBER",
        name="value",
        group=LOOP,
    )
    mapping: str | None = file(
        "a mapping to read, of the graph that --graph writes, such as from min-ii; instead of a"
        " search",
        "input file",
        group="search",
    )
    seed: int = seed()
    time_limit: float = seconds(TIME_LIMIT, SECONDS, group="search")
    memory_limit: int | None = whole(MEMORY_LIMIT, "MB", group="search")
    memory: str | None = file(
        "a memory.csv: the program is executed on it and compared with the graph",
        "input file",
        group="output",
    )
    graph: str | None = file(
        "write the graph of the machine's operations, and end", "output file", group="output"
    )
    json: bool = json_flag()
    certificate: str | None = certificate()

    def require_consistent(self) -> None:
        """Raise `InputError` for a value without a name or a number."""
        numbers_of("value", self.values)


def numbers_of(option: str, given: tuple[str, ...]) -> dict[str, int]:
    """Return the numbers of `NAME=NUMBER`. Raises `InputError`."""
    found: dict[str, int] = {}
    for each in given:
        parts = _GIVEN.fullmatch(each)
        if parts is None or not -(1 << 31) <= int(parts[2]) < 1 << 31:
            raise InputError(f"--{option} {each}: write NAME=NUMBER, a word of 32 bits")
        if parts[1] in found:
            raise InputError(f"--{option} {each}: '{parts[1]}' has a number; leave out one")
        found[parts[1]] = int(parts[2])
    return found


def require_known(option: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Raise `InputError` for a name that is none of the `known` ones of the graph."""
    names = list(known)
    for name in given:
        if name not in names:
            listed = ", ".join(names) or "none"
            raise InputError(f"--{option}: unknown '{name}'; known: {listed}{meant(name, names)}")
