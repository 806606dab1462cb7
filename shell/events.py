"""What a search tells while it runs: plain values, for whatever shows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Line(NamedTuple):
    """A line of progress."""

    text: str


class BoundsMoved(NamedTuple):
    """The bounds of what is minimised; `upper` is None while nothing is found."""

    lower: int
    upper: int | None
    reason: str


class HorizonTried(NamedTuple):
    """What a solver does about a number of cycles; `seconds` since its process started."""

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
    """Return what tells an observer lines of text."""
    return lambda text: observer(Line(text))
