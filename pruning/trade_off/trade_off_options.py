"""The options of `trade_off`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from models.errors import InputError
from pruning.question.pruning_options import PruningOptions
from shell.options import (
    MOST,
    BadValueError,
    file,
    listed,
    numbers,
    option,
    seconds,
    whole_number,
)

MOST_POINTS = 1_000

Axis = Literal["cycles", "contexts", "slack"]


def numbers_between(texts: Sequence[str]) -> Iterator[int]:
    """Yield the numbers of ranges such as `8-11` and `14`. Raises `ValueError` for other texts."""
    for text in texts:
        first, sign, last = text.partition("-")
        low, high = int(first), int(last if sign else first)
        if low > high:
            raise ValueError(f"{low} is larger than {high}")
        yield from range(low, high + 1)


def _ranges(value: object) -> tuple[int, ...]:
    """Parse `8-10,14`, or numbers, into distinct sorted numbers."""
    try:
        several = numbers_between(value.split(",")) if isinstance(value, str) else _whole(value)
        found: set[int] = set()
        for number in several:
            found.add(number)
            if len(found) > MOST_POINTS or not 0 <= number <= MOST:
                what = f"at most {MOST_POINTS} numbers, each from 0 to {MOST}"
                raise BadValueError(f"{value!r} is too much: {what}")
    except BadValueError:
        raise
    except ValueError:
        what = f"{str(value)[:40]!r} is no range"
        raise BadValueError(f"{what}; write the smaller number first, such as 8-14") from None
    return tuple(sorted(found))


_whole = listed(whole_number(0, MOST))


@dataclass(frozen=True, kw_only=True)
class TradeOffOptions(PruningOptions):
    """The swept option: `cycles`, `contexts` or `slack`, one of which may be several numbers.

    `kernel_weights` weigh the slack, one per kernel; `point_limit` is in seconds.
    """

    cycles: tuple[int, ...] | None = option(
        None, _ranges, "of every kernel: 8-14, or 8,10", metavar="A-B"
    )
    contexts: tuple[int, ...] | None = option(
        None,
        _ranges,
        "initiation intervals: 1-4; one for all kernels (default for loops: the smallest on the"
        " whole array)",
        metavar="A-B",
    )
    slack: tuple[int, ...] | None = option(
        None,
        _ranges,
        "cycles that a kernel may lose, beyond the fewest on the whole array",
        metavar="A-B",
    )
    kernel_weights: tuple[int, ...] | None = numbers(
        "of the kernels: W times the cycles that a kernel loses are within the slack",
        "W,…",
        name="weights",
    )
    point_limit: float | None = seconds("for each point", group="search")
    resume: str | None = file(
        "keep points there, and use those it has", "output file", group="output"
    )
    plot: str | tuple[str, ...] | None = file(
        "plot the curve: FILE.svg, .pdf or .png", "plot", group="output"
    )
    html: str | None = file("write a report with all mappings", "output file", group="output")
    architectures: str | None = file(
        "write the array of every point", "output folder", group="output"
    )

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
            raise InputError("--weights of kernels go with --slack")
        for name in ("cycles", "contexts"):
            if 0 in (getattr(self, name) or ()):
                raise InputError(f"--{name} 0: at least 1 is needed")
        if "contexts" in (self.minimise or "").split(","):
            raise InputError(
                "--minimise contexts is for prune-arch; here, --contexts 1-4 is a curve"
            )
