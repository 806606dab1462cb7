"""Solvers and encodings on the same questions."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

from solvers.questions.ask import recorded
from sweeps.compare.compare_options import CompareOptions
from sweeps.compare.lines import faults, undecided
from sweeps.compare.plan import Comparison
from sweeps.compare.plot import write_plot
from sweeps.compare.question import QUESTION
from sweeps.compare.report import as_markdown
from xyzmap.ask import asked, with_keywords
from xyzmap.inputs import ArchLike, DfgLike, Tell
from xyzmap.mapped import Row, Rows


@dataclass(frozen=True, repr=False, eq=False)
class Compared:
    """The measurements of a comparison; a notebook shows its tables.

    `errors` are contradictions between solvers and wrong mappings, `undecided` counts runs without
    an answer, `record` is the JSON text of the option `--json`.
    """

    found: Comparison = field(compare=False)
    record: Row

    @property
    def rows(self) -> Rows:
        """A row per solver, encodings and question: `status`, `median` seconds, `conflicts`, …."""
        return Rows(self.record["lines"])

    @property
    def errors(self) -> list[str]:
        """Contradictions between solvers, and wrong mappings."""
        return faults(self.found)

    @property
    def undecided(self) -> int:
        """The number of undecided runs."""
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
    """Ask solvers, under several encodings, for mappings of given numbers of cycles; measure them.

    Every run is a separate process, one after the other. The keywords are the fields of
    `CompareOptions`, which may be given instead; `time_limit`, in seconds, is for each run. Ctrl-C
    ends it with the results so far. Raises `InputError` for unusable arguments.
    """
    inputs = {"dfg": dfg, "arch": arch}
    chosen, answer = asked(QUESTION, inputs, options, keywords, on_progress)
    return Compared(answer, recorded(QUESTION, answer, chosen))
