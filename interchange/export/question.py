"""The question of `export`: its inputs, its options, and the modules that answer it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interchange.export.export_options import ExportOptions
from solvers.questions.ask import Flow, Question
from solvers.questions.shared_options import ARCH, DFG

if TYPE_CHECKING:
    from interchange.export.solve import Export, Exported


def _flow() -> Flow[ExportOptions, Export, Exported]:
    from interchange.export import report, solve

    return Flow(solve, report)


QUESTION = Question(
    name="export",
    about="Write 'is there a mapping with N cycles?' for another tool.",
    inputs=(DFG, ARCH),
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
