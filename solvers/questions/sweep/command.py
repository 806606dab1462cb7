"""`python -m solvers.sweep SWEEP.toml`: many questions at once, each answered once and kept."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from models.process.command import EXIT, Parser, concluded, guarded, positive, seconds, show
from models.process.signals import Signals, Stop, attempted
from solvers.questions.inputs import add_plot

if TYPE_CHECKING:
    from models.errors import InputError
    from solvers.questions.sweep.hands import Cluster, Local
    from solvers.questions.sweep.job import Job
    from solvers.questions.sweep.run import Swept
    from solvers.questions.sweep.store import Store

PROG = "sweep"

EPILOG = """
exit codes: 0 every job has a mapping, or a proof that there is none; 30 some have not (limits,
failures, interruption), 2 usage or input error
"""


def parser() -> argparse.ArgumentParser:
    """Return the command's options."""
    p = Parser(
        prog=PROG,
        description="Answer every question of a TOML file (docs/sweeps.md), each as a whole"
        " process, and keep every answer in an SQLite file: nothing is computed twice.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.add_argument("sweep", metavar="SWEEP.toml", help="questions, inputs, options and limits")
    p.add_argument(
        "--store", metavar="FILE", help="results (default: beside SWEEP.toml, as SWEEP.sqlite)"
    )
    where = p.add_mutually_exclusive_group()
    where.add_argument(
        "--jobs", type=positive, default=1, metavar="N", help="processes at a time (default 1)"
    )
    where.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="ask the workers of a Dask scheduler: tcp://host:8786, or its scheduler file",
    )
    p.add_argument("--retry", action="store_true", help="ask again what failed or broke a limit")
    p.add_argument(
        "--time-limit",
        type=seconds,
        metavar="SECONDS",
        help="for the whole sweep; the TOML file has that of each job",
    )
    out = p.add_argument_group("output")
    out.add_argument("--list", action="store_true", help="only list the jobs, and what is known")
    out.add_argument("--json", action="store_true", help="summary and rows as JSON on stdout")
    out.add_argument(
        "--export",
        action="append",
        default=[],
        metavar="FILE",
        help="rows as .csv, .md or .parquet; several times for several",
    )
    add_plot(out, "jobs solved over time")
    out.add_argument("--quiet", action="store_true", help="no progress on stderr")
    return p


def run(arguments: Sequence[str] | None = None) -> int:
    """Sweep; return the exit code. Raises `InputError`."""
    begun = time.perf_counter()
    options = parser().parse_args(arguments)
    from models.formats.text_files import require_place
    from solvers.questions.sweep.plan import plan
    from solvers.questions.sweep.report import answered, require_export
    from solvers.questions.sweep.store import Store
    from views.plots import require_plot

    for path in options.export:
        require_export(path)
    require_plot(options.plot)
    jobs = plan(options.sweep)
    if options.store is None:
        options.store = str(Path(options.sweep).with_suffix(".sqlite"))
    require_place(options.store)
    with closing(Store(options.store)) as store:
        if options.list:
            return _list(jobs, store)
        # Before any limit counts: a cluster that cannot be reached is an error of usage.
        with closing(_hands(options)) as hands:
            deadline = None if options.time_limit is None else begun + options.time_limit
            with Signals(deadline):
                found = _sweep(jobs, store, hands, options)
                failures = _write(found, options)
    with suppress(BrokenPipeError):
        _print(found, options)
    return concluded(PROG, failures, 0 if answered(found) else EXIT["unknown"])


def _sweep(
    jobs: list[Job], store: Store, hands: Local | Cluster, options: argparse.Namespace
) -> Swept:
    from solvers.questions.sweep.live import watcher
    from solvers.questions.sweep.run import Swept, sweep

    found = Swept(jobs)
    with closing(watcher(options.quiet)) as telling:
        try:
            sweep(found, store, hands, telling, options.retry)
        except Stop as stop:
            found.stopped = str(stop)
    return found


def _hands(options: argparse.Namespace) -> Local | Cluster:
    from solvers.questions.sweep.hands import Cluster, Local

    return Local(options.jobs) if options.cluster is None else Cluster(options.cluster)


def _list(jobs: list[Job], store: Store) -> int:
    from solvers.questions.sweep.live import in_words

    results = store.results(job.key for job in jobs)
    with suppress(BrokenPipeError):
        for job in jobs:
            show(f"{job.label}: {in_words(results[job.key]) if job.key in results else 'open'}")
    return 0


def _write(found: Swept, options: argparse.Namespace) -> list[InputError]:
    from solvers.questions.sweep.plot import write_plot
    from solvers.questions.sweep.report import export

    def exporting(path: str) -> Callable[[], None]:
        return lambda: export(found, path)

    saves: list[tuple[object, Callable[[], object]]] = [
        (path, exporting(path)) for path in options.export
    ]
    return attempted([*saves, (options.plot, lambda: write_plot(found, options.plot))])


def _print(found: Swept, options: argparse.Namespace) -> None:
    from solvers.questions.sweep.report import as_json, in_words

    words = as_json if options.json else in_words
    show(words(found, options.store))


main = guarded(run, PROG)
