"""The search for the fewest cycles: bounds by arithmetic, then solvers from below and above."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from models.data.certificate import is_monotone, is_refutable_by_proof
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.text import n_cycles
from shell.budget import UNLIMITED, Budget, Stopwatch
from shell.events import BoundsMoved, HorizonTried, Observer
from solvers.backends.registry import PYSAT, chosen
from solvers.certificates.listed import PROOF_SECONDS, listed
from solvers.search.answer import Answer, Attempt, CyclesQuestion
from solvers.search.bounds import Arithmetic, reason
from solvers.search.decide import HorizonWorker
from solvers.search.horizon_bounds import HorizonBounds
from solvers.search.messages import (
    BoundFound,
    Built,
    Decided,
    Ending,
    Failed,
    Infeasible,
    Loaded,
    Message,
    Progressed,
    Proposal,
)
from solvers.search.record import ContradictionError, Record, SolverFaultError
from solvers.search.supervisor import ready
from solvers.search.worker_pool import WorkerPool


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
        if not is_refutable_by_proof(problem.transform):
            question = replace(question, options=replace(question.options, proof_dir=None))
        self.question = question
        self.answer = Answer(problem, pins=question.options.pins, rewrites=question.rewrites)
        self._observe = observer or (lambda event: None)
        self._pool = WorkerPool(question, self.answer, self._tell)
        self._watch, self._budget = Stopwatch(), budget.within(question.time_limit)

    def run(self) -> Answer:
        """Search until the question is decided, or the time is up."""
        try:
            self._search()
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
            self._pool.stop_all()
            self.answer.seconds["total"] = self._watch.seconds
        return self.answer

    def _search(self) -> None:
        question, answer, pool = self.question, self.answer, self._pool
        horizons = self._bound()
        record = Record(question, answer, horizons)
        if question.options.start is not None:
            record.start_from(question.options.start)
            self._tell_bounds()
        if not horizons.decided:
            pool.begin()
        while not horizons.decided and not (question.first and answer.mapping is not None):
            pool.update(horizons)
            if not pool.processes():
                answer.stopped = answer.stopped or self._why_no_process()
                break
            self._listen(record)
            if self._budget.over():
                answer.stopped = self._budget.why
                break
        record.conclude()
        pool.stop_all()
        if answer.status in ("optimal", "infeasible"):
            if question.confirmed:
                folder = question.options.proof_dir
                self._prove(record, record.unproven(folder), question.problem, folder)
            if self._proof_dir is not None and not self.answer.stopped:
                self._repeat(record, self._proof_dir)

    def _repeat(self, record: Record, folder: str) -> None:
        """Refute again the bounds without a proof for a certificate, if time is left.

        Where more partial results can be shared, only fewer cycles may be refutable.
        """
        question, answer, horizons = self.question, self.answer, record.unproven(folder)
        if horizons and (problem := listed(question.problem, question.options.pins)):
            if record.horizons.monotone and question.cycles is None:
                horizons = [*range(answer.lower_bound - 1, answer.certified - 1, -1)]
            self._repeats = True
            budget = Budget.of(max(PROOF_SECONDS, self._watch.seconds))
            self._prove(record, horizons, problem, folder, budget)

    def _prove(
        self,
        record: Record,
        horizons: list[int],
        problem: Problem,
        folder: str | None,
        budget: Budget = UNLIMITED,
    ) -> None:
        """Refute by SAT, within the budget, horizons refuted without a proof."""
        pool = self._pool
        for horizon in horizons:
            if self._repeats and record.horizons.monotone and self.answer.certified > horizon:
                return
            pool.confirm(problem, horizon, folder)
            while pool.solvers:
                self._listen(record, every=True)
                if self._budget.over():
                    self.answer.stopped = None if self._repeats else self._budget.why
                    return
                if budget.over():
                    return

    def _bound(self) -> HorizonBounds:
        question, answer = self.question, self.answer
        watch = Stopwatch()
        limit = question.max_cycles if question.cycles is None else question.cycles
        arithmetic = Arithmetic(question.problem)
        monotone = is_monotone(question.problem.dfg, question.problem.arch)
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

    def _listen(self, record: Record, *, every: bool = False) -> None:
        """Take messages of processes; with `every`, also of horizons that are decided."""
        pool = self._pool
        for worker in ready(pool.processes(), self._budget):
            if worker not in pool.solvers:
                self._hear_proposal(record, worker)
            elif every or self.question.options.objective or record.horizons.open(worker.horizon):
                self._hear(record, worker, worker.hear())

    def _hear_proposal(self, record: Record, worker: HorizonWorker) -> None:
        """Take a mapping, which is no proof, or the end of the process that proposes them."""
        message = worker.hear()
        if isinstance(message, Proposal):
            record.accept(message.mapping, message.by)
            self._tell_bounds()
        else:
            self._pool.finish(worker)

    def _hear(self, record: Record, worker: HorizonWorker, message: Message | Ending) -> None:
        match message:
            case Built():
                self._tell(worker, "loading")
            case Loaded() | Progressed():
                self._tell(worker, "solving")
            case Proposal():
                if self._accepted(record, worker, message.mapping, message.by):
                    self._tell_bounds()
            case BoundFound():
                record.bounded(message.lower, worker.solver)
                self._tell_bounds()
            case Decided():
                self._decide(record, worker, message)
            case Infeasible() | Failed() if self._repeats:
                self._pool.stop(worker, "unknown")
            case Infeasible():
                # Bounds of all orders know less than the model of some of them.
                problem = self.question.problem
                provable = is_refutable_by_proof(problem.transform)
                raise InfeasibleError(message.reason, message.fact if provable else None)
            case Failed():
                self._fail(worker, message.reason)

    def _fail(self, worker: HorizonWorker, reason: str) -> None:
        """Go on without a solver that has no answer."""
        self._pool.exclude(worker)
        self.answer.stopped = f"solver process failed: {reason}"
        self.answer.failures.append(f"{worker.solver} on {n_cycles(worker.horizon)}: {reason}")
        if worker in self._pool.solvers:
            self._pool.stop(worker, "unknown")

    def _decide(self, record: Record, worker: HorizonWorker, found: Decided) -> None:
        outcomes: dict[bool | None, Literal["sat", "unsat", "unknown"]]
        outcomes = {True: "sat", False: "unsat", None: "unknown"}
        result = outcomes[found.satisfiable]
        sizes = (worker.conflicts, worker.variables, worker.clauses)
        self.answer.attempts.append(
            Attempt(worker.horizon, result, *sizes, found.seconds, worker.solver)
        )
        self._pool.stop(worker, result)
        if self._repeats and result != "unsat":
            # With all orders listed, more partial results may be shared.
            return
        by = chosen(worker.solver).backend
        if found.mapping is not None:
            if not self._accepted(record, worker, found.mapping, by.family):
                return
        elif result == "unknown":
            self._pool.exclude(worker)
            if "decides" in by.can:
                self.answer.failures.append(
                    f"{worker.solver} on {n_cycles(worker.horizon)}: no answer"
                )
        else:
            files, assumed = found.proven, found.assumed
            record.refuted(worker.horizon, worker.solver, files=files, assumed=assumed)
        if found.lower is not None:
            record.bounded(found.lower, worker.solver)
        self._tell_bounds()

    def _accepted(self, record: Record, worker: HorizonWorker, mapping: Mapping, by: str) -> bool:
        """Take a solver's mapping; if it is illegal, go on without the solver."""
        try:
            record.accept(mapping, by)
        except SolverFaultError as fault:
            # A solver that is not shipped with this tool may be wrong; only its answer is lost.
            if chosen(worker.solver).backend.name in PYSAT:
                raise
            self._fail(worker, str(fault))
            return False
        return True

    def _tell(self, worker: HorizonWorker, status: str) -> None:
        self._observe(
            HorizonTried(
                worker.horizon,
                status,
                worker.conflicts,
                worker.variables,
                worker.clauses,
                worker.watch.seconds,
                worker.solver,
            )
        )

    def _tell_bounds(self) -> None:
        answer = self.answer
        self._observe(BoundsMoved(answer.lower_bound, answer.cycles, answer.lower_reason))


def search(
    question: CyclesQuestion, observer: Observer | None = None, budget: Budget = UNLIMITED
) -> Answer:
    """Answer a question; see `CyclesSearch`."""
    return CyclesSearch(question, observer, budget).run()
