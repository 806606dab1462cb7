"""The end of work: a time limit, which is passed on, divided and queried; and a signal."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import inf


class Stop(KeyboardInterrupt):
    """Work ends early, at a place that has looked at its budget; the text says why."""


class Ending:
    """Whether a signal has asked this process to end its work: then no budget has time left.

    `heard` says whether work has learned from a budget, since that or since the time limit, that
    it is to end.
    """

    asked = False
    heard = False


@dataclass(frozen=True)
class Budget:
    """The time until `end`, a reading in seconds of a clock that all processes share.

    Without an end it is unlimited. A part of a budget never ends after the whole.
    """

    end: float = inf

    @classmethod
    def of(cls, seconds: float | None) -> Budget:
        """Return a budget of so many seconds from now; None: unlimited."""
        return cls() if seconds is None else cls(time.perf_counter() + seconds)

    @property
    def limited(self) -> bool:
        """Whether the budget has an end."""
        return self.end < inf

    def left(self) -> float:
        """Return the seconds that are left, at least 0; none after a signal."""
        if Ending.asked:
            return 0.0
        return max(0.0, self.end - time.perf_counter()) if self.limited else inf

    def over(self) -> bool:
        """Return whether no time is left, or a signal has asked this process to end its work."""
        late = Ending.asked or (self.limited and time.perf_counter() >= self.end)
        if late:
            Ending.heard = True
        return late

    @property
    def why(self) -> str | None:
        """Why the work is to end: "interrupted", "time limit", or None while there is time."""
        if not self.over():
            return None
        return "interrupted" if Ending.asked else "time limit"

    def check(self) -> None:
        """Raise `Stop` if no time is left, or after a signal."""
        why = self.why
        if why is not None:
            raise Stop(why)

    def within(self, seconds: float | None) -> Budget:
        """Return a budget of at most so many seconds from now; the whole budget for None."""
        return self if seconds is None else Budget(min(self.end, time.perf_counter() + seconds))

    def part(self, share: float) -> Budget:
        """Return a share, from 0 to 1, of the time that is left."""
        return Budget(time.perf_counter() + share * self.left()) if self.limited else self


UNLIMITED = Budget()
"""The budget without an end."""


class Stopwatch:
    """Measures the seconds since it was made."""

    def __init__(self) -> None:
        self._begun = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Seconds since it was made."""
        return time.perf_counter() - self._begun
