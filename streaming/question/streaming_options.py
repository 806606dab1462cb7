"""The options of `streaming`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from shell.options import (
    BadValueError,
    Options,
    OutputOptions,
    choice,
    file,
    flag,
    numbers,
    option,
    out_file,
    seconds,
    seed,
    unless,
    whole,
)
from shell.packages import require_installed
from solvers.questions.shared_options import solver_help

ENGINE = "engine (defaults: the paper's)"


SOLVERS = ("auto", "cp-sat", "cadical195")


def _solver(value: object) -> str:
    """A solver by name."""
    if value not in SOLVERS:
        raise BadValueError(f"unknown solver '{value}'; known: {', '.join(SOLVERS)}")
    return str(value)


@dataclass(frozen=True, kw_only=True)
class EngineOptions(Options):
    """The fields of `streaming.model.engine.Engine`; times are in cycles."""

    tiles: int = whole("tiles in the row", "N", 16, group=ENGINE)
    pipeline: int = whole("cycles from a start to its result", "C", 3, group=ENGINE)
    hops: tuple[int, ...] = numbers(
        "cycles of a transfer by one tile, two, … (default 1,2)", "C,C", (1, 2), group=ENGINE
    )
    relay: bool = flag("results may travel any distance", group=ENGINE)
    waiting: bool = unless("no-waiting", "a result may not wait for its reader", group=ENGINE)
    starts: Literal["flows", "all", "free"] = choice(
        "starts that need different tiles: those of different flows (default), all, or none",
        "flows",
        group=ENGINE,
    )
    siblings: bool = unless(
        "no-siblings", "siblings, the readers of one result, may share a tile", group=ENGINE
    )
    multicast: bool = unless(
        "single-output", "a result takes one output of its tile at most", group=ENGINE
    )
    message: int = whole("cycles of an asynchronous message", "C", 1, group=ENGINE)


@dataclass(frozen=True, kw_only=True)
class StreamingOptions(OutputOptions, EngineOptions):
    """Options of the search for a mapping onto the streaming engine."""

    method: Literal["exact", "ppo", "greedy", "random"] = choice(
        "exact: with a proof; ppo, greedy, random: mappings without a proof", "exact"
    )
    solver: Literal["auto", "cp-sat", "cadical195"] = option(
        "auto",
        _solver,
        solver_help("auto: cp-sat and cadical195 side by side"),
        metavar="NAME",
    )
    objective: Literal["cycles", "ii"] = choice(
        "fewest cycles at --ii (default), or the least II up to --ii, then fewest cycles",
        "cycles",
    )
    ii: int = whole("initiation interval: spokes per tile", "N", 6)
    placed: str | None = file("a mapping whose tiles and spokes are kept", "input file")
    seed: int = seed()
    time_limit: float | None = seconds("limit for the whole command", group="search")
    jobs: int | None = whole("threads (default: one per core)", "N", group="search")
    tries: int | None = whole("mappings that greedy, random or ppo try", "N", group="search")
    beam: int | None = whole("width of the beam search of ppo", "N", group="search")
    hint: Literal["greedy", "ppo"] = choice(
        "method whose mapping exact starts from", "greedy", group="search"
    )
    policy: str | None = file(
        "weights of ppo (default: the shipped ones)", "input file", group="search"
    )
    out: str | None = out_file("the mapping, as JSON")
    certificate: str | None = file(
        "write a certificate that `xyzmap verify` checks", "output certificate", group="output"
    )
    picture: str | tuple[str, ...] | None = file(
        "draw the mapping over time: FILE.svg, .pdf or .png",
        "picture",
        group="output",
    )
    html: str | None = file(
        "write an HTML report that plays the mapping", "output file", group="output"
    )

    def require_packages(self) -> None:
        """Raise `InputError` for a solver or policy whose package is not installed."""
        exact = self.method == "exact"
        if exact and self.solver != "cadical195":
            what = f"--solver {self.solver}"
            require_installed(what, "solvers", "ortools", instead="--solver cadical195")
        if self.method == "ppo" or (exact and self.hint == "ppo"):
            require_installed("a policy", "learn", "learn", "torch", "torch_geometric")
