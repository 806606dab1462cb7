"""From the compiler's document to an answer that satisfies its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ecosystems.neura.answer import NeuraAnswer
from ecosystems.neura.apart import able_apart
from ecosystems.neura.check import faults
from ecosystems.neura.descent import FILES, Descent, descended, least_interval
from ecosystems.neura.document import Document, read_document
from ecosystems.neura.execute import difference
from ecosystems.neura.model import problem_of, roomy
from ecosystems.neura.neura_options import NeuraOptions
from ecosystems.neura.routes import written_of
from ecosystems.neura.timing import TIMINGS, Timing
from ecosystems.neura.written import Written
from models.data.certificate import RegisterFiles
from models.data.mapping import Mapping as Found
from models.data.problem import Problem
from models.errors import InputError
from models.formats.text_files import read_bytes, stem
from shell.budget import Budget, Stopwatch
from shell.command import USAGE
from shell.events import Observer
from solvers.certificates.cycles import prepare
from solvers.certificates.folder_lock import working
from solvers.search.heuristics_first import OTHER
from solvers.search.interval_answer import IntervalQuestion, Start
from solvers.search.intervals import IntervalSearch
from solvers.tasks.solver_options import SolverOptions

TRIES, PART = 3, 0.4
"""Number of retries where a mapping breaks a rule outside the model, and their part of the time."""


@dataclass(frozen=True)
class Asked:
    """A document, and the question to xyzmap."""

    document: Document
    name: str
    problem: Problem
    most: int
    timing: Timing

    def written(self, mapping: Found) -> tuple[Written | None, str | None]:
        """Return a mapping in the compiler's terms, or the reason why it is wrong."""
        made = written_of(self.document, mapping, self.timing)
        wrong = next(iter(faults(self.document, made, self.timing)), None)
        wrong = wrong or difference(self.document, made, self.timing)
        return (made, None) if wrong is None else (None, wrong)

    def accepts(self, mapping: Found) -> bool:
        """Return whether a mapping satisfies the compiler's rules."""
        return self.written(mapping)[1] is None


def read(inputs: Mapping[str, Any], options: NeuraOptions) -> Asked:
    """Return the question of a document. Raises `InputError`."""
    path: str = inputs["document"]
    document = read_document(read_bytes(path), path)
    try:
        problem = problem_of(document, stem(path), options.timing)
    except InputError as error:
        raise error.inside(path) from None
    if options.certificate is not None:
        prepare(options.certificate)
    most = document.arch.ctrl_mem_items
    most = min(options.max_ii or most, most)
    if options.min_ii > most:
        raise InputError(f"--min-ii {options.min_ii} is larger than the largest II, {most}")
    return Asked(document, stem(path), problem, most, TIMINGS[options.timing])


def solve(asked: Asked, options: NeuraOptions, observer: Observer, budget: Budget) -> NeuraAnswer:
    """Return the smallest interval found, checked and executed in the compiler's terms."""
    folder = options.certificate
    engine = SolverOptions(
        seed=options.seed,
        memory_limit=options.memory_limit,
        proof_dir=None if folder is None else working(folder),
    )
    answer = _answered(asked, engine, options.min_ii, observer, budget)
    answer.written, wrong = _written(asked, answer)
    for n in range(TRIES):
        if wrong is None or answer.stopped or budget.over():
            break
        other = replace(engine, seed=engine.seed + (n + 1) * OTHER)
        answer = _apart(asked, options, answer, other, observer, budget)
        answer.written, wrong = _written(asked, answer)
    answer = _bounded(asked, options, answer, engine, observer, budget)
    answer.written, wrong = _written(asked, answer)
    if wrong is not None:
        answer.notes.append(f"the compiler's rules do not allow the mapping found: {wrong}")
        answer.exit_code = USAGE
    return answer


def _answered(
    asked: Asked,
    engine: SolverOptions,
    least: int,
    observer: Observer,
    budget: Budget,
    *,
    first: bool = False,
) -> NeuraAnswer:
    """Return the answer from the interval `least` on: by heuristics, then by the search.

    With `first`, the search ends with any mapping.
    """
    begun = Stopwatch()
    bound = least_interval(asked.problem, least, asked.most)
    descent = descended(asked.problem, bound, asked.most, engine, budget, asked.accepts)
    spent = begun.seconds
    answer = _searched(asked, engine, least, observer, budget, descent, first=first)
    answer.seconds["descent"] = spent
    return answer


def _apart(
    asked: Asked,
    options: NeuraOptions,
    answer: NeuraAnswer,
    engine: SolverOptions,
    observer: Observer,
    budget: Budget,
) -> NeuraAnswer:
    """Return another answer, with tiles for long operations only, or the given answer."""
    able = able_apart(asked.document)
    if able is None:
        return answer
    problem = problem_of(asked.document, asked.name, options.timing, able)
    inner, least = replace(asked, problem=problem), answer.found.contexts or options.min_ii
    other = _answered(inner, engine, least, observer, budget.part(PART), first=True).found
    if other.contexts is None or other.mapping is None:
        return answer
    start = Descent(Start(other.contexts, other.mapping), other.found_by, other.stopped)
    return _searched(asked, engine, other.contexts, observer, budget, start)


def _bounded(
    asked: Asked,
    options: NeuraOptions,
    answer: NeuraAnswer,
    engine: SolverOptions,
    observer: Observer,
    budget: Budget,
) -> NeuraAnswer:
    """Return the answer with a bound for all that the compiler allows, in tiles with more room.

    A mapping in them counts where the compiler's rules, which know the registers, allow it.
    """
    found, inner = answer.found, replace(asked, problem=roomy(asked.document, asked.problem))
    if least_interval(inner.problem, options.min_ii, asked.most) >= found.lower or found.stopped:
        return answer
    allowed = None if answer.written is None else found.mapping
    start = None if allowed is None else Start(found.contexts or asked.most, allowed)
    descent = Descent(start, found.found_by)
    wide = _searched(inner, engine, options.min_ii, observer, budget, descent, files="counted")
    if wide.found.mapping is not None and not asked.accepts(wide.found.mapping):
        wide.found.mapping, wide.found.contexts = found.mapping, found.contexts
        wide.found.found_by = found.found_by
        wide.found.status = "unknown" if found.mapping is None else "feasible"
    return wide


def _searched(
    asked: Asked,
    engine: SolverOptions,
    least: int,
    observer: Observer,
    budget: Budget,
    descent: Descent,
    *,
    first: bool = False,
    files: RegisterFiles = FILES,
) -> NeuraAnswer:
    """Return the answer of the search, which begins with the mapping of heuristics."""
    question = IntervalQuestion(
        asked.problem,
        engine,
        asked.most,
        least,
        first=first,
        start=descent.start,
        register_files=files,
    )
    left = budget if descent.stopped is None else Budget(0.0)
    search = IntervalSearch(question, left, observer)
    answer = NeuraAnswer(asked.document, asked.name, search.answer)
    search.run()
    found = answer.found
    if descent.start is not None and found.mapping is descent.start.mapping:
        found.found_by = descent.by
    if descent.stopped is not None:
        found.stopped = descent.stopped
    answer.notes += found.notes
    return answer


def _written(asked: Asked, answer: NeuraAnswer) -> tuple[Written | None, str | None]:
    """Return the answer in the compiler's terms, or the reason why it is wrong."""
    mapping = answer.found.mapping
    return (None, None) if mapping is None else asked.written(mapping)
