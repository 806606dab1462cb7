"""The answer about a program on a streaming engine, updated during the search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from models.errors import InputError
from solvers.search.answer import Status
from streaming.model.bounds import Bound
from streaming.model.rules import Rules
from streaming.model.schedule import Schedule

Objective = Literal["cycles", "ii"]
"""The fewest cycles at one II; or the least II, and then the fewest cycles at it."""


@dataclass
class StreamingAnswer:
    """The best mapping so far, and lower bounds.

    `interval` is the lower bound on the II if the II is minimised, else the given II; `cycles`
    bounds the cycles at the II of the mapping. `trace` has every improvement: seconds, II, cycles,
    and its finder. `compared` counts the results of the simulated mapping that equal the
    program's. `claim` is the claim of the certificate, or the reason for having none;
    `certificate` is its folder. `certify` writes a requested certificate that is still missing;
    `uncertified` is the reason if that is impossible.
    """

    rules: Rules
    objective: Objective
    interval: Bound
    cycles: Bound
    status: Status = "unknown"
    schedule: Schedule | None = None
    by: str = ""
    reason: str = ""
    compared: int = 0
    claim: str | None = None
    certificate: str | None = None
    certify: Callable[[], None] | None = None
    uncertified: InputError | None = None
    stopped: str | None = None
    trace: list[dict[str, Any]] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @property
    def minimal(self) -> bool:
        """Whether the II is proven minimal, or given."""
        return self.schedule is not None and self.schedule.ii <= self.interval.value

    @property
    def proven(self) -> bool:
        """Whether the mapping is proven optimal."""
        return (
            self.minimal
            and self.schedule is not None
            and (self.schedule.cycles <= self.cycles.value)
        )
