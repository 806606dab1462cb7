"""`python -m heuristics.partition DFG ARCH --max-ii N`: parts that run one after another."""

from __future__ import annotations

import argparse
import math
import os
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
from models.process.signals import PATIENCE, Signals
from solvers.questions.inputs import (
    ARCH_HELP,
    DFG_HELP,
    add_array_options,
    add_dfg_options,
    add_picture,
    read_array,
    read_dfg,
)
from views.pictures import require_picture

if TYPE_CHECKING:
    from models.errors import InputError
    from solvers.questions.partition.methods import Options
    from solvers.questions.partition.search import PartitionSearch

PROG = "partition"

METHODS = ("auto", "exact", "bopart", "nsga2", "multilevel")

SHARE = 6
"""Of the time limit, a sixth is kept for a certificate that is asked for."""

EPILOG = """
exit codes: 0 proven that no total is smaller, 10 mapped but not proven, 20 proven impossible with
so many parts, 30 unknown (time limit, or nothing that was tried maps), 2 usage or input error
"""


def parser() -> argparse.ArgumentParser:
    """Return the command's options."""
    p = Parser(
        prog=PROG,
        description="Cut a DFG into parts that run one after another, each with an initiation"
        " interval (II) that the context memory has room for; values that cross are stored and"
        " loaded. The sum of all IIs is to be small.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.add_argument("dfg", metavar="DFG", help=DFG_HELP)
    p.add_argument("arch", metavar="ARCH", help=ARCH_HELP)
    p.add_argument(
        "--max-ii",
        type=positive,
        metavar="N",
        help="the largest II of a part (default: the contexts of the array)",
    )
    p.add_argument("--parts", type=positive, metavar="K", help="so many parts (default: few)")
    p.add_argument("--method", choices=METHODS, default="auto", help="(default auto)")
    p.add_argument("--store-op", default="store", metavar="NAME", help="opcode (default store)")
    p.add_argument("--load-op", default="load", metavar="NAME", help="opcode (default load)")
    add_dfg_options(p)
    add_array_options(p)
    bayes = p.add_argument_group("bopart and nsga2")
    bayes.add_argument("--trials", type=positive, default=300, metavar="N", help="(default 300)")
    bayes.add_argument(
        "--encoding",
        choices=("acyclic", "raw"),
        default="acyclic",
        help="part numbers made acyclic (default), or as they are",
    )
    bayes.add_argument(
        "--weights",
        type=weights,
        metavar="A,B,C",
        help="of edges cut, balance of operations, balance of cuts",
    )
    bayes.add_argument("--no-coarsening", action="store_true", help="one number per operation")
    bayes.add_argument("--no-refinement", action="store_true", help="no moves after uncoarsening")
    bayes.add_argument("--study", metavar="FILE", help="keep trials in an SQLite file, and go on")
    how = p.add_argument_group("search")
    how.add_argument("--seed", type=natural, default=0, metavar="S")
    how.add_argument("--time-limit", type=seconds, metavar="SECONDS")
    how.add_argument(
        "--map-time",
        type=seconds,
        default=20.0,
        metavar="SECONDS",
        help="for mapping a part, at the first try (default 20)",
    )
    how.add_argument("--jobs", type=positive, metavar="N", help="processes (default: cores)")
    how.add_argument("--memory-limit", type=positive, metavar="MB", help="for each process")
    out = p.add_argument_group("output")
    out.add_argument("--json", action="store_true", help="the answer as JSON on stdout")
    out.add_argument(
        "--out", metavar="DIR", help="write the partition, and DFG and mapping of parts"
    )
    out.add_argument("--certificate", metavar="DIR", help="write one, for solvers.verify")
    add_picture(out, "the parts on a time line")
    out.add_argument("--html", metavar="FILE", help="write a report with the mapping of each part")
    out.add_argument(
        "--iterations", type=positive, default=16, metavar="N", help="shown (default 16)"
    )
    out.add_argument("--quiet", action="store_true", help="no progress on stderr")
    return p


def weights(text: str) -> tuple[float, float, float]:
    """Return three numbers of at least 0, for argparse."""
    found = tuple(float(word) for word in text.split(","))
    if len(found) != 3 or not all(0 <= number < math.inf for number in found):
        raise argparse.ArgumentTypeError(f"{text} must be three numbers of at least 0")
    return found[0], found[1], found[2]


weights.__name__ = "list of weights"


def run(arguments: Sequence[str] | None = None) -> int:
    """Answer one question; return the exit code. Raises `InputError`."""
    begun = time.perf_counter()
    options = parser().parse_args(arguments)
    require_picture(options.picture)
    if options.html is not None:
        require_place(options.html)
    if options.out is not None:
        from models.formats.text_files import make_folder

        make_folder(options.out)
    if options.certificate is not None:
        from solvers.questions.partition.certificate import prepare

        prepare(options.certificate)
    from models.process.signals import Stop
    from solvers.questions.partition.report import as_json, in_words, write_files

    deadline = None if options.time_limit is None else begun + options.time_limit
    kept = None if options.certificate is None else options.time_limit
    running: PartitionSearch | None = None
    failures: list[InputError] = []
    with Signals(deadline, PATIENCE):
        try:
            running, how = begin(options, deadline if kept is None else begun + searching(kept))
            from solvers.questions.partition.methods import steps_of

            running.run(steps_of(how))
            if options.certificate is not None:
                failures = _certified(running, options.certificate, deadline)
        except Stop as stop:
            if running is None:
                raise Stop(f"{stop} before the search began") from None
            running.answer.stopped = str(stop)
        answer = running.answer
        answer.seconds["whole"] = time.perf_counter() - begun
        if options.certificate is not None and answer.certificate is None and not failures:
            # What was stopped is not refuted again.
            failures = _certified(running, options.certificate, 0.0)
        failures += write_files(running, options)
    with suppress(BrokenPipeError):
        show(as_json(running, options) if options.json else in_words(running, options.iterations))
    return concluded(PROG, failures, EXIT[answer.status])


def searching(limit: float) -> float:
    """Return how many of `limit` seconds are for the search where a certificate is written, too."""
    return limit - limit / SHARE


def _certified(search: PartitionSearch, folder: str, deadline: float | None) -> list[InputError]:
    """Write a certificate; return the failure, if it cannot be written."""
    from pathlib import Path

    from models.errors import InputError
    from solvers.questions.partition.certificate import certified

    try:
        search.answer.certificate = certified(search, Path(folder), deadline)
    except OSError as error:
        return [InputError(f"cannot write: {error.strerror or error}", folder)]
    except InputError as failure:
        return [failure]
    return []


def begin(options: argparse.Namespace, deadline: float | None) -> tuple[PartitionSearch, Options]:
    """Return the search that is asked for, not yet run, and its method; raise `InputError`."""
    from pathlib import Path

    from heuristics.partition import Search, Weights
    from models.errors import InputError
    from models.partition.split import MemoryOperators
    from solvers.questions.partition.methods import Options
    from solvers.questions.partition.search import PartitionSearch, Settings

    if options.study is not None and options.method not in ("bopart", "nsga2"):
        raise InputError(f"method '{options.method}' has no trials to keep", "--study")
    dfg, arch = read_dfg(options.dfg, options), read_array(options.arch, options)
    most = options.max_ii if options.max_ii is not None else arch.max_contexts
    if most is None:
        raise InputError(f"'{arch.name}' has any number of contexts: give --max-ii")
    if arch.max_contexts is not None and most > arch.max_contexts:
        what = f"{most} is more than the {arch.max_contexts} contexts of '{arch.name}'"
        raise InputError(what, "--max-ii")
    settings = Settings(
        most,
        options.parts,
        MemoryOperators(options.store_op, options.load_op),
        options.seed,
        options.jobs or os.cpu_count() or 1,
        options.map_time,
        memory_limit=options.memory_limit,
    )
    how = Search(
        trials=options.trials,
        sampler="nsga2" if options.method == "nsga2" else "tpe",
        encoding=options.encoding,
        weights=Weights() if options.weights is None else Weights(*options.weights),
        seed=options.seed,
    )
    try:
        search = PartitionSearch(dfg, arch, settings, deadline, teller(options))
    except InputError as error:
        raise error.inside(f"{options.dfg} on {options.arch}") from None
    return search, Options(
        options.method,
        how,
        not options.no_coarsening,
        not options.no_refinement,
        None if options.study is None else Path(options.study),
    )


main = guarded(run, PROG)
