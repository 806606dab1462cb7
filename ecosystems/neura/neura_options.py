"""The options of `neura`: those of the compiler's own solver script, and more."""

from __future__ import annotations

from dataclasses import dataclass

from ecosystems.neura.timing import Convention
from shell.options import (
    OutputOptions,
    certificate,
    choice,
    file,
    flag,
    number,
    seconds,
    seed,
    whole,
)

SECONDS = 60.0
SCRIPT = "the compiler's script"


@dataclass(frozen=True, kw_only=True)
class NeuraOptions(OutputOptions):
    """The search of a mapping for the compiler, and the output files."""

    min_ii: int = whole(
        "no smaller interval is looked for; the bound is that of all intervals",
        "A",
        1,
        group=SCRIPT,
    )
    max_ii: int = whole(
        "the largest interval (default: ctrl_mem_items of the array, also the most)",
        "B",
        0,
        low=0,
        group=SCRIPT,
    )
    emit: str | None = file(
        "write placements and routes as JSON, which the compiler imports",
        "output file",
        group=SCRIPT,
    )
    verbose: bool = flag("taken, and without an effect", name="verbose", short="v", group=SCRIPT)
    fallback: bool = flag("taken, and without an effect", group=SCRIPT)
    deterministic_time: float | None = number(
        "taken, and without an effect: --time-limit says how long is searched",
        "T",
        above=True,
        group=SCRIPT,
    )
    work_seconds: float | None = number(
        "the same as --deterministic-time", "T", above=True, name="seconds", group=SCRIPT
    )
    timing: Convention = choice(
        "rtl: a neighbour reads a result in the next cycle, as in hardware and by the heuristic"
        " mapper (default); solver: one cycle later, as by the exact mapper",
        "rtl",
    )
    placements_only: bool = flag("write no routes: the compiler looks for its own")
    seed: int = seed()
    time_limit: float = seconds("for all of it", SECONDS, group="search")
    memory_limit: int | None = whole("for each process", "MB", group="search")
    certificate: str | None = certificate()
