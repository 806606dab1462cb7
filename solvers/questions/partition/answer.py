"""What is known of a partition question, as it grows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from models.data.dfg import Dfg
from models.partition.partition import Partition
from solvers.questions.partition.mapping import Mapped
from solvers.search.answer import Status


@dataclass
class Attempt:
    """A partition that was tried: who proposed it, what it was to take, and what it took."""

    by: str
    parts: int
    planned: int
    extra: int
    total: int | None
    seconds: float


@dataclass
class PartitionAnswer:
    """The best mapped partition so far, and what no partition takes less than.

    `total` is the sum of the intervals of all parts; `bound` holds for every partition with as
    many parts as were allowed. `compared` counts the numbers that executing all parts, one after
    another, had equal to those of the DFG; `certificate` says what is claimed with one, or why
    there is none.
    """

    dfg: Dfg
    max_ii: int
    status: Status = "unknown"
    partition: Partition | None = None
    mapped: list[Mapped] = field(default_factory=list)
    by: str = ""
    bound: int = 1
    bound_reason: str = ""
    attempts: list[Attempt] = field(default_factory=list)
    trace: list[dict[str, Any]] = field(default_factory=list)
    compared: int = 0
    certificate: str | None = None
    stopped: str | None = None
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def total(self) -> int | None:
        """The sum of the intervals of the best partition."""
        if self.partition is None:
            return None
        return sum(mapped.interval or 0 for mapped in self.mapped)
