"""Commands: a question, asked with the words of a command line."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from models.process.command import EXIT, concluded, discard, guarded, say, show, typed
from models.process.events import Event, Line, Observer
from models.process.parser import parser, read
from solvers.questions.ask import Question, ask, require_places

Main = Callable[..., int]
Run = Callable[[Mapping[str, Any], Any], int]
"""Takes inputs and options; returns the exit code."""


def parser_of(question: Question, prog: str | None = None) -> argparse.ArgumentParser:
    """Return the parser of a question."""
    name = prog or question.name.replace("_", "-")
    return parser(name, question.about, question.inputs, question.options, question.codes)


def command(question: Question, run: Run | None = None) -> Main:
    """Return the `main` of a command: it takes words, None for those of the process, and returns
    the exit code.

    `run` is for a command without an answer that has a status; files are judged before it begins.
    """

    def main(arguments: Sequence[str] | None = None) -> int:
        prog = typed(question.name.replace("_", "-"), arguments)

        def answered(words: Sequence[str] | None) -> int:
            found = parser_of(question, prog).parse_args(words)
            inputs, options = read(found, question.inputs, question.options)
            if run is None:
                return _answer(question, prog, inputs, options)
            require_places(options)
            return run(inputs, options)

        return guarded(answered, prog)(arguments)

    return main


def _answer(question: Question, prog: str, inputs: Mapping[str, Any], options: Any) -> int:
    with observing(quiet=getattr(options, "quiet", True), timed=question.timed) as observer:
        asked = ask(question, inputs, options, observer)
    answer, report = asked.answer, question.reporter()
    for note in answer.notes:
        say(f"{prog}: {note}")
    with suppress(BrokenPipeError):
        if getattr(options, "json", False) is True:
            show(report.record(answer, options))
        elif tell := getattr(report, "tell", None):
            tell(answer, options)
        elif words := report.words(answer, options):
            show(words)
    code = getattr(answer, "exit_code", None)
    return concluded(prog, asked.failures, EXIT[answer.status] if code is None else code)


@contextmanager
def observing(*, quiet: bool, timed: bool = False) -> Iterator[Observer]:
    """Yield what shows progress on stderr; a stderr that cannot be written ends no search.

    With `timed`, lines begin with the seconds since now.
    """
    if quiet or sys.stderr is None:
        yield _silent
        return
    from views.progress import Progress

    progress, begun = Progress(), time.perf_counter()

    def observe(event: Event) -> None:
        if timed and isinstance(event, Line):
            event = Line(f"{time.perf_counter() - begun:7.1f} s  {event.text}")
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


def _silent(event: Event) -> None:
    pass
