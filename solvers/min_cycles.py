"""`python -m solvers.min_cycles DFG ARCH`: the fewest cycles of a mapping, with a proof."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from solvers.command import EXIT, Parser, Signals, guarded, positive, seconds

if TYPE_CHECKING:
    from models.errors import InputError
    from models.mapping import Mapping
    from models.problem import Problem
    from solvers.explain import Explanation
    from solvers.search import Answer, Observer, Question

PROG = "min-cycles"

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
    p.add_argument("--cycles", type=positive, metavar="N", help="only decide whether N cycles do")
    p.add_argument("--max-cycles", type=positive, metavar="N", help="try no more than N cycles")
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
    how.add_argument("--workers", type=positive, default=2, metavar="W", help="1 or 2 (default)")
    how.add_argument("--seed", type=int, default=0, metavar="S", help="reorder the clauses")
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
    from solvers.search import Stop, search

    with Signals(Stop, options.time_limit):
        try:
            question = _question(options)
            answer = search(question, _observer(options))
        except Stop as stop:
            print(f"{PROG}: {stop} before the search began", file=sys.stderr)
            return EXIT["unknown"]
    answer.seconds["whole"] = time.perf_counter() - begun
    with Signals(Stop, None):
        explanation = _explain(question, answer, options) if options.explain else None
    # Files first: a reader that closes the pipe, such as `head`, must not cost them.
    failure = _write(answer, options)
    _print(answer, explanation, options)
    if failure is not None:
        raise failure
    return EXIT[answer.status]


def _question(options: argparse.Namespace) -> Question:
    from archs.files import load_architecture
    from models.dfg_files import load_dfg
    from models.errors import InputError, NotSupportedError
    from models.problem import Problem
    from solvers.cnf import Encodings
    from solvers.sat import canonical
    from solvers.search import Question
    from solvers.worker import SatOptions

    dfg = load_dfg(options.dfg, **({"constants": options.constants} if options.constants else {}))
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
    _check_encodings(encodings)
    canonical(options.solver, proof=options.certificate is not None)
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


def _check_encodings(encodings: object) -> None:
    from models.errors import InputError

    try:
        encodings.template(9, 1)  # type: ignore[attr-defined]
        encodings.template(9, 2)  # type: ignore[attr-defined]
    except ValueError as error:
        raise InputError(str(error)) from None


def _observer(options: argparse.Namespace) -> Observer | None:
    if options.quiet:
        return None
    from views.progress import Progress

    return Progress().update


def _explain(question: Question, answer: Answer, options: argparse.Namespace) -> Explanation | None:
    from solvers.explain import explain

    refuted = answer.lower_bound - 1 if options.cycles is None else options.cycles
    if (answer.cycles is not None and refuted >= answer.cycles) or refuted < 1:
        return None
    return explain(question.problem, refuted, question.options, options.time_limit)


def _print(answer: Answer, explanation: Explanation | None, options: argparse.Namespace) -> None:
    from solvers.report import as_json, headline

    if options.json:
        print(as_json(answer, options.cycles, options.seed, explanation))
        return
    print(headline(answer, options.cycles))
    if answer.stopped:
        print(f"stopped: {answer.stopped}")
    if answer.mapping is not None:
        _print_table(answer.problem, answer.mapping)
    if options.explain:
        _print_explanation(answer, explanation)


def _print_table(problem: Problem, mapping: Mapping) -> None:
    print()
    if sys.stdout.isatty():
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


def _write(answer: Answer, options: argparse.Namespace) -> InputError | None:
    """Write the files asked for; return the first failure after trying all of them."""
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
    if options.certificate is not None and answer.status != "unknown":
        from solvers.certify import write_certificate

        try:
            write_certificate(answer, options.cycles, options.certificate)
        except InputError as error:
            failures.append(error)
    return failures[0] if failures else None


main = guarded(run, PROG)

if __name__ == "__main__":
    sys.exit(main())
