"""Tries of IIs by solvers, one after the other, beside heuristics and relaxations."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from models.counting.longest import longest_useful_horizon
from models.data.certificate import Proof, is_monotone, is_refutable_by_proof
from models.data.problem import Problem
from models.space_time.adjacency import is_adjacent
from models.space_time.index import Index
from models.text import n_cycles
from shell.budget import UNLIMITED, Budget, Stopwatch
from solvers.certificates.listed import PROOF_SECONDS, listed
from solvers.intervals.cyclic import Relaxation
from solvers.intervals.race import TIME, Race, Verdict
from solvers.intervals.record import IntervalRecord
from solvers.mappers.choices import beside_pipeline, chosen_pipeline
from solvers.mappers.pipeline_process import pipeline_task
from solvers.mappers.pipelines import FAR
from solvers.mappers.process import HeuristicProcess
from solvers.search.interval_answer import Outcome, Tried
from solvers.search.interval_horizons import Horizons
from solvers.search.messages import Proposal
from solvers.search.supervisor import ready
from solvers.search.time_share import TimeShare

ALONE_SECONDS = 0.6
"""Seconds in which heuristics may map the first II before a solver begins: they map most loops of
some tens of operations, for which the solver would build a large model in vain.
"""

ALONE_OPERATIONS = 16
"""The fewest operations for that: solvers decide smaller loops as soon."""

RELAX_SECONDS = 1.0
"""Seconds for an II below a mapping before its relaxations are searched as well."""


class IntervalTries:
    """The tries of a question, whose results go into the `record`, within the `time`.

    They are `broken` once processes fail. `stop` ends the processes beside them.
    """

    def __init__(self, record: IntervalRecord, horizons: Horizons, time: TimeShare) -> None:
        question = record.question
        self._record, self._horizons, self._time = record, horizons, time
        problem, options = question.problem, question.options
        # Only a refutation of all useful horizons, in one piece, is a reason of a certificate.
        self._monotone = is_monotone(problem.dfg, problem.arch)
        self._proof_dir = options.proof_dir if self._monotone else None
        self._provable = is_refutable_by_proof(problem.transform)
        self._options = replace(options, proof_dir=None)
        self._adjacent = is_adjacent(Index(problem))
        self._sweep: HeuristicProcess | None = None
        self._relaxation = Relaxation(problem, self._options, self._proof_dir)
        self._patience = UNLIMITED
        self._alone = len(problem.dfg.operations) >= ALONE_OPERATIONS
        self.broken = False

    def sweep(self, *, large: bool) -> None:
        """Start heuristics on all remaining IIs, beside the other processes.

        A `large` loop has been tried at some IIs before.
        """
        record, question = self._record, self._record.question
        first, last = record.start, record.last
        if not question.heuristics or first > last:
            return
        if question.pipeline is not None:
            pipeline = chosen_pipeline(question.pipeline)
        else:
            aim = None if question.start is None else question.start.ii
            pipeline = beside_pipeline(large=large, first=question.first, aim=aim)
        problem = msgspec.structs.replace(question.problem, files=self._options.files)
        given, guess = (problem, first, last, self._options.seed), question.annealer.guess
        task = pipeline_task(pipeline, *given, guess=guess)
        self._sweep = HeuristicProcess(question.problem, task, self._options.memory_limit)

    def stop(self) -> None:
        """End the processes."""
        if self._sweep is not None:
            self._sweep.stop()
        self._relaxation.stop()

    def make(self, contexts: int, seconds: float) -> bool:
        """Look for any mapping with so many contexts; return whether the try was made."""
        record, watch = self._record, Stopwatch()
        problem, before = record.question.problem.at(contexts), record.answer.tried.get(contexts)
        budget = self._time.budget.within(seconds)
        span, limited = self._horizons.span(contexts, before), self._time.budget.limited
        if not self._horizons.worth(contexts, span, before, seconds, limited=limited):
            return False
        first, limit, longest = span
        record.tell(f"II {contexts}: schedules of {first} to {n_cycles(limit)}")
        self._patience = Budget.of(RELAX_SECONDS if before is None else 0.0)
        if self._is_mapped_alone(contexts, budget):
            return True
        verdict = self._race(problem, first, limit, budget)
        spent = watch.seconds
        if record.is_settled(contexts):
            return True
        if verdict.mapping is not None:
            record.found(verdict.mapping, verdict.by, spent)
        elif verdict.impossible is not None:
            reason, fact = verdict.impossible, verdict.fact if self._provable else None
            record.note(Tried(contexts, "refuted", reason, None, spent, "the model", fact))
        elif verdict.refuted:
            every = longest is not None and limit >= longest
            self._refuted(problem, verdict, limit, spent, every=every)
        else:
            self._undecided(contexts, verdict, limit, spent, seconds)
        self._time.check()
        return True

    def _refuted(
        self, problem: Problem, verdict: Verdict, limit: int, spent: float, *, every: bool
    ) -> None:
        """Note that there is no schedule up to a limit, or with `every` one of any length."""
        outcome: Outcome = "refuted" if every else "refuted up to horizon"
        reason = f"no schedule of {'any length' if every else f'at most {limit} cycles'}"
        proof = verdict.proof if every else None
        if every and not self._provable and self._proof_dir is not None:
            proof = self._proof_by_orders(problem, self._proof_dir, spent)
        contexts = problem.contexts or 0
        self._record.note(Tried(contexts, outcome, reason, limit, spent, verdict.by, proof=proof))

    def _undecided(
        self, contexts: int, verdict: Verdict, limit: int, spent: float, seconds: float
    ) -> None:
        kept = self._record.answer.tried.get(contexts)
        if kept is None or kept.outcome == "open":
            reason = verdict.stopped or "not decided"
            if reason == TIME and not self._time.budget.over():
                # That is the end of this try, not of the whole search.
                reason = f"not decided in {seconds:g} s, the time of one try"
            self._record.note(Tried(contexts, "open", reason, limit, spent))
        if verdict.broken:
            self.broken, self._record.answer.stopped = True, verdict.stopped

    def _proof_by_orders(self, problem: Problem, folder: str, spent: float) -> Proof | None:
        """Refute an II again with all orders listed, if that takes not much longer."""
        other = listed(problem, self._options.pins)
        horizon = None if other is None else longest_useful_horizon(Index(other))
        if other is None or horizon is None:
            return None
        race = Race(other, horizon, horizon, replace(self._options, proof_dir=folder))
        budget = self._time.budget.within(max(PROOF_SECONDS, spent))
        return race.run(budget, lambda: False).proof

    def _race(self, problem: Problem, first: int, limit: int, budget: Budget) -> Verdict:
        """Decide all horizons up to `limit`: by that alone where longer ones are never worse."""
        spans = [(horizon, horizon) for horizon in range(first, limit + 1)]
        if self._monotone:
            spans = [(first, limit)]
        verdict = Verdict()
        for span in spans:
            proof_dir = self._proof_dir if self._provable else None
            options = replace(self._options, proof_dir=proof_dir)
            race = Race(problem, *span, options, self._beside, lambda: self._record.answer.mapping)
            verdict = race.run(budget, lambda: self._hear(problem.contexts or 0))
            self._record.conflicts += verdict.conflicts
            if not verdict.refuted:
                return verdict
        return verdict

    def _beside(self) -> HeuristicProcess | None:
        """Return the heuristics that take the place of a solver, until a mapping is found.

        Restarts, which need that place, are then the best at a better one, but not where units read
        from neighbours.
        """
        process = self._sweep
        if process is None or not process.running:
            return None
        return process if self._adjacent or not self._is_near() else None

    def _is_mapped_alone(self, contexts: int, budget: Budget) -> bool:
        """Hear the heuristics for a moment, at the first try only; return whether an II is mapped
        by then.
        """
        process, self._alone = self._sweep if self._alone else None, False
        end = budget.within(ALONE_SECONDS)
        while process is not None and process.running and not end.over():
            if ready([process], end):
                return self._hear(contexts)
        return False

    def _hear(self, contexts: int) -> bool:
        """Take mappings of heuristics; return whether they make this II superfluous."""
        record = self._record
        if self._sweep is not None:
            for message in self._sweep.heard():
                if isinstance(message, Proposal):
                    record.found(message.mapping, message.by, message.seconds)
        if self._is_doubtful(contexts) and not record.is_known(contexts):
            refuted = self._relaxation.refuted(contexts)
            if refuted is not None:
                record.note(refuted)
        return record.is_settled(contexts)

    def _is_near(self) -> bool:
        """Whether a mapping exists that is not merely sequential."""
        found = self._record.answer.contexts
        return found is not None and found <= FAR * self._record.start

    def _is_doubtful(self, contexts: int) -> bool:
        """Whether a refutation of an II merits a process.

        Without a mapping that is only so if the first schedule lengths are refuted: longer ones
        might be tried without end.
        """
        tried = self._record.answer.tried.get(contexts)
        short = tried is not None and tried.outcome == "refuted up to horizon"
        return (short or self._is_near()) and self._patience.over()
