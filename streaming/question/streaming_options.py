"""The options of `streaming`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from models.errors import InputError
from shell.guests import is_there
from shell.options import (
    PICTURE,
    REPORT,
    TIME_LIMIT,
    BadValueError,
    Options,
    OutputOptions,
    certificate,
    choice,
    file,
    flag,
    jobs,
    numbers,
    option,
    out_file,
    seconds,
    seed,
    switch,
    whole,
)
from shell.packages import require_installed
from solvers.questions.shared_options import solver_help
from streaming.model.engine import Starts

ENGINE = "engine (defaults: the paper's)"


SOLVERS = ("auto", "cp-sat", "cadical195")


def _solver(value: object) -> str:
    """A solver by name."""
    if value not in SOLVERS:
        raise BadValueError(f"unknown solver '{value}'; known: {', '.join(SOLVERS)}")
    return str(value)


@dataclass(frozen=True, kw_only=True)
class FabricOptions(Options):
    """The II, and the fields of `streaming.model.engine.Engine` that policies are trained for."""

    ii: int = whole("initiation interval: spokes per tile", "N", 6)
    tiles: int = whole("tiles of the engine", "N", 16, group=ENGINE)
    relay: bool = flag("results may travel any distance", group=ENGINE)
    waiting: bool = switch("off: a result may not wait for its reader (default on)", group=ENGINE)
    starts: Starts = choice(
        "starts that need different tiles: those of different flows (default), all, or none",
        "flows",
        group=ENGINE,
    )


@dataclass(frozen=True, kw_only=True)
class EngineOptions(FabricOptions):
    """Fields of `streaming.model.engine.Engine`; times are in cycles."""

    pipeline: int = whole("cycles from a start to its result", "C", 3, group=ENGINE)
    hops: tuple[int, ...] = numbers(
        "cycles of a transfer by one tile, two, … (default 1,2)", "C,C", (1, 2), group=ENGINE
    )
    siblings: bool = switch(
        "off: siblings, the readers of one result, may share a tile (default on)", group=ENGINE
    )
    multicast: bool = switch(
        "off: a result takes one output of its tile at most (default on)", group=ENGINE
    )
    message: int = whole("cycles of an asynchronous message", "C", 1, group=ENGINE)


@dataclass(frozen=True, kw_only=True)
class StreamingOptions(OutputOptions, EngineOptions):
    """Options of the search for a mapping onto the streaming engine."""

    method: Literal["exact", "ppo", "greedy", "random"] = choice(
        "method of search (exact: with a proof; ppo, greedy, random: without one)", "exact"
    )
    solver: Literal["auto", "cp-sat", "cadical195"] = option(
        "auto",
        _solver,
        solver_help("auto: cp-sat and cadical195 side by side"),
        metavar="NAME",
    )
    minimise: Literal["cycles", "ii"] = choice(
        "quantities to minimise: cycles at --ii (default), or the II up to --ii, then cycles",
        "cycles",
    )
    placed: str | None = file("a mapping whose tiles and spokes are kept", "input file")
    seed: int = seed()
    time_limit: float | None = seconds(TIME_LIMIT, group="search")
    jobs: int | None = jobs()
    tries: int | None = whole("mappings to try (by greedy, random or ppo)", "N", group="search")
    beam: int | None = whole("width of the beam search (of ppo)", "N", group="search")
    hint: Literal["greedy", "ppo"] = choice(
        "method whose mapping exact starts from", "greedy", group="search"
    )
    policy: str | None = file(
        "weights of the policy (of ppo; default: the shipped ones)", "input file", group="search"
    )
    out: str | None = out_file("the mapping, as JSON")
    certificate: str | None = certificate()
    picture: str | tuple[str, ...] | None = file(
        PICTURE + "the mapping over time",
        "picture",
        group="output",
    )
    html: str | None = file(REPORT + "which plays the mapping", "output file", group="output")

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
        if (self.method == "ppo" or (exact and self.hint == "ppo")) and not is_there("learn"):
            raise InputError("a policy needs the package 'learn' of xyzmap")
