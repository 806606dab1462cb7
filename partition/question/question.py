"""The question of `partition`: its inputs, its options, and the modules that answer it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from partition.question.partition_options import PartitionOptions
from solvers.questions.ask import Flow, Question
from solvers.questions.shared_options import (
    ARCH,
    DFG,
)

if TYPE_CHECKING:
    from partition.question.answer import PartitionAnswer
    from partition.question.solve import Asked


def _flow() -> Flow[PartitionOptions, Asked, PartitionAnswer]:
    from partition.question import report, solve

    return Flow(solve, report)


QUESTION = Question(
    name="partition",
    about="Cut a DFG into parts that run one after another, each with an initiation"
    " interval (II) that fits the context memory; values between parts are stored and loaded."
    " The sum of all IIs is minimised.",
    inputs=(DFG, ARCH),
    options=PartitionOptions,
    flow=_flow,
    codes="""
exit codes: 0 proven that no total is smaller, 10 mapped but not proven, 20 proven impossible with
so many parts, 30 unknown (time limit, or no partition that was tried has a mapping), 2 usage or
input error
""",
)
