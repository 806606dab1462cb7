"""The search for the fewest cycles: bounds by arithmetic, then solvers from below and above."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Literal

from models.constraints.properties import kept_by, refutes_fewer
from models.counting.arithmetic import Arithmetic, reason
from models.data.certificate import is_refutable_by_proof
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.text import n_cycles
from shell.budget import UNLIMITED, Budget, Stop, Stopwatch
from shell.events import BoundsMoved, HorizonTried, Observer
from solvers.backends.registry import PYSAT, chosen
from solvers.certificates.listed import PROOF_SECONDS, listed
from solvers.search.answer import Answer, Attempt, CyclesQuestion
from solvers.search.cycle_tries import CycleTries
from solvers.search.horizon_bounds import HorizonBounds
from solvers.search.horizon_try import HorizonTry
from solvers.search.portfolio import Heard, Portfolio, Run, Search
from solvers.search.record import ContradictionError, Record
from solvers.tasks.mappings import SolverFaultError
from solvers.tasks.messages import (
    BoundFound,
    Built,
    Decided,
    Failed,
    Infeasible,
    Loaded,
    Progressed,
    Proposal,
)


class CyclesSearch:
    """One run of the search; `answer` is valid whenever it is looked at."""

    def __init__(
        self,
        question: CyclesQuestion,
        observer: Observer | None = None,
        budget: Budget = UNLIMITED,
    ) -> None:
        problem = question.problem
        self._proof_dir, self._repeats = question.options.proof_dir, False
        if not is_refutable_by_proof(problem.transform) or not kept_by(problem).down:
            question = replace(question, options=replace(question.options, proof_dir=None))
        self.question = question
        self.answer = Answer(problem, pins=question.options.pins, rewrites=question.rewrites)
        self._observe = observer or (lambda event: None)
        self._watch, self._budget = Stopwatch(), budget.within(question.time_limit)
        counted = question.options.fixed_effort
        self._portfolio = Portfolio(self._budget, counted=counted, told=self._told)
        self._tries = CycleTries(question, self.answer, self._portfolio.runs)

    def run(self) -> Answer:
        """Search until the question is decided, or the time is up."""
        try:
            self._portfolio.run(self._search())
        except InfeasibleError as fact:
            self.answer.status, self.answer.lower_bound = "infeasible", 1
            self.answer.lower_reason, self.answer.stopped = str(fact), None
            self.answer.fact = fact.fact
        except ContradictionError as fault:
            self.answer.stopped = f"solvers contradict each other: {fault}"
            self.answer.failures.append(str(fault))
        except KeyboardInterrupt as stop:
            self.answer.stopped = str(stop) or "interrupted"
        finally:
            self.answer.seconds["total"] = self._watch.seconds
        return self.answer

    def _search(self) -> Search[None]:
        question, answer, tries = self.question, self.answer, self._tries
        horizons = self._bound()
        record = Record(question, answer, horizons)
        if question.options.start is not None:
            record.start_from(question.options.start)
            self._tell_bounds()
        try:
            while not horizons.decided and not (question.first and answer.mapping is not None):
                wanted = tries.wanted(horizons)
                if not wanted:
                    answer.stopped = answer.stopped or self._why_no_process()
                    break
                heard = yield wanted
                if heard is not None:
                    self._hear(record, heard)
        except Stop as stop:
            answer.stopped = str(stop)
        record.conclude()
        if answer.status in ("optimal", "infeasible"):
            if question.confirmed:
                folder = question.options.proof_dir
                yield from self._prove(record, record.unproven(folder), question.problem, folder)
            if self._proof_dir is not None and not self.answer.stopped:
                yield from self._repeat(record, self._proof_dir)

    def _repeat(self, record: Record, folder: str) -> Search[None]:
        """Refute again the bounds without a proof for a certificate, if time is left.

        Where more partial results can be shared, only fewer cycles may be refutable.
        """
        question, answer, horizons = self.question, self.answer, record.unproven(folder)
        if horizons and (problem := listed(question.problem, question.options.pins)):
            if record.horizons.monotone and question.cycles is None:
                horizons = [*range(answer.lower_bound - 1, answer.certified - 1, -1)]
            self._repeats, clock = True, self._portfolio.clock
            until = clock + max(PROOF_SECONDS, clock)
            yield from self._prove(record, horizons, problem, folder, until)

    def _prove(
        self,
        record: Record,
        horizons: list[int],
        problem: Problem,
        folder: str | None,
        until: float = inf,
    ) -> Search[None]:
        """Refute by SAT, `until` then, horizons refuted without a proof."""
        for horizon in horizons:
            if self._repeats and record.horizons.monotone and self.answer.certified > horizon:
                return
            attempt = self._tries.confirming(problem, horizon, folder)
            try:
                while not self._portfolio.has_ended(attempt) and self._portfolio.clock < until:
                    heard = yield [attempt]
                    if heard is not None:
                        self._hear(record, heard)
            except Stop as stop:
                self.answer.stopped = None if self._repeats else str(stop)
                return
            if self._portfolio.clock >= until:
                return

    def _bound(self) -> HorizonBounds:
        question, answer = self.question, self.answer
        watch = Stopwatch()
        limit = question.max_cycles if question.cycles is None else question.cycles
        arithmetic = Arithmetic(question.problem, self._budget.over)
        monotone = refutes_fewer(question.problem)
        horizon, bound = arithmetic.first_horizon(limit)
        if not monotone:
            self._bound_each(arithmetic, horizon)
        elif bound is not None:
            answer.bounds = [bound]
        answer.lower_bound, answer.lower_reason = horizon, reason(bound, question.problem)
        answer.certified = horizon
        answer.seconds["bounds"] = watch.seconds
        self._tell_bounds()
        if question.cycles is not None:
            horizon = max(horizon, question.cycles)
        return HorizonBounds(horizon, limit, monotone)

    def _bound_each(self, arithmetic: Arithmetic, horizon: int) -> None:
        chain = arithmetic.critical_path()
        first = 1 if chain is None else chain.horizon + 1
        refuted = [arithmetic.refute(n) for n in range(first, horizon)]
        self.answer.bounds = [bound for bound in (chain, *refuted) if bound is not None]

    def _why_no_process(self) -> str:
        if self.question.refutable:
            return "every solver failed, or has no answer"
        return (
            "there are too many reassociations to refute, and restricted searches find no better"
            " mapping"
        )

    def _hear(self, record: Record, heard: Heard) -> None:
        """Take a message of a try."""
        run, message, attempt = heard.run, heard.message, heard.attempt
        assert isinstance(attempt, HorizonTry)
        if attempt.role in ("propose", "find"):
            if isinstance(message, Proposal):
                record.accept(message.mapping, message.by)
                self._tell_bounds()
            elif run.ended:
                self._tries.finish(attempt, run.solved)
            return
        match message:
            case Built():
                self._tell(run, "loading")
            case Loaded() | Progressed():
                self._tell(run, "solving")
            case Proposal():
                if self._accepted(record, attempt, message.mapping, message.by):
                    self._tell_bounds()
            case BoundFound():
                record.bounded(message.lower, attempt.solver)
                self._tell_bounds()
            case Decided():
                self._decide(record, run, attempt, message)
            case Infeasible() | Failed() if self._repeats:
                self._tell(run, "unknown")
            case Infeasible():
                # Bounds of all orders know less than the model of some of them.
                problem = self.question.problem
                provable = is_refutable_by_proof(problem.transform)
                raise InfeasibleError(message.reason, message.fact if provable else None)
            case Failed():
                self._fail(attempt, message.reason)
                self._tell(run, "unknown")
        if run.ended:
            self._tries.finish(attempt, run.solved)

    def _fail(self, attempt: HorizonTry, reason: str) -> None:
        """Go on without a solver that has no answer."""
        self._tries.exclude(attempt)
        self.answer.stopped = f"solver process failed: {reason}"
        self.answer.failures.append(f"{attempt.solver} on {n_cycles(attempt.horizon)}: {reason}")

    def _decide(self, record: Record, run: Run, attempt: HorizonTry, found: Decided) -> None:
        outcomes: dict[bool | None, Literal["sat", "unsat", "unknown"]]
        outcomes = {True: "sat", False: "unsat", None: "unknown"}
        result = outcomes[found.satisfiable]
        sizes = (run.conflicts, run.variables, run.clauses)
        self.answer.attempts.append(
            Attempt(attempt.horizon, result, *sizes, found.seconds, attempt.solver)
        )
        self._tell(run, result)
        if self._repeats and result != "unsat":
            # With all orders listed, more partial results may be shared.
            return
        by = chosen(attempt.solver).backend
        if found.mapping is not None:
            if not self._accepted(record, attempt, found.mapping, by.family):
                return
        elif result == "unknown":
            self._tries.exclude(attempt)
            if "decides" in by.can:
                self.answer.failures.append(
                    f"{attempt.solver} on {n_cycles(attempt.horizon)}: no answer"
                )
        else:
            files, assumed = found.proven, found.assumed
            record.refuted(attempt.horizon, attempt.solver, files=files, assumed=assumed)
        if found.lower is not None:
            record.bounded(found.lower, attempt.solver)
        self._tell_bounds()

    def _accepted(self, record: Record, attempt: HorizonTry, mapping: Mapping, by: str) -> bool:
        """Take a solver's mapping; if it is illegal, go on without the solver."""
        try:
            record.accept(mapping, by)
        except SolverFaultError as fault:
            # A solver that is not shipped with this tool may be wrong; only its answer is lost.
            if chosen(attempt.solver).backend.name in PYSAT:
                raise
            self._fail(attempt, str(fault))
            return False
        return True

    def _told(self, run: Run, status: str) -> None:
        """Tell of a solver that has started, or is stopped."""
        if isinstance(run.attempt, HorizonTry) and run.attempt.role in ("decide", "confirm"):
            self._tell(run, "building" if status == "started" else status)

    def _tell(self, run: Run, status: str) -> None:
        attempt = run.attempt
        assert isinstance(attempt, HorizonTry)
        sizes = run.conflicts, run.variables, run.clauses
        self._observe(HorizonTried(attempt.horizon, status, *sizes, run.seconds, attempt.solver))

    def _tell_bounds(self) -> None:
        answer = self.answer
        self._observe(BoundsMoved(answer.lower_bound, answer.cycles, answer.lower_reason))


def search(
    question: CyclesQuestion, observer: Observer | None = None, budget: Budget = UNLIMITED
) -> Answer:
    """Answer a question; see `CyclesSearch`."""
    return CyclesSearch(question, observer, budget).run()
