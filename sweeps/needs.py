"""Whether the packages of jobs are installed on this machine."""

from __future__ import annotations

from collections.abc import Iterable

from models.errors import InputError
from shell.options import Options
from shell.parser import Command, Input, parser_of
from solvers.questions.job import Job
from sweeps.questions import kind_of

WORDS = Input("words", "WORD", "all that is no option", many=True, optional=True)


def require_packages(jobs: Iterable[Job]) -> None:
    """Raise `InputError` for the first job that needs a package that is not installed here."""
    asked: set[tuple[str, str]] = set()
    for job in jobs:
        key = job.question, repr(job.options)
        if key not in asked:
            asked.add(key)
            options = _options(job)
            if options is not None:
                try:
                    options.require_packages()
                except InputError as error:
                    raise error.inside(job.label) from None


def _options(job: Job) -> Options | None:
    """The options of a job; None if the command refuses them, as its result will report."""
    kind = kind_of(job.question)
    parser = parser_of(Command(job.question, "", (WORDS,), kind.options))
    parser.raises = True
    out = ("--out", "samples") if kind.lines else ()
    try:
        given = vars(parser.parse_args([*job.words, *out]))
        del given[WORDS.name]
        return kind.options(**given)
    except InputError:
        return None
