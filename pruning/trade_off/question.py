"""The question of `trade_off`: its inputs, its options, and the modules that answer it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pruning.question.pruning_options import KERNELS
from pruning.trade_off.trade_off_options import TradeOffOptions
from solvers.questions.ask import Flow, Question

if TYPE_CHECKING:
    from pruning.trade_off.curve import Curve
    from pruning.trade_off.solve import Asked


def _flow() -> Flow[TradeOffOptions, Asked, Curve]:
    from pruning.trade_off import report, solve

    return Flow(solve, report)


QUESTION = Question(
    name="trade_off",
    about="The smallest array that does the job, for each of several numbers of cycles"
    " or of contexts: the whole Pareto front, proven.",
    inputs=(KERNELS,),
    options=TradeOffOptions,
    flow=_flow,
    codes="""
exit codes: 0 every point is proven, 10 some are not, 20 no point has a mapping, 30 no point
is decided, 2 usage or input error
""",
    timed=True,
)
