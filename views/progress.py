"""The progress of a search on stderr: a live table on a terminal, otherwise a few plain lines."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

from models.errors import escaped
from shell.events import BoundsMoved, Event, HorizonTried, Line

if TYPE_CHECKING:
    from rich.console import Group
    from rich.live import Live

SECONDS_BETWEEN = 1.0
"""Between lines of one horizon that differ in numbers only."""

ROWS = 16
"""Rows of the table, which has to fit a small terminal; the latest horizons stay."""

STYLES = {
    "building": "dim",
    "loading": "dim",
    "solving": "yellow",
    "sat": "bold green",
    "unsat": "bold red",
    "unknown": "magenta",
    "stopped": "dim",
}


class Progress:
    """Shows events as they come; use it as a context manager, or call `close` at the end.

    `limit` is the time limit in seconds, if any.
    """

    def __init__(
        self,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
        limit: float | None = None,
    ) -> None:
        self._stream = stream if stream is not None else sys.stderr
        self._clock, self._begun, self._limit = clock, clock(), limit
        self._bounds: BoundsMoved | None = None
        self._horizons: dict[int, HorizonTried] = {}
        self._printed: dict[int, tuple[float, str, str]] = {}  # when, status, by
        self._live: Live | None = None
        self._closed = False
        self._tty = self._stream.isatty()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def update(self, event: Event) -> None:
        """Process one event; after `close` events are ignored."""
        if self._closed:
            return
        if isinstance(event, Line):
            if self._tty:
                self._refresh()
            self._line(escaped(event.text))
            return
        if isinstance(event, BoundsMoved):
            changed, self._bounds = event != self._bounds, event
            if changed and not self._tty:
                self._line(_bounds_text(event))
        else:
            self._horizons.pop(event.horizon, None)  # the latest one moves to the end
            self._horizons[event.horizon] = event
            if not self._tty:
                self._horizon_line(event)
        if self._tty:
            self._refresh()

    def close(self) -> None:
        """Stop, and leave the terminal to the answer; further events are ignored."""
        self._closed = True
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _line(self, text: str) -> None:
        if self._live is not None:
            self._live.console.print(text, markup=False, highlight=False, soft_wrap=True)
        else:
            print(text, file=self._stream, flush=True)

    def _horizon_line(self, event: HorizonTried) -> None:
        now = self._clock()
        before = self._printed.get(event.horizon)
        if before is not None and before[1:] == (event.status, event.by):
            quiet = now - before[0] < SECONDS_BETWEEN
            if quiet or event.status != "solving":
                return
        self._printed[event.horizon] = (now, event.status, event.by)
        self._line(_horizon_text(event))

    def _refresh(self) -> None:
        if self._live is None:
            from rich.console import Console
            from rich.live import Live

            console = Console(file=self._stream)
            self._live = Live(
                get_renderable=self._table,
                console=console,
                refresh_per_second=4,
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._live.start()

    def _table(self) -> Group:
        from rich import box
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
        table.add_column("horizon", justify="right")
        table.add_column("status")
        for name in ("variables", "clauses", "conflicts", "seconds"):
            table.add_column(name, justify="right")
        table.add_column("by", overflow="ellipsis", no_wrap=True)
        for horizon, event in sorted(list(self._horizons.items())[-ROWS:]):
            table.add_row(
                str(horizon),
                Text(event.status, style=STYLES.get(event.status, "")),
                *(f"{n:,}" for n in (event.variables, event.clauses, event.conflicts)),
                f"{event.seconds:.1f}",
                Text(event.by),
            )
        head = Text(self._state(), style="bold", no_wrap=True, overflow="ellipsis")
        return Group(table, head) if self._horizons else Group(head)

    def _state(self) -> str:
        """Return the best value and the bound, with the time spent and allowed."""
        bounds, spent = self._bounds, self._clock() - self._begun
        best = "none yet" if bounds is None or bounds.upper is None else str(bounds.upper)
        words = [f"best {best}"]
        if bounds is not None:
            words.append(f"at least {bounds.lower}")
        words.append(f"{spent:.0f} s")
        if self._limit is not None:
            words.append(f"{max(0.0, self._limit - spent):.0f} s left")
        words.append("Ctrl-C ends with the best")
        if bounds is not None and bounds.reason:
            words.append(bounds.reason)
        return " · ".join(words)


def _bounds_text(event: BoundsMoved) -> str:
    upper = "?" if event.upper is None else event.upper
    reason = f" ({event.reason})" if event.reason else ""
    return f"bounds: {event.lower} .. {upper}{reason}"


def _horizon_text(event: HorizonTried) -> str:
    words = [f"horizon {event.horizon}: {event.status}"]
    names = ("variables", "clauses", "conflicts")
    sizes = (event.variables, event.clauses, event.conflicts)
    words += [f"{size:,} {name}" for name, size in zip(names, sizes, strict=True) if size]
    words.append(f"{event.seconds:.1f} s")
    if event.by:
        words.append(f"by {event.by}")
    return ", ".join(words)
