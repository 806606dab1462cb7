"""Solvers and encodings on the same questions."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

from solvers.questions.ask import recorded
from sweeps.compare.lines import faults, undecided
from sweeps.compare.options import CompareOptions
from sweeps.compare.plan import Comparison
from sweeps.compare.plot import write_plot
from sweeps.compare.question import QUESTION
from sweeps.compare.report import as_markdown
from xyzmap.ask import asked, with_keywords
from xyzmap.inputs import ArchLike, DfgLike, Tell
from xyzmap.mapped import Row, Rows


@dataclass(frozen=True, repr=False, eq=False)
class Compared:
    """What a comparison measured; a notebook shows its tables.

    `errors` are contradictions between solvers and wrong mappings, `undecided` counts runs without
    an answer, `record` is what the command writes with `--json`.
    """

    found: Comparison = field(compare=False)
    record: Row

    @property
    def rows(self) -> Rows:
        """A row per solver, encodings and question: `status`, `median` seconds, `conflicts`, …."""
        return Rows(self.record["lines"])

    @property
    def errors(self) -> list[str]:
        """Contradictions between solvers, and mappings that are none."""
        return faults(self.found)

    @property
    def undecided(self) -> int:
        """How many runs have no answer."""
        return undecided(self.found)

    def markdown(self) -> str:
        """Return the tables as a page of Markdown."""
        return as_markdown(self.found)

    def plot(self, file: str | os.PathLike[str]) -> None:
        """Draw the times into an .svg, .pdf or .png file. Raises `InputError`."""
        write_plot(self.found, os.fspath(file))

    def __repr__(self) -> str:
        return f"Compared({len(self.rows)} rows, {self.undecided} undecided)"

    def _repr_markdown_(self) -> str:
        return self.markdown()


@with_keywords(CompareOptions)
def compare(
    dfg: DfgLike,
    arch: ArchLike,
    options: CompareOptions | None = None,
    *,
    on_progress: Tell | None = None,
    **keywords: Any,
) -> Compared:
    """Ask solvers, under several encodings, whether so many cycles do, and measure them.

    Every run is a process of its own, one after the other. The keywords are the fields of
    `CompareOptions`, which may be given instead; `time_limit`, in seconds, is for each run. Ctrl-C
    ends it with what there is. Raises `InputError` for whatever cannot be used.
    """
    inputs = {"dfg": dfg, "arch": arch}
    chosen, answer = asked(QUESTION, inputs, options, keywords, on_progress)
    return Compared(answer, recorded(QUESTION, answer, chosen))
