"""`python -m solvers.min_ii DFG ARCH`: the smallest initiation interval, with a proof."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from solvers.questions.ask import Flow, Question
from solvers.questions.command import command
from solvers.questions.min_ii.min_ii_options import MinIiOptions
from solvers.questions.shared_options import (
    ARCH,
    DFG,
)

if TYPE_CHECKING:
    from solvers.questions.min_ii.solve import Pinned
    from solvers.search.interval_answer import MinIi


def _flow() -> Flow[MinIiOptions, Pinned, MinIi]:
    from solvers.questions.min_ii import report, solve

    return Flow(solve, report)


QUESTION = Question(
    name="min_ii",
    about="Find a pipelined mapping with the smallest initiation interval (II, the"
    " number of contexts), and a lower bound on it with its reason.",
    inputs=(DFG, ARCH),
    options=MinIiOptions,
    flow=_flow,
    codes="""
exit codes: 0 proven minimal, 10 feasible but not proven minimal, 20 proven infeasible up to the
largest II, 30 unknown (time or memory limit), 2 usage or input error
""",
)

main = command(QUESTION)

if __name__ == "__main__":
    sys.exit(main())
