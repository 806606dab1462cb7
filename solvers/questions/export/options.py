"""The question of `export`, and its options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from shell.options import choice, text, whole
from shell.parser import Input
from solvers.questions.ask import Flow, Question
from solvers.questions.options import ARCH, DFG, ORDER, ArrayOptions, GraphOptions

if TYPE_CHECKING:
    from solvers.questions.export.solve import Export, Exported

NEEDS = {
    ".cnf": None,
    ".opb": None,
    ".lp": "highs",
    ".mps": "highs",
    ".pb": "cp-sat",
    ".pbtxt": "cp-sat",
}
"""The endings, and the solver whose package writes the format."""

LIMITS = "encodings of limits in CNF; elsewhere, only native is possible"


@dataclass(frozen=True, kw_only=True)
class ExportOptions(ArrayOptions, GraphOptions):
    """Which model is written."""

    cycles: int = whole("of the mapping", "N", required=True)
    contexts: int | None = whole("pipeline with T contexts", "T")
    transform: Literal["none", "enumerate", "xbtree", "select", "chain", "auto"] = choice(
        "reorder associative operators; auto: list all orders",
        "none",
        group=ORDER,
    )
    at_most_one: str | None = text("bimander:2 (default), pairwise, …", "ENC", group=LIMITS)
    at_most_k: str | None = text("sequential (default), totalizer, …", "ENC", group=LIMITS)


def _flow() -> Flow[ExportOptions, Export, Exported]:
    from solvers.questions.export import report, solve

    return Flow(solve, report)


QUESTION = Question(
    name="export",
    about="Write 'is there a mapping with N cycles?' for another tool.",
    inputs=(DFG, ARCH, Input("file", "FILE", "where to write: " + ", ".join(NEEDS), writes=True)),
    options=ExportOptions,
    flow=_flow,
    codes="""
FILE's ending is the format:
  .cnf          DIMACS, limits encoded; FILE.symbols says what its variables mean
  .opb          pseudo-Boolean, limits as linear constraints; comments name the variables
  .lp, .mps     0-1 program, with names
  .pb, .pbtxt   model of CP-SAT, with names, as protocol buffer or as text

The file is satisfiable if and only if there is a mapping with N cycles, in the orders of operations
that --transform allows. Exit code 0; 2 after a usage or input error, and nothing is overwritten; 20
and no file where the model itself shows that no number of cycles will do.
""",
)
