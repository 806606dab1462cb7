"""The next horizons to try: from below towards a proof, from above towards a mapping."""

from __future__ import annotations

from dataclasses import dataclass, field

PATIENCE = 2.0
"""Seconds of solving after which the search from above tries a longer, easier horizon."""


@dataclass
class HorizonBounds:
    """The decided horizons, and the two most promising open ones.

    `lower` is the smallest horizon not refuted, `upper` the shortest mapping found. When horizons
    are `monotone`, refuting one refutes all below it.
    """

    lower: int
    limit: int | None = None
    monotone: bool = True
    upper: int | None = None
    refuted: set[int] = field(default_factory=set)
    _target: int | None = None
    _step: int = 1
    _patience: float = PATIENCE

    @property
    def decided(self) -> bool:
        """Whether the minimum is known, or every horizon up to the limit is refuted."""
        if self.upper is not None and self.lower >= self.upper:
            return True
        return self.limit is not None and self.lower > self.limit

    def refute(self, horizon: int) -> None:
        """Record that no mapping has exactly `horizon` cycles."""
        self.refuted.add(horizon)
        if self.monotone:
            self.lower = max(self.lower, horizon + 1)
        while self.lower in self.refuted:
            self.lower += 1
        self._drop_decided_target()

    def found(self, horizon: int) -> None:
        """Record a mapping with `horizon` cycles."""
        if self.upper is None or horizon < self.upper:
            self.upper = horizon
            self._target = None
            self._patience = PATIENCE
        self._drop_decided_target()

    def open(self, horizon: int) -> bool:
        """Whether deciding `horizon` could still change the bounds."""
        below = self.upper is None or horizon < self.upper
        within = self.limit is None or horizon <= self.limit
        return self.lower <= horizon and below and within and horizon not in self.refuted

    @property
    def from_above(self) -> int | None:
        """The horizon to try from above; None when only `lower` is left."""
        if self._target is None or not self.open(self._target) or self._target <= self.lower:
            self._target = self._aim()
        return self._target

    def waited(self, seconds: float, cost: float = 0.0) -> None:
        """Note how long the try from above has been solving; aim higher when it takes too long.

        `cost` are the seconds of building and loading: a try is given several times that.
        """
        if self._target is None or seconds < max(self._patience, 3 * cost):
            return
        self._patience *= 2
        if self.upper is None:
            self._step *= 2
            aim = self.lower + self._step
            self._target = aim if self.limit is None else min(aim, self.limit)
        else:
            self._target = min(self.upper - 1, (self._target + self.upper + 1) // 2)

    def _drop_decided_target(self) -> None:
        if self._target is not None and not self.open(self._target):
            self._target = None

    def _aim(self) -> int | None:
        if self.upper is None:
            aim = self.lower + self._step
            aim = aim if self.limit is None else min(aim, self.limit)
        else:
            aim = (self.lower + self.upper) // 2
        return aim if aim > self.lower and self.open(aim) else None
