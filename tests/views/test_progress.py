"""The progress observer: plain lines without a terminal, a live table on one."""

from __future__ import annotations

import io

from shell.events import BoundsMoved, HorizonTried, Line
from views.progress import Progress


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def horizon(number: int, status: str, conflicts: int = 0, by: str = "cadical") -> HorizonTried:
    return HorizonTried(number, status, conflicts, 12000, 340000, 1.25, by)


def bounds(lower: int, upper: int | None, reason: str = "") -> BoundsMoved:
    return BoundsMoved(lower, upper, reason)


def test_terminal_shows_a_table() -> None:
    """Tests the best and the bound, statuses and who decided; the answer replaces them."""
    stream = Terminal()
    with Progress(stream) as progress:
        progress.update(bounds(7, None, "[28] operations"))
        progress.update(horizon(7, "unsat", 5000, by="[counting]"))
        progress.update(horizon(8, "sat", 70))
        progress.update(bounds(8, 8, "no 7"))
    last = stream.getvalue()[-900:]
    for words in (
        "best 8 · at least 8 · 0 s · Ctrl-C ends with the best · no 7",
        "unsat",
        "sat",
        "5,000",
        "[counting]",
    ):
        assert words in last


def test_lines_are_printed_as_they_are() -> None:
    """Tests lines without a terminal, and on one above the table."""
    stream, terminal = io.StringIO(), Terminal()
    Progress(stream, Clock()).update(Line("II 3: [open]"))
    assert stream.getvalue() == "II 3: [open]\n"
    with Progress(terminal) as progress:
        progress.update(Line("before"))
        progress.update(bounds(7, None))
        progress.update(Line("II 3: [open]"))
    assert "before\n" in terminal.getvalue() and "II 3: [open]" in terminal.getvalue()
