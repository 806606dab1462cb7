"""The answer of `min_cycles`: the answer of its search, and an explanation of a refutation."""

from __future__ import annotations

from dataclasses import dataclass, field

from models.data.explanation import Explanation
from solvers.search.answer import Answer, CyclesQuestion, Reached, Status


@dataclass
class MinCycles:
    """The answer of the search of `question`, with an explanation of a refutation.

    `certificate` is the folder of the written certificate, `notes` are lines for the user,
    `objectives` what was minimised afterwards.
    """

    question: CyclesQuestion
    found: Answer
    explanation: Explanation | None = None
    certificate: str | None = None
    notes: list[str] = field(default_factory=list)
    objectives: list[Reached] = field(default_factory=list)

    @property
    def status(self) -> Status:
        """How much is proven."""
        return self.found.status

    @property
    def stopped(self) -> str | None:
        """The reason for an early end of the search."""
        return self.found.stopped

    @property
    def seconds(self) -> dict[str, float]:
        """Seconds of wall time by phase."""
        return self.found.seconds
