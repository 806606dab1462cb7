"""The options of `vectorcgra`: what a graph does not say, how it is mapped, what is written."""

from __future__ import annotations

from dataclasses import dataclass

from ecosystems.openedge.openedge_options import LOOP, SECONDS, numbers_of
from shell.options import file, out_folder, seconds, seed, texts, whole
from solvers.questions.shared_options import GraphOptions


@dataclass(frozen=True, kw_only=True)
class VectorCgraOptions(GraphOptions):
    """What becomes of a loop, and how its mapping is looked for."""

    values: tuple[str, ...] = texts(
        "the number of an input: an address, a bound; repeatable",
        "NAME=NUMBER",
        name="value",
        group=LOOP,
    )
    rounds: int | None = whole(
        "iterations that the tiles have words for at least; with --memory they are counted",
        "N",
        group=LOOP,
    )
    seed: int = seed()
    time_limit: float = seconds("for the search", SECONDS, group="search")
    memory_limit: int | None = whole("for each process", "MB", group="search")
    memory: str | None = file(
        "a memory.csv, on which the packets are executed and compared with the graph",
        "input file",
        group="output",
    )
    folder: str | None = out_folder(
        "packets.json, instructions.yaml, graph.json, array.json, mapping.json, memory_out.csv"
    )

    def require_consistent(self) -> None:
        """Raise `InputError` for a value without a name or a number."""
        numbers_of("value", self.values)
