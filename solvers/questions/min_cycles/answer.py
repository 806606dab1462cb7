"""The answer of `min_cycles`: what the search found, and what is told and written of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from solvers.questions.min_cycles.explain import Explanation
from solvers.search.answer import Answer, Question, Status


@dataclass
class MinCycles:
    """What the search of `question` found, with an explanation of a no.

    `certificate` is the folder that one was written to, `notes` what its reader should know.
    """

    question: Question
    found: Answer
    explanation: Explanation | None = None
    certificate: str | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def status(self) -> Status:
        """How much is proven."""
        return self.found.status

    @property
    def stopped(self) -> str | None:
        """What ended the search early."""
        return self.found.stopped

    @property
    def seconds(self) -> dict[str, float]:
        """Seconds of wall time by phase."""
        return self.found.seconds
