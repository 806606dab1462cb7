"""The options of `openedge`: what a graph does not say, where its mapping is, what is written."""

from __future__ import annotations

import re
from dataclasses import dataclass

from models.errors import InputError
from shell.options import file, flag, out_folder, seconds, seed, texts, whole
from solvers.questions.shared_options import ArrayOptions, GraphOptions

SECONDS = 60.0
MOST_WORDS = 32
"""Instructions of an element of the hardware."""

LOOP = "the loop"
_GIVEN = re.compile(r"(.+)=(-?\d{1,10})")


@dataclass(frozen=True, kw_only=True)
class OpenEdgeOptions(ArrayOptions, GraphOptions):
    """What becomes of a loop, and how its mapping is looked for."""

    values: tuple[str, ...] = texts(
        "the number of an input: an address, a bound; repeatable",
        "NAME=NUMBER",
        name="value",
        group=LOOP,
    )
    results: tuple[str, ...] = texts(
        "where a result is stored, in every iteration; repeatable",
        "NAME=ADDRESS",
        name="result",
        group=LOOP,
    )
    spare: int | None = whole(
        "where words begin that conditional loads and stores use instead, one for each",
        "ADDRESS",
        low=0,
        group=LOOP,
    )
    rounds: int | None = whole(
        "the iterations of a graph in which no operation leaves the loop", "N", group=LOOP
    )
    masks: bool = flag("selections by masks, four operations, instead of by flags", group=LOOP)
    mapping: str | None = file(
        "a mapping of the graph that --graph writes, as of min-ii, instead of a search",
        "input file",
        group="search",
    )
    seed: int = seed()
    time_limit: float = seconds("for the search", SECONDS, group="search")
    memory_limit: int | None = whole("for each process", "MB", group="search")
    words: int = whole(
        "instructions of an element; the simulator has no limit", "N", MOST_WORDS, group="output"
    )
    memory: str | None = file(
        "a memory.csv, on which the program is executed and compared with the graph",
        "input file",
        group="output",
    )
    graph: str | None = file(
        "write the graph of the machine's operations, and end", "output file", group="output"
    )
    folder: str | None = out_folder("instructions.csv, memory.csv, memory_out.csv and mapping.json")

    def require_consistent(self) -> None:
        """Raise `InputError` for a value without a name or a number."""
        for option, texts_ in (("value", self.values), ("result", self.results)):
            numbers_of(option, texts_)


def numbers_of(option: str, given: tuple[str, ...]) -> dict[str, int]:
    """Return the numbers of `NAME=NUMBER`. Raises `InputError`."""
    found: dict[str, int] = {}
    for each in given:
        parts = _GIVEN.fullmatch(each)
        if parts is None or not -(1 << 31) <= int(parts[2]) < 1 << 31:
            raise InputError(f"--{option} {each}: write NAME=NUMBER, a word of 32 bits")
        found[parts[1]] = int(parts[2])
    return found
