"""The question of `neura`: its input, its options, and the modules that answer it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecosystems.neura.neura_options import NeuraOptions
from shell.parser import Input
from solvers.questions.ask import Flow, Question

if TYPE_CHECKING:
    from ecosystems.neura.answer import NeuraAnswer
    from ecosystems.neura.solve import Asked


def _flow() -> Flow[NeuraOptions, Asked, NeuraAnswer]:
    from ecosystems.neura import report, solve

    return Flow(solve, report)


QUESTION = Question(
    name="neura",
    about="Map a graph that the compiler Neura has dumped, in the place of its solver script: the"
    " same arguments and files, with a proven lower bound beside the mapping.",
    inputs=(Input("document", "DFG", "the dump of the compiler: operations, edges and the array"),),
    options=NeuraOptions,
    flow=_flow,
    stand_in=True,
    codes="""
exit codes: 0 mapped, or not mapped up to the largest II: the first line says which, as in the
compiler's script; 2 usage or input error
""",
)
