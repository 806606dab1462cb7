"""Solvers and encodings on the same questions."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from models.process.command import teller
from models.process.signals import Signals, Stop
from solvers.compare import parser
from solvers.questions.compare.lines import faults, undecided
from solvers.questions.compare.measure import measure
from solvers.questions.compare.plan import Comparison, plan
from solvers.questions.compare.plot import write_plot
from solvers.questions.compare.report import as_json, as_markdown
from solvers.questions.entries import Entries
from xyzmap.answers import plain
from xyzmap.asked import asked, listed, switch
from xyzmap.inputs import ArchLike, DfgLike, File, Numbers, Reordering, Tell, Words
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


def compare(
    dfg: DfgLike,
    arch: ArchLike,
    *,
    cycles: Numbers | None = None,
    contexts: int | None = None,
    transform: Reordering = "none",
    multi_node: bool = True,
    rules: File | None = None,
    implied: bool = True,
    solver: Words = (),
    at_most_one: Words | None = None,
    at_most_k: Words | None = None,
    runs: int = 1,
    seed: int = 0,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    resume: File | None = None,
    on_progress: Tell | None = None,
) -> Compared:
    """Ask solvers, under several encodings, whether so many cycles do, and measure them.

    Every run is a process of its own, one after the other. The keywords are the options of
    `solvers.compare`; `time_limit`, in seconds, is for each run. Ctrl-C ends it with what there is.
    Raises `InputError` for whatever cannot be used.
    """
    options = asked(
        parser(),
        (dfg, arch),
        on_progress,
        cycles=listed(cycles),
        contexts=contexts,
        transform=transform,
        multi_node=switch(multi_node),
        rules=rules,
        implied=switch(implied),
        solver=[solver] if isinstance(solver, str) else list(solver),
        at_most_one=listed(at_most_one),
        at_most_k=listed(at_most_k),
        runs=runs,
        seed=seed,
        time_limit=time_limit,
        memory_limit=memory_limit,
        resume=resume,
    )
    found = plan(options, [options.dfg, options.arch])
    try:
        with Signals():
            measure(found, Entries(None if resume is None else Path(resume)), teller(options))
    except Stop as stop:
        found.stopped = str(stop)
    return Compared(found, plain(as_json(found)))
