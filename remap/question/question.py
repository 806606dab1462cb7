"""The question of `remap`: its inputs, its options, and the modules that answer it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from remap.question.remap_options import RemapOptions
from shell.parser import Input
from solvers.questions.ask import Flow, Question
from solvers.questions.shared_options import (
    ARCH,
    DFG,
)

if TYPE_CHECKING:
    from remap.question.answer import Remapped
    from remap.question.solve import Changed


def _flow() -> Flow[RemapOptions, Changed, Remapped]:
    from remap.question import report, solve

    return Flow(solve, report)


QUESTION = Question(
    name="remap",
    about="Map a changed graph, or map onto a changed array, at the initiation interval (II) of an"
    " old mapping, and move as few operations as possible to another component or cycle.",
    inputs=(DFG, ARCH, Input("old", "OLD_MAPPING", "the mapping before the change, as JSON")),
    options=RemapOptions,
    flow=_flow,
    codes="""
exit codes: 0 a mapping, and no other with as many cycles moves fewer operations, 10 a mapping,
perhaps not with the fewest moves, 20 proven infeasible (with --max-cycles N: within N cycles),
30 unknown (time limit, or longer schedules were not tried), 2 usage or input error
""",
)
