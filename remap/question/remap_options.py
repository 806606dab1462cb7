"""The options of `remap`."""

from __future__ import annotations

from dataclasses import dataclass

from shell.options import LARGEST, TIME_LIMIT, seconds, seed, whole
from solvers.questions.shared_options import (
    ArrayOptions,
    GraphOptions,
    MappingFiles,
    PartialOptions,
    RecomputeOptions,
    RegisterFileOptions,
)


@dataclass(frozen=True, kw_only=True)
class RemapOptions(
    MappingFiles,
    PartialOptions,
    RegisterFileOptions,
    RecomputeOptions,
    ArrayOptions,
    GraphOptions,
):
    """Limits of the moves, of the mapping in cycles, and of the search in seconds."""

    max_moved: int | None = whole("move at most M operations", "M", low=0, high=LARGEST)
    max_cycles: int | None = whole(
        "try no more than N cycles (default: twice the II plus 2 cycles more than before)", "N"
    )
    seed: int = seed()
    time_limit: float | None = seconds(
        f"{TIME_LIMIT} (default: none to find a mapping, then 10 s to move less)", group="search"
    )
