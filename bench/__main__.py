"""`python -m bench`: lists the pages of results, measures them, and makes them from their rows."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bench import scoreboard
from bench.page import Page, pages
from bench.runner import Runner, release
from bench.tables import table
from models.errors import InputError, unknown
from shell.command import Parser, guarded, positive, seconds

PROG = "bench"


def parser() -> argparse.ArgumentParser:
    """Return the command's options."""
    p = Parser(
        prog=PROG,
        description="List the pages of results, or measure some: each cell of a page is a command"
        " that is run as a whole process, and a row of docs/results/data. An interrupted run goes"
        " on with what is kept in out/bench.",
        epilog="exit codes: 0 all is well, 1 a cell failed or is left, 2 usage error",
    )
    p.add_argument("names", nargs="*", metavar="PAGE", help="pages to measure (default: list all)")
    p.add_argument("--all", action="store_true", help="all pages")
    how = p.add_mutually_exclusive_group()
    how.add_argument("--again", action="store_true", help="make pages from their rows")
    how.add_argument("--smoke", action="store_true", help="ask one or two short cells of each page")
    how.add_argument(
        "--release", action="store_true", help="write all that is kept to one compressed file"
    )
    p.add_argument("--jobs", type=positive, default=1, metavar="N", help="cells at a time (1)")
    p.add_argument("--hours", type=seconds, metavar="H", help="stop then; rows that are old stay")
    p.add_argument("--fresh", action="store_true", help="ask again what an earlier run has kept")
    return p


def run(arguments: Sequence[str] | None = None) -> int:
    """List, measure or make; return the exit code. Raises `InputError`."""
    options = parser().parse_args(arguments)
    every = pages()
    for name in options.names:
        if name not in every:
            raise InputError(unknown("page", name, every, 99))
    if options.names and options.all:
        raise InputError("name pages, or say --all")
    if options.release:
        print(release())
        return 0
    chosen = [every[name] for name in dict.fromkeys(options.names)]
    chosen = list(every.values()) if options.all or (options.again and not chosen) else chosen
    if not chosen:
        print(
            table(["page", "about"], [[page.name, page.title] for page in every.values()]), end=""
        )
        return 0
    if options.smoke:
        with tempfile.TemporaryDirectory() as folder:
            return _done(Runner(options.jobs, kept=Path(folder)), chosen, smoke=True)
    end = None if options.hours is None else time.monotonic() + 3600 * options.hours
    return _done(Runner(options.jobs, end, options.fresh), chosen, again=options.again)


def _done(runner: Runner, chosen: list[Page], smoke: bool = False, again: bool = False) -> int:
    for page in chosen:
        if smoke:
            runner.smoke(page)
        elif again:
            runner.make(page)
        else:
            runner.measure(page)
    if not smoke:
        scoreboard.write()
    for line in runner.failed:
        print(f"{PROG}: {line}", file=sys.stderr)
    if runner.left:
        print(f"{PROG}: {runner.left} cells left when the time was over", file=sys.stderr)
    return 1 if runner.failed or runner.left else 0


main = guarded(run, PROG)

if __name__ == "__main__":
    sys.exit(main())
