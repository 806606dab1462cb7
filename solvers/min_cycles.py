"""`python -m solvers.min_cycles DFG ARCH`: the fewest cycles of a mapping, with a proof."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from models.process.command import EXIT, concluded, discard, guarded, show
from models.process.signals import Signals, attempted
from solvers.questions.min_cycles.options import PROG, parser, question_of

if TYPE_CHECKING:
    from models.data.mapping import Mapping
    from models.data.problem import Problem
    from models.errors import InputError
    from models.process.events import Event, Observer
    from solvers.questions.min_cycles.explain import Explanation
    from solvers.search.answer import Answer, Question

EXPLAIN_SECONDS = 60.0
"""How long an explanation is made smaller when there is no time limit."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Answer one question; return the exit code. Raises `InputError`."""
    begun = time.perf_counter()
    options = parser().parse_args(arguments)
    with scratch(options) as proof_dir:
        return _answer(options, proof_dir, begun)


@contextmanager
def scratch(options: argparse.Namespace) -> Iterator[str | None]:
    """Yield where proofs are written: proofs that only confirm are not kept."""
    if options.certificate is not None or not options.certify:
        yield options.certificate
        return
    import tempfile

    with tempfile.TemporaryDirectory(prefix="xyzmap-") as folder:
        yield folder


def _answer(options: argparse.Namespace, proof_dir: str | None, begun: float) -> int:
    from models.process.signals import Stop
    from solvers.search.cycles import Search

    running: Search | None = None
    explanation: Explanation | None = None
    deadline = None if options.time_limit is None else begun + options.time_limit
    with Signals(deadline) as signals:
        try:
            with _progress(options) as observer:
                running = Search(question_of(options, proof_dir), observer)
                answer = running.run()
        except Stop as stop:
            if running is None:
                raise Stop(f"{stop} before the search began") from None
            answer = running.answer
            answer.stopped = answer.stopped or str(stop)
        answer.seconds["whole"] = time.perf_counter() - begun
        _warn_of_rounding(answer)
        if options.certify and answer.word_of is not None:
            note = f"there is no proof; this is {answer.word_of}'s word"
            print(f"{PROG}: note: {note}", file=sys.stderr)
        # Files first: neither a long explanation nor a reader such as `head` must cost them.
        failures = _write(answer, options)
        if options.explain and running.question.refutable and signals.reason is None:
            until = time.perf_counter() + EXPLAIN_SECONDS if deadline is None else deadline
            with suppress(Stop), Signals(until):
                left = until - time.perf_counter()
                explanation = explained(running.question, answer, options.cycles, left)
        if explanation is not None and not failures:
            failures = _write_report(answer, options, explanation)
    with suppress(BrokenPipeError):
        _print(answer, explanation, options)
        print(end="", flush=True)
    return concluded(PROG, failures, EXIT[answer.status])


def _warn_of_rounding(answer: Answer) -> None:
    from models.semantics.algebraic_laws import rounded

    mapping = answer.mapping
    if mapping is not None and any(issue.performs for issue in mapping.issues):
        what = rounded(answer.problem.dfg)
        if what is not None:
            line = f"{PROG}: note: {what}: another order of operations rounds differently"
            print(line, file=sys.stderr)


@contextmanager
def _progress(options: argparse.Namespace) -> Iterator[Observer | None]:
    """Show progress unless told not to; a stderr that cannot be written ends no search."""
    if options.quiet or sys.stderr is None:
        yield None
        return
    from views.progress import Progress

    progress = Progress()

    def observe(event: Event) -> None:
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


def explained(
    question: Question, answer: Answer, asked: int | None, time_limit: float | None
) -> Explanation | None:
    """Return why one cycle less than the bound, or what was `asked`, is impossible.

    None where it is not, or no explanation was found within `time_limit` seconds.
    """
    from solvers.questions.min_cycles.explain import explain

    refuted = answer.lower_bound - 1 if asked is None else asked
    if (answer.cycles is not None and refuted >= answer.cycles) or refuted < 1:
        return None
    return explain(question.problem, refuted, question.options, time_limit)


def _print(answer: Answer, explanation: Explanation | None, options: argparse.Namespace) -> None:
    from solvers.questions.min_cycles.report import as_json, headline

    if options.json:
        show(as_json(answer, options, explanation))
        return
    show(headline(answer, options.cycles, options.max_cycles))
    if answer.stopped:
        show(f"stopped: {answer.stopped}")
    for failure in answer.failures:
        show(f"lost: {failure}")
    if answer.found_by is not None:
        print(f"mapping found by: {answer.found_by}")
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

        show(mapping_text(problem, mapping).removesuffix("\n"))


def _print_explanation(answer: Answer, explanation: Explanation | None) -> None:
    if explanation is None:
        if answer.status == "infeasible" and answer.bounds:
            print("no explanation was found in time, or there are too many orders to explain")
        return
    if not explanation.limits:
        print(f"with {explanation.horizon} cycles, {explanation.lines()[0]}")
        return
    how = "a minimal set" if explanation.minimal else "a set, not shown to be minimal,"
    print(f"with {explanation.horizon} cycles, {how} of limits that cannot all hold:")
    for line in explanation.lines():
        show(f"  {line}")


def _write(answer: Answer, options: argparse.Namespace) -> list[InputError]:
    """Write the files asked for; return the failures after trying all of them."""
    from models.formats.mapping_json import mapping_to_json
    from models.formats.text_files import write_text
    from views.pictures import write_picture
    from views.svg import mapping_svg

    file, picture, mapping = options.mapping, options.picture, answer.mapping
    saves: list[tuple[object, Callable[[], object]]] = []
    if mapping is not None:
        saves += [(file, lambda: write_text(file, mapping_to_json(mapping)))]
    saves += [(options.certificate, lambda: _certify(answer, options))]
    if mapping is not None:
        saves += [(picture, lambda: write_picture(picture, mapping_svg(answer.problem, mapping)))]
    return attempted(saves) + _write_report(answer, options, None)


def _certify(answer: Answer, options: argparse.Namespace) -> None:
    from pathlib import Path

    from solvers.certificates.cycles import provable, remove_unused, write_certificate

    refuted = options.max_cycles if options.cycles is None else options.cycles
    if not provable(answer, refuted):
        remove_unused(Path(options.certificate), ())
        print(f"{PROG}: no certificate: {_nothing_to_certify(answer)}", file=sys.stderr)
        return
    write_certificate(answer, refuted, options.certificate)
    if answer.certified < answer.lower_bound:
        claims = f"the certificate shows at least {answer.certified} cycles only"
        print(f"{PROG}: note: {claims}, for want of a proof", file=sys.stderr)


def _write_report(
    answer: Answer, options: argparse.Namespace, explanation: Explanation | None
) -> list[InputError]:
    """Write the HTML report, and once more when there is an explanation; return failures."""

    def write() -> None:
        from models.formats.text_files import write_text
        from solvers.questions.verdicts import cycles_verdict
        from views.html.page import report_html

        verdict = cycles_verdict(answer, options.cycles, options.max_cycles, explanation)
        write_text(options.html, report_html(answer.problem, answer.mapping, verdict))

    return attempted([(options.html, write)])


def _nothing_to_certify(answer: Answer) -> str:
    if answer.word_of is not None:
        return f"it rests on the word of {answer.word_of}; add --certify"
    if answer.status == "infeasible":
        return "the refutation left no proof that lists all orders"
    return "there is neither a mapping nor a refuted question"


main = guarded(run, PROG)

if __name__ == "__main__":
    sys.exit(main())
