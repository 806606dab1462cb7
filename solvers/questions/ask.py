"""The way to ask a question, shared by the command line and the library."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar, cast

from models.errors import InputError
from models.formats.text_files import kept, make_folder, require_place
from models.notes import noted
from shell.budget import Budget, Stop, Stopwatch
from shell.events import Observer
from shell.options import Options
from shell.outputs import attempted
from shell.parser import Command
from shell.places import inputs_of, outputs_of, require_apart
from shell.signals import Signals

if TYPE_CHECKING:
    from models.data.mapping import Mapping as Mapped
    from models.data.problem import Problem

Save = tuple[str | tuple[str, ...] | None, Callable[[str], object]]
"""A path, several, or None if no file is wanted, and the function that writes there."""


class Answered(Protocol):
    """The members of every answer, at any moment of its search.

    `certificate` is the folder of the written certificate, if any. `notes` are lines for the user
    beside the answer, such as the reason for a missing certificate.
    """

    status: str
    seconds: dict[str, float]
    stopped: str | None
    certificate: str | None
    notes: list[str]


@dataclass
class Done:
    """An answer without a proof: something was measured, written or shown."""

    exit_code: int = 0
    status: str = "done"
    seconds: dict[str, float] = field(default_factory=dict)
    stopped: str | None = None
    certificate: str | None = None
    notes: list[str] = field(default_factory=list)


Chosen = TypeVar("Chosen", contravariant=True)
"""Options of a question."""
P = TypeVar("P")
"""The typed problem."""
A = TypeVar("A")
"""The answer, with the members of `Answered`."""
Found = TypeVar("Found", covariant=True)
"""An answer, as returned by a solver."""
Told = TypeVar("Told", contravariant=True)
"""An answer, as passed to a report."""


class Solver(Protocol[Chosen, P, Found]):
    """The module `solve` of a question."""

    def read(self, inputs: Mapping[str, Any], options: Chosen) -> P:
        """Return the typed problem. Raises `InputError`."""

    def solve(self, problem: P, options: Chosen, observer: Observer, budget: Budget) -> Found:
        """Return the answer, also when a signal or the end of `budget` ends the search.

        Raises `InputError` and `InfeasibleError`, and `Stop` where there is no answer yet.
        """


class AnySearch(Protocol):
    """A search whose answer is valid whenever it is looked at."""

    answer: Any

    def run(self) -> object:
        """Search until the end, or until it is stopped."""


def answer_of(search: AnySearch) -> Any:
    """Run a search to its end, or until a signal or the time limit; return its answer."""
    try:
        search.run()
    except Stop as stop:
        search.answer.stopped = str(stop)
    return search.answer


class Summary(NamedTuple):
    """The common parts of answers: a value, a bound on it, its reason, and any mapping."""

    value: float | None
    lower_bound: float | None
    reason: str
    mapped: tuple[Problem, Mapped] | None = None


class Reporter(Protocol[Told, Chosen]):
    """The module `report` of a question.

    It may also have `extend(answer, options, observer, budget)`, which makes slow additions once
    all files are written, and returns the files to write then; it raises `InputError` and `Stop`.
    If it cannot begin or end, `give_up(answer, options, why)` is called, if it exists; `why` is
    None if a file could not be written. At last, `tell(answer, options)` prints more than `words`.
    With `--json` it has `record`; questions of the library have a `LibraryReporter`.
    """

    def saves(self, answer: Told, options: Chosen) -> Iterable[Save]:
        """Return the files that the options ask for."""

    def words(self, answer: Told, options: Chosen) -> str:
        """Return the answer as lines of text."""


class LibraryReporter(Reporter[Told, Chosen], Protocol):
    """The module `report` of a question that the library asks."""

    def record(self, answer: Told, options: Chosen) -> str:
        """Return the answer as JSON text."""

    def summary(self, answer: Told, options: Chosen) -> Summary:
        """Return the common parts of all answers."""

    def page(self, answer: Told, options: Chosen) -> str:
        """Return the HTML report."""


class Flow(NamedTuple, Generic[Chosen, P, A]):
    """The modules of a question: from inputs to an answer, from an answer to words and files."""

    solve: Solver[Chosen, P, A]
    report: Reporter[A, Chosen]


@dataclass(frozen=True)
class Question(Command):
    """A question: `name` as in `python -m solvers.NAME`.

    `flow` imports its modules `solve` and `report`; None for a command that answers by itself.
    Its option `time_limit` is for all of it where it is `limited`, else for each of its parts. With
    `timed`, lines of progress begin with the time.
    """

    flow: Callable[[], Flow[Any, Any, Any]] | None = None
    limited: bool = True
    timed: bool = False

    def modules(self) -> Flow[Any, Any, Any]:
        """Import the modules that solve and report it."""
        assert self.flow is not None, f"{self.name} has no answer"
        return self.flow()


@dataclass(frozen=True)
class Asked:
    """An answer, and the errors for files that could not be written."""

    answer: Any
    failures: list[InputError]


def ask(question: Question, inputs: Mapping[str, Any], options: Any, observer: Observer) -> Asked:
    """Answer a question and write its files, within `options.time_limit` from now.

    Raises `InputError` for unusable inputs and options, and `Stop` if a signal or the limit comes
    before the search begins.
    """
    watch = Stopwatch()
    limit: float | None = getattr(options, "time_limit", None) if question.limited else None
    budget = Budget.of(limit)
    options.require_packages()
    read = [place.path for place in inputs_of(inputs, options)]
    with places(inputs, options), kept(read), Signals(budget):
        try:
            solver, report = question.modules()
            budget.check()
            with noted() as notes:
                problem = solver.read(inputs, options)
                budget.check()
                Signals.searching = True
                answer: Answered = solver.solve(problem, options, observer, budget)
        except Stop as stop:
            raise Stop(f"{stop} before the search began") from None
        Signals.answered = True
        answer.notes[:0] = notes
        answer.seconds["whole"] = watch.seconds
        failures = write_all(report.saves(answer, options))
        extend = getattr(report, "extend", None)
        give_up = getattr(report, "give_up", lambda answer, options, why: None)
        if extend is None:
            return Asked(answer, failures)
        if failures or budget.over():
            give_up(answer, options, budget.why)
            return Asked(answer, failures)
        try:
            failures = write_all(extend(answer, options, observer, budget))
        except InputError as failure:
            failures = [failure]
            give_up(answer, options, None)
        except Stop as stop:
            give_up(answer, options, str(stop))
    return Asked(answer, failures)


def recorded(question: Question, answer: Answered, options: Any) -> dict[str, Any]:
    """Return the record of an answer, with its notes."""
    report = cast(LibraryReporter[Any, Any], question.modules().report)
    record: dict[str, Any] = json.loads(report.record(answer, options))
    return record | {"notes": [*record.get("notes", ()), *answer.notes]}


def write_all(saves: Iterable[Save]) -> list[InputError]:
    """Write all files; return the failures after trying all."""
    wanted = [
        (path, write)
        for paths, write in saves
        for path in ((paths,) if isinstance(paths, str) else paths or ())
    ]
    return attempted((path, partial(write, path)) for path, write in wanted)


@contextmanager
def places(inputs: Mapping[str, object], options: Options) -> Iterator[None]:
    """Require the places of outputs; where input is refused then, no folder made for it stays."""
    new = [place.path for place in outputs_of(options) if not os.path.lexists(place.path)]
    try:
        require_places(inputs, options)
        yield
    except InputError:
        for path in new:
            with suppress(OSError):
                os.rmdir(path)
        raise


def require_places(inputs: Mapping[str, object], options: Options) -> None:
    """Raise `InputError` before long work if an output cannot be written, or is an input."""
    written = outputs_of(options)
    require_apart(inputs_of(inputs, options), written)
    for place in written:
        if place.role == "picture":
            from views.pictures import require_picture

            require_picture(place.path)
        elif place.role == "plot":
            from views.plots import require_plot

            require_plot(place.path)
        elif place.role == "output file":
            require_place(place.path)
        else:
            make_folder(place.path)
