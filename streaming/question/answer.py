"""What is known of a program on a streaming engine, as it grows."""

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
"""Fewest cycles at one II; or the least II, and then fewest cycles at it."""


@dataclass
class StreamingAnswer:
    """The best mapping so far, and what no mapping has less of.

    `interval` bounds the II where that is asked for, and is what is given otherwise; `cycles`
    bounds the cycles at the II of the mapping. `trace` has every improvement: seconds, II, cycles,
    who found it. `compared` counts the numbers that executing the mapping had equal to those of the
    program. `claim` says what is claimed with a certificate, or why there is none; `certificate` is
    its folder. `certify` writes one that is asked for and was not written, `uncertified` says why
    that cannot be.
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
        """Whether the II is proven minimal, or was given."""
        return self.schedule is not None and self.schedule.ii <= self.interval.value

    @property
    def proven(self) -> bool:
        """Whether nothing better exists."""
        return (
            self.minimal
            and self.schedule is not None
            and (self.schedule.cycles <= self.cycles.value)
        )
