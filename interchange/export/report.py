"""The output of `export`: the files that it wrote."""

from __future__ import annotations

from interchange.export.export_options import ExportOptions
from interchange.export.solve import Exported
from solvers.questions.ask import Save


def saves(answer: Exported, options: ExportOptions) -> list[Save]:
    """Return no files: the model is already written."""
    return []


def words(answer: Exported, options: ExportOptions) -> str:
    """Return the paths of the files, a line each."""
    return "\n".join(answer.paths)
