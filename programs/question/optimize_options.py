"""The options of `optimize`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from models.errors import InputError
from shell.options import (
    PLOT,
    REPORT,
    OutputOptions,
    choice,
    file,
    flag,
    jobs,
    listed,
    option,
    out_folder,
    plain_text,
    seconds,
    whole,
)
from shell.packages import require_installed
from solvers.questions.shared_options import (
    ArrayOptions,
    RecomputeOptions,
    RegisterFileOptions,
    SearchOptions,
)

DATA_BYTES = 4096
"""Default bytes of the data buffer, for arrays not in PT-Map."""


def _macros(value: object) -> tuple[str, ...]:
    """Return macros in compiler syntax, from words or from a mapping of names to values."""
    if isinstance(value, Mapping):
        return tuple(f"{name}={number}" for name, number in value.items())
    found: tuple[str, ...] = listed(plain_text)(value)
    return found


@dataclass(frozen=True, kw_only=True)
class OptimizeOptions(
    OutputOptions, SearchOptions, RegisterFileOptions, RecomputeOptions, ArrayOptions
):
    """Options of the exploration, mapping and checking of programs."""

    defines: tuple[str, ...] = option(
        (),
        _macros,
        "define a macro, as for a C compiler",
        name="define",
        short="D",
        metavar="NAME[=VALUE]",
        repeat=True,
    )
    mode: Literal["performance", "pareto"] = choice(
        "rank by cycles, then bytes moved (default), or by the hypervolume of both",
        "performance",
    )
    space: Literal["none", "interchange", "fusion", "full"] = choice(
        "transformations to try: none, orders of loops, fusion and fission as well, all (default)",
        "full",
        group="exploration",
    )
    method: Literal["guided", "random"] = choice(
        "method of search (guided: map the best candidates by predicted cycles; random: map random"
        " candidates for --map-time, as a baseline)",
        "guided",
        group="exploration",
    )
    candidates: int = whole(
        "candidates to keep per nest, and programs", "N", 20, group="exploration"
    )
    predictor: Literal["mii", "gnn"] = choice(
        "prediction of IIs: their lower bound (default), or a network",
        "mii",
        group="exploration",
    )
    max_ii: int | None = whole(
        "largest II to try (default: the contexts of the array)", "N", group="buffers"
    )
    buffer: int | None = whole(
        f"size of the data buffer (default: that of PT-Map's arrays, {DATA_BYTES} otherwise)",
        "BYTES",
        group="buffers",
    )
    double_buffering: bool = flag(
        "load data and contexts of the next execution while one runs, where both fit the buffers",
        group="buffers",
    )
    map_time: float | None = seconds(
        "limit for mapping (the candidates of a region, extended until one maps; default 15, more"
        " on arrays of more than 32 issue slots)",
        group="search",
    )
    prove_time: float = seconds(
        "limit for finding smaller IIs of the winner's loops, or proving that there are none",
        8.0,
        group="search",
    )
    jobs: int | None = jobs()
    check: Literal["auto", "always", "never"] = choice(
        "execute the winner on random numbers, by interpreter, mappings and C compiler"
        " (default auto: unless it has many operations)",
        "auto",
        group="output",
    )
    out: str | None = out_folder(
        "winner.c, report.json, and graph, mapping, picture, certificate of each loop",
    )
    html: str | None = file(REPORT + "with candidates and mappings", "output file", group="output")
    plot: str | tuple[str, ...] | None = file(
        PLOT + "cycles against data moved, of all programs kept",
        "plot",
        group="output",
    )

    def require_consistent(self) -> None:
        """Raise `InputError` for a predictor that is not used."""
        if self.method == "random" and self.predictor != "mii":
            raise InputError("--method random predicts nothing: leave out --predictor")

    def require_packages(self) -> None:
        """Raise `InputError` if the packages of the C reader are missing."""
        require_installed("reading C", "programs", "pycparser", "islpy")
