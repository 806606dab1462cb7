"""The options of `teach_labels`."""

from __future__ import annotations

from dataclasses import dataclass

from shell.options import Options, jobs, out_file, seconds, seed, whole


@dataclass(frozen=True, kw_only=True)
class TeachLabelsOptions(Options):
    """Which random DFGs are labelled, for how long, and where samples go."""

    out: str = out_file("samples, as JSON lines", required=True)
    count: int = whole("number of samples (random DFGs, with seeds S, S+1, …)", "N", 1000)
    seed: int = seed()
    jobs: int = jobs(1, "default 1")
    time_limit: float | None = seconds(
        "limit for each DFG: heuristics first, then the search of min-ii"
    )
    rounds: int = whole(
        "rounds of solvers where heuristics find nothing, each twice as long", "R", 2
    )
