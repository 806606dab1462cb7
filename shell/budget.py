"""The end of work: a time limit, which is passed on, divided and queried; and a signal."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import inf

BEAT = 0.1
"""Seconds of work between two beats of its clock."""


class Stop(KeyboardInterrupt):
    """Work ends early, at a place that has looked at its budget; the text says why."""


class Ending:
    """Whether a signal has asked this process to end its work: then no budget has time left.

    `heard` says whether work has learned from a budget, since that or since the time limit, that
    it is to end.
    """

    asked = False
    heard = False


class Work:
    """The work that this process has done, as a clock: the seconds that an idle machine would take.

    Each engine counts units of its own (steps of routes, moves, conflicts), and adds their time
    by a constant that was measured once. So a budget of work ends at the same point of a search on
    a machine, idle or not. `beat` is called when it is given, after each `BEAT` seconds.
    """

    seconds = 0.0
    beat: Callable[[], None] | None = None
    _next = BEAT

    @classmethod
    def start(cls, beat: Callable[[], None]) -> None:
        """Begin at 0, in a new process that tells of its work."""
        cls.seconds, cls._next, cls.beat = 0.0, BEAT, beat

    @classmethod
    def add(cls, seconds: float) -> None:
        """Count work of so many seconds."""
        cls.seconds += seconds
        if cls.beat is not None and cls.seconds >= cls._next:
            cls._next = cls.seconds + BEAT
            beat = cls.beat
            beat()


@dataclass(frozen=True)
class Budget:
    """The time until `end`, a reading in seconds of a clock that all processes share.

    If it is `counted`, that is the clock of `Work` in this process, and results do not depend on
    load. Without an end it is unlimited. A part of a budget never ends after the whole.
    """

    end: float = inf
    counted: bool = False

    @classmethod
    def of(cls, seconds: float | None) -> Budget:
        """Return a budget of so many seconds from now; None: unlimited."""
        return cls() if seconds is None else cls(time.perf_counter() + seconds)

    @classmethod
    def of_work(cls, seconds: float) -> Budget:
        """Return a budget of so much more work."""
        return cls(Work.seconds + seconds, counted=True)

    @property
    def limited(self) -> bool:
        """Whether the budget has an end."""
        return self.end < inf

    def _now(self) -> float:
        return Work.seconds if self.counted else time.perf_counter()

    def left(self) -> float:
        """Return the seconds that are left, at least 0; none after a signal."""
        if Ending.asked:
            return 0.0
        return max(0.0, self.end - self._now()) if self.limited else inf

    def over(self) -> bool:
        """Return whether no time is left, or a signal has asked this process to end its work."""
        late = Ending.asked or (self.limited and self._now() >= self.end)
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
        if seconds is None:
            return self
        return Budget(min(self.end, self._now() + seconds), self.counted)

    def part(self, share: float) -> Budget:
        """Return a share, from 0 to 1, of the time that is left."""
        if not self.limited:
            return self
        return Budget(self._now() + share * self.left(), self.counted)


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
