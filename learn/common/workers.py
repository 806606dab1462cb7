"""Processes that label DFGs or programs, one seed after the other, with reports of progress."""

from __future__ import annotations

import errno
import multiprocessing
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Generic, Protocol, TypeVar

from learn.common.line_file import LineFile, Seeded
from shell.budget import UNLIMITED, Stopwatch
from shell.children import LOOK_SECONDS, leave_terminal_to_parent
from shell.streams import to_stderr


class Labelled(Protocol):
    """The result for a seed; `labels` is None if none were found."""

    @property
    def labels(self) -> object | None:
        """The labels found."""
        ...


class LabelledSample(Labelled, Seeded, Protocol):
    """A sample of a file."""


Made = TypeVar("Made", bound=Labelled)
Sampled = TypeVar("Sampled", bound=LabelledSample)
Label = Callable[[int], Made]

TELL_SECONDS = 5.0
"""Seconds between reports of progress."""


def work(label: Label[Made], messages: Connection) -> None:
    """Label the program or DFG of every received seed, until no more come."""
    # They are for the process that keeps the file.
    leave_terminal_to_parent()
    with suppress(EOFError, ConnectionError):
        while True:
            messages.send(label(messages.recv()))


class Workers(Generic[Made]):
    """Processes that call `label`; all of them end with the `with` statement.

    With `parents` they may start processes of their own, which daemons must not.
    """

    def __init__(self, label: Label[Made], jobs: int, parents: bool = False) -> None:
        self._label, self._jobs, self._daemons = label, jobs, not parents
        # Forks would share locks.
        self._context = multiprocessing.get_context("spawn")
        self._processes: dict[Connection, BaseProcess] = {}

    def __enter__(self) -> Workers[Made]:
        return self

    def __exit__(self, *_: object) -> None:
        for messages, process in self._processes.items():
            process.kill()
            process.join()
            messages.close()

    def samples(self, seeds: Iterable[int]) -> Iterator[Made]:
        """Yield the samples of all seeds as they come.

        Raises `OSError` if a process ends, and `Stop` after a signal.
        """
        left = iter(seeds)
        busy: dict[Connection, int] = {}
        for seed in islice(left, self._jobs):
            self._send(self._start(), seed, busy)
        while busy:
            UNLIMITED.check()
            for messages in wait(list(busy), LOOK_SECONDS):
                assert isinstance(messages, Connection)
                seed = busy.pop(messages)
                try:
                    sample: Made = messages.recv()
                except (EOFError, ConnectionError):
                    raise self._lost(messages, seed) from None
                for following in islice(left, 1):
                    self._send(messages, following, busy)
                yield sample

    def _send(self, messages: Connection, seed: int, busy: dict[Connection, int]) -> None:
        try:
            messages.send(seed)
        except ConnectionError:
            raise self._lost(messages, seed) from None
        busy[messages] = seed

    def _start(self) -> Connection:
        here, there = self._context.Pipe()
        process = self._context.Process(
            target=work, args=(self._label, there), daemon=self._daemons
        )
        process.start()
        self._processes[here] = process
        there.close()
        return here

    def _lost(self, messages: Connection, seed: int) -> OSError:
        process = self._processes[messages]
        process.join(1)
        code = process.exitcode or 0
        why = f"exit code {code}"
        if code < 0:
            why = f"killed by signal {-code}, perhaps out of memory"
        return OSError(errno.ECHILD, f"its process ended: {why}", f"seed {seed}")


class Progress:
    """Reports the progress of the work, its speed, and its remaining time."""

    def __init__(
        self,
        total: int,
        kept: int,
        quiet: bool,
        prog: str,
        things: str,
    ) -> None:
        self._total, self._kept, self._prog, self._things = total, kept, prog, things
        self._quiet = quiet or sys.stderr is None
        self._done, self._labelled, self._last = kept, 0, -1
        self._watch, self._told = Stopwatch(), Stopwatch()

    def count(self, sample: Labelled) -> None:
        """Note a sample, and report progress if it is time to."""
        self._done += 1
        self._labelled += sample.labels is not None
        if self._told.seconds >= TELL_SECONDS:
            self.tell()

    def tell(self) -> None:
        """Report progress, unless it has not changed."""
        self._told = Stopwatch()
        if self._quiet or self._last == self._done:
            return
        self._last = self._done
        new, spent = self._done - self._kept, self._watch.seconds
        words = f"{self._done} of {self._total} {self._things}"
        if self._kept:
            words += f", {self._kept} of them kept"
        words += f"; of {new} new ones {self._labelled} have labels"
        if new:
            left = (self._total - self._done) * spent / new
            words += f"; {spent / new:.2f} s each, {_duration(left)} left"
        # Without a reader of stderr the samples are still wanted.
        with suppress(OSError):
            to_stderr(f"{self._prog}: {words}")


def label_seeds(
    file: LineFile[Sampled],
    wanted: range,
    label: Label[Sampled],
    jobs: int,
    *,
    prog: str,
    things: str = "DFGs",
    quiet: bool = False,
    parents: bool = False,
) -> None:
    """Add to a file the results of `label` for the wanted seeds that it lacks, in `jobs` processes.

    Samples are in the file as they come, even if the run is interrupted. Progress is told on stderr
    unless `quiet`; `parents` is that of `Workers`. Raises `OSError` if a process ends.
    """
    seeds = [seed for seed in wanted if seed not in file.seeds]
    progress = Progress(len(wanted), len(wanted) - len(seeds), quiet, prog, things)
    try:
        with Workers(label, min(jobs, len(seeds)), parents) as workers:
            for sample in workers.samples(seeds):
                file.append(sample)
                progress.count(sample)
    finally:
        progress.tell()


def _duration(left: float) -> str:
    return f"{left:.0f} s" if left < 100 else f"{left / 60:.0f} min"
