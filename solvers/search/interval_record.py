"""Known results on IIs: moves the bounds of an answer, and tells of them."""

from __future__ import annotations

import msgspec

from models.counting.stays import stay_note
from models.data.certificate import Addressed, Stays
from models.data.mapping import Mapping
from models.data.problem import Problem, counted_contexts
from models.errors import InputError
from models.text import n_cycles
from shell.budget import Stopwatch
from shell.events import BoundsMoved, Observer, lines_to
from solvers.backends.registry import chosen
from solvers.backends.sat import SECOND_SOLVER
from solvers.search.interval_answer import ARITHMETIC, IntervalQuestion, MinIi, Tried
from solvers.search.record import shortened
from solvers.tasks.mappings import addressed, fits, judge


def is_word(by: str) -> bool:
    """Whether a refutation is the word of a solver that could not give a proof of it."""
    if by == ARITHMETIC:
        return False
    try:
        can = chosen(by).backend.can
    except InputError:  # a relaxation
        return False
    return "proof" not in can and by != SECOND_SOLVER


class IntervalRecord:
    """The `answer` to a question, which is valid at any moment.

    The `problem` of the question has its kind of register files. A question is `hopeless` if
    arithmetic refutes every II.
    """

    def __init__(self, question: IntervalQuestion, observer: Observer | None = None) -> None:
        self.question = question
        files = addressed(question.register_files)
        self.problem: Problem = msgspec.structs.replace(question.problem, files=files)
        self.answer = MinIi(self.problem, pins=question.options.pins, start=question.start)
        self.answer.register_files = question.register_files
        self.hopeless = False
        self.watch = Stopwatch()
        self._observe = observer or (lambda event: None)
        self.tell = lines_to(self._observe)

    @property
    def start(self) -> int:
        """The smallest II to try."""
        return max(self.answer.lower, self.question.least)

    @property
    def last(self) -> int:
        """The largest II of use."""
        answer = self.answer
        return answer.most if answer.contexts is None else answer.contexts - 1

    def is_known(self, contexts: int) -> bool:
        """Return whether an II needs no further try."""
        found = self.answer.contexts
        return found is not None and (self.question.first or found <= contexts)

    def is_settled(self, contexts: int) -> bool:
        """Return whether an II needs no further try, or is refuted."""
        tried = self.answer.tried.get(contexts)
        return self.is_known(contexts) or (tried is not None and tried.outcome == "refuted")

    def found(self, mapping: Mapping, by: str, seconds: float) -> bool:
        """Judge and take a mapping, found by `by` in so many seconds.

        Returns whether its values have addresses; without them only the II is noted. Raises
        `SolverFaultError` for an illegal mapping.
        """
        answer, contexts, pins = self.answer, mapping.contexts, self.question.options.pins
        assert contexts is not None
        problem = self.problem.at(contexts)
        judge(problem, mapping, pins)
        # Solvers leave cycles idle that count in a schedule all the same.
        mapping, given = shortened(problem, mapping, pins), mapping
        if not fits(problem, mapping):
            mapping = given
            if not fits(problem, mapping):
                answer.counted.add(contexts)
                return False
        if self.is_known(contexts):
            return True
        # A signal may come at any moment: an II is set together with its mapping.
        answer.mapping, answer.found_by = mapping, by
        answer.contexts, answer.status = contexts, "feasible"
        reason = f"a schedule of {n_cycles(mapping.horizon)}"
        self.note(Tried(contexts, "mapped", reason, mapping.horizon, seconds, by))
        return True

    def note(self, tried: Tried, *, tell: bool = True) -> None:
        """Take the result for one II, and move the lower bound."""
        answer = self.answer
        tried.at = self.watch.seconds
        answer.tried[tried.contexts] = tried
        counts = tried.by == ARITHMETIC and not isinstance(tried.fact, Stays | Addressed)
        if tried.outcome == "refuted" and counts and tried.contexts >= answer.lower:
            # Counted resources grow scarcer with fewer contexts.
            answer.lower = tried.contexts
        if tried.outcome == "refuted" and is_word(tried.by) and answer.word_of is None:
            answer.word_of = tried.by
        while (known := answer.tried.get(answer.lower)) is not None and known.outcome == "refuted":
            answer.lower += 1
            answer.lower_reason = f"with {counted_contexts(known.contexts)}, {known.reason}"
        if not tell:
            return
        by = f" by {tried.by}" if tried.outcome == "mapped" else ""
        self.tell(f"II {tried.contexts}: {tried.outcome}{by}: {tried.reason}")
        self._observe(BoundsMoved(answer.lower, answer.contexts, answer.lower_reason))

    def conclude(self) -> None:
        """Set the status of the answer, at the end."""
        answer = self.answer
        answer.seconds["total"] = self.watch.seconds
        found = answer.contexts
        smaller = sorted(n for n in answer.counted if found is None or n < found)
        if smaller:
            what = (
                f"note: II {smaller[0]} has a mapping for counted registers, without all addresses"
            )
            answer.notes.append(f"{what}; --register-files counted gives that mapping")
        if answer.contexts is not None and answer.mapping is not None:
            answer.status = "optimal" if answer.lower >= answer.contexts else "feasible"
        elif answer.lower > answer.most and (self.hopeless or self.question.most is not None):
            answer.status = "infeasible"
        elif (line := stay_note(self.problem, answer.lower)) is not None:
            answer.notes.append(f"note: {line}")
