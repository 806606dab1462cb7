"""The answer of `neura`: the intervals, and the answer to the compiler."""

from __future__ import annotations

from dataclasses import dataclass, field

from ecosystems.neura.document import Document
from ecosystems.neura.written import Written
from solvers.search.interval_answer import MinIi


@dataclass
class NeuraAnswer:
    """The mapping `found`, in the terms of xyzmap, and `written` in the compiler's.

    To the compiler, a missing mapping is no error.
    """

    document: Document
    name: str
    found: MinIi
    written: Written | None = None
    notes: list[str] = field(default_factory=list)
    exit_code: int = 0

    @property
    def status(self) -> str:
        """The status of the search."""
        return self.found.status

    @property
    def seconds(self) -> dict[str, float]:
        """Seconds of wall time by phase."""
        return self.found.seconds

    @property
    def stopped(self) -> str | None:
        """The reason for an early end, if any."""
        return self.found.stopped

    @property
    def certificate(self) -> str | None:
        """The folder of a written certificate."""
        return self.found.certificate
