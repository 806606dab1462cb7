"""The options of `sweep`."""

from __future__ import annotations

from dataclasses import dataclass

from models.errors import InputError
from shell.options import (
    OutputOptions,
    file,
    flag,
    listed,
    option,
    seconds,
    text,
    whole,
)

WHERE = "where jobs run"


@dataclass(frozen=True, kw_only=True)
class SweepOptions(OutputOptions):
    """The place where jobs run, the store, and the files to write."""

    store: str | None = file(
        "results (default: beside SWEEP.toml, as SWEEP.sqlite)", "output file", group=WHERE
    )
    jobs: int = whole("processes at a time", "N", 1, exclusive=True, group=WHERE)
    cluster: str | None = text(
        "ask the workers of a Dask scheduler: tcp://host:8786, or its scheduler file",
        "ADDRESS",
        exclusive=True,
        group=WHERE,
    )
    retry: bool = flag("ask again what failed or broke a limit")
    allow_programs: bool = flag(
        "let SWEEP.toml name programs to run, as solvers do: dimacs:command='…'"
    )
    time_limit: float | None = seconds("for the whole sweep; the TOML file has that of each job")
    list: bool = flag("only list the jobs, and what is known", group="output")
    export: tuple[str, ...] = option(
        (),
        listed(str),
        "rows as .csv, .md or .parquet; several times for several",
        metavar="FILE",
        repeat=True,
        role="output file",
        group="output",
    )
    plot: str | tuple[str, ...] | None = file(
        "plot jobs solved over time: FILE.svg, .pdf or .png", "plot", group="output"
    )

    def require_consistent(self) -> None:
        """Refuse contradicting options."""
        if self.cluster is not None and self.jobs != 1:
            raise InputError("--cluster: not allowed with --jobs; leave out one")
