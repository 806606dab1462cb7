"""`python -m solvers.min_cycles DFG ARCH`: the fewest cycles of a mapping, with a proof."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from solvers.command import (
    EXIT,
    USAGE,
    Parser,
    Signals,
    discard,
    guarded,
    natural,
    positive,
    seconds,
    undisturbed,
)

if TYPE_CHECKING:
    from models.errors import InputError
    from models.mapping import Mapping
    from models.problem import Problem
    from solvers.cnf import Encodings
    from solvers.explain import Explanation
    from solvers.search import Answer, Observer, Question

PROG = "min-cycles"
EXPLAIN_SECONDS = 60.0
"""How long an explanation is made smaller when there is no time limit."""

EPILOG = """
exit codes: 0 proven optimal, 10 feasible but not proven minimal, 20 proven infeasible,
30 unknown (time or memory limit), 2 usage or input error
"""


def parser() -> argparse.ArgumentParser:
    """Return the command's options."""
    p = Parser(
        prog=PROG,
        description="Find a mapping with the fewest cycles and prove that none has fewer.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.add_argument("dfg", metavar="DFG", help="dataflow graph: .json, dfgmap .txt, or .dot")
    p.add_argument("arch", metavar="ARCH", help="architecture file, or a preset: mesh:3x3,io=left")
    p.add_argument("--contexts", type=positive, metavar="T", help="pipeline with T contexts")
    horizon = p.add_mutually_exclusive_group()
    horizon.add_argument(
        "--cycles", type=positive, metavar="N", help="only decide whether N cycles do"
    )
    horizon.add_argument(
        "--max-cycles", type=positive, metavar="N", help="try no more than N cycles"
    )
    p.add_argument(
        "--multi-node",
        choices=["off"],
        help="ignore the DFG's multi-node operations, which are not supported yet",
    )
    p.add_argument(
        "--constants",
        choices=["immediate", "operations"],
        help="constants of a DOT file: operands at no cost, or operations (default)",
    )
    p.add_argument(
        "--sources",
        choices=["inputs", "operations"],
        help="loads without operands of a DOT file: inputs, or operations (default)",
    )
    old = p.add_argument_group("dfgmap architectures (.txt)")
    old.add_argument("--options", metavar="FILE", help="the options file (g.txt)")
    old.add_argument("--registers", type=int, metavar="R", help="per PE, 0: no limit (default 2)")
    old.add_argument("--units", type=positive, metavar="U", help="per PE (default 1)")
    old.add_argument(
        "--hold-intermediates",
        action="store_true",
        default=None,
        help="the external memory may hold intermediate values",
    )
    how = p.add_argument_group("search")
    how.add_argument("--solver", default="cadical195", metavar="NAME", help="default cadical195")
    how.add_argument("--at-most-one", default="bimander:2", metavar="ENC", help="encoding")
    how.add_argument("--at-most-k", default="sequential", metavar="ENC", help="encoding")
    how.add_argument(
        "--workers", type=int, choices=(1, 2), default=2, metavar="W", help="1 or 2 (default)"
    )
    how.add_argument("--seed", type=natural, default=0, metavar="S", help="reorder the clauses")
    how.add_argument("--time-limit", type=seconds, metavar="SECONDS")
    how.add_argument("--memory-limit", type=positive, metavar="MB", help="for each process")
    out = p.add_argument_group("output")
    out.add_argument("--json", action="store_true", help="the answer as JSON on stdout")
    out.add_argument("--mapping", metavar="FILE", help="write the mapping as JSON")
    out.add_argument("--svg", metavar="FILE", help="draw the schedule")
    out.add_argument("--certificate", metavar="DIR", help="write what solvers.verify re-checks")
    out.add_argument("--explain", action="store_true", help="name the limits behind a 'no'")
    out.add_argument("--quiet", action="store_true", help="no progress on stderr")
    return p


def run(arguments: Sequence[str] | None = None) -> int:
    """Answer one question; return the exit code. Raises `InputError`."""
    begun = time.perf_counter()
    options = parser().parse_args(arguments)
    from solvers.search import Search, Stop

    running: Search | None = None
    with _progress(options) as observer, Signals(Stop, options.time_limit):
        try:
            running = Search(_question(options), observer)
            answer = running.run()
        except Stop as stop:
            if running is None:
                print(f"{PROG}: {stop} before the search began", file=sys.stderr)
                return EXIT["unknown"]
            answer = running.answer
            answer.stopped = answer.stopped or str(stop)
    answer.seconds["whole"] = time.perf_counter() - begun
    # Files first: neither a long explanation nor a reader such as `head` must cost them.
    with undisturbed():
        failures = _write(answer, options)
    explanation: Explanation | None = None
    limit = answer.seconds["whole"] + EXPLAIN_SECONDS
    left = (options.time_limit or limit) - answer.seconds["whole"]
    if options.explain and answer.stopped != "interrupted" and left > 0:
        with suppress(Stop), Signals(Stop, left):
            explanation = _explain(running.question, answer, options.cycles, left)
    with suppress(BrokenPipeError):
        _print(answer, explanation, options)
        print(end="", flush=True)
    for failure in failures:
        print(f"{PROG}: {failure}", file=sys.stderr)
    return USAGE if failures else EXIT[answer.status]


def _question(options: argparse.Namespace) -> Question:
    from archs.files import load_architecture
    from models.dfg_files import load_dfg
    from models.errors import InputError, NotSupportedError
    from models.problem import Problem
    from solvers.cnf import Encodings
    from solvers.sat import canonical
    from solvers.search import Question
    from solvers.worker import SatOptions

    dfg = load_dfg(options.dfg, constants=options.constants, sources=options.sources)
    arch = load_architecture(
        options.arch,
        options_file=options.options,
        registers=options.registers,
        units=options.units,
        hold_intermediates=options.hold_intermediates,
    )
    if dfg.patterns and options.multi_node != "off":
        raise NotSupportedError(
            f"multi-node operation '{dfg.patterns[0].name}' is not supported yet;"
            " --multi-node off maps without it",
            options.dfg,
        )
    try:
        problem = Problem(dfg, arch, options.contexts)
    except InputError as error:
        raise error.inside(f"{options.dfg} on {options.arch}") from None
    encodings = Encodings(options.at_most_one, options.at_most_k)
    _check_encodings(encodings, problem)
    canonical(options.solver, proof=options.certificate is not None)
    for path in (options.mapping, options.svg):
        if path is not None:
            _require_place(path)
    if options.certificate is not None:
        from solvers.certify import prepare

        prepare(options.certificate)
    return Question(
        problem,
        cycles=options.cycles,
        max_cycles=options.max_cycles,
        workers=options.workers,
        time_limit=options.time_limit,
        options=SatOptions(
            solver=options.solver,
            encodings=encodings,
            seed=options.seed,
            memory_limit=options.memory_limit,
            proof_dir=options.certificate,
        ),
    )


def _require_place(path: str) -> None:
    """Raise `InputError` before a long search where its answer could not be written."""
    from models.errors import InputError

    folder = os.path.dirname(path) or "."
    if not path or os.path.isdir(path):
        raise InputError("cannot write: name a file, not a directory", path or "output")
    if not os.path.isdir(folder):
        raise InputError(f"cannot write: '{folder}' is not a directory", path)


def _check_encodings(encodings: Encodings, problem: Problem) -> None:
    """Raise `InputError` for an encoding that is unknown or cannot express some limit."""
    from models.errors import InputError

    components, paths = problem.arch.components, problem.arch.paths
    limits = {limit for c in components for limit in (c.capacity, c.read_ports, c.write_ports)}
    limits |= {c.issue for c in components} | {path.width for path in paths}
    bounds = {1, 2} | {limit for limit in limits if limit is not None}
    try:
        for bound in bounds:
            encodings.template(min(bound, len(problem.dfg.values)) + 3, bound)
    except ValueError as error:
        raise InputError(str(error)) from None


@contextmanager
def _progress(options: argparse.Namespace) -> Iterator[Observer | None]:
    """Show progress unless told not to; a stderr that cannot be written ends no search."""
    if options.quiet or sys.stderr is None:
        yield None
        return
    from views.progress import Progress

    progress = Progress()

    def observe(event: dict[str, Any]) -> None:
        try:
            progress.update(event)
        except OSError:
            discard(sys.stderr)

    try:
        yield observe
    finally:
        try:
            progress.close()
        except OSError:
            discard(sys.stderr)


def _explain(
    question: Question, answer: Answer, asked: int | None, time_limit: float | None
) -> Explanation | None:
    from solvers.explain import explain

    refuted = answer.lower_bound - 1 if asked is None else asked
    if (answer.cycles is not None and refuted >= answer.cycles) or refuted < 1:
        return None
    return explain(question.problem, refuted, question.options, time_limit)


def _print(answer: Answer, explanation: Explanation | None, options: argparse.Namespace) -> None:
    from solvers.report import as_json, headline

    if options.json:
        print(as_json(answer, options, explanation))
        return
    print(headline(answer, options.cycles, options.max_cycles))
    if answer.stopped:
        print(f"stopped: {answer.stopped}")
    if answer.mapping is not None:
        _print_table(answer.problem, answer.mapping)
    if options.explain:
        _print_explanation(answer, explanation)


def _print_table(problem: Problem, mapping: Mapping) -> None:
    print()
    if sys.stdout is not None and sys.stdout.isatty():
        from rich.console import Console

        from views.table import mapping_table

        Console().print(mapping_table(problem, mapping))
    else:
        from views.table import mapping_text

        print(mapping_text(problem, mapping), end="")


def _print_explanation(answer: Answer, explanation: Explanation | None) -> None:
    if explanation is None:
        print(f"why: {answer.lower_reason}")
        return
    how = "a minimal set" if explanation.minimal else "a set, not shown to be minimal,"
    print(f"with {explanation.horizon} cycles, {how} of limits that cannot all hold:")
    for line in explanation.lines():
        print(f"  {line}")


def _write(answer: Answer, options: argparse.Namespace) -> list[InputError]:
    """Write the files asked for; return the failures after trying all of them."""
    from models.errors import InputError
    from models.mapping_json import mapping_to_json
    from models.text_files import write_text

    failures: list[InputError] = []
    if answer.mapping is not None:
        from views.svg import mapping_svg

        writers = [
            (options.mapping, lambda: mapping_to_json(answer.mapping)),
            (options.svg, lambda: mapping_svg(answer.problem, answer.mapping)),
        ]
        for path, text in writers:
            try:
                if path is not None:
                    write_text(path, text())
            except InputError as error:
                failures.append(error)
    if options.certificate is not None:
        from solvers.certify import provable, write_certificate

        refuted = options.max_cycles if options.cycles is None else options.cycles
        try:
            if provable(answer, refuted):
                write_certificate(answer, refuted, options.certificate)
            else:
                print(f"{PROG}: no certificate: nothing was proven by a search", file=sys.stderr)
        except InputError as error:
            failures.append(error)
    return failures


main = guarded(run, PROG)

if __name__ == "__main__":
    sys.exit(main())
