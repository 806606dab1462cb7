"""The answer of `min_cycles`: the answer of its search, and an explanation of a refutation."""

from __future__ import annotations

from dataclasses import dataclass, field

from solvers.search.answer import Answer, CyclesQuestion, Status

Limit = tuple[str, str]
"""The family of a limit, and the object that has it."""


@dataclass(frozen=True)
class Explanation:
    """Limits that cannot all hold: (family, object) → cycles; `minimal` if no one can go."""

    horizon: int
    limits: dict[Limit, tuple[int, ...]]
    minimal: bool
    contexts: bool = False

    def lines(self) -> list[str]:
        """One line per limit, such as `issue slots of pe1, cycles 2-5`."""
        if not self.limits:
            return [NO_LIMIT]
        noun = "contexts" if self.contexts else "cycles"
        return [
            f"{_NAMES.get(family, family)} {name}"
            + (f", {noun} {_ranges(cycles)}" if cycles else "")
            for (family, name), cycles in sorted(self.limits.items())
        ]


NO_LIMIT = (
    "no resource limit is involved: dependences, latencies, travel times and the"
    " horizon forbid it by themselves"
)

_NAMES = {
    "8 registers": "registers of",
    "9 width": "width of path",
    "10 issue": "issue slots of",
    "read ports": "read ports of",
    "write ports": "write ports of",
    "1 choice": "choice of initial contents of",
    "once": "executing only once:",
    "order": "the order",
    "pins": "the pin of operation",
}


def _ranges(cycles: tuple[int, ...]) -> str:
    parts: list[list[int]] = []
    for cycle in sorted(cycles):
        if parts and cycle == parts[-1][1] + 1:
            parts[-1][1] = cycle
        else:
            parts.append([cycle, cycle])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in parts)


@dataclass
class MinCycles:
    """The answer of the search of `question`, with an explanation of a refutation.

    `certificate` is the folder of the written certificate, `notes` are lines for the user.
    """

    question: CyclesQuestion
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
        """The reason for an early end of the search."""
        return self.found.stopped

    @property
    def seconds(self) -> dict[str, float]:
        """Seconds of wall time by phase."""
        return self.found.seconds
