"""The search over initiation intervals: the smallest number of contexts that has a mapping."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from models.errors import InfeasibleError
from models.mapping import Mapping
from models.problem import Problem, counted_contexts
from solvers.answer import Question, Status
from solvers.bounds import Arithmetic
from solvers.search import Search, Stop
from solvers.worker import SolverOptions

Observer = Callable[[str], None]

FIRST_SECONDS = 20.0
"""How long an interval is tried before the next larger one; afterwards it is tried again."""

Outcome = Literal["mapped", "refuted", "refuted up to horizon", "open"]


@dataclass
class Tried:
    """What is known of one interval; `horizon` is the longest schedule that was looked at."""

    contexts: int
    outcome: Outcome
    reason: str
    horizon: int | None = None
    seconds: float = 0.0


@dataclass
class MinIi:
    """The smallest interval so far, and the one below which none is possible at any horizon.

    `tried` has the last attempt at each interval.
    """

    problem: Problem
    status: Status = "unknown"
    contexts: int | None = None
    mapping: Mapping | None = None
    lower: int = 1
    lower_reason: str = "an iteration takes a cycle"
    tried: dict[int, Tried] = field(default_factory=dict)
    stopped: str | None = None
    seconds: dict[str, float] = field(default_factory=dict)


class IntervalSearch:
    """One run; `answer` is valid whenever it is looked at.

    `slack` cycles are allowed beyond the shortest schedule that arithmetic does not refute,
    None: twice the interval and two. `most` is the largest interval that is tried.
    """

    def __init__(
        self,
        problem: Problem,
        options: SolverOptions,
        most: int,
        slack: int | None = None,
        shortest: bool = False,
        deadline: float | None = None,
        observer: Observer | None = None,
    ) -> None:
        self.answer = MinIi(problem)
        self._options, self._most, self._slack = options, most, slack
        self._shortest, self._deadline = shortest, deadline
        self._tell = observer or (lambda line: None)

    def run(self) -> MinIi:
        """Search until the answer is proven, the time is up, or `Stop` is raised by a signal."""
        answer, clock = self.answer, time.perf_counter()
        try:
            self._climb()
            self._return()
            if self._shortest and answer.mapping is not None:
                self._shorten()
        except KeyboardInterrupt as stop:
            answer.stopped = str(stop) or "interrupted"
        finally:
            answer.seconds["total"] = time.perf_counter() - clock
            self._conclude()
        return answer

    def _climb(self) -> None:
        """Try one interval after the other, each for a moment, until one has a mapping."""
        # What arithmetic counts only grows scarcer with fewer contexts.
        hopeless = self._arithmetic(self._most)
        if hopeless is not None:
            self._note(hopeless)
            self.answer.lower, self.answer.lower_reason = self._most + 1, hopeless.reason
            return
        for contexts in range(1, self._most + 1):
            refuted = self._arithmetic(contexts)
            tried = refuted or self._try(contexts, FIRST_SECONDS)
            self._note(tried)
            if tried.outcome == "mapped":
                return

    def _return(self) -> None:
        """Try again what was left open below the mapping, the smallest interval first."""
        for contexts, tried in sorted(self.answer.tried.items()):
            if tried.outcome == "open":
                again = self._try(contexts, None)
                self._note(again)
                if again.outcome == "mapped":
                    return

    def _arithmetic(self, contexts: int) -> Tried | None:
        """Refute an interval at every horizon, if arithmetic can."""
        try:
            Arithmetic(self._problem(contexts)).first_horizon()
        except InfeasibleError as fact:
            return Tried(contexts, "refuted", str(fact))
        return None

    def _problem(self, contexts: int) -> Problem:
        changed: Problem = msgspec.structs.replace(self.answer.problem, contexts=contexts)
        return changed

    def _try(self, contexts: int, seconds: float | None) -> Tried:
        """Look for any mapping with so many contexts."""
        problem, clock = self._problem(contexts), time.perf_counter()
        first, _ = Arithmetic(problem).first_horizon()
        slack = 2 * contexts + 2 if self._slack is None else self._slack
        limit = first + slack
        if self._deadline is not None:
            left = max(self._deadline - clock, 0.01)
            seconds = left if seconds is None else min(left, seconds)
        question = Question(
            problem, max_cycles=limit, options=self._options, time_limit=seconds, first=True
        )
        self._tell(f"II {contexts}: schedules of {first} to {limit} cycles")
        found = Search(question).run()
        spent = time.perf_counter() - clock
        if found.mapping is not None:
            answer = self.answer
            answer.contexts, answer.mapping, answer.status = contexts, found.mapping, "feasible"
            reason = f"a schedule of {found.cycles} cycles"
            tried = Tried(contexts, "mapped", reason, found.cycles, spent)
        elif found.status == "infeasible":
            reason = f"no schedule of at most {limit} cycles: {found.lower_reason}"
            tried = Tried(contexts, "refuted up to horizon", reason, limit, spent)
        else:
            tried = Tried(contexts, "open", found.stopped or "not decided", limit, spent)
        late = self._deadline is not None and time.perf_counter() >= self._deadline
        if found.stopped == "interrupted" or (late and tried.outcome == "open"):
            self._note(tried)
            raise Stop(found.stopped or "time limit")
        return tried

    def _note(self, tried: Tried) -> None:
        answer = self.answer
        answer.tried[tried.contexts] = tried
        if tried.outcome == "refuted" and tried.contexts == answer.lower:
            answer.lower += 1
            answer.lower_reason = f"with {counted_contexts(tried.contexts)}, {tried.reason}"
        self._tell(f"II {tried.contexts}: {tried.outcome}: {tried.reason}")

    def _shorten(self) -> None:
        """Minimise the number of cycles at the interval that was found."""
        answer = self.answer
        assert answer.mapping is not None and answer.contexts is not None
        limit = None if self._deadline is None else self._deadline - time.perf_counter()
        question = Question(
            self._problem(answer.contexts),
            max_cycles=answer.mapping.horizon,
            options=self._options,
            time_limit=None if limit is None else max(limit, 0.01),
        )
        found = Search(question).run()
        if found.mapping is not None and found.mapping.horizon < answer.mapping.horizon:
            answer.mapping = found.mapping
        if found.status != "optimal":
            answer.stopped = f"shortest schedule: {found.stopped}, at least {found.lower_bound}"

    def _conclude(self) -> None:
        answer = self.answer
        if answer.contexts is not None:
            answer.status = "optimal" if answer.lower >= answer.contexts else "feasible"
        elif answer.lower > self._most:
            answer.status = "infeasible"
