"""The options of `partition`."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, fields
from importlib.util import find_spec
from typing import Literal

from models.errors import InputError
from shell.options import (
    PICTURE,
    REPORT,
    BadValueError,
    OutputOptions,
    certificate,
    choice,
    file,
    jobs,
    option,
    options_of,
    out_folder,
    seconds,
    store,
    switch,
    text,
    whole,
)
from shell.packages import require_installed
from solvers.questions.shared_options import (
    ArrayOptions,
    GraphOptions,
    RecomputeOptions,
    RegisterFileOptions,
    SearchOptions,
)

TRIALS = "bopart and nsga2"
PACKAGES = {
    "auto": ("ortools", "optuna"),
    "exact": ("ortools",),
    "bopart": ("optuna",),
    "nsga2": ("optuna",),
    "multilevel": (),
}
"""Packages of the extra `partition`, by method."""


def _weights(value: object) -> tuple[float, ...]:
    """Parse three numbers of at least 0, `A,B,C` on the command line."""
    words = value.split(",") if isinstance(value, str) else value
    try:
        found = tuple(map(float, words)) if isinstance(words, Iterable) else ()
    except (TypeError, ValueError):
        raise BadValueError(f"{str(value)[:40]!r} must be three numbers, A,B,C") from None
    if len(found) != 3 or not all(0 <= number < math.inf for number in found):
        raise BadValueError(f"{value} must be three numbers of at least 0")
    return found


@dataclass(frozen=True, kw_only=True)
class PartitionOptions(
    OutputOptions,
    SearchOptions,
    RegisterFileOptions,
    RecomputeOptions,
    ArrayOptions,
    GraphOptions,
):
    """Options of the partitioning and of mapping the parts; `map_time` is in seconds.

    `cut_weights` apply to edges cut, to the balance of operations, and to the balance of cuts.
    """

    max_ii: int | None = whole(
        "largest II to try (for a part; default: the contexts of the array)", "N"
    )
    parts: int | None = whole("exactly K parts (default: any number)", "K")
    method: Literal["auto", "exact", "bopart", "nsga2", "multilevel"] = choice(
        "method of search (for partitions to try)", "auto"
    )
    store_op: str = text("opcode of the stores between parts", "NAME", "store")
    load_op: str = text("opcode of the loads between parts", "NAME", "load")
    trials: int = whole("partitions to try", "N", 300, group=TRIALS)
    encoding: Literal["acyclic", "raw"] = choice(
        "part numbers: made acyclic (default), or taken as they are",
        "acyclic",
        group=TRIALS,
    )
    cut_weights: tuple[float, ...] | None = option(
        None,
        _weights,
        "weights in the cost: of cut edges, of the balance of operations, of the balance of cuts",
        metavar="A,B,C",
        group=TRIALS,
    )
    refinement: bool = switch(
        "off: move no operations after uncoarsening (default on)", group=TRIALS
    )
    store: str | None = store("trials, in SQLite", group=TRIALS)
    map_time: float = seconds("limit for mapping (the first try of a part)", 20.0, group="search")
    jobs: int | None = jobs()
    out: str | None = out_folder("the partition, and DFG and mapping of parts")
    certificate: str | None = certificate()
    picture: str | tuple[str, ...] | None = file(
        PICTURE + "the parts on a time line",
        "picture",
        group="output",
    )
    html: str | None = file(REPORT + "with the mapping of each part", "output file", group="output")
    iterations: int = whole(
        "iterations of a run (for the count of cycles)", "N", 16, group="output"
    )

    def require_consistent(self) -> None:
        """Raise `InputError` for options of trials with a method without trials."""
        if self.store is not None and self.method not in ("bopart", "nsga2"):
            raise InputError(f"method '{self.method}' has no trials to keep", "--store")
        if self.method in ("exact", "multilevel"):
            for each in fields(self):
                one = options_of(type(self))[each.name]
                if one.group == TRIALS and getattr(self, each.name) != each.default:
                    raise InputError(f"--{one.name} goes with --method auto, bopart or nsga2")

    def require_packages(self) -> None:
        """Raise `InputError` for a method or certificate whose solver is not installed."""
        what, packages = f"--method {self.method}", PACKAGES[self.method]
        if self.certificate is None:
            require_installed(what, "partition", *packages)
        else:
            both = f"{what} with --certificate"
            require_installed(both, "partition,solvers", *packages, "highspy")
        if self.method == "multilevel" and find_spec("pymetis") is None:  # in no extra
            raise InputError(f"{what} needs METIS: pip install pymetis")
