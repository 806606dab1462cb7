"""Events of a running search: plain values, for any observer."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Line(NamedTuple):
    """A line of progress."""

    text: str


class BoundsMoved(NamedTuple):
    """The bounds of the objective; `upper` is None until a solution is found."""

    lower: int
    upper: int | None
    reason: str


class HorizonTried(NamedTuple):
    """The state of a solver on a number of cycles; `seconds` since its process started."""

    horizon: int
    status: str
    conflicts: int
    variables: int
    clauses: int
    seconds: float
    by: str


Event = Line | BoundsMoved | HorizonTried
Observer = Callable[[Event], None]


def lines_to(observer: Observer) -> Callable[[str], None]:
    """Return a function that sends lines of text to an observer."""
    return lambda text: observer(Line(text))
