"""The progress of a search on stderr: a live table on a terminal, otherwise a few plain lines.

A search reports events, plain dictionaries of two kinds:

- `bounds`: `lower`, `upper` (None: none yet) and the `reason` of the lower bound;
- `horizon`: `horizon`, `status`, `conflicts`, `variables`, `clauses`, `seconds` and `by`, who is
  at work. Missing numbers count as 0.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TextIO

from models.errors import escaped
from models.process.events import Line

if TYPE_CHECKING:
    from rich.console import Group
    from rich.live import Live

Event = Mapping[str, Any]
SECONDS_BETWEEN = 1.0  # lines of one horizon that differ in numbers only
ROWS = 16  # the table never grows beyond a small terminal; the latest horizons stay
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
    """Shows events as they come; use it as a context manager, or call `close` at the end."""

    def __init__(
        self, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._stream = stream if stream is not None else sys.stderr
        self._clock = clock
        self._bounds: Event | None = None
        self._horizons: dict[int, Event] = {}
        self._printed: dict[int, tuple[float, str, str]] = {}  # when, status, who
        self._live: Live | None = None
        self._closed = False
        self._tty = self._stream.isatty()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def update(self, event: object) -> None:
        """Take one event; unknown kinds are ignored, so that searches may report more."""
        if self._closed:
            return
        if isinstance(event, Line):
            self._line(escaped(event.text))
            return
        assert isinstance(event, Mapping)
        kind = event.get("kind")
        if kind == "bounds":
            changed = self._bounds is None or dict(event) != dict(self._bounds)
            self._bounds = dict(event)
            if changed and not self._tty:
                self._line(_bounds_text(event))
        elif kind == "horizon":
            self._horizons.pop(event["horizon"], None)  # the latest one moves to the end
            self._horizons[event["horizon"]] = dict(event)
            if not self._tty:
                self._horizon_line(event)
        else:
            return
        if self._tty:
            self._refresh()

    def close(self) -> None:
        """Leave the last state on the terminal and stop; further events are ignored."""
        self._closed = True
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _line(self, text: str) -> None:
        print(text, file=self._stream, flush=True)

    def _horizon_line(self, event: Event) -> None:
        horizon, status, who = event["horizon"], str(event["status"]), str(event.get("by", ""))
        now = self._clock()
        before = self._printed.get(horizon)
        if before is not None and before[1:] == (status, who):
            quiet = now - before[0] < SECONDS_BETWEEN
            if quiet or status != "solving":
                return
        self._printed[horizon] = (now, status, who)
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
            status = str(event["status"])
            table.add_row(
                str(horizon),
                Text(status, style=STYLES.get(status, "")),
                *(f"{_number(event, name):,}" for name in ("variables", "clauses", "conflicts")),
                f"{float(event.get('seconds') or 0):.1f}",
                Text(str(event.get("by") or "")),
            )
        head = Text(_bounds_text(self._bounds) if self._bounds else "no bounds yet", style="bold")
        return Group(head, table)


def _number(event: Event, name: str) -> int:
    return int(event.get(name) or 0)


def _bounds_text(event: Event) -> str:
    upper = "?" if event.get("upper") is None else event["upper"]
    reason = f" ({event['reason']})" if event.get("reason") else ""
    return f"bounds: {event['lower']} .. {upper}{reason}"


def _horizon_text(event: Event) -> str:
    words = [f"horizon {event['horizon']}: {event['status']}"]
    words += [
        f"{_number(event, name):,} {name}"
        for name in ("variables", "clauses", "conflicts")
        if _number(event, name)
    ]
    words.append(f"{float(event.get('seconds') or 0):.1f} s")
    if event.get("by"):
        words.append(f"by {event['by']}")
    return ", ".join(words)
