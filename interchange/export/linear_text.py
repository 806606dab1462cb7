"""Linear programs as LP text, in the words that all readers take alike.

Readers differ in what they add to the format, so only this much is used: `minimize` of a sum
without a constant, rows with one bound each and a short line, and `binary` for 0-1 variables. CBC
2.10 knows no `bin`, in the words of HiGHS, and takes its variables for fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from solvers.backends.linear import Rows

TERMS = 4
"""Terms of a line: some readers stop at 255 characters, and names may have 200."""


def write_lp(
    rows: Rows, columns: Sequence[str], names: Sequence[str], write: Callable[[str], object]
) -> None:
    """Write rows over 0-1 variables, with their names; each has terms, and one bound."""
    write("minimize\n")
    costs = np.flatnonzero(rows.cost).tolist() or [0]
    write(f" cost:{_sum([columns[v] for v in costs], [rows.cost[v] for v in costs])}\n")
    write("subject to\n")
    for name, (used, factors, lower, upper) in zip(names, rows.each(), strict=True):
        kind, bound = (">=", lower) if np.isfinite(lower) else ("<=", upper)
        body = _sum([columns[v] for v in used], factors)
        write(f" {name}:{body} {kind} {_number(bound)}\n")
    if not rows.count:
        write(f" nothing: + 1 {columns[0]} >= 0\n")  # GLPK wants a row
    write("binary\n")
    for name in columns:
        write(f" {name}\n")
    write("end\n")


def _sum(names: Sequence[str], factors: Sequence[float]) -> str:
    """Return a sum in short lines, each of which begins with a blank."""
    terms = [
        f" {'-' if factor < 0 else '+'} {_number(abs(factor))} {name}"
        for name, factor in zip(names, factors, strict=True)
    ]
    lines = ["".join(terms[n : n + TERMS]) for n in range(0, len(terms), TERMS)]
    return "\n ".join(lines)


def _number(number: float) -> str:
    return str(int(number)) if number == int(number) else repr(float(number))
