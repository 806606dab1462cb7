"""A mapped partition as plain data, and the cycles in which each part runs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from models.errors import InputError
from models.text import counted

LISTED = 6
"""Maximum number of values listed by name; further values are counted."""

ITERATIONS = 16

Crossed = tuple[str, int, int]
"""A value, the part that stores it, and a part that loads it."""


class PartRow(NamedTuple):
    """A part: its operations, its II, and the cycles of one iteration.

    `stores` and `loads` count the operations added by the cut.
    """

    name: str
    operations: int
    interval: int
    cycles: int
    stores: int = 0
    loads: int = 0


class Timeline:
    """Parts one after another: part p runs all iterations from `starts[p]` up to `ends[p]`.

    Raises `InputError` for values that cross to missing or earlier parts.
    """

    def __init__(
        self, rows: Sequence[PartRow], crossings: Sequence[Crossed], iterations: int = ITERATIONS
    ) -> None:
        if iterations < 1:
            raise InputError(f"iterations {iterations} must be at least 1")
        self.rows, self.iterations = tuple(rows), iterations
        lengths = ((iterations - 1) * row.interval + row.cycles for row in self.rows)
        self.ends = tuple(accumulate(lengths))
        self.starts = (0, *self.ends)[: len(self.rows)]
        self.total = self.ends[-1] if self.ends else 0
        self.crossed: dict[tuple[int, int], list[str]] = {}
        """The values that cross from part to part, by ordered pair."""
        for value, first, then in sorted(crossings, key=lambda crossed: crossed[1:]):
            if not 0 <= first < then < len(self.rows):
                many = counted(len(self.rows), "part")
                raise InputError(f"'{value}' crosses from part {first} to part {then} of {many}")
            self.crossed.setdefault((first, then), []).append(value)

    @property
    def title(self) -> str:
        """The default title."""
        return f"{counted(len(self.rows), 'part')}, one after another"

    def facts(self) -> list[str]:
        """Return the key figures of the partition as short phrases."""
        rows = self.rows
        found = [
            f"{counted(self.total, 'cycle')} for {counted(self.iterations, 'iteration')}",
            f"sum of all II {sum(row.interval for row in rows)}",
            counted(sum(row.operations for row in rows), "operation"),
        ]
        stores, loads = sum(row.stores for row in rows), sum(row.loads for row in rows)
        if stores or loads:
            found.append(
                f"of them {counted(stores, 'store')} and {counted(loads, 'load')} to cross"
            )
        return found


def listed(values: Sequence[str]) -> str:
    """Return the number of values, and the names of the first ones."""
    shown = ", ".join(values[:LISTED]) + (", …" if len(values) > LISTED else "")
    return f"{counted(len(values), 'value')}: {shown}"
