"""Which bounds and reasons take which traits of arrays and questions into account.

`docs/certificates-format.md` has the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from solvers.verification import (
    arithmetic,
    arrival,
    border,
    crossing,
    demands,
    earliest,
    longest,
    packing,
    placement,
    possible,
    recurrences,
    ring,
    rules,
    scarce,
    stays,
    windows,
)

COUNTED = arithmetic.UNDERSTANDS & demands.UNDERSTANDS & border.UNDERSTANDS & windows.UNDERSTANDS
TIMED = rules.UNDERSTANDS & windows.UNDERSTANDS & earliest.UNDERSTANDS
UNDERSTOOD: Mapping[str, frozenset[str]] = {
    "critical path": TIMED & arithmetic.UNDERSTANDS,
    "counting": TIMED & COUNTED,
    "proof": TIMED & placement.UNDERSTANDS & arrival.UNDERSTANDS,
    "recurrence": rules.UNDERSTANDS & recurrences.UNDERSTANDS,
    "slots": rules.UNDERSTANDS & scarce.UNDERSTANDS & demands.UNDERSTANDS & border.UNDERSTANDS,
    "crossing": rules.UNDERSTANDS & crossing.UNDERSTANDS,
    "never": rules.UNDERSTANDS & possible.UNDERSTANDS,
    "longest": rules.UNDERSTANDS & longest.UNDERSTANDS,
    "context memory": rules.UNDERSTANDS,
    "cyclic": rules.UNDERSTANDS & ring.UNDERSTANDS & placement.UNDERSTANDS,
    "stays": rules.UNDERSTANDS & stays.UNDERSTANDS & recurrences.UNDERSTANDS,
    "packing": packing.UNDERSTANDS,
    "addressed": rules.UNDERSTANDS & longest.UNDERSTANDS & stays.UNDERSTANDS,
}
"""The traits that all arguments of a kind of bound or reason take into account."""


def table() -> Iterator[str]:
    """Yield the lines of a table in Markdown: traits in rows, bounds and reasons in columns."""
    yield f"| trait | {' | '.join(UNDERSTOOD)} |"
    yield f"| --- |{' --- |' * len(UNDERSTOOD)}"
    for trait in sorted(frozenset().union(*UNDERSTOOD.values())):
        marks = ("✓" if trait in known else "–" for known in UNDERSTOOD.values())
        yield f"| {trait} | {' | '.join(marks)} |"
