"""What a case is, and what became of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

BAD = ("false", "crash", "hang", "memory")
"""What may never be: a claim that is not true, no answer, none in time, too much memory."""


@dataclass(frozen=True)
class Outcome:
    """One case: `verdict` is one of `BAD`, or a word that says what was right about it.

    `count` is how many single questions were compared, `what` is one line about a bad one.
    """

    part: str
    kind: str
    seed: int
    verdict: str
    what: str = ""
    count: int = 1
    seconds: float = 0.0

    @property
    def bad(self) -> bool:
        """Whether this may not be."""
        return self.verdict in BAD

    def record(self) -> dict[str, Any]:
        """Return the fields by name."""
        return asdict(self)


class FalseError(Exception):
    """An answer, or a verdict of the verifier, that is not true; the message is one line."""


def need(true: object, what: str) -> None:
    """Raise `FalseError` unless something is so."""
    if not true:
        raise FalseError(what)
