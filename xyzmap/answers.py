"""What questions answer: the same facts for all of them, and all that `--json` says."""

from __future__ import annotations

import html
import os
from collections.abc import Callable
from dataclasses import dataclass, field

from models.errors import InputError
from solvers.search.answer import Status
from xyzmap.mapped import Mapped, Row, Rows, written


@dataclass(frozen=True, repr=False, eq=False)
class Answer:
    """An answer, and how much of it is proven.

    `status`: optimal, feasible, infeasible or unknown. `value` is what was to be small: cycles, an
    interval, a sum of intervals, moves; None where nothing was found. No answer is below
    `lower_bound`, and `reason` says why. `stopped` says what ended the search early, if anything.
    `record` is what the command prints with `--json`; `str()` is what it prints without.
    `certificate` is the directory that `verify` re-checks, None where none was written; `report`
    makes the page of `html`. A notebook shows the answer with its picture.
    """

    question: str
    status: Status
    value: float | None
    lower_bound: float | None
    reason: str
    mapping: Mapped | None
    record: Row
    words: str
    stopped: str | None = None
    certificate: str | None = None
    report: Callable[[], str] | None = field(default=None, compare=False)

    @property
    def seconds(self) -> dict[str, float]:
        """Seconds of wall time by phase, `whole` among them."""
        return dict(self.record["seconds"])

    def rows(self) -> Rows:
        """Return the answer as a row of plain values, for data frames: `DataFrame(answer.rows())`.

        Keys: `question`, `dfg`, `architecture`, `status`, `value`, `lower_bound`, `reason`,
        `stopped`, `seconds`. What a question does not have is None.
        """
        names = {name: self.record.get(name) for name in ("dfg", "architecture")}
        found = {
            "status": self.status,
            "value": self.value,
            "lower_bound": self.lower_bound,
            "reason": self.reason,
            "stopped": self.stopped,
            "seconds": self.seconds.get("whole"),
        }
        return Rows([{"question": self.question, **names, **found}])

    def svg(self, file: str | os.PathLike[str] | None = None) -> str:
        """Return the picture; write it, too, where a file is named.

        Raises `InputError` where there is nothing to draw.
        """
        return self._found().svg(file)

    def html(self, file: str | os.PathLike[str] | None = None) -> str:
        """Return the report to play, with the proof, as one HTML page; write it, too."""
        assert self.report is not None
        return written(self.report(), file)

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write the mapping. Raises `InputError` where there is none."""
        self._found().save(file)

    def _found(self) -> Mapped:
        if self.mapping is None:
            raise InputError(f"there is no mapping: {self.words.splitlines()[0]}")
        return self.mapping

    def __str__(self) -> str:
        return self.words

    def __repr__(self) -> str:
        return f"Answer({self.question}: {self.status}, {self.value})"

    def _repr_html_(self) -> str:
        try:
            picture = self.svg()
        except InputError:
            picture = ""
        return f"<pre>{html.escape(self.words)}</pre>{picture}"


@dataclass(frozen=True)
class Verified:
    """What re-checking a certificate came to.

    `outcome`: verified, rejected, or unknown where time was up; `line` says what is verified, or
    why not, and `checks` what was looked at. It is true where the claim holds.
    """

    outcome: str
    line: str
    checks: tuple[str, ...]

    def __bool__(self) -> bool:
        return self.outcome == "verified"
