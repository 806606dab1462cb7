"""The answer of `neura`: what is known of intervals, and what the compiler gets."""

from __future__ import annotations

from dataclasses import dataclass, field

from ecosystems.neura.document import Document
from ecosystems.neura.written import Written
from solvers.search.interval_answer import MinIi


@dataclass
class NeuraAnswer:
    """The mapping that is `found`, in the terms of xyzmap, and as it is `written`.

    Not being mapped is no error to the compiler.
    """

    document: Document
    name: str
    found: MinIi
    written: Written | None = None
    notes: list[str] = field(default_factory=list)
    exit_code: int = 0

    @property
    def status(self) -> str:
        """How much of it is proven."""
        return self.found.status

    @property
    def seconds(self) -> dict[str, float]:
        """Seconds of wall time by phase."""
        return self.found.seconds

    @property
    def stopped(self) -> str | None:
        """Why the search ended early, if it did."""
        return self.found.stopped

    @property
    def certificate(self) -> str | None:
        """The folder of a written certificate."""
        return self.found.certificate
