"""`python -m solvers.min_ii DFG ARCH`: the smallest initiation interval, with a proof."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from models.formats.text_files import require_place
from models.process.command import (
    EXIT,
    Parser,
    concluded,
    guarded,
    natural,
    positive,
    seconds,
    show,
    teller,
)
from models.process.signals import Signals
from solvers.questions.inputs import (
    ARCH_HELP,
    DFG_HELP,
    add_array_options,
    add_dfg_options,
    add_picture,
    add_transform,
    read_array,
    read_dfg,
)
from solvers.questions.min_ii.method import ALONE, add_method_options, annealer, require_sound
from solvers.questions.min_ii.report import as_json, in_words, write_files
from solvers.questions.pin_options import add_pin_options, read_pins
from views.pictures import require_picture

if TYPE_CHECKING:
    from solvers.search.interval_answer import MinIi
    from solvers.search.intervals import IntervalSearch

PROG = "min-ii"

EPILOG = """
exit codes: 0 proven minimal, 10 feasible but not proven minimal, 20 proven infeasible up to the
largest interval, 30 unknown (time or memory limit), 2 usage or input error
"""


def parser() -> argparse.ArgumentParser:
    """Return the command's options."""
    p = Parser(
        prog=PROG,
        description="Find a pipelined mapping with the smallest initiation interval (II, the"
        " number of contexts), and say below which interval none is possible.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.add_argument("dfg", metavar="DFG", help=DFG_HELP)
    p.add_argument("arch", metavar="ARCH", help=ARCH_HELP)
    p.add_argument(
        "--max-ii",
        type=positive,
        metavar="T",
        help="the largest interval that is tried, if the context memory is not smaller",
    )
    p.add_argument(
        "--slack",
        type=natural,
        metavar="S",
        help="cycles that a schedule may have beyond the fewest that arithmetic allows"
        " (default: twice the interval and 2)",
    )
    p.add_argument(
        "--first", action="store_true", help="end with the first mapping, whatever its interval"
    )
    p.add_argument(
        "--shortest", action="store_true", help="then the shortest schedule at this interval"
    )
    p.add_argument(
        "--fewest",
        choices=("registers", "transfers"),
        help="then the fewest values in registers, or transfers over paths, of all mappings with"
        " this interval and number of cycles, for a minute without --time-limit",
    )
    order = p.add_argument_group("order of operations")
    add_transform(order)
    add_dfg_options(order)
    add_array_options(p)
    add_pin_options(p)
    add_method_options(p)
    how = p.add_argument_group("search")
    how.add_argument(
        "--seed", type=natural, default=0, metavar="S", help="of heuristics; reorders clauses"
    )
    how.add_argument("--time-limit", type=seconds, metavar="SECONDS")
    how.add_argument("--memory-limit", type=positive, metavar="MB", help="for each process")
    out = p.add_argument_group("output")
    out.add_argument("--json", action="store_true", help="the answer as JSON on stdout")
    out.add_argument("--mapping", metavar="FILE", help="write the mapping as JSON")
    add_picture(out, "the schedule")
    out.add_argument("--html", metavar="FILE", help="write a report with the mapping to play")
    out.add_argument(
        "--certificate", metavar="DIR", help="write what `python -m solvers.verify` re-checks"
    )
    out.add_argument("--quiet", action="store_true", help="no progress on stderr")
    return p


def run(arguments: Sequence[str] | None = None) -> int:
    """Answer one question; return the exit code. Raises `InputError`."""
    begun = time.perf_counter()
    options = parser().parse_args(arguments)
    for path in (options.mapping, options.html):
        if path is not None:
            require_place(path)
    require_picture(options.picture)
    require_sound(options)
    from models.process.signals import Stop

    deadline = None if options.time_limit is None else begun + options.time_limit
    running: IntervalSearch | None = None
    with Signals(deadline):
        try:
            running = begin(options, deadline)
            running.run()
        except Stop as stop:
            if running is None:
                raise Stop(f"{stop} before the search began") from None
            running.answer.stopped = str(stop)
        answer = running.answer
        answer.seconds["whole"] = time.perf_counter() - begun
        failures = write_files(answer, options, lambda: _certify(answer, options.certificate))
    with suppress(BrokenPipeError):
        show(as_json(answer, options) if options.json else in_words(answer))
    return concluded(PROG, failures, EXIT[answer.status])


def begin(options: argparse.Namespace, deadline: float | None) -> IntervalSearch:
    """Return the search that is asked for, not yet run; raise `InputError`."""
    from models.data.problem import Problem
    from models.errors import InputError
    from models.semantics.algebraic_laws import check_laws
    from models.transform.pin_checks import require_named
    from solvers.certificates.intervals import prepare_claim
    from solvers.search.intervals import IntervalSearch
    from solvers.search.worker import SolverOptions

    dfg, arch = read_dfg(options.dfg, options), read_array(options.arch, options)
    pins, arch = read_pins(options, dfg, arch)
    if options.certificate is not None:
        prepare_claim(options.certificate, dfg)
    try:
        if options.transform != "none":
            check_laws(dfg)
        problem = Problem(dfg, arch, 1, options.transform)
        require_named(problem, pins)
    except InputError as error:
        raise error.inside(f"{options.dfg} on {options.arch}") from None
    limits = [limit for limit in (options.max_ii, arch.max_contexts) if limit is not None]
    engine = SolverOptions(
        seed=options.seed,
        memory_limit=options.memory_limit,
        proof_dir=options.certificate,
        pins=pins,
    )
    tell = teller(options)
    return IntervalSearch(
        problem,
        engine,
        min(limits, default=None),
        options.slack,
        options.shortest,
        deadline,
        tell,
        heuristics=not pins,
        wish=options.fewest,
        first=options.first,
        annealer=annealer(options, problem, pinned=bool(pins), tell=tell),
        exact=options.method not in ALONE,
    )


def _certify(answer: MinIi, folder: str) -> None:
    from solvers.certificates.intervals import write_claim

    note = write_claim(answer, folder)
    if note is not None:
        print(f"{PROG}: {note}", file=sys.stderr)


main = guarded(run, PROG)

if __name__ == "__main__":
    sys.exit(main())
