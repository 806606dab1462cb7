"""The question of `teach_labels`, and its options."""

from __future__ import annotations

from dataclasses import dataclass

from shell.options import ProgressOptions, out_file, seconds, seed, whole
from shell.parser import Input
from solvers.questions.ask import Question


@dataclass(frozen=True, kw_only=True)
class TeachLabelsOptions(ProgressOptions):
    """Which random DFGs are labelled, for how long, and where samples go."""

    out: str = out_file("samples, as JSON lines", required=True)
    count: int = whole("random DFGs, of the seeds S, S+1, …", "N", 1000)
    seed: int = seed()
    jobs: int = whole("processes", "J", 1)
    time_limit: float | None = seconds(
        "for each DFG; what is left of it after a first look is for the search of min-ii"
    )
    rounds: int = whole("of solving where heuristics find nothing, each twice as long", "R", 2)


QUESTION = Question(
    name="teach_labels",
    about="Map random DFGs with the smallest initiation interval, proven, and write the"
    " labels of the shortest mappings: samples to train `python -m learn.labels` on.",
    inputs=(Input("arch", "ARCH", "architecture file, or a preset: lisa:4x4"),),
    options=TeachLabelsOptions,
    codes="""
One JSON line per DFG. Lines of FILE are kept: the same command goes on where it was interrupted.
DFGs whose interval is not proven leave a line without labels. Without --time-limit, a seed always
gives the same line.

exit codes: 0 done, 2 usage or input error, 30 interrupted, or out of memory
""",
    limited=False,
)
