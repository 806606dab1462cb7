"""The question of `compare`: its inputs, its options, and the modules that answer it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers.questions.ask import Flow, Question
from solvers.questions.options import ARCH, DFG
from sweeps.compare.options import CompareOptions

if TYPE_CHECKING:
    from sweeps.compare.plan import Comparison


def _flow() -> Flow[CompareOptions, Comparison, Comparison]:
    from sweeps.compare import report, solve

    return Flow(solve, report)


QUESTION = Question(
    name="compare",
    about="Ask solvers, under several encodings, whether there is a mapping with N"
    " cycles; each time in a process of its own, one after the other.",
    inputs=(DFG, ARCH),
    options=CompareOptions,
    flow=_flow,
    codes="""
exit codes: 0 every cell is decided, 30 some are not (time or memory limit, failure, interruption),
1 two cells contradict each other or a mapping is wrong, 2 usage or input error
""",
    limited=False,
)
