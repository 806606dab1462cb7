"""`python -m bench`: lists the pages of measurements, says which are old, measures them again."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench import scoreboard
from bench.pages import TIMEOUT, Page, make, measure, measure_on, pages, smoke
from models.errors import InputError, unknown
from models.formats.text_files import make_folder
from models.process.command import Parser, guarded, positive, seconds

PROG = "bench"
FAILED = 1


def parser() -> argparse.ArgumentParser:
    """Return the command's options."""
    p = Parser(
        prog=PROG,
        description="List the measurements and the pages of docs/results that they write, or"
        " measure some again, with the options that a page was made with last."
        " `python -m bench.NAME --help` tells of the options of one.",
        epilog="exit codes: 0 all is well, 1 some page is old, failed or not done, 2 usage error",
    )
    p.add_argument("names", nargs="*", metavar="PAGE", help="pages (default: list all)")
    p.add_argument("--all", action="store_true", help="what is old; first what took least")
    how = p.add_mutually_exclusive_group()
    how.add_argument("--stale", action="store_true", help="only list what is older than the code")
    how.add_argument("--smoke", action="store_true", help="try the shortest form of pages, twice")
    how.add_argument("--again", action="store_true", help="make pages from what was measured")
    p.add_argument("--jobs", type=positive, default=1, metavar="N", help="of --smoke, at a time")
    p.add_argument(
        "--budget", type=seconds, metavar="HOURS", help="stop then, and keep what is done"
    )
    p.add_argument(
        "--cluster", metavar="ADDRESS", help="measure by the workers of a Dask scheduler"
    )
    p.add_argument(
        "--resume-dir",
        type=Path,
        metavar="DIR",
        help="keep there what is measured, and go on from it",
    )
    return p


def run(arguments: Sequence[str] | None = None) -> int:
    """List or run; return the exit code. Raises `InputError`."""
    options = parser().parse_args(arguments)
    every = pages()
    for name in options.names:
        if name not in every:
            raise InputError(unknown("benchmark", name, every, 99))
    if options.names and options.all:
        raise InputError("name pages, or say --all")
    if options.cluster is not None and options.resume_dir is not None:
        raise InputError("--resume-dir is of this machine: not with --cluster")
    chosen = [every[name] for name in dict.fromkeys(options.names)] or list(every.values())
    if options.stale:
        return _report(chosen, (page.stale for page in chosen))
    if options.smoke:
        with ThreadPoolExecutor(options.jobs) as pool:
            return _report(chosen, pool.map(smoke, chosen))
    if options.again:
        for page in chosen:
            if page.measured is not None:
                make(page, page.measured)
        scoreboard.write()
        return 0
    if not options.names and not options.all:
        _list(chosen)
        return 0
    if options.all:
        chosen = sorted((page for page in chosen if page.stale), key=lambda page: page.seconds)
    if options.resume_dir is not None:
        make_folder(str(options.resume_dir))
    status = _measure(chosen, options)
    scoreboard.write()
    return status


def _report(chosen: list[Page], found: Iterable[str | None]) -> int:
    """Print what is wrong with pages, a line each, as it is found."""
    wrong = 0
    for page, said in zip(chosen, found, strict=True):
        wrong += said is not None
        if said is not None:
            print(f"{page.name}: {said}", flush=True)
    return FAILED if wrong else 0


def _measure(chosen: list[Page], options: argparse.Namespace) -> int:
    seconds = None if options.budget is None else 3600 * options.budget
    if options.cluster is None:
        found = _one_by_one(chosen, options.resume_dir, seconds)
    else:
        from solvers.backends.spread.cluster import connect

        with connect(options.cluster) as client:
            found = measure_on(client.get_executor(pure=False), chosen, seconds)
    left = [name for name, status in found.items() if status == TIMEOUT]
    failed = [name for name, status in found.items() if status not in (0, TIMEOUT)]
    for what, names in (("failed", failed), ("left when the time was over", left)):
        if names:
            print(f"{PROG}: {what}: {', '.join(names)}", file=sys.stderr)
    return FAILED if failed or left else 0


def _one_by_one(chosen: list[Page], resume: Path | None, seconds: float | None) -> dict[str, int]:
    """Measure on this machine; return exit codes by name."""
    found = {page.name: TIMEOUT for page in chosen}
    end = None if seconds is None else time.monotonic() + seconds
    for page in chosen:
        limit = None if end is None else end - time.monotonic()
        if limit is not None and limit <= 0:
            break
        begun = time.perf_counter()
        found[page.name] = measure(page, resume, limit)
        spent = time.perf_counter() - begun
        print(f"  exit {found[page.name]} after {spent:.0f} s", file=sys.stderr, flush=True)
    return found


def _list(every: list[Page]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table()
    for head in ("page", "module", "shows", "about"):
        table.add_column(head, overflow="fold")
    for one in every:
        table.add_row(f"{one.name}.md", one.module, ", ".join(one.shown), one.about)
    wide = None if sys.stdout.isatty() else 1000
    Console(width=wide, markup=False, emoji=False, highlight=False).print(table)


main = guarded(run, PROG)

if __name__ == "__main__":
    sys.exit(main())
