"""`python -m solvers.streaming PROGRAM`: where and when the streaming engine does what."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
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
from models.process.signals import PATIENCE, Signals, attempted
from solvers.questions.inputs import Given, add_picture
from views.pictures import require_picture

if TYPE_CHECKING:
    from models.errors import InputError
    from models.streaming.engine import Engine
    from models.streaming.rules import Rules
    from solvers.questions.streaming.search import Settings, StreamingSearch

PROG = "streaming"

METHODS = ("exact", "ppo", "greedy", "random")

EPILOG = """
exit codes: 0 proven optimal, 10 mapped but not proven, 20 proven impossible, 30 unknown (time
limit, or nothing found), 2 usage or input error
"""


def parser() -> argparse.ArgumentParser:
    """Return the command's options."""
    p = Parser(
        prog=PROG,
        description="Map a program onto the streaming engine: tiles in a row, a synchronous fabric,"
        " and an initiation interval (II) of spokes per tile.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.add_argument("program", metavar="PROGRAM", help="a program in JSON (docs/formats.md)")
    p.add_argument("--method", choices=METHODS, default="exact", help="(default exact)")
    p.add_argument(
        "--solver",
        choices=("auto", "cp-sat", "sat"),
        default="auto",
        help="exact: CP-SAT, clauses for a SAT solver, or both at a time (default)",
    )
    p.add_argument(
        "--objective",
        choices=("cycles", "ii"),
        default="cycles",
        help="fewest cycles at --ii (default), or the least II up to --ii, then fewest cycles",
    )
    p.add_argument("--ii", type=positive, default=6, metavar="N", help="spokes (default 6)")
    p.add_argument("--placed", metavar="FILE", help="a mapping whose tiles and spokes are kept")
    add_engine_options(p)
    how = p.add_argument_group("search")
    how.add_argument("--seed", type=natural, default=0, metavar="S")
    how.add_argument("--time-limit", type=seconds, metavar="SECONDS")
    how.add_argument("--jobs", type=positive, metavar="N", help="threads (default: cores)")
    how.add_argument("--tries", type=positive, metavar="N", help="greedy, random, ppo: mappings")
    how.add_argument("--beam", type=positive, metavar="N", help="ppo: width of a beam search")
    how.add_argument(
        "--hint",
        choices=("greedy", "ppo"),
        default="greedy",
        help="exact: start from (default greedy)",
    )
    how.add_argument("--policy", metavar="FILE", help="ppo: weights (default: those shipped)")
    out = p.add_argument_group("output")
    out.add_argument("--json", action="store_true", help="the answer as JSON on stdout")
    out.add_argument("--out", metavar="FILE", help="write the mapping")
    out.add_argument("--certificate", metavar="DIR", help="write one, for solvers.verify")
    add_picture(out, "the mapping over time")
    out.add_argument("--html", metavar="FILE", help="write a report with the mapping to play")
    out.add_argument("--quiet", action="store_true", help="no progress on stderr")
    return p


def add_engine_options(p: argparse.ArgumentParser) -> None:
    """Add the options that describe the machine."""
    machine = p.add_argument_group("engine (defaults: the paper's)")
    machine.add_argument("--tiles", type=positive, default=16, metavar="N", help="(default 16)")
    machine.add_argument("--pipeline", type=positive, default=3, metavar="C", help="(default 3)")
    machine.add_argument(
        "--hops",
        type=_hops,
        default=(1, 2),
        metavar="C,C",
        help="cycles of a transfer by one tile, two, … (default 1,2)",
    )
    machine.add_argument("--relay", action="store_true", help="results go any distance")
    machine.add_argument("--no-waiting", action="store_true", help="operands cannot be delayed")
    machine.add_argument(
        "--starts",
        choices=("flows", "all", "free"),
        default="flows",
        help="which starts are on different tiles: of different flows (default), all, none",
    )
    machine.add_argument("--no-siblings", action="store_true", help="siblings may share a tile")
    machine.add_argument("--single-output", action="store_true", help="one output per spoke")
    machine.add_argument(
        "--message", type=positive, default=1, metavar="C", help="cycles of a message (default 1)"
    )


def engine_of(options: argparse.Namespace) -> Engine:
    """Return the machine that options describe. Raises `InputError`."""
    from models.streaming.engine import Engine

    return Engine(
        tiles=options.tiles,
        pipeline=options.pipeline,
        hops=options.hops,
        relay=options.relay,
        waiting=not options.no_waiting,
        starts=options.starts,
        siblings=not options.no_siblings,
        multicast=not options.single_output,
        message=options.message,
    )


def _hops(text: str) -> tuple[int, ...]:
    return tuple(positive(word) for word in text.split(","))


_hops.__name__ = "list of whole numbers"


def run(arguments: Sequence[str] | None = None) -> int:
    """Answer one question; return the exit code. Raises `InputError`."""
    begun = time.perf_counter()
    options = parser().parse_args(arguments)
    if options.certificate is not None:
        from solvers.certificates.cycles import prepare

        prepare(options.certificate)
    for path in (options.out, options.html):
        if path is not None:
            require_place(path)
    require_picture(options.picture)
    from models.process.signals import Stop
    from solvers.questions.streaming.report import as_json, in_words, write_files

    deadline = None if options.time_limit is None else begun + options.time_limit
    search: StreamingSearch | None = None
    folder = options.certificate
    failures: list[InputError] = []
    with Signals(deadline, PATIENCE):
        try:
            search = begin(options, deadline)
            search.proofs.folder = None if folder is None else Path(folder)
            # After the search is there: it needs packages that may be missing.
            from solvers.questions.streaming.prepared import prepared

            if not prepared(search.rules, search.settings, deadline):
                raise Stop("time limit")
            search.run()
            if folder is not None and search.answer.stopped is None:
                failures = _certified(search)
        except Stop as stop:
            if search is None:
                raise Stop(f"{stop} before the search began") from None
            search.answer.stopped = str(stop)
        answer = search.answer
        answer.seconds["whole"] = time.perf_counter() - begun
        if folder is not None and search.answer.certificate is None and not failures:
            failures = attempted([(folder, partial(certify, search))])
        failures += write_files(search, options)
    with suppress(BrokenPipeError):
        show(as_json(search, options) if options.json else in_words(search))
    return concluded(PROG, failures, EXIT[answer.status])


def _certified(search: StreamingSearch) -> list[InputError]:
    """Certify what the search came to, until a signal or the deadline."""
    from models.errors import InputError

    try:
        certify(search)
    except InputError as failure:
        return [failure]
    return []


def certify(search: StreamingSearch) -> None:
    """Write a certificate of the answer, and take what it has found to be better.

    Where the search was stopped, nothing is refuted again. Raises `InputError`.
    """
    from models.errors import InputError
    from solvers.certificates.cycles import remove_unused
    from solvers.questions.streaming import certificate

    answer, folder = search.answer, search.proofs.folder
    assert folder is not None
    made = None
    if answer.status == "unknown":
        answer.certificate = f"not written ({answer.stopped or 'nothing is known'})"
    else:
        ii = search.settings.ii if answer.schedule is None else answer.schedule.ii
        try:
            if search.proofs.error is not None:
                raise search.proofs.error
            made = certificate.certify(
                search.rules,
                ii,
                answer.schedule,
                answer.objective,
                folder,
                search.deadline if answer.stopped is None else 0.0,
                search.proofs.at,
                search.settings.placed,
            )
        except OSError as error:
            raise InputError(f"cannot write: {error.strerror or error}", str(folder)) from None
        if made is None:
            answer.certificate = f"not written ({answer.stopped or 'time limit'})"
    if made is None:
        remove_unused(folder, ())
        return
    claim, schedule = made
    if schedule is not None:
        search.accept(schedule, "clauses")
        if claim.status == "optimal":
            search.raise_cycles(schedule.cycles, "clauses")
            answer.status = "optimal" if answer.proven else answer.status
    answer.certificate = claim.status
    if schedule is None and claim.ii < search.settings.ii:
        answer.certificate += f", of II up to {claim.ii} only"


def begin(options: argparse.Namespace, deadline: float | None) -> StreamingSearch:
    """Return the search that is asked for, not yet run; raise `InputError`."""
    try:
        from solvers.questions.streaming.search import StreamingSearch
    except ModuleNotFoundError as error:
        from models.errors import InputError

        what = f"this needs {error.name}: pip install 'xyzmap[solvers]'"
        raise InputError(what) from None
    return StreamingSearch(*_asked(options), deadline, teller(options))


def _asked(options: argparse.Namespace) -> tuple[Rules, Settings]:
    from models.errors import InputError
    from models.formats.text_files import read_bytes
    from models.streaming.program import Program, program_from_json
    from models.streaming.rules import Rules
    from models.streaming.schedule import schedule_from_json
    from solvers.questions.streaming.search import Settings, settings_with

    given = options.program
    if isinstance(given, Given) and isinstance(given.value, Program):
        program = given.value
    else:
        program = program_from_json(read_bytes(given), given)
    rules = Rules(program, engine_of(options))
    settings = Settings(
        options.ii,
        options.objective,
        options.method,
        options.solver,
        options.seed,
        options.jobs or os.cpu_count() or 1,
        options.tries,
        options.hint,
        options.policy,
        options.beam,
    )
    if options.placed is None:
        return rules, settings
    kept = schedule_from_json(read_bytes(options.placed), options.placed)
    if options.objective == "ii" or kept.ii != options.ii:
        what = f"its II is {kept.ii}, asked is {options.ii}"
        if options.objective == "ii":
            what = "spokes are fixed, so that the II cannot be asked for"
        raise InputError(what, options.placed)
    places = {p.instruction: (p.tile, p.start % kept.ii) for p in kept.placements}
    try:
        return rules, settings_with(settings, places, rules)
    except InputError as error:
        raise error.inside(options.placed) from None


main = guarded(run, PROG)
