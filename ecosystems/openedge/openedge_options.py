"""The options of `openedge`: facts that a graph lacks, limits, and the files to write."""

from __future__ import annotations

from dataclasses import dataclass

from ecosystems.loops.loop_options import LOOP, LoopOptions, numbers_of
from shell.options import flag, out_folder, texts, whole
from solvers.questions.shared_options import ArrayOptions

MOST_WORDS = 32
"""Instructions of an element of the hardware."""


@dataclass(frozen=True, kw_only=True)
class OpenEdgeOptions(ArrayOptions, LoopOptions):
    """The memory and the end of a loop, and the files of its program."""

    results: tuple[str, ...] = texts(
        "address at which a result is stored in every iteration; repeatable",
        "NAME=ADDRESS",
        name="result",
        group=LOOP,
    )
    spare: int | None = whole(
        "address of the first of the words that conditional loads and stores use when their"
        " condition is false, one for each",
        "ADDRESS",
        low=0,
        group=LOOP,
    )
    iterations: int | None = whole(
        "iterations of a run (for a graph in which no operation leaves the loop)", "N", group=LOOP
    )
    masks: bool = flag(
        "select values by masks, four operations each, instead of by flags", group=LOOP
    )
    instructions: int = whole(
        "largest number of instructions of a PE; the simulator has no limit",
        "N",
        MOST_WORDS,
        group="output",
    )
    out: str | None = out_folder("instructions.csv, memory.csv, memory_out.csv and mapping.json")

    def require_consistent(self) -> None:
        """Raise `InputError` for a value or a result without a name or a number."""
        super().require_consistent()
        numbers_of("result", self.results)
