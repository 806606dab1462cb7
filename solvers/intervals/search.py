"""The search for the smallest initiation interval: heuristics and solvers, interval by interval."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from models.data.traits import require_understood
from shell.budget import UNLIMITED, Budget
from shell.events import Observer
from solvers.intervals.bounds import bound, largest
from solvers.intervals.heuristics_first import HUNDREDS, map_first
from solvers.intervals.question import IntervalQuestion
from solvers.intervals.record import IntervalRecord
from solvers.intervals.same_interval import minimise, shorten
from solvers.intervals.tries import IntervalTries
from solvers.mappers.anneal_process import ROUNDS, anneal
from solvers.mappers.named import HEURISTICS
from solvers.mappers.process import HeuristicProcess, listen
from solvers.search.interval_answer import MinIi, Tried
from solvers.search.interval_horizons import FIRST_SECONDS, Horizons
from solvers.search.messages import IntervalTried, Proposal
from solvers.search.names import LEVELS
from solvers.search.time_share import TimeShare

TOO_LARGE = "heuristics have found no more, and the exact model is too large"


class IntervalSearch:
    """One run; the `answer` of its `record` is valid at any moment.

    When the budget is over, `later` may name another one, once.
    """

    def __init__(
        self,
        question: IntervalQuestion,
        budget: Budget = UNLIMITED,
        observer: Observer | None = None,
        later: Callable[[], Budget | None] | None = None,
    ) -> None:
        if not question.exact:
            cannot = f"is nothing that {question.annealer.name} knows"
            require_understood(question.problem.arch, HEURISTICS[LEVELS].understands, cannot)
        self.question = question
        self.record = IntervalRecord(question, observer)
        self.answer = self.record.answer
        self.answer.most = largest(question)
        self._time = TimeShare(budget, later)
        self._horizons = Horizons(question.problem, question.slack, question.pinned)
        self._tries = IntervalTries(self.record, self._horizons, self._time)
        self._plain = replace(question.options, proof_dir=None)

    def run(self) -> MinIi:
        """Search until the answer is proven, the time is up, or `Stop` is raised by a signal."""
        answer, start = self.answer, self.question.start
        try:
            if start is not None and start.mapping is not None and start.ii <= answer.most:
                self.record.found(start.mapping, "the mapping given", 0.0)
            if bound(self.record, self._horizons):
                self._search()
        except KeyboardInterrupt as stop:
            answer.stopped = str(stop) or "interrupted"
        finally:
            self._tries.stop()
            self.record.conclude()
        return answer

    def _search(self) -> None:
        question, record = self.question, self.record
        if not question.exact:
            self._anneal()
            return
        large = question.heuristics and len(question.problem.dfg.operations) > HUNDREDS
        if not large:
            self._tries.sweep(large=False)
        solvable = not large or self._horizons.is_buildable(record.start)
        self._map_first(solvable=solvable)
        if solvable:
            if large:
                self._tries.sweep(large=True)
            self._decide()
        elif not record.is_known(record.start) or question.shortest or question.quantity:
            self._time.check()
            self.answer.stopped = TOO_LARGE

    def _map_first(self, *, solvable: bool) -> None:
        """Let heuristics map a large graph, or a graph and its shapes, before solvers begin.

        A problem too large to be `solvable` by a model is left to them.
        """
        question, record = self.question, self.record
        if not question.heuristics or record.is_known(record.start):
            return

        def found(message: Proposal) -> int | None:
            record.found(message.mapping, message.by, message.seconds)
            # With `first`, any mapping is enough.
            return record.start if question.first else record.answer.contexts

        given = record.start, record.last, self._time.budget
        map_first(question, *given, found, solvable=solvable)

    def _anneal(self) -> None:
        """Anneal alone, from the bound on, to the first mapping."""
        question, answer, budget = self.question, self.answer, self._time.budget
        annealer, options = question.annealer, question.options
        how = annealer, answer.most, budget, None if budget.limited else ROUNDS
        given = question.problem, self.record.start, options.seed, options.files
        task = partial(anneal, *how, *given)
        process = HeuristicProcess(question.problem, task, options.memory_limit)
        listen([process], budget, self._annealed)
        if answer.mapping is not None:
            return
        self._time.check()
        if process.failed is not None:
            self.record.tell(f"{annealer.name}: {process.failed}")
        answer.stopped = process.failed or f"{annealer.name} has found nothing"

    def _annealed(self, message: Proposal | IntervalTried) -> bool:
        """Take a message; return whether it ends the search."""
        by, seconds = message.by, message.seconds
        if isinstance(message, Proposal):
            self.record.found(message.mapping, by, seconds)
            return True
        reason = f"{by} found no mapping"
        self.record.note(Tried(message.contexts, "open", reason, None, seconds, by))
        return False

    def _decide(self) -> None:
        """Let solvers look for smaller IIs, and for further objectives."""
        question, record, answer = self.question, self.record, self.answer
        aim = None if question.start is None else question.start.ii
        if aim is not None and record.start <= aim <= answer.most and not record.is_known(aim):
            self._tries.make(aim, FIRST_SECONDS)
        self._ascend()
        self._return()
        budget, tell = self._time.budget, record.tell
        if question.shortest and answer.mapping is not None:
            shorten(answer, self._plain, budget)
        if question.quantity is not None and answer.mapping is not None:
            minimise(answer, question.quantity, self._plain, budget, tell)

    def _ascend(self) -> None:
        """Try one interval after the other, each for a moment, until one has a mapping."""
        for contexts in range(self.record.start, self.answer.most + 1):
            if self.record.is_known(contexts) or self._tries.broken:
                return
            self._tries.make(contexts, FIRST_SECONDS)

    def _return(self) -> None:
        """Try open IIs below the mapping again, with ever more time.

        The largest II comes first: it is the most likely to improve the answer.
        """
        seconds, moved, known = FIRST_SECONDS, True, self.record.is_known
        while moved and not self._tries.broken:
            seconds, moved = 2 * seconds, False
            for contexts, tried in sorted(self.answer.tried.items(), reverse=True):
                if tried.outcome in ("open", "refuted up to horizon") and not known(contexts):
                    moved |= self._tries.make(contexts, seconds)
