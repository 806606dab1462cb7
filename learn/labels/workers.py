"""Processes that label DFGs, one seed after the other, and what is told meanwhile."""

from __future__ import annotations

import errno
import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from learn.labels.samples import Sample
from models.command import held_back

Label = Callable[[int], Sample]

TELL_SECONDS = 5.0
"""How often progress is told."""


def work(label: Label, messages: Connection) -> None:
    """Label the DFG of every seed that comes, until no more come."""
    # Ctrl-C is for the process that keeps the file.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
    with suppress(EOFError, ConnectionError):
        while True:
            messages.send(label(messages.recv()))


class Workers:
    """Processes that call `label`; all of them end with the `with` statement.

    With `parents` they may start processes of their own, which daemons must not.
    """

    def __init__(self, label: Label, jobs: int, parents: bool = False) -> None:
        self._label, self._jobs, self._daemons = label, jobs, not parents
        # Forks would share locks.
        self._context = multiprocessing.get_context("spawn")
        self._processes: dict[Connection, BaseProcess] = {}

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        for messages, process in self._processes.items():
            process.kill()
            process.join()
            messages.close()

    def samples(self, seeds: Iterable[int]) -> Iterator[Sample]:
        """Yield the samples of all seeds as they come. Raises `OSError` if a process ends."""
        left = iter(seeds)
        busy: dict[Connection, int] = {}
        for seed in islice(left, self._jobs):
            self._send(self._hire(), seed, busy)
        while busy:
            for messages in wait(list(busy)):
                assert isinstance(messages, Connection)
                seed = busy.pop(messages)
                try:
                    sample = messages.recv()
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

    def _hire(self) -> Connection:
        here, there = self._context.Pipe()
        process = self._context.Process(
            target=work, args=(self._label, there), daemon=self._daemons
        )
        with held_back():
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
    """Tells how far the work is, how fast it goes, and how long it will take."""

    def __init__(self, total: int, kept: int, quiet: bool = False, prog: str = "labels") -> None:
        self._total, self._kept, self._prog = total, kept, prog
        self._quiet = quiet or sys.stderr is None
        self._done, self._labelled, self._last = kept, 0, -1
        self._begun = self._told = time.perf_counter()

    def count(self, sample: Sample) -> None:
        """Note a sample, and tell how far the work is, if it is time to."""
        self._done += 1
        self._labelled += sample.labels is not None
        if time.perf_counter() - self._told >= TELL_SECONDS:
            self.tell()

    def tell(self) -> None:
        """Tell how far the work is, unless that has just been told."""
        self._told = time.perf_counter()
        if self._quiet or self._last == self._done:
            return
        self._last = self._done
        new, spent = self._done - self._kept, self._told - self._begun
        words = f"{self._done} of {self._total} DFGs"
        if self._kept:
            words += f", {self._kept} of them kept"
        words += f"; of {new} new ones {self._labelled} have labels"
        if new:
            left = (self._total - self._done) * spent / new
            words += f"; {spent / new:.2f} s each, {_duration(left)} left"
        # Nobody may read it any more; the samples are still wanted.
        with suppress(OSError):
            print(f"{self._prog}: {words}", file=sys.stderr, flush=True)


def _duration(left: float) -> str:
    return f"{left:.0f} s" if left < 100 else f"{left / 60:.0f} min"
