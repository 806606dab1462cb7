"""`python -m solvers.min_cycles DFG ARCH`: the fewest cycles of a mapping, with a proof."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from solvers.questions.ask import Flow, Question
from solvers.questions.command import command
from solvers.questions.min_cycles.min_cycles_options import MinCyclesOptions
from solvers.questions.shared_options import (
    ARCH,
    DFG,
)

if TYPE_CHECKING:
    from solvers.questions.min_cycles.answer import MinCycles
    from solvers.search.answer import CyclesQuestion


def _flow() -> Flow[MinCyclesOptions, CyclesQuestion, MinCycles]:
    from solvers.questions.min_cycles import report, solve

    return Flow(solve, report)


QUESTION = Question(
    name="min_cycles",
    about="Find a mapping with the fewest cycles and prove that none has fewer.",
    inputs=(DFG, ARCH),
    options=MinCyclesOptions,
    flow=_flow,
    codes="""
exit codes: 0 proven optimal, 10 feasible but not proven minimal (with --cycles N: N cycles are
enough), 20 proven infeasible, 30 unknown (time or memory limit), 2 usage or input error
""",
)

main = command(QUESTION)

if __name__ == "__main__":
    sys.exit(main())
