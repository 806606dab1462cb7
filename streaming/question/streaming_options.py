"""The options of `streaming`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from models.errors import InputError
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

    tiles: int = whole("", "N", 16, group=ENGINE)
    pipeline: int = whole("", "C", 3, group=ENGINE)
    hops: tuple[int, ...] = numbers(
        "cycles of a transfer by one tile, two, … (default 1,2)", "C,C", (1, 2), group=ENGINE
    )
    relay: bool = flag("results go any distance", group=ENGINE)
    waiting: bool = unless("no-waiting", "operands cannot be delayed", group=ENGINE)
    starts: Literal["flows", "all", "free"] = choice(
        "which starts are on different tiles: of different flows (default), all, none",
        "flows",
        group=ENGINE,
    )
    siblings: bool = unless("no-siblings", "siblings may share a tile", group=ENGINE)
    multicast: bool = unless("single-output", "one output per spoke", group=ENGINE)
    message: int = whole("cycles of a message", "C", 1, group=ENGINE)


@dataclass(frozen=True, kw_only=True)
class StreamingOptions(OutputOptions, EngineOptions):
    """Options of the search for a mapping onto the streaming engine."""

    method: Literal["exact", "ppo", "greedy", "random"] = choice("", "exact")
    solver: Literal["auto", "cp-sat", "cadical195"] = option(
        "auto",
        _solver,
        solver_help("auto: cp-sat and cadical195 at a time, of which one may be chosen"),
        metavar="NAME",
    )
    objective: Literal["cycles", "ii"] = choice(
        "fewest cycles at --ii (default), or the least II up to --ii, then fewest cycles",
        "cycles",
    )
    ii: int = whole("spokes", "N", 6)
    placed: str | None = file("a mapping whose tiles and spokes are kept", "input file")
    seed: int = seed()
    time_limit: float | None = seconds("for all of it", group="search")
    jobs: int | None = whole("threads (default: cores)", "N", group="search")
    tries: int | None = whole("greedy, random, ppo: mappings", "N", group="search")
    beam: int | None = whole("ppo: width of a beam search", "N", group="search")
    hint: Literal["greedy", "ppo"] = choice("exact: start from", "greedy", group="search")
    policy: str | None = file("ppo: weights (default: those shipped)", "input file", group="search")
    out: str | None = out_file("the mapping, as JSON")
    certificate: str | None = file(
        "write one, for solvers.verify", "output certificate", group="output"
    )
    picture: str | tuple[str, ...] | None = file(
        "draw the mapping over time: FILE.svg, .pdf or .png",
        "picture",
        group="output",
    )
    html: str | None = file(
        "write a report with the mapping to play", "output file", group="output"
    )

    def require_consistent(self) -> None:
        """Refuse options that the method has no use for."""
        exact, policy = self.method == "exact", "--method ppo"
        guided = self.method == "ppo" or (exact and self.hint == "ppo")
        for unused, name, method in (
            (not exact and self.solver != "auto", "solver", "--method exact"),
            (not exact and self.hint != "greedy", "hint", "--method exact"),
            (exact and self.tries is not None, "tries", "--method greedy, random or ppo"),
            (self.method != "ppo" and self.beam is not None, "beam", policy),
            (not guided and self.policy is not None, "policy", f"{policy} or --hint ppo"),
        ):
            if unused:
                raise InputError(f"--{name} goes with {method}")

    def require_packages(self) -> None:
        """Raise `InputError` for a solver or policy whose package is not installed."""
        exact = self.method == "exact"
        if exact and self.solver != "cadical195":
            what = f"--solver {self.solver}"
            require_installed(what, "solvers", "ortools", instead="--solver cadical195")
        if self.method == "ppo" or (exact and self.hint == "ppo"):
            require_installed("a policy", "learn", "learn", "torch", "torch_geometric")
