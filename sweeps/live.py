"""Progress of a sweep on stderr: a live table on a terminal, otherwise a line for each job."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

from shell.budget import Stopwatch
from shell.streams import discard
from solvers.questions.job import Job, Result

if TYPE_CHECKING:
    from rich.console import Group
    from rich.live import Live as RichLive

LATEST = 6
"""The number of jobs listed below the table, which fits a small terminal."""
QUESTIONS = 12


class Silent:
    """Prints nothing."""

    def begin(self, jobs: list[Job], known: dict[str, Result]) -> None:
        """Begin with all jobs."""

    def handed(self, job: Job) -> None:
        """A job was handed out."""

    def finished(self, job: Job, result: Result) -> None:
        """A job was finished."""

    def close(self) -> None:
        """End."""


class Lines(Silent):
    """Prints a line for each job."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._jobs = self._finished = 0

    def begin(self, jobs: list[Job], known: dict[str, Result]) -> None:
        """Print the number of jobs."""
        self._jobs, self._finished = len(jobs), len(known)
        self._tell(f"{len(jobs)} jobs, {len(known)} of them known")

    def finished(self, job: Job, result: Result) -> None:
        """Print a result."""
        self._finished += 1
        self._tell(f"{self._finished}/{self._jobs} {job.label}: {in_words(result)}")


class Live:
    """Counts finished jobs on a terminal, and lists the running ones."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._jobs: list[Job] = []
        self._results: dict[str, Result] = {}
        self._flying: dict[str, tuple[Job, Stopwatch]] = {}
        self._latest: list[str] = []
        self._live: RichLive | None = None

    def begin(self, jobs: list[Job], known: dict[str, Result]) -> None:
        """Start the table."""
        self._jobs, self._results = jobs, known
        from rich.console import Console
        from rich.live import Live as RichLive

        self._live = RichLive(
            get_renderable=self._table,
            console=Console(file=self._stream),
            refresh_per_second=2,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._live.start()

    def handed(self, job: Job) -> None:
        """Add a running job."""
        self._flying[job.key] = (job, Stopwatch())

    def finished(self, job: Job, result: Result) -> None:
        """Add a result."""
        self._flying.pop(job.key, None)
        self._results[job.key] = result
        line = f"{len(self._results)}/{len(self._jobs)} {job.label}: {in_words(result)}"
        self._latest = [*self._latest, line][-LATEST:]

    def close(self) -> None:
        """Leave the last state on the terminal."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _table(self) -> Group:
        from rich import box
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
        for name in ("question", "finished", "of"):
            table.add_column(name, justify="left" if name == "question" else "right")
        table.add_column("status")
        results = dict(self._results)
        all_of = Counter(job.question for job in self._jobs)
        for question, count in list(all_of.items())[:QUESTIONS]:
            keys = [job.key for job in self._jobs if job.question == question]
            ended = Counter(results[key].status for key in keys if key in results)
            words = ", ".join(f"{number} {status}" for status, number in ended.most_common())
            table.add_row(question, str(sum(ended.values())), str(count), words)
        flying = [
            Text(f"  {job.label}: {watch.seconds:.0f} s", style="yellow")
            for job, watch in list(self._flying.values())[:LATEST]
        ]
        return Group(table, *(Text(line) for line in self._latest), *flying)


def watcher(quiet: bool, stream: TextIO | None) -> Live | Silent:
    """Return the watcher that reports on stderr, even if that closes."""
    if quiet or stream is None:
        return Silent()

    def tell(line: str) -> None:
        try:
            print(line, file=stream, flush=True)
        except OSError:
            discard(stream)

    return Live(stream) if stream.isatty() else Lines(tell)


def in_words(result: Result) -> str:
    """Return the outcome of a job in a few words."""
    words = result.status if result.value is None else f"{result.status} {result.value}"
    why = f" ({result.error})" if result.error else ""
    return f"{words}{why}, {result.seconds:.1f} s"
