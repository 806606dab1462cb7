"""The options of `sweep`."""

from __future__ import annotations

from dataclasses import dataclass

from models.errors import InputError
from shell.options import (
    OUT,
    PLOT,
    TIME_LIMIT,
    OutputOptions,
    file,
    flag,
    jobs,
    listed,
    option,
    seconds,
    store,
    text,
)

WHERE = "where jobs run"


@dataclass(frozen=True, kw_only=True)
class SweepOptions(OutputOptions):
    """The place where jobs run, the store, and the files to write."""

    store: str | None = store("results (default: beside SWEEP.toml, as SWEEP.sqlite)", group=WHERE)
    jobs: int = jobs(1, "default 1", exclusive=True, group=WHERE)
    cluster: str | None = text(
        "ask the workers of a Dask scheduler: tcp://host:8786, or its scheduler file",
        "ADDRESS",
        exclusive=True,
        group=WHERE,
    )
    retry: bool = flag("repeat jobs that failed or reached a limit")
    allow_programs: bool = flag(
        "let SWEEP.toml name programs to run, as solvers do: dimacs:command='…'"
    )
    time_limit: float | None = seconds(f"{TIME_LIMIT}; the TOML file has that of each job")
    list: bool = flag("only list the jobs and their stored status", group="output")
    out: tuple[str, ...] = option(
        (),
        listed(str),
        OUT + "rows as .csv, .md or .parquet; several times for several",
        short="o",
        metavar="FILE",
        repeat=True,
        role="output file",
        group="output",
    )
    plot: str | tuple[str, ...] | None = file(
        PLOT + "jobs solved over time", "plot", group="output"
    )

    def require_consistent(self) -> None:
        """Refuse contradicting options."""
        if self.cluster is not None and self.jobs != 1:
            raise InputError("--cluster: not allowed with --jobs; leave out one")
        for name in ("out", "plot"):
            if self.list and getattr(self, name):
                raise InputError(f"--{name}: not allowed with --list, which asks nothing")
