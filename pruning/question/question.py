"""The question of `prune_arch`: its inputs, its options, and the modules that answer it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pruning.question.pruning_options import KERNELS, PruneArchOptions
from solvers.questions.ask import Flow, Question

if TYPE_CHECKING:
    from pruning.question.first import Unmapped
    from pruning.question.run import Pruned
    from pruning.question.solve import Asked


def _flow() -> Flow[PruneArchOptions, Asked, Pruned | Unmapped]:
    from pruning.question import report, solve

    return Flow(solve, report)


QUESTION = Question(
    name="prune_arch",
    about="Remove from an array what its kernels do not need: by default the fewest"
    " processing elements, then the fewest other components, then the fewest paths, proven.",
    inputs=(KERNELS,),
    options=PruneArchOptions,
    flow=_flow,
    codes="""
exit codes: 0 proven minimal, 10 not proven minimal (always with --method greedy), 20 no mapping
onto the whole array at these cycles, 30 unknown, 2 usage or input error
""",
    timed=True,
)
