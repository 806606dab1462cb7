"""The question of `optimize`: its inputs, its options, and the modules that answer it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from programs.question.optimize_options import OptimizeOptions
from shell.parser import Input
from solvers.questions.ask import Flow, Question
from solvers.questions.shared_options import (
    ARCH,
)

if TYPE_CHECKING:
    from programs.question.answer import ProgramsAnswer
    from programs.question.solve import Programs


def _flow() -> Flow[OptimizeOptions, Programs, ProgramsAnswer]:
    from programs.question import report, solve

    return Flow(solve, report)


QUESTION = Question(
    name="optimize",
    about="Transform the loops between #pragma PTMAP and #pragma ENDMAP so that they run fast on an"
    " array: explore, map the innermost loops, count the cycles of the whole.",
    inputs=(Input("program", "FILE", "C source"), ARCH),
    options=OptimizeOptions,
    flow=_flow,
    codes="""
exit codes: 10 mapped (never 0: the choice of transformations is not proven; a line of the answer
says whether every II is), 30 unknown (time limit, or no program that was tried has a mapping),
2 usage or input error
""",
)
