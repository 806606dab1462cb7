"""The question of `remap`, and its options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from shell.options import LARGEST, seconds, seed, whole
from shell.parser import Input
from solvers.questions.ask import Flow, Question
from solvers.questions.options import (
    ARCH,
    DFG,
    ArrayOptions,
    GraphOptions,
    MappingFiles,
    PartialOptions,
    RecomputeOptions,
    RegisterFileOptions,
)

if TYPE_CHECKING:
    from solvers.questions.remap.answer import Remapped
    from solvers.questions.remap.solve import Changed


@dataclass(frozen=True, kw_only=True)
class RemapOptions(
    MappingFiles,
    PartialOptions,
    RegisterFileOptions,
    RecomputeOptions,
    ArrayOptions,
    GraphOptions,
):
    """How far a mapping may be from the old one; limits in operations, cycles and seconds."""

    max_moved: int | None = whole("move at most M operations", "M", low=0, high=LARGEST)
    max_cycles: int | None = whole(
        "try no more than N cycles (default: two intervals and two cycles more than before)", "N"
    )
    seed: int = seed()
    time_limit: float | None = seconds(
        "for all of it (default: none to find a mapping, then 10 s to move less)", group="search"
    )


def _flow() -> Flow[RemapOptions, Changed, Remapped]:
    from solvers.questions.remap import report, solve

    return Flow(solve, report)


QUESTION = Question(
    name="remap",
    about="Map a changed graph, or onto a changed array, with the initiation interval of"
    " an old mapping, such that as few operations as possible leave their component and cycle.",
    inputs=(DFG, ARCH, Input("old", "OLD_MAPPING", "the mapping before the change, as JSON")),
    options=RemapOptions,
    flow=_flow,
    codes="""
exit codes: 0 a mapping, and no other with as many cycles moves fewer operations, 10 a mapping,
perhaps not with the fewest moves, 20 proven infeasible (with --max-cycles N: within N cycles),
30 unknown (time limit, or longer schedules were not tried), 2 usage or input error
""",
)
