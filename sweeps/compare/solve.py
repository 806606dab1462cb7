"""Comparing: from graph and array to measured cells, by the runner of sweeps."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing

from shell.command import EXIT
from shell.disguises import undisguised
from shell.events import Observer, lines_to
from shell.signals import Stop
from solvers.questions.job import Job, Result
from solvers.questions.store import MEMORY, Store
from sweeps.compare.lines import entry_of, faults, undecided
from sweeps.compare.options import CompareOptions
from sweeps.compare.plan import Comparison, plan
from sweeps.hands import Local
from sweeps.live import Silent
from sweeps.run import sweep

CONTRADICTION = 1
"""Exit code where solvers contradict each other, or what one calls a mapping is none."""


def read(inputs: Mapping[str, object], options: CompareOptions) -> Comparison:
    """Return what is to be measured. Raises `InputError`."""
    return plan(inputs, options)


def solve(
    found: Comparison, options: CompareOptions, observer: Observer, deadline: float | None
) -> Comparison:
    """Measure every cell, one after the other, until a signal comes. Raises `InputError`."""
    with closing(Store(options.resume or MEMORY)) as store:
        try:
            with undisguised():
                sweep(found.swept, store, Local(1), _Teller(found, observer), _has_failed)
        except Stop as stop:
            found.stopped = str(stop)
    wrong = faults(found)
    found.notes = [f"ERROR: {line}" for line in wrong]
    found.exit_code = EXIT["unknown"] if undecided(found) else 0
    if wrong:
        found.exit_code = CONTRADICTION
    return found


def _has_failed(result: Result) -> bool:
    """Whether it says nothing of the question, nor of the limits."""
    return result.status in ("lost", "crashed", "error")


class _Teller(Silent):
    """Tells an observer of each run."""

    def __init__(self, found: Comparison, observer: Observer) -> None:
        self._labels = {job.key: cell.label for cell, job in found.jobs.items()}
        self._tell, self._count = lines_to(observer), 0

    def begin(self, jobs: list[Job], known: dict[str, Result]) -> None:
        """Tell how many are known."""
        self._count = len(known)
        if known:
            self._tell(f"{len(known)} of {len(jobs)} runs are kept from before")

    def finished(self, job: Job, result: Result) -> None:
        """Tell of a run."""
        self._count += 1
        entry = entry_of(result)
        why = f" ({entry['reason']})" if entry["reason"] else ""
        told = f"{self._labels[job.key]}: {entry['status']}{why}, {result.seconds:.2f} s"
        self._tell(f"{self._count}/{len(self._labels)} {told}")
