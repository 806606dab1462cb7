"""A branch tree: integers in a box, and rows that no point of the box satisfies.

A row is a sum of whole multiples of variables that is at least a number. The box is divided in two
until some rows, each times a positive integer, add up to a row that asks for more than its sum can
be anywhere in the part. (Linear programming gives such multiples: its dual values, rounded.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from solvers.verification.directory import Clock, RejectedError, require_extent

Row = tuple[tuple[tuple[int, int], ...], int]
"""Pairs (variable, multiple), and a lower bound on their sum."""

MOST_ADDED = 1 << 26
"""Terms of rows that are added, each time that they are."""
MOST_OPEN = 1_000
"""Parts of the box that wait at a time."""


def check_tree(
    rows: Sequence[Row], highest: Sequence[int], lines: Iterable[tuple[int, str]], clock: Clock
) -> int:
    """Return the number of parts of the box; `RejectedError` unless the rows exclude each of them.

    Variable v is from 0 to `highest[v]`. A line `branch VARIABLE NUMBER` divides the latest part:
    first comes the half with at most this number, then the rest; after `above` the order is
    reversed. A line `add ROW TIMES …` gives a sum of rows that excludes it. `row ROW TIMES …` makes
    a further row; where no multiple is negative, each can be reduced to the lower bound of the sum.
    """
    rows = list(rows)
    waiting: list[dict[int, tuple[int, int]]] = [{}]
    done = added = 0
    for line, word, numbers in _steps(lines):
        clock.check()
        if not waiting:
            raise RejectedError(f"line {line}: nothing is left to exclude")
        if word in ("branch", "above"):
            part = waiting.pop()
            if len(numbers) != 2 or numbers[0] >= len(highest) or len(waiting) >= MOST_OPEN:
                raise RejectedError(f"line {line}: no branch")
            variable, most = numbers
            low, high = part.get(variable, (0, highest[variable]))
            parts = [part | {variable: (most + 1, high)}, part | {variable: (low, most)}]
            waiting += parts if word == "branch" else parts[::-1]
            continue
        added += sum(len(rows[n][0]) for n in numbers[::2] if n < len(rows))
        require_extent("terms added", added, MOST_ADDED)
        need, sums = _added(rows, numbers, line)
        if word == "row":
            # A bound of 0 or less holds for any sum of nonnegative terms: nothing follows.
            whole = min(sums.values(), default=0) >= 0 and need > 0
            rows.append(
                (tuple((v, min(k, need) if whole else k) for v, k in sums.items() if k), need)
            )
            continue
        part = waiting.pop()
        ends = ((k, part.get(v, (0, highest[v]))) for v, k in sums.items())
        if sum(k * (high if k > 0 else low) for k, (low, high) in ends) >= need:
            raise RejectedError(f"line {line}: the rows leave something possible")
        done += 1
    if waiting:
        raise RejectedError(f"{len(waiting)} part(s) of the box are not excluded")
    return done


def _added(rows: Sequence[Row], numbers: list[int], line: int) -> tuple[int, dict[int, int]]:
    """Return the sum of rows: its lower bound, and the multiple of each variable."""
    need, sums = 0, dict[int, int]()
    if len(numbers) % 2 or any(n >= len(rows) for n in numbers[::2]):
        raise RejectedError(f"line {line}: no such rows")
    for n, times in zip(numbers[::2], numbers[1::2], strict=True):
        terms, least = rows[n]
        need += times * least
        for variable, multiple in terms:
            sums[variable] = sums.get(variable, 0) + times * multiple
    return need, sums


def _steps(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str, list[int]]]:
    for number, line in lines:
        word, *digits = line.split()
        if word not in ("branch", "above", "add", "row") or not all(
            d.isascii() and d.isdecimal() and len(d) <= 100 for d in digits
        ):
            raise RejectedError(f"line {number}: not understood: '{line[:60]}'")
        yield number, word, list(map(int, digits))
