"""`python -m solvers.prune_arch DFG… ARCH`: the smallest part of an array that does the job."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from models.formats.text_files import require_place
from models.process.command import EXIT, Parser, concluded, guarded, show
from models.process.signals import Signals, attempted
from solvers.questions.inputs import add_picture
from solvers.questions.prune_arch.options import (
    add_shared,
    each,
    numbers,
    read_setup,
    solver_options,
    teller,
)
from views.pictures import require_picture

if TYPE_CHECKING:
    from models.errors import InputError
    from solvers.questions.prune_arch.options import Setup
    from solvers.questions.prune_arch.run import Pruned, Pruning
    from solvers.search.answer import Status

PROG = "prune-arch"

EPILOG = """
exit codes: 0 proven minimal, 10 not proven minimal (always with --greedy), 20 no mapping at the
asked cycles to begin with, 30 unknown, 2 usage or input error
"""


def parser() -> argparse.ArgumentParser:
    """Return the command's options."""
    p = Parser(
        prog=PROG,
        description="Remove from an array what its kernels do not need: by default the fewest"
        " processing elements, then the fewest other components, then the fewest paths, proven.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.add_argument(
        "--cycles",
        type=numbers,
        metavar="N,…",
        help="for each DFG, or one for all (default: the fewest on the whole array)",
    )
    p.add_argument("--contexts", type=numbers, metavar="T,…", help="pipeline, as min-cycles does")
    add_shared(p)
    p.add_argument("--greedy", action="store_true", help="remove one by one only; no minimum")
    p.add_argument(
        "--order",
        choices=["fixed", "random", "least-used"],
        default="fixed",
        help="what greedy removal tries first (default: in the order of the file)",
    )
    out = p.add_argument_group("output")
    out.add_argument(
        "--architecture", metavar="FILE", help="write the array that is left, and map onto it anew"
    )
    out.add_argument(
        "--architecture-options", metavar="FILE", help="the second file of the dfgmap format"
    )
    out.add_argument("--mappings", metavar="DIR", help="write the mapping of every kernel")
    add_picture(out, "what is kept, removed, and how much used")
    out.add_argument("--html", metavar="FILE", help="write a report with every step and mapping")
    out.add_argument("--certificate", metavar="DIR", help="write what solvers.verify re-checks")
    out.add_argument("--json", action="store_true", help="the answer as JSON on stdout")
    out.add_argument("--quiet", action="store_true", help="no progress on stderr")
    return p


def run(arguments: Sequence[str] | None = None) -> int:
    """Answer one question; return the exit code. Raises `InputError`."""
    begun = time.perf_counter()
    options = parser().parse_args(arguments)
    _check_places(options)
    from models.errors import InfeasibleError, InputError
    from models.process.signals import Stop
    from solvers.questions.prune_arch.report import as_json, in_words

    running: Pruning | None = None
    setup: Setup | None = None
    deadline = None if options.time_limit is None else begun + options.time_limit
    failures: list[InputError] = []
    with Signals(deadline) as signals:
        try:
            setup = read_setup(options, options.contexts)
            running = begin(options, setup, deadline)
            running.run()
        except InfeasibleError as error:
            if setup is not None:
                _tell_nothing(options, setup, "infeasible", reason=str(error))
            raise
        except Stop as stop:
            if running is None:
                if setup is not None:
                    _tell_nothing(options, setup, "unknown", stopped=str(stop))
                raise Stop(f"{stop} before the search began") from None
            running.answer.stopped = str(stop)
        answer = running.answer
        answer.seconds["whole"] = time.perf_counter() - begun
        failures += _write(options, answer)
        try:
            if answer.stopped is None and signals.reason is None and not failures:
                _confirm(options, answer)
        except InputError as error:
            failures.append(error)
        except Stop:
            pass  # said where the certificate is spoken of
        if options.certificate is not None and answer.certified is None:
            from solvers.questions.prune_arch.certify import unwritten

            answer.certified = unwritten(options.certificate, signals.reason or answer.stopped)
    with suppress(BrokenPipeError):
        show(as_json(answer) if options.json else in_words(answer))
    return concluded(PROG, failures, EXIT[answer.status])


def _tell_nothing(
    options: argparse.Namespace,
    setup: Setup,
    status: Status,
    reason: str | None = None,
    stopped: str | None = None,
) -> None:
    """Write what is written without a mapping onto the whole array."""
    from models.formats.text_files import write_text
    from solvers.questions.prune_arch.html import nothing_html
    from solvers.questions.prune_arch.report import nothing_as_json

    if options.html is not None:
        write_text(options.html, nothing_html(setup.problems, status, reason, stopped))
    if options.json:
        print(nothing_as_json(setup.problems, status, reason, stopped))


def _check_places(options: argparse.Namespace) -> None:
    """Raise `InputError` before a long search where its answer could not be written."""
    from archs.files import FORMATS
    from models.errors import InputError, known

    for path in (options.architecture, options.architecture_options, options.html):
        if path is not None:
            require_place(path)
    if options.architecture is not None:
        ending = os.path.splitext(options.architecture)[1].lower()
        if ending not in FORMATS:
            raise InputError(f"unknown ending '{ending}'{known(FORMATS)}", options.architecture)
    elif options.architecture_options is not None:
        raise InputError("--architecture-options goes with --architecture")
    require_picture(options.picture)
    if options.mappings is not None:
        from models.formats.text_files import make_folder

        make_folder(options.mappings)
    if options.certificate is not None:
        from solvers.questions.prune_arch.certify import prepare

        prepare(options.certificate)


def begin(options: argparse.Namespace, setup: Setup, deadline: float | None) -> Pruning:
    """Find a first mapping of every kernel, in the fewest cycles where none are given.

    Return the pruning that is asked for, not yet run; raise `InputError`.
    """
    from solvers.questions.prune_arch.facts import Facts
    from solvers.questions.prune_arch.first import first_kernels
    from solvers.questions.prune_arch.run import Pruning

    tell = teller(options)
    cycles = each(options.cycles, len(setup.problems), "--cycles")
    parts, scale = setup.parts()
    if options.certificate is not None:
        from solvers.questions.prune_arch.certify import require_provable

        require_provable(setup.problems)
    kernels = first_kernels(setup, cycles, solver_options(options), tell, deadline)
    if setup.contexts:
        parts, scale = setup.parts(tuple(kernel.problem for kernel in kernels))
    return Pruning(
        Facts(kernels, parts),
        scale,
        solver_options(options),
        tell,
        options.order,
        exact=not options.greedy,
        deadline=deadline,
    )


def _write(options: argparse.Namespace, answer: Pruned) -> list[InputError]:
    """Write the files asked for; return the failures after trying all of them."""
    from solvers.questions.prune_arch.files import (
        save_array,
        save_drawing,
        save_mappings,
        save_report,
    )

    report = (options.html, lambda: save_report(answer, options.html))
    if answer.arch is None:
        return attempted([report])
    return attempted(
        [
            (options.architecture, lambda: save_array(answer, options)),
            (options.mappings, lambda: save_mappings(answer, options.mappings)),
            (options.picture, lambda: save_drawing(answer, options.picture)),
            report,
        ]
    )


def _confirm(options: argparse.Namespace, answer: Pruned) -> None:
    """Map onto the array that was written, and certify; both solve what was solved once more.

    Raises `InputError`, and `Stop` where there is no time left.
    """
    clock = time.perf_counter()
    if options.architecture is not None and answer.arch is not None:
        from solvers.questions.prune_arch.files import mapped_anew, save_report

        answer.confirmed = mapped_anew(answer, options)
        answer.seconds["anew"] = time.perf_counter() - clock
        if options.html is not None:
            save_report(answer, options.html)
    if options.certificate is not None:
        from solvers.questions.prune_arch.certify import write_certificate

        clock = time.perf_counter()
        answer.certified = write_certificate(answer, options.certificate, teller(options))
        answer.seconds["certificate"] = time.perf_counter() - clock


main = guarded(run, PROG)

if __name__ == "__main__":
    sys.exit(main())
