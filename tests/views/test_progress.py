"""The progress observer: plain lines without a terminal, a live table on one."""

from __future__ import annotations

import io

from models.process.events import BoundsMoved, HorizonTried, Line
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


def test_plain_lines() -> None:
    """Tests what the lines look like when stderr is not a terminal."""
    stream = io.StringIO()
    with Progress(stream, Clock()) as progress:
        progress.update(bounds(7, None, "28 operations on 4 slots"))
        progress.update(horizon(7, "building"))
        progress.update(horizon(7, "unsat", 5000))
        progress.update(bounds(8, 8))
    assert stream.getvalue().splitlines() == [
        "bounds: 7 .. ? (28 operations on 4 slots)",
        "horizon 7: building, 12,000 variables, 340,000 clauses, 1.2 s, by cadical",
        "horizon 7: unsat, 12,000 variables, 340,000 clauses, 5,000 conflicts, 1.2 s, by cadical",
        "bounds: 8 .. 8",
    ]


def test_numbers_are_rate_limited_and_statuses_are_not() -> None:
    """Tests that conflicts alone give one line per second and horizon, a new status always."""
    stream, clock = io.StringIO(), Clock()
    progress = Progress(stream, clock)
    for step in range(30):
        clock.now = step / 10
        progress.update(horizon(8, "solving", step))
        progress.update(horizon(9, "solving", step))
    progress.update(horizon(8, "sat", 31))
    progress.update(horizon(9, "stopped", 31))
    lines = stream.getvalue().splitlines()
    assert len(lines) == 2 * 3 + 2
    assert [line.split(",")[0] for line in lines[-2:]] == ["horizon 8: sat", "horizon 9: stopped"]


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
