"""The question of `streaming`: its inputs, its options, and the modules that answer it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shell.parser import Input
from solvers.questions.ask import Flow, Question
from streaming.question.streaming_options import StreamingOptions

if TYPE_CHECKING:
    from streaming.question.answer import StreamingAnswer
    from streaming.question.solve import Streamable


def _flow() -> Flow[StreamingOptions, Streamable, StreamingAnswer]:
    from streaming.question import report, solve

    return Flow(solve, report)


QUESTION = Question(
    name="streaming",
    about="Map a program onto the streaming engine: tiles in a row, a synchronous fabric, and an"
    " initiation interval (II) of spokes per tile.",
    inputs=(Input("program", "PROGRAM", "a program in JSON (docs/formats.md)"),),
    options=StreamingOptions,
    flow=_flow,
    codes="""
exit codes: 0 proven optimal, 10 mapped but not proven, 20 proven impossible, 30 unknown (time
limit, or nothing found), 2 usage or input error
""",
)
