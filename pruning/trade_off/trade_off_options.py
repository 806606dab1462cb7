"""The options of `trade_off`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from models.errors import InputError
from pruning.question.pruning_options import PruningOptions
from shell.options import PLOT, REPORT, file, numbers, out_folder, seconds, store

Axis = Literal["cycles", "contexts", "slack"]


@dataclass(frozen=True, kw_only=True)
class TradeOffOptions(PruningOptions):
    """The swept option: `cycles`, `contexts` or `slack`, one of which may be several numbers.

    `kernel_weights` weigh the slack, one per kernel; `point_limit` is in seconds.
    """

    cycles: tuple[int, ...] | None = numbers(
        "cycles of the mapping: of every kernel, 8-14 or 8,10", "A-B", low=0, distinct=True
    )
    contexts: tuple[int, ...] | None = numbers(
        "pipeline with T contexts: 1-4; one for all kernels (default for loops: the smallest on"
        " the whole array)",
        "A-B",
        low=0,
        distinct=True,
    )
    slack: tuple[int, ...] | None = numbers(
        "allowed cycles beyond the fewest (of a kernel, beyond those on the whole array)",
        "A-B",
        low=0,
        distinct=True,
    )
    kernel_weights: tuple[int, ...] | None = numbers(
        "weights of the kernels: the slack limits W times the extra cycles of a kernel",
        "W,…",
    )
    point_limit: float | None = seconds("limit for each point", group="search")
    store: str | None = store("points", group="output")
    plot: str | tuple[str, ...] | None = file(PLOT + "the curve", "plot", group="output")
    html: str | None = file(REPORT + "with all mappings", "output file", group="output")
    out: str | None = out_folder("the array of every point")

    @property
    def axis(self) -> Axis:
        """The swept option."""
        if self.slack is not None:
            return "slack"
        return "contexts" if self.contexts is not None and len(self.contexts) > 1 else "cycles"

    def require_consistent(self) -> None:
        """Raise `InputError` unless exactly one option is swept."""
        several = [name for name in ("cycles", "contexts") if len(getattr(self, name) or ()) > 1]
        if self.slack is not None:
            if self.cycles is not None or several:
                raise InputError("--slack goes with one number of --contexts, and without --cycles")
        elif len(several) > 1:
            raise InputError("--cycles and --contexts are both ranges: one of them can be swept")
        elif self.cycles is None:
            raise InputError("name the numbers of cycles, such as --cycles 8-14, or a --slack")
        elif self.kernel_weights is not None:
            raise InputError("--kernel-weights goes with --slack")
        for name in ("cycles", "contexts"):
            if 0 in (getattr(self, name) or ()):
                raise InputError(f"--{name} 0: at least 1 is needed")
        if "contexts" in (self.minimise or "").split(","):
            raise InputError(
                "--minimise contexts is for prune-arch; here, --contexts 1-4 is a curve"
            )
