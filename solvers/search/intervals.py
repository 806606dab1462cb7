"""The search for the smallest initiation interval: heuristics and solvers, interval by interval."""

from __future__ import annotations

import multiprocessing
from dataclasses import replace
from functools import partial
from math import inf

from models.data.mapping import Mapping
from models.data.traits import require_understood
from shell.budget import UNLIMITED, Budget
from shell.events import Observer
from solvers.mappers.anneal_process import ROUNDS, anneal
from solvers.mappers.choices import HUNDREDS
from solvers.mappers.named import HEURISTICS
from solvers.search.heuristics_first import begins_alone, first_tries, seconds_alone
from solvers.search.interval_answer import IntervalQuestion, MinIi, Tried
from solvers.search.interval_horizons import FIRST_SECONDS, Horizons, bound, largest
from solvers.search.interval_record import IntervalRecord
from solvers.search.interval_tries import IntervalTries
from solvers.search.portfolio import Portfolio, Search, Try
from solvers.search.same_interval import minimise, shorten
from solvers.tasks.messages import Failed, IntervalTried, Proposal
from solvers.tasks.names import LEVELS

PINNED = "there is no mapping with these pins where iterations do not overlap"
TOO_LARGE = "heuristics have found no more, and the exact model is too large"


class IntervalSearch:
    """One run; the `answer` is valid at any moment.

    Bounds hold for register files of every kind, unless their reason names one.
    """

    def __init__(
        self,
        question: IntervalQuestion,
        budget: Budget = UNLIMITED,
        observer: Observer | None = None,
    ) -> None:
        if not question.exact:
            cannot = f"is nothing that {question.annealer.name} knows"
            known = HEURISTICS[LEVELS].understands | {"invariants"}  # as constants
            require_understood(question.problem.arch, known, cannot)
        self.question, self.record = question, IntervalRecord(question, observer)
        self.problem, self.answer = self.record.problem, self.record.answer
        self.answer.most = largest(question)
        self._budget = budget
        counted = question.options.fixed_effort
        self._portfolio = Portfolio(budget, counted=counted, jobs=question.jobs, work=question.work)
        self._horizons = Horizons(self.problem, question.slack, question.options.pins, budget)
        self._tries = IntervalTries(self.record, self._horizons, self._portfolio)

    def run(self) -> MinIi:
        """Search until the answer is proven, the time is up, or `Stop` is raised by a signal."""
        answer, start = self.answer, self.question.start
        try:
            if start is not None and start.mapping is not None and start.ii <= answer.most:
                self.record.found(start.mapping, "the mapping given", 0.0)
            if bound(self.record, self._horizons):
                self._portfolio.run(self._search())
        except KeyboardInterrupt as stop:
            answer.stopped = str(stop) or "interrupted"
        finally:
            self.record.conclude()
        return answer

    def bound(self) -> MinIi:
        """Bound the II by arithmetic, and search for nothing."""
        bound(self.record, self._horizons)
        self.record.conclude()
        return self.answer

    def _search(self) -> Search[None]:
        question, record = self.question, self.record
        if not question.exact:
            yield from self._anneal()
            return
        apart = self._horizons.apart
        if apart is not None and record.start <= apart <= self.answer.most:
            yield from self._tries.make(apart, FIRST_SECONDS)
            tried = self.answer.tried.get(apart)
            if tried is not None and tried.outcome.startswith("refuted"):
                self.answer.stopped = PINNED
                return
        large = question.heuristics and len(self.problem.dfg.operations) > HUNDREDS
        if not large:
            self._tries.sweep(large=False)
        solvable = not large or self._horizons.is_buildable(record.start)
        if begins_alone(question) and not record.is_known(record.start):
            yield from self._map_first(solvable=solvable)
        if solvable:
            if large:
                self._tries.sweep(large=True)
            yield from self._decide()
        elif not record.is_known(record.start) or question.shortest or question.quantity:
            self.answer.stopped = TOO_LARGE

    def _map_first(self, *, solvable: bool) -> Search[None]:
        """Let heuristics map a large graph, or a graph and its shapes, before solvers begin.

        A problem too large to be `solvable` by a model is left to them. Where results must not
        depend on time, the processes do not learn of each other's mappings.
        """
        question, record, portfolio = self.question, self.record, self._portfolio
        first, last = record.start, record.last
        ceiling = None if portfolio.counted else multiprocessing.RawValue("q", last)
        left = inf if portfolio.counted else self._budget.left()
        until = portfolio.clock + seconds_alone(question, left, solvable=solvable)
        tries = first_tries(question, self.problem, first, last, ceiling)
        while portfolio.clock < until and not record.is_known(first):
            if all(map(portfolio.has_ended, tries)):
                return
            heard = yield tries
            if heard is not None and isinstance(heard.message, Proposal):
                record.found(heard.message.mapping, heard.message.by, heard.message.seconds)
                if ceiling is not None:
                    ceiling.value = record.last
                if question.first and self.answer.mapping is not None:
                    return

    def _anneal(self) -> Search[None]:
        """Anneal alone, from the bound on, to the first mapping."""
        question, answer, budget = self.question, self.answer, self._budget
        annealer, options = question.annealer, question.options
        how = annealer, answer.most, budget, None if budget.limited else ROUNDS
        given = self.problem, self.record.start, options.seed
        task = partial(anneal, *how, *given)
        attempt = Try(("annealing",), task, options.memory_limit)
        while not self._portfolio.has_ended(attempt):
            heard = yield [attempt]
            message = None if heard is None else heard.message
            match message:
                case Proposal(mapping=Mapping() as mapping):
                    if self.record.found(mapping, message.by, message.seconds):
                        return
                case IntervalTried():
                    reason = f"{message.by} found no mapping"
                    spent = message.seconds
                    tried = Tried(message.contexts, "open", reason, None, spent, message.by)
                    self.record.note(tried)
                case Failed():
                    self.record.tell(f"{annealer.name}: {message.reason}")
                    answer.stopped = message.reason
                    return
        answer.stopped = f"{annealer.name} has found nothing"

    def _decide(self) -> Search[None]:
        """Let solvers look for smaller IIs, and for further objectives."""
        question, record, answer = self.question, self.record, self.answer
        aim = None if question.start is None else question.start.ii
        if aim is not None and record.start <= aim <= answer.most and not record.is_known(aim):
            yield from self._tries.make(aim, FIRST_SECONDS)
        yield from self._ascend()
        yield from self._return()
        plain, budget = replace(question.options, proof_dir=None), self._budget
        if question.shortest and answer.mapping is not None:
            shorten(answer, plain, budget)
        if question.quantity is not None and answer.mapping is not None:
            minimise(answer, question.quantity, plain, budget, record.tell)

    def _ascend(self) -> Search[None]:
        """Try one interval after the other, each for a moment, until one has a mapping."""
        for contexts in range(self.record.start, self.answer.most + 1):
            if self.record.is_known(contexts) or self._tries.broken:
                return
            yield from self._tries.make(contexts, FIRST_SECONDS)

    def _return(self) -> Search[None]:
        """Try open IIs below the mapping again, with ever more time.

        The largest II comes first: it is the most likely to improve the answer.
        """
        seconds, moved, known = FIRST_SECONDS, True, self.record.is_known
        while moved and not self._tries.broken:
            seconds, moved = 2 * seconds, False
            for contexts, tried in sorted(self.answer.tried.items(), reverse=True):
                if tried.outcome in ("open", "refuted up to horizon") and not known(contexts):
                    moved |= yield from self._tries.make(contexts, seconds)
