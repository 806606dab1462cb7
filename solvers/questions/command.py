"""Commands: a question, asked with the words of a command line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from shell.budget import Stopwatch
from shell.command import EXIT, concluded, say, show
from shell.events import Event, Line, Observer
from shell.parser import Call, Main
from shell.streams import discard
from solvers.questions.ask import Question, ask, places, recorded

Run = Callable[[Mapping[str, Any], Any], int]
"""Takes inputs and options; returns the exit code."""


def command(question: Question, run: Run | None = None) -> Main:
    """Return the `main` of a command.

    `run` is for a command without an answer that has a status; files are judged before it begins.
    """
    if run is None:
        return Main(question, partial(_answer, question))

    def called(call: Call) -> int:
        with places(call.inputs, call.options):
            return run(call.inputs, call.options)

    return Main(question, called)


def _answer(question: Question, call: Call) -> int:
    options = call.options
    limit = getattr(options, "time_limit", None) if question.limited else None
    quiet = options.quiet
    with observing(quiet=quiet, timed=question.timed, limit=limit) as observer:
        asked = ask(question, call.inputs, options, observer)
    answer, report = asked.answer, question.modules().report
    for note in answer.notes:
        say(f"{call.prog}: {note}")
    with suppress(BrokenPipeError):
        if getattr(options, "json", False) is True:
            show(json.dumps(recorded(question, answer, options), indent=1))
        elif tell := getattr(report, "tell", None):
            tell(answer, options)
        elif words := report.words(answer, options):
            show(words)
    code = getattr(answer, "exit_code", None)
    return concluded(call.prog, asked.failures, EXIT[answer.status] if code is None else code)


@contextmanager
def observing(
    *, quiet: bool, timed: bool = False, limit: float | None = None
) -> Iterator[Observer]:
    """Yield an observer that shows progress on stderr; a failure to write there ends no search.

    With `timed`, lines begin with the seconds since now; `limit` is the time limit in seconds.
    """
    if quiet or sys.stderr is None:
        yield _silent
        return
    from views.progress import Progress

    progress, watch = Progress(limit=limit), Stopwatch()

    def observe(event: Event) -> None:
        if timed and isinstance(event, Line):
            event = Line(f"{watch.seconds:7.1f} s  {event.text}")
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
