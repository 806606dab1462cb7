"""Questions of the commands, asked by the library: from keywords to answers."""

from __future__ import annotations

import html
import inspect
import io
import os
import platform
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar, cast

from models.errors import InputError
from shell.budget import Stop
from shell.command import EXIT
from shell.events import Observer
from shell.options import Options, from_keywords, options_of
from shell.signals import Signals
from solvers.certificates.folder_lock import released
from solvers.questions.ask import LibraryReporter, Question, ask, recorded
from solvers.questions.job import COLUMNS, in_words
from solvers.search.answer import Status
from views.progress import Progress
from xyzmap.inputs import Tell
from xyzmap.mapped import Mapped, Row, Rows, written

LIMITS = ("time_limit", "memory_limit")


@dataclass(frozen=True, repr=False, eq=False)
class Answer:
    """An answer, and how much of it is proven.

    `status`: optimal, feasible, infeasible or unknown. `value` is the minimised number: cycles, an
    interval, a sum of intervals, moves; None without a mapping. No answer is below `lower_bound`,
    and `reason` says why. `stopped` is the reason for an early end of the search, if any. `record`
    is the output of the command with `--json`; `str()` is its output without, then the notes.
    `certificate` is the directory that `verify` re-checks, None where none was written; `report`
    makes the page of `html`, and `options` are those of the question. A notebook shows the answer
    with its picture.
    """

    question: str
    status: Status
    value: float | None
    lower_bound: float | None
    reason: str
    mapping: Mapped | None
    record: Row
    words: str
    stopped: str | None = None
    certificate: str | None = None
    report: Callable[[], str] | None = field(default=None, compare=False)
    options: Options | None = None

    @property
    def seconds(self) -> dict[str, float]:
        """Seconds of wall time by phase, `whole` among them."""
        return dict(self.record["seconds"])

    @property
    def notes(self) -> tuple[str, ...]:
        """Lines on what was assumed, such as the options that a preset got for the graph."""
        return tuple(self.record.get("notes", ()))

    def rows(self) -> Rows:
        """Return the answer as a row of plain values, for data frames: `DataFrame(answer.rows())`.

        Its columns are those of the exports of sweeps, then `method`, `seed`, `reason` and
        `stopped`. `architecture` is the array as it was used, with what a preset got for the graph;
        `options` are those that differ from their defaults. Unknown values are None, such as
        `command`, `verified` and `megabytes`.
        """
        record, asked = self.record, self.options
        kernels = [kernel.get("dfg", "") for kernel in record.get("kernels", ())]
        found = {
            "question": self.question,
            "input": record.get("dfg") or record.get("program") or "+".join(kernels) or None,
            "architecture": record.get("architecture"),
            "options": in_words(_chosen(asked)),
            "status": self.status,
            "value": self.value,
            "bound": self.lower_bound,
            "seconds": self.seconds.get("whole"),
            "exit_code": EXIT.get(self.status),
            "host": platform.node(),
            "method": record.get("method") or "+".join(record.get("solvers", ())) or None,
            "reason": self.reason,
            "stopped": self.stopped,
        }
        limits = {name: getattr(asked, name, None) for name in (*LIMITS, "seed")}
        return Rows([dict.fromkeys(COLUMNS) | found | limits])

    def svg(self, file: str | os.PathLike[str] | None = None) -> str:
        """Return the picture; write it, too, where a file is named.

        Raises `InputError` for an answer without a picture.
        """
        return self._found().svg(file)

    def html(self, file: str | os.PathLike[str] | None = None) -> str:
        """Return the interactive report, with the proof, as one HTML page; write it, too."""
        assert self.report is not None
        return written(self.report(), file)

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write the mapping. Raises `InputError` where there is none."""
        self._found().save(file)

    def _found(self) -> Mapped:
        if self.mapping is None:
            raise InputError(f"there is no mapping: {self.words.splitlines()[0]}")
        return self.mapping

    def __str__(self) -> str:
        return "\n".join((self.words, *self.notes))

    def __repr__(self) -> str:
        return f"Answer({self.question}: {self.status}, {self.value})"

    def _repr_html_(self) -> str:
        try:
            picture = self.svg()
        except InputError:
            picture = ""
        return f"<pre>{html.escape(str(self))}</pre>{picture}"


@dataclass(frozen=True)
class Verified:
    """The result of re-checking a certificate.

    `outcome`: verified, rejected, or unknown if the time was up; `line` names the verified claim,
    or the reason for a failure, and `checks` the checks made. It is true if the claim holds.
    """

    outcome: str
    line: str
    checks: tuple[str, ...]

    def __bool__(self) -> bool:
        return self.outcome == "verified"


Function = TypeVar("Function", bound=Callable[..., object])


def asked(
    question: Question,
    inputs: Mapping[str, object],
    options: Options | None,
    keywords: Mapping[str, object],
    tell: Tell | None,
) -> tuple[Any, Any]:
    """Return the options of a question, and its answer.

    Either `options` or keywords are given. `tell` takes lines of progress. Raises `InputError` for
    unusable inputs and unwritable files, `TimeoutError` if the time is up before the search begins,
    and `KeyboardInterrupt` if it is interrupted before, or again in a loop of questions. SIGTERM
    and SIGHUP end the question, and then do what they did before.
    """
    if options is not None and keywords:
        raise InputError("options come as an object or as keywords, not as both")
    chosen = from_keywords(question.options, keywords) if options is None else options
    if not isinstance(chosen, question.options):
        needed = question.options.__name__
        raise InputError(f"expected {needed}, not {type(chosen).__name__}")
    folder = getattr(chosen, "certificate", None)
    with Signals(lent=True), released(folder), stopping(), telling(tell) as observer:
        found = ask(question, inputs, chosen, observer)
    for failure in found.failures:
        raise failure
    return chosen, found.answer


def told(question: Question, answer: Any, options: Options) -> dict[str, Any]:
    """Return the keyword arguments of every `Answer`."""
    report = cast("LibraryReporter[Any, Any]", question.modules().report)
    value, bound, reason, mapped = report.summary(answer, options)
    return {
        "question": question.name,
        "status": answer.status,
        "value": value,
        "lower_bound": bound,
        "reason": reason,
        "mapping": None if mapped is None else Mapped(*mapped),
        "record": recorded(question, answer, options),
        "words": report.words(answer, options),
        "stopped": answer.stopped,
        "certificate": answer.certificate,
        "report": lambda: report.page(answer, options),
        "options": options,
    }


def _chosen(options: Options | None) -> Iterator[tuple[str, object]]:
    """Yield the options that differ from their defaults by name, limits apart."""
    if options is None:
        return
    known = options_of(type(options))
    for each in fields(options):
        value = getattr(options, each.name)
        if each.name not in LIMITS and value != each.default:
            plain = isinstance(value, (str, int, float, tuple, list))
            yield known[each.name].name, value if plain else type(value).__name__


def with_keywords(options: type[Options]) -> Callable[[Function], Function]:
    """Give a function, in help and completion, a keyword for every option."""

    def decorate(function: Function) -> Function:
        whole = inspect.signature(function)
        own = [p for p in whole.parameters.values() if p.kind is not p.VAR_KEYWORD]
        known = options_of(options)
        own += [
            inspect.Parameter(
                each.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=each.default,
                annotation=each.type,
            )
            for each in fields(options)
            if known[each.name].python
        ]
        signature = whole.replace(parameters=own)
        function.__signature__ = signature  # type: ignore[attr-defined]
        return function

    return decorate


@contextmanager
def stopping() -> Iterator[None]:
    """Turn the end of a search that has no answer yet into exceptions of Python."""
    try:
        yield
    except Stop as stop:
        if str(stop).startswith("time limit"):
            raise TimeoutError(str(stop)) from None
        raise KeyboardInterrupt from None


@contextmanager
def telling(tell: Tell | None) -> Iterator[Observer]:
    """Yield an observer that tells events as lines, no more of them than a command prints."""
    progress = Progress(_Lines(tell or (lambda line: None)))
    try:
        yield progress.update
    finally:
        progress.close()


class _Lines(io.StringIO):
    """A stream that is told line by line."""

    def __init__(self, tell: Tell) -> None:
        super().__init__()
        self._tell, self._begun = tell, ""

    def write(self, text: str) -> int:
        """Take text; tell of every line that is whole."""
        *lines, self._begun = (self._begun + text).split("\n")
        for line in lines:
            self._tell(line)
        return len(text)
