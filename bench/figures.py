"""Figures over several runs, as pages show them; a run without a result counts as infinite."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence

from solvers.questions.entries import Entry


def numbers(entries: Iterable[Entry], name: str) -> list[float]:
    """Return a field of all entries, infinite where it is None."""
    return [math.inf if entry[name] is None else float(entry[name]) for entry in entries]


def middle(entries: Sequence[Entry], name: str) -> Entry:
    """Return the entry with the lower median of a field."""
    found = numbers(entries, name)
    return entries[found.index(statistics.median_low(found))]


def ranged(values: Sequence[float], digits: int = 0) -> str:
    """Return the median, of whole numbers the lower one, with the range where there is one."""

    def word(value: float) -> str:
        return f"{value:.{digits}f}" if math.isfinite(value) else "none"

    median = statistics.median_low(values) if digits == 0 else statistics.median(values)
    low, high = word(min(values)), word(max(values))
    return word(median) + (f" ({low}–{high})" if low != high else "")


def spread(values: Sequence[float], digits: int = 2) -> str:
    """Return mean ± standard deviation."""
    deviation = statistics.stdev(values) if len(values) > 1 else 0.0
    return f"{statistics.fmean(values):.{digits}f} ± {deviation:.{digits}f}"


def mean(values: Sequence[float], digits: int = 2) -> str:
    """Return the mean, or a dash where there is no value."""
    return f"{statistics.fmean(values):.{digits}f}" if values else "-"


def shifted_mean(times: Iterable[float]) -> float:
    """Return the shifted geometric mean of seconds, exp(mean(log(1 + s))) - 1."""
    return statistics.geometric_mean([1 + seconds for seconds in times]) - 1


NEARLY = 1.1
"""Times that differ by less than this factor are the same."""


def faster(ours: float, theirs: float, moment: float = 0.0) -> str:
    """Return `faster`, `slower` or `same`, which times are that differ by less than `moment`."""
    same = abs(ours - theirs) < moment or max(ours, theirs) <= NEARLY * min(ours, theirs)
    return "same" if same else "faster" if ours < theirs else "slower"
