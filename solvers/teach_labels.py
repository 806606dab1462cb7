"""`python -m solvers.teach_labels ARCH`: labels of random DFGs, from mappings proven optimal."""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING

from solvers.command import (
    EXIT,
    Parser,
    Signals,
    discard,
    guarded,
    natural,
    positive,
    seconds,
)

if TYPE_CHECKING:
    from heuristics.labels.flow import IntArray
    from learn.labels.samples import Sample
    from models.architecture import Architecture

PROG = "teach-labels"

SIGMA = 0.1
"""What each candidate adds to the score, beside the share of the optimum, which is 1 here."""

TELL_SECONDS = 5.0
"""How often progress is told."""

EPILOG = """
One JSON line per DFG. Lines of FILE are kept: the same command goes on where it was interrupted.
DFGs whose interval is not proven leave a line without labels. Without --time-limit, a seed always
gives the same line.

exit codes: 0 done, 2 usage or input error, 30 interrupted, or out of memory
"""


def parser() -> argparse.ArgumentParser:
    """Return the command's options."""
    p = Parser(
        prog=PROG,
        description="Map random DFGs with the smallest initiation interval, proven, and write the"
        " labels of the shortest mappings: samples to train `python -m learn.labels` on.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.add_argument("arch", metavar="ARCH", help="architecture file, or a preset: lisa:4x4")
    p.add_argument("--out", metavar="FILE", required=True, help="samples, JSON lines")
    p.add_argument(
        "--count", type=positive, default=1000, metavar="N", help="random DFGs (default 1000)"
    )
    p.add_argument(
        "--seed", type=natural, default=0, metavar="S", help="of the first DFG (default 0)"
    )
    p.add_argument("--jobs", type=positive, default=1, metavar="J", help="processes (default 1)")
    p.add_argument(
        "--time-limit",
        type=seconds,
        metavar="SECONDS",
        help="for each DFG; what is left of it after a first look is for the search of min-ii",
    )
    p.add_argument(
        "--rounds",
        type=positive,
        default=2,
        metavar="R",
        help="of solving where heuristics find nothing, each twice as long (default 2)",
    )
    p.add_argument("--quiet", action="store_true", help="no progress on stderr")
    return p


@dataclass(frozen=True)
class Teacher:
    """What a process needs to label DFGs of an array, which has the name `spec`."""

    arch: Architecture
    spec: str
    time_limit: float | None = None
    rounds: int = 2

    @cached_property
    def tiles(self) -> IntArray:
        """How far apart the tiles of two components are."""
        from heuristics.labels.tiles import tile_distances

        return tile_distances(self.arch)

    def sample(self, seed: int) -> Sample:
        """Return the labels of a random DFG, or why there are none."""
        from heuristics.labels.flow import Flow
        from heuristics.labels.labels import mean_labels, read_labels
        from learn.labels.random_dfgs import random_dfg
        from learn.labels.samples import Sample, labels_to_lists
        from models.problem import Problem
        from solvers.optimal_mappings import optimal_mappings

        dfg = random_dfg(self.arch, seed)
        problem = Problem(dfg, self.arch, 1)
        found = optimal_mappings(problem, self.time_limit, self.rounds)
        if not found.mappings:
            return Sample(self.spec, seed, "optimal", dfg, lower=found.lower, note=found.note)
        flow = Flow.of(dfg)
        candidates = [read_labels(flow, problem, each, self.tiles) for each in found.mappings]
        return Sample(
            arch=self.spec,
            seed=seed,
            teacher="optimal",
            dfg=dfg,
            labels=labels_to_lists(mean_labels(candidates)),
            ii=found.contexts,
            lower=found.lower,
            candidates=len(candidates),
            score=round(1 + SIGMA * len(candidates), 4),
            note=f"proven minimal, {found.mappings[0].horizon} cycles, by {found.by}",
        )


def work(teacher: Teacher, messages: Connection) -> None:
    """Label the DFG of every seed that comes, until no more come."""
    # Ctrl-C is for the process that keeps the file.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, BrokenPipeError):
        while True:
            messages.send(teacher.sample(messages.recv()))


class WorkerLostError(Exception):
    """A process ended without an answer; the text says why."""


class Workers:
    """Processes that label; all of them end with the `with` statement."""

    def __init__(self, teacher: Teacher, jobs: int) -> None:
        # Workers start processes of their own, which daemons must not; forks share locks.
        context = multiprocessing.get_context("spawn")
        self._processes: dict[Connection, BaseProcess] = {}
        self._teacher, self._jobs, self._context = teacher, jobs, context

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        for messages, process in self._processes.items():
            process.kill()
            process.join()
            messages.close()

    def samples(self, seeds: Iterable[int]) -> Iterator[Sample]:
        """Yield the samples of all seeds as they come. Raises `WorkerLostError`."""
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
        process = self._context.Process(target=work, args=(self._teacher, there))
        process.start()
        self._processes[here] = process
        there.close()
        return here

    def _lost(self, messages: Connection, seed: int) -> WorkerLostError:
        process = self._processes[messages]
        process.join(1)
        code = process.exitcode or 0
        why = f"exit code {code}"
        if code < 0:
            why = f"killed by signal {-code}, perhaps out of memory"
        return WorkerLostError(f"the process of seed {seed} ended: {why}")


class Progress:
    """Tells how far the work is, how fast it goes, and how long it will take."""

    def __init__(self, total: int, kept: int, quiet: bool) -> None:
        self._total, self._done, self._labelled = total, kept, 0
        self._kept, self._quiet = kept, quiet or sys.stderr is None
        self._begun = self._told = time.perf_counter()
        self._last = -1

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
        try:
            print(f"{PROG}: {words}", file=sys.stderr, flush=True)
        except OSError:
            discard(sys.stderr)


def _duration(left: float) -> str:
    return f"{left:.0f} s" if left < 100 else f"{left / 60:.0f} min"


def run(arguments: Sequence[str] | None = None) -> int:
    """Label random DFGs; return the exit code. Raises `InputError`."""
    options = parser().parse_args(arguments)
    from archs.files import load_architecture
    from learn.labels.random_dfgs import random_dfg
    from learn.labels.samples import SampleFile, require_array
    from solvers.inputs import require_place
    from solvers.search import Stop

    require_place(options.out)
    arch = load_architecture(options.arch)
    # Whether there are graphs for this array at all.
    random_dfg(arch, options.seed)
    teacher = Teacher(arch, options.arch, options.time_limit, options.rounds)
    with SampleFile(options.out) as file:
        require_array(file.samples, options.arch, options.out)
        _require_optimal(file.samples, options.out)
        wanted = range(options.seed, options.seed + options.count)
        seeds = [seed for seed in wanted if seed not in file.seeds]
        progress = Progress(len(wanted), len(wanted) - len(seeds), options.quiet)
        jobs = max(1, min(options.jobs, len(seeds)))
        try:
            with Signals(Stop, None), Workers(teacher, jobs) as workers:
                for sample in workers.samples(seeds):
                    file.append(sample)
                    progress.count(sample)
        except WorkerLostError as lost:
            print(f"{PROG}: {lost}", file=sys.stderr)
            return EXIT["unknown"]
        finally:
            progress.tell()
    return EXIT["optimal"]


def _require_optimal(samples: Iterable[Sample], path: str) -> None:
    """Raise `InputError` where a file has samples of another teacher."""
    from models.errors import InputError

    for sample in samples:
        if sample.teacher != "optimal":
            raise InputError(f"has samples of the teacher '{sample.teacher}'", path)


main = guarded(run, PROG)

if __name__ == "__main__":
    sys.exit(main())
