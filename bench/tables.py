"""Tables of rows in Markdown, and the words of their cells."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from bench.process import Answer
from bench.rows import Row, Rows

T = TypeVar("T")
Shown = str | Callable[[Row], object]
"""What a column shows of a row: a field, or a function."""
Many = Callable[[Rows], object]
"""What a cell shows of several rows, such as those of seeds."""

DECIDED = ("optimal", "infeasible")


def table(heads: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table; numbers with a fraction have two digits, None is a dash."""
    every = [heads, ["---"] * len(heads), *([_cell(value) for value in line] for line in lines)]
    return "".join(f"| {' | '.join(line)} |\n" for line in every)


def columns(rows: Iterable[T], *shown: tuple[str, Callable[[T], object]]) -> str:
    """Return a table with a line for each item: heads of columns, and what they show."""
    return table([head for head, _ in shown], [[of(row) for _, of in shown] for row in rows])


def pivot(rows: Rows, down: Sequence[str], across: str, cells: Sequence[tuple[str, Many]]) -> str:
    """Return a table with a line for each `down`, and columns `cells` for each value of `across`.

    The first column of each value has its name, the others have their own.
    """
    values = rows.values(across)
    heads = [*down]
    for value in values:
        heads += [code(str(value)), *(head for head, _ in cells[1:])]
    lines: list[list[object]] = []
    for key, own in rows.by(*down).items():
        line: list[object] = [*key]
        for value in values:
            some = own.where(**{across: value})
            line += [of(some) if some else None for _, of in cells]
        lines.append(line)
    return table(heads, lines)


def code(text: str) -> str:
    """Return the name of an array as code, other texts as they are."""
    return f"`{text}`" if ":" in text and " " not in text else text


def _cell(value: object) -> str:
    if value is None or value == "":
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def one(shown: Shown) -> Many:
    """Return what shows the first of several rows."""
    return lambda rows: rows[0][shown] if isinstance(shown, str) else shown(rows[0])


def verdict(row: Row | Answer) -> str:
    """Return the II, with what is proven where that is less; or why there is none."""
    if row["status"] == "optimal":
        return str(row["ii"])
    if row["ii"] is not None:
        return f"{row['ii']} (≥ {row['lower_bound']})"
    return str(row["status"])


def tenths(value: float | None) -> str | None:
    """Return a number with one digit."""
    return None if value is None else f"{value:.1f}"


def grouped(value: int | None) -> str | None:
    """Return a number with commas."""
    return None if value is None else f"{value:,}"


def median(name: str) -> Many:
    """Return what shows the median of a field."""
    return lambda rows: float(statistics.median(rows.numbers(name))) if rows.numbers(name) else None


def spread(name: str, rows: Rows, digits: int = 0) -> str:
    """Return the median of a field and its range; None counts as infinite."""
    found = [math.inf if row[name] is None else float(row[name]) for row in rows]
    middle = statistics.median_low(found) if digits == 0 else statistics.median(found)
    low, high = _finite(min(found), digits), _finite(max(found), digits)
    return _finite(middle, digits) + (f" ({low}–{high})" if low != high else "")


def _finite(value: float, digits: int) -> str:
    return f"{value:.{digits}f}" if math.isfinite(value) else "none"


def geometric(values: Iterable[float]) -> float | None:
    """Return the geometric mean of positive numbers, None where there is none."""
    found = list(values)
    return statistics.geometric_mean(found) if found else None


def shifted_mean(times: Iterable[float]) -> float:
    """Return the shifted geometric mean of seconds, exp(mean(log(1 + s))) - 1."""
    return statistics.geometric_mean([1 + seconds for seconds in times]) - 1
