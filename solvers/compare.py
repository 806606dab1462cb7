"""`python -m solvers.compare DFG ARCH`: solvers and encodings on the same questions, fairly."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from models.process.command import (
    EXIT,
    Parser,
    concluded,
    guarded,
    natural,
    positive,
    seconds,
    teller,
)
from models.process.signals import Signals, Stop, attempted
from solvers.questions.inputs import (
    ARCH_HELP,
    DFG_HELP,
    add_array_options,
    add_dfg_options,
    add_plot,
    add_transform,
)

if TYPE_CHECKING:
    from models.errors import InputError
    from solvers.questions.compare.plan import Comparison

PROG = "compare"
CONTRADICTION = 1
"""Exit code where solvers contradict each other, or what one calls a mapping is none."""

DEFAULT_ENCODINGS = ("bimander:2", "sequential")
DEFAULT_SECONDS = 60.0

EPILOG = """
exit codes: 0 every cell is decided, 30 some are not (time or memory limit, failure, interruption),
1 two cells contradict each other or a mapping is wrong, 2 usage or input error
"""


def horizons(text: str) -> list[int]:
    """Return `9,10` as numbers, for argparse."""
    return list(dict.fromkeys(positive(word) for word in text.split(",")))


def names(text: str) -> list[str]:
    """Return `pairwise,product` as words, for argparse."""
    found = [word.strip() for word in text.split(",")]
    if not all(found):
        raise argparse.ArgumentTypeError(f"'{text}' has an empty name")
    return list(dict.fromkeys(found))


horizons.__name__ = "list of whole numbers"
names.__name__ = "list of names"


def parser() -> argparse.ArgumentParser:
    """Return the command's options."""
    p = Parser(
        prog=PROG,
        description="Ask solvers, under several encodings, whether there is a mapping with N"
        " cycles; each time in a process of its own, one after the other.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.add_argument("dfg", metavar="DFG", help=DFG_HELP)
    p.add_argument("arch", metavar="ARCH", help=ARCH_HELP)
    what = p.add_argument_group("questions")
    what.add_argument("--contexts", type=positive, metavar="T", help="pipeline with T contexts")
    what.add_argument(
        "--cycles",
        type=horizons,
        metavar="N,N,...",
        help="numbers of cycles (default: the first that arithmetic does not refute, and the next)",
    )
    add_transform(what)
    add_dfg_options(what)
    what.add_argument(
        "--implied",
        choices=["on", "off"],
        default="on",
        help="off: without constraints that follow from others and speed solvers up (default on)",
    )
    add_array_options(p)
    who = p.add_argument_group("solvers and encodings")
    who.add_argument(
        "--solver",
        action="extend",
        nargs="+",
        metavar="NAME",
        help="with its options: cp-sat:workers=2 (default: those of cadical195, glucose4, cp-sat"
        " and highs that are installed)",
    )
    for option, default in zip(("--at-most-one", "--at-most-k"), DEFAULT_ENCODINGS, strict=True):
        who.add_argument(
            option,
            type=names,
            default=[default],
            metavar="ENC,ENC,...",
            help=f"for SAT solvers, 'native' for those that have it (default {default})",
        )
    how = p.add_argument_group("runs")
    how.add_argument("--runs", type=positive, default=1, metavar="N", help="of each (default 1)")
    how.add_argument(
        "--seed", type=natural, default=0, metavar="S", help="of the first run (default 0)"
    )
    how.add_argument(
        "--time-limit",
        type=seconds,
        default=DEFAULT_SECONDS,
        metavar="S",
        help="for each cell, from the start of its process (default 60)",
    )
    how.add_argument("--memory-limit", type=positive, metavar="MB", help="for each process")
    how.add_argument("--resume", metavar="FILE", help="keep finished cells there, and use them")
    out = p.add_argument_group("output")
    out.add_argument("--json", metavar="FILE|-", help="everything about every run")
    out.add_argument("--markdown", metavar="FILE", help="the tables as a page")
    add_plot(out, "the times")
    out.add_argument("--quiet", action="store_true", help="no progress on stderr")
    return p


def run(arguments: Sequence[str] | None = None) -> int:
    """Compare; return the exit code. Raises `InputError`."""
    options = parser().parse_args(arguments)
    from pathlib import Path

    from solvers.questions.compare.lines import faults, undecided
    from solvers.questions.compare.measure import measure
    from solvers.questions.compare.plan import plan
    from solvers.questions.entries import Entries

    _check_places(options)
    entries = Entries(None if options.resume is None else Path(options.resume))
    found = plan(options, sys.argv[1:] if arguments is None else list(arguments))
    with Signals():
        try:
            measure(found, entries, teller(options))
        except Stop as stop:
            found.stopped = str(stop)
        # Files first: no reader such as `head` must cost them.
        failures = _write(found)
    with suppress(BrokenPipeError):
        _print(found)
    contradictions = faults(found)
    for line in contradictions:
        print(f"{PROG}: ERROR: {line}", file=sys.stderr)
    code = concluded(PROG, failures, EXIT["unknown"] if undecided(found) else 0)
    return CONTRADICTION if contradictions else code


def _check_places(options: argparse.Namespace) -> None:
    """Raise `InputError` before a long comparison where its results could not be written."""
    from models.formats.text_files import require_place
    from views.plots import require_plot

    for path in (options.resume, options.json, options.markdown):
        if path not in (None, "-"):
            require_place(path)
    require_plot(options.plot)


def _write(found: Comparison) -> list[InputError]:
    """Write the files asked for; return the failures after trying all of them."""
    from functools import partial

    from models.formats.text_files import write_text
    from solvers.questions.compare.plot import write_plot
    from solvers.questions.compare.report import as_json, as_markdown

    options = found.options
    writers: list[tuple[str | None, Callable[[str], None]]] = [
        (options.json, lambda path: write_text(path, as_json(found) + "\n")),
        (options.markdown, lambda path: write_text(path, as_markdown(found))),
        (options.plot, lambda path: write_plot(found, path)),
    ]
    return attempted(
        [(path, partial(write, path)) for path, write in writers if path not in (None, "-")]
    )


def _print(found: Comparison) -> None:
    from solvers.questions.compare.report import as_json, print_tables

    if found.options.json == "-":
        print(as_json(found))
    else:
        print_tables(found)
    print(end="", flush=True)


main = guarded(run, PROG)

if __name__ == "__main__":
    sys.exit(main())
