"""Sweeping: from a TOML file to rows, with progress, files and an exit code."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shell.budget import Budget, Stop
from shell.command import EXIT, concluded, show, typed
from shell.signals import Signals
from solvers.questions.ask import write_all
from sweeps.sweep_options import SweepOptions

if TYPE_CHECKING:
    from models.errors import InputError
    from solvers.questions.job import Job
    from solvers.questions.store import Store
    from sweeps.hands import Cluster, Local
    from sweeps.run import Swept


def run(inputs: Mapping[str, Any], options: SweepOptions) -> int:
    """Sweep; return the exit code. Raises `InputError`."""
    budget = Budget.of(options.time_limit)
    from models.formats.text_files import require_place
    from solvers.questions.store import Store
    from sweeps.plan import plan
    from sweeps.report import answered, as_json, in_words, require_export

    for path in options.out:
        require_export(path)
    jobs = plan(inputs["sweep"], programs=options.allow_programs)
    place = options.store or str(Path(inputs["sweep"]).with_suffix(".sqlite"))
    require_place(place)
    if options.list:
        with closing(Store(place)) as store:
            return _list(jobs, store, options, place)
    # Before any limit counts, or a store is made: a cluster that cannot be reached is an error of
    # usage.
    with closing(_hands(options)) as hands, closing(Store(place)) as store:
        if options.cluster is None:
            _require_packages(jobs, store, options.retry)
        with Signals(budget):
            found = _sweep(jobs, store, hands, options, budget)
            failures = _write(found, options)
    with suppress(BrokenPipeError):
        words = as_json if options.json else in_words
        show(words(found, place))
    return concluded(typed("sweep", None), failures, 0 if answered(found) else EXIT["unknown"])


def _require_packages(jobs: list[Job], store: Store, retry: bool) -> None:
    """Raise `InputError` if a job to be asked needs a package that is not installed here."""
    from sweeps.needs import require_packages
    from sweeps.run import again

    known = store.results(job.key for job in jobs)
    require_packages(job for job in jobs if job.key not in known or again(known[job.key], retry))


def _sweep(
    jobs: list[Job], store: Store, hands: Local | Cluster, options: SweepOptions, budget: Budget
) -> Swept:
    from sweeps.live import watcher
    from sweeps.run import Swept, again, sweep

    found = Swept(jobs)
    with closing(watcher(options.quiet, sys.stderr)) as telling:
        try:
            repeated = partial(again, retry=options.retry)
            sweep(found, store, hands, telling, repeated, budget)
        except Stop as stop:
            found.stopped = str(stop)
    return found


def _hands(options: SweepOptions) -> Local | Cluster:
    from sweeps.hands import Cluster, Local

    return Local(options.jobs) if options.cluster is None else Cluster(options.cluster)


def _list(jobs: list[Job], store: Store, options: SweepOptions, place: str) -> int:
    from sweeps.live import in_words
    from sweeps.report import as_json
    from sweeps.run import Swept

    results = store.results(job.key for job in jobs)
    with suppress(BrokenPipeError):
        if options.json:
            show(as_json(Swept(jobs, results), place))
            return 0
        for job in jobs:
            show(f"{job.label}: {in_words(results[job.key]) if job.key in results else 'open'}")
    return 0


def _write(found: Swept, options: SweepOptions) -> list[InputError]:
    from sweeps.plot import write_plot
    from sweeps.report import export

    return write_all(
        [
            (options.out, lambda path: export(found, path)),
            (options.plot, lambda path: write_plot(found, path)),
        ]
    )
