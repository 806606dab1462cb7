"""The smallest II with register files whose values have addresses, from counted registers.

An II that counted registers refute has no mapping with such files either: bounds stay. Of all
mappings of the counted search, those with addresses are kept. If none has addresses, heuristics and
solvers look for other mappings, II by II, in which no stretch is longer than the files allow; sets
of stretches that still have no addresses are avoided from then on. The search never claims that an
II has no mapping with addresses: no certificate could show it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import count
from operator import itemgetter

from models.data.mapping import Mapping
from models.data.problem import Kind
from models.text import n_cycles
from shell.budget import Budget, Stopwatch
from solvers.intervals.addressed_tries import Tries
from solvers.intervals.heuristics_first import map_first
from solvers.intervals.question import IntervalQuestion
from solvers.intervals.race import TIME
from solvers.intervals.record import IntervalRecord
from solvers.intervals.same_interval import shorten
from solvers.intervals.search import TOO_LARGE
from solvers.mappers.other_ways import send_other_ways
from solvers.mappers.plan_process import planned
from solvers.mappers.plans import FAILED, or_roomy, rising, sweep
from solvers.mappers.process import HeuristicProcess, listen
from solvers.search.addresses import fits
from solvers.search.interval_answer import MinIi, Tried
from solvers.search.interval_horizons import Horizons
from solvers.search.messages import IntervalTried, Proposal
from solvers.search.record import shortened
from solvers.search.solver_options import SolverOptions

ASCENT_SECONDS = 5.0
"""Seconds for an II before the next one, at first; doubled in each round."""

ROUNDS = 4
"""Rounds of tries of an II without a time limit."""

MORE = 8
"""The largest II tried is twice the counted one plus this."""

OTHER = 1_000_003
"""From the seed of the counted search to that of the heuristics here: other mappings are wanted."""


class AddressedSearch:
    """Looks for a mapping with addresses, from the `record` of a counted search, which it changes.

    The options of the `question` have the kind of the files.
    """

    def __init__(
        self,
        question: IntervalQuestion,
        record: IntervalRecord,
        budget: Budget,
    ) -> None:
        self.question, self.record, self.answer = question, record, record.answer
        self.options, self.budget = question.options, budget
        self._process: HeuristicProcess | None = None
        horizons = Horizons(question.problem, question.slack, question.pinned)
        share = record.conflicts // ((self.answer.contexts or 1) + MORE + 1)
        self._tries = Tries(self.options, horizons, budget, share, self._hear, self._beside)

    def run(self) -> MinIi:
        """Search until a mapping is found, no II is left, the time is up, or `Stop` comes."""
        answer, watch = self.answer, Stopwatch()
        first, mapping = answer.contexts, answer.mapping
        if first is None or mapping is None:
            return answer
        stopped = answer.stopped
        # A signal may come at any moment: until its addresses are known, the mapping is withdrawn.
        self._forget()
        try:
            self._remember()
            answer.stopped = None if stopped == TIME and not self.budget.over() else stopped
            if not self.record.is_known(first) and answer.stopped in (None, TOO_LARGE):
                self._search(first)
            if self.question.shortest and answer.mapping is not None and answer.stopped is None:
                shorten(answer, self.options, self.budget)
        except KeyboardInterrupt as stop:
            answer.stopped = str(stop) or "interrupted"
        finally:
            if self._process is not None:
                self._process.stop()
            self._compare(first)
            answer.seconds["total"] = answer.seconds.get("total", 0.0) + watch.seconds
        return answer

    @property
    def kind(self) -> Kind:
        """The kind of the files."""
        assert self.options.files is not None
        return self.options.files

    def _search(self, first: int) -> None:
        """Let heuristics map a large graph; then, where that is possible, solvers beside them."""
        answer, solvable = self.answer, self.answer.stopped is None
        last = min(answer.most, 2 * first + MORE)
        if solvable:
            self._find_other_ways()
        if self.question.heuristics and not self.record.is_known(first):

            def found(message: Proposal) -> int | None:
                self._found(message)
                return first if self.question.first else answer.contexts

            question = replace(self.question, options=self._others)
            most = self._below(last) - 1
            map_first(question, first, most, self.budget, found, solvable=solvable)
        if solvable and not self.record.is_known(first):
            self._ascend(first, last)
        elif answer.mapping is None:
            answer.stopped = f"no mapping for {self.kind} files is found by heuristics, and"
            answer.stopped += " the exact model is too large"

    def _find_other_ways(self) -> None:
        """Let a process find addresses for the mappings of the counted search, the best first."""
        best = self._below(self.answer.most)
        met = [
            (mapping, tried.by)
            for contexts, found in sorted(self.record.met.items(), key=itemgetter(0))
            for mapping, tried in found
            if contexts < best
        ]
        problem = self.answer.problem
        task = partial(send_other_ways, problem, met, self.kind)
        process = HeuristicProcess(problem, task, self.options.memory_limit)
        listen([process], self.budget, self._taken)
        self.budget.check()

    def _ascend(self, first: int, last: int) -> None:
        """Try the remaining IIs, each for a moment, and again for ever longer.

        Upwards, at first in steps that grow, until one is mapped, and then those below it, the
        largest first.
        """
        answer, seconds = self.answer, ASCENT_SECONDS
        self._begin(first, last)
        for number in count():
            if number == ROUNDS and not self.budget.limited:
                break
            ascending = answer.contexts is None
            below = self._below(last)
            wanted = range(first, below) if number else rising(first, below - 1)
            left = [n for n in wanted if n not in self._tries.exhausted]
            if not left or self._tries.is_over(number, mapped=not ascending):
                break
            for contexts in left if ascending else reversed(left):
                if self._tries.is_over(number, mapped=not ascending):
                    break
                if self.record.is_known(contexts):
                    continue
                self._try(contexts, min(seconds, max(1.0, self.budget.left() / 4)), number)
                if answer.contexts is not None and (self.question.first or ascending):
                    break
            if self.question.first and answer.contexts is not None:
                return
            seconds *= 2
        answer.given_up = True
        if answer.contexts is None:
            answer.stopped = f"no mapping for {self.kind} files is found up to II {last}"

    def _begin(self, first: int, last: int) -> None:
        """Let heuristics look for mappings with addresses, beside solvers."""
        most = self._below(last) - 1
        if not self.question.heuristics or first > most:
            return
        plan = partial(or_roomy, sweep, failed=FAILED)
        problem, given = self.answer.problem, (first, most, self._others)
        task = planned(plan, problem, *given, guess=self.question.annealer.guess)
        self._process = HeuristicProcess(problem, task, self.options.memory_limit)

    @property
    def _others(self) -> SolverOptions:
        return replace(self.options, seed=self.options.seed + OTHER)

    def _beside(self) -> HeuristicProcess | None:
        return self._process if self._process is not None and self._process.running else None

    def _hear(self, contexts: int) -> bool:
        """Take the mappings of the heuristics; return whether they make an II superfluous."""
        if self._process is not None:
            for message in self._process.heard():
                self._taken(message)
        return self.record.is_known(contexts)

    def _below(self, last: int) -> int:
        """Return the II below which mappings are looked for."""
        return last + 1 if self.answer.contexts is None else self.answer.contexts

    def _forget(self) -> None:
        """Withdraw the mappings, as they may have no addresses in such files."""
        answer = self.answer
        answer.status, answer.contexts = "unknown", None
        answer.mapping, answer.found_by = None, None
        for contexts, tried in answer.tried.items():
            if tried.outcome == "mapped":
                reason = "mapped for counted registers"
                answer.tried[contexts] = replace(tried, outcome="open", reason=reason)

    def _remember(self) -> None:
        """Keep the mappings that have addresses; the one with the smallest II is the best."""
        for contexts, found in sorted(self.record.met.items(), key=itemgetter(0)):
            for mapping, tried in found:
                if fits(self.answer.problem, self.kind, mapping):
                    self.answer.tried[contexts] = tried
                    if self.answer.contexts is None:
                        self._keep(mapping, contexts, tried.by)
                    break

    def _compare(self, first: int) -> None:
        """Add a note if counted registers allow a smaller interval."""
        found = self.answer.contexts
        if found is None or found > first:
            what = f"note: II {first} has a mapping for counted registers, without all addresses"
            self.answer.notes.append(f"{what}; --register-files counted gives that mapping")

    def _taken(self, message: Proposal | IntervalTried) -> bool:
        """Keep a mapping; no message is the last one."""
        if isinstance(message, Proposal):
            self._found(message)
        return False

    def _found(self, message: Proposal) -> None:
        """Keep a mapping of the heuristics, if it has addresses."""
        mapping, contexts = message.mapping, message.mapping.contexts or 1
        if not self.record.is_known(contexts) and fits(self.answer.problem, self.kind, mapping):
            self._mapped(mapping, message.by, message.seconds)

    def _mapped(self, mapping: Mapping, by: str, seconds: float) -> None:
        contexts = mapping.contexts or 1
        self._keep(mapping, contexts, by)
        reason = f"a schedule of {n_cycles(mapping.horizon)}"
        self._note(Tried(contexts, "mapped", reason, mapping.horizon, seconds, by))

    def _keep(self, mapping: Mapping, contexts: int, by: str) -> None:
        answer = self.answer
        answer.contexts, answer.mapping, answer.found_by = contexts, mapping, by
        answer.status = "optimal" if answer.lower >= contexts else "feasible"

    def _note(self, tried: Tried) -> None:
        tried.at = self.record.watch.seconds
        self.answer.tried[tried.contexts] = tried
        self.record.tell(f"II {tried.contexts}, {self.kind} files: {tried.outcome}: {tried.reason}")

    def _try(self, contexts: int, seconds: float, number: int) -> None:
        """Look for a mapping with so many contexts in the n-th round, and keep it.

        Raises `Stop` when the budget is over.
        """
        self.budget.check()
        watch = Stopwatch()
        problem = self.question.problem.at(contexts)
        mapping, by, limit, reason = self._tries.searched(problem, seconds, number)
        spent = watch.seconds
        if mapping is not None:
            shorter = shortened(problem, mapping, self.options.pins)
            if shorter is not mapping and fits(problem, self.kind, shorter):
                mapping = shorter
            self._mapped(mapping, by, spent)
        elif not self.record.is_known(contexts):
            self._note(Tried(contexts, "open", reason, limit, spent, f"{self.kind} search"))
