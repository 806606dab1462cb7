"""The options of `compare`."""

from __future__ import annotations

from dataclasses import dataclass

from shell.options import (
    MEMORY_LIMIT,
    PLOT,
    REPORT,
    BadValueError,
    file,
    json_flag,
    numbers,
    option,
    out_file,
    seconds,
    seed,
    store,
    switch,
    texts,
    whole,
)
from solvers.questions.shared_options import (
    ArrayOptions,
    GraphOptions,
    TransformOptions,
    require_clauses,
    require_solvers,
    solver_help,
)

ASKED, WHO, RUNS = "questions", "solvers and encodings", "runs"


def names(value: object) -> tuple[str, ...]:
    """Return `pairwise,product`, or a sequence of names, as names without repetitions."""
    words = value.split(",") if isinstance(value, str) else list(value)  # type: ignore[call-overload]
    found = [str(word).strip() for word in words]
    if not all(found):
        raise BadValueError(f"'{value}' has an empty name")
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True, kw_only=True)
class CompareOptions(ArrayOptions, GraphOptions, TransformOptions):
    """The questions, the solvers, and the number of runs; `time_limit` is for each run."""

    contexts: int | None = whole(
        "pipeline with T contexts, an initiation interval of T", "T", group=ASKED
    )
    cycles: tuple[int, ...] | None = numbers(
        "cycles of the mapping (default: the first that arithmetic does not refute, and the next)",
        "N-M,…",
        distinct=True,
        group=ASKED,
    )
    implied: bool = switch(
        "off: leave out constraints that follow from others and speed solvers up (default on)",
        group=ASKED,
    )
    solver: tuple[str, ...] = texts(
        solver_help("those of cadical195, glucose4, cp-sat and highs that are installed"),
        "NAME",
        several=True,
        group=WHO,
    )
    at_most_one: tuple[str, ...] = option(
        ("bimander:2",),
        names,
        "encoding of at-most-one limits, for SAT solvers; 'native' for those that have it (default"
        " bimander:2)",
        metavar="ENC,ENC,...",
        group=WHO,
    )
    at_most_k: tuple[str, ...] = option(
        ("sequential",),
        names,
        "encoding of at-most-K limits, for SAT solvers; 'native' for those that have it (default"
        " sequential)",
        metavar="ENC,ENC,...",
        group=WHO,
    )
    runs: int = whole("runs of each cell, with seeds S, S+1, …", "N", 1, group=RUNS)
    seed: int = seed(group=RUNS)
    time_limit: float = seconds(
        "limit for each cell, from the start of its process", 60.0, group=RUNS
    )
    memory_limit: int | None = whole(MEMORY_LIMIT, "MB", group=RUNS)
    store: str | None = store("cells", group=RUNS)
    json: bool = json_flag()
    out: str | None = out_file("every run, as printed by --json")
    markdown: str | None = file(
        "write the tables as a Markdown page", "output file", group="output"
    )
    html: str | None = file(REPORT + "with the tables", "output file", group="output")
    plot: str | tuple[str, ...] | None = file(PLOT + "the times", "plot", group="output")

    def require_packages(self) -> None:
        """Refuse named solvers that are not installed."""
        require_solvers(self.solver)
        require_clauses(
            self.solver,
            at_most_one=self.at_most_one != ("bimander:2",),
            at_most_k=self.at_most_k != ("sequential",),
        )
