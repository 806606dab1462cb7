"""The options of `neura`: those of the compiler's own solver script, and more."""

from __future__ import annotations

from dataclasses import dataclass

from ecosystems.neura.timing import Convention
from shell.options import (
    MEMORY_LIMIT,
    TIME_LIMIT,
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
        "smallest II to try; the bound is nevertheless that of all IIs",
        "A",
        1,
        group=SCRIPT,
    )
    max_ii: int = whole(
        "largest II to try (default: ctrl_mem_items of the array, also the most)",
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
    verbose: bool = flag("accepted without effect", name="verbose", short="v", group=SCRIPT)
    fallback: bool = flag("accepted without effect", group=SCRIPT)
    deterministic_time: float | None = number(
        "accepted without effect: --time-limit limits the search",
        "T",
        above=True,
        group=SCRIPT,
    )
    work_seconds: float | None = number(
        "the same as --deterministic-time", "T", above=True, name="seconds", group=SCRIPT
    )
    max_route_nodes: int | None = whole(
        "accepted without effect: no search for routes has such a limit", "N", group=SCRIPT
    )
    timing: Convention = choice(
        "rtl: a neighbour reads a result in the next cycle, as in hardware and by the heuristic"
        " mapper (default); solver: one cycle later, as by the exact mapper",
        "rtl",
    )
    placements_only: bool = flag("write no routes: the compiler looks for its own")
    seed: int = seed()
    time_limit: float = seconds(TIME_LIMIT, SECONDS, group="search")
    memory_limit: int | None = whole(MEMORY_LIMIT, "MB", group="search")
    certificate: str | None = certificate()
