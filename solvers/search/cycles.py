"""The search over horizons: bounds by arithmetic first, then solvers from below and from above."""

from __future__ import annotations

import time
from dataclasses import replace
from multiprocessing.connection import wait
from typing import Literal

from models.data.certificate import is_monotone, is_refutable_by_proof
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError
from solvers.backends.registry import PYSAT, chosen
from solvers.certificates.listed import PROOF_SECONDS, listed
from solvers.search.answer import Answer, Attempt, Observer, Question
from solvers.search.bounds import Arithmetic, reason
from solvers.search.horizon_bounds import Ladder
from solvers.search.record import ContradictionError, Record, SolverFaultError
from solvers.search.worker import Job, Message
from solvers.search.worker_pool import Crew

POLL_SECONDS = 0.1


class Search:
    """One run of the search; `answer` is valid whenever it is looked at."""

    def __init__(self, question: Question, observer: Observer | None = None) -> None:
        problem = question.problem
        self._proof_dir, self._repeats = question.options.proof_dir, False
        if not is_refutable_by_proof(problem.dfg, problem.transform):
            question = replace(question, options=replace(question.options, proof_dir=None))
        self.question = question
        self.answer = Answer(question.problem, pins=question.options.pins)
        self._observe = observer or (lambda event: None)
        self._crew = Crew(question, self.answer, self._tell)
        self._started = time.perf_counter()

    def run(self) -> Answer:
        """Search until the question is decided, the time is up, or a signal comes."""
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
            self._crew.stop()
            self.answer.seconds["total"] = time.perf_counter() - self._started
        return self.answer

    def _search(self) -> None:
        question, answer, crew = self.question, self.answer, self._crew
        ladder = self._bound()
        record = Record(question, answer, ladder)
        if question.options.start is not None:
            record.start_from(question.options.start)
            self._tell_bounds()
        if not ladder.decided:
            crew.begin()
        while not ladder.decided and not (question.first and answer.mapping is not None):
            crew.employ(ladder)
            if not crew.processes():
                answer.stopped = answer.stopped or self._nobody_left()
                break
            self._listen(record)
            if self._out_of_time():
                answer.stopped = "time limit"
                break
        record.conclude()
        crew.stop()
        if answer.status in ("optimal", "infeasible"):
            if question.confirmed:
                folder = question.options.proof_dir
                self._prove(record, record.unproven(folder), question.problem, folder)
            if self._proof_dir is not None and not self.answer.stopped:
                self._repeat(record, self._proof_dir)

    def _repeat(self, record: Record, folder: str) -> None:
        """Refute again what has no proof that a certificate can hold, if there is time left.

        Where more partial results can be shared, fewer cycles may be all that is impossible.
        """
        question, answer, horizons = self.question, self.answer, record.unproven(folder)
        if horizons and (problem := listed(question.problem, question.options.pins)):
            if record.ladder.monotone and question.cycles is None:
                horizons = [*range(answer.lower_bound - 1, answer.certified - 1, -1)]
            self._repeats = True
            spent = time.perf_counter() - self._started
            self._prove(record, horizons, problem, folder, max(PROOF_SECONDS, spent))

    def _prove(
        self,
        record: Record,
        horizons: list[int],
        problem: Problem,
        folder: str | None,
        seconds: float | None = None,
    ) -> None:
        """Refute by SAT, for `seconds`, what rests on a solver's word or has no proof."""
        crew, begun = self._crew, time.perf_counter()
        for horizon in horizons:
            if self._repeats and record.ladder.monotone and self.answer.certified > horizon:
                return
            crew.confirm(problem, horizon, folder)
            while crew.jobs:
                self._listen(record, every=True)
                if self._out_of_time():
                    self.answer.stopped = None if self._repeats else "time limit"
                    return
                if seconds is not None and time.perf_counter() - begun > seconds:
                    return

    def _bound(self) -> Ladder:
        question, answer = self.question, self.answer
        clock = time.perf_counter()
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
        answer.seconds["bounds"] = time.perf_counter() - clock
        self._tell_bounds()
        if question.cycles is not None:
            horizon = max(horizon, question.cycles)
        return Ladder(horizon, limit, monotone)

    def _bound_each(self, arithmetic: Arithmetic, horizon: int) -> None:
        chain = arithmetic.critical_path()
        first = 1 if chain is None else chain.horizon + 1
        refuted = [arithmetic.refute(n) for n in range(first, horizon)]
        self.answer.bounds = [bound for bound in (chain, *refuted) if bound is not None]

    def _nobody_left(self) -> str:
        if self.question.refutable:
            return "every solver failed, or has no answer"
        return "there are too many orders to refute, and restricted searches find nothing better"

    def _out_of_time(self) -> bool:
        limit = self.question.time_limit
        return limit is not None and time.perf_counter() - self._started >= limit

    def _listen(self, record: Record, *, every: bool = False) -> None:
        """Take what processes say; with `every`, also of horizons that are decided."""
        crew = self._crew
        pause = POLL_SECONDS
        if self.question.time_limit is not None:
            left = self.question.time_limit - (time.perf_counter() - self._started)
            pause = max(0.0, min(pause, left))
        ready = wait([job.messages for job in crew.processes()], timeout=pause)
        for job in [job for job in crew.processes() if job.messages in ready]:
            if job not in crew.jobs:
                if not self._hear_proposal(record, job):
                    crew.finished(job)
                continue
            if not (every or self.question.options.objective or record.ladder.open(job.horizon)):
                continue
            self._hear(record, job, _message(job))

    def _hear_proposal(self, record: Record, job: Job) -> bool:
        """Take a mapping that proves nothing else; return False when there are no more."""
        message = _message(job)
        if message["kind"] != "proposal":
            job.stop()
            return False
        record.accept(message["mapping"], message["by"])
        self._tell_bounds()
        return True

    def _hear(self, record: Record, job: Job, message: Message) -> None:
        kind = message["kind"]
        if kind == "built":
            job.variables, job.clauses = message["variables"], message["clauses"]
            self._tell(job, "loading")
        elif kind == "loaded":
            job.solving_since = time.perf_counter()
            self._tell(job, "solving")
        elif kind == "progress":
            job.conflicts = message["conflicts"]
            self._tell(job, "solving")
        elif kind == "proposal":
            if self._accepted(record, job, message["mapping"], message["by"]):
                self._tell_bounds()
        elif kind == "bound":
            record.bounded(message["lower"], job.solver)
            self._tell_bounds()
        elif self._repeats and kind in ("infeasible", "failed"):
            self._crew.dismiss(job, "unknown")
        elif kind == "infeasible":
            # Bounds of all orders know less than the model of some of them.
            problem = self.question.problem
            provable = is_refutable_by_proof(problem.dfg, problem.transform)
            raise InfeasibleError(message["reason"], message["fact"] if provable else None)
        elif kind == "failed":
            self._fail(job, message["reason"])
        else:
            self._decide(record, job, message)

    def _fail(self, job: Job, reason: str) -> None:
        """Go on without a solver that has no answer."""
        self._crew.lose(job)
        self.answer.stopped = f"solver process failed: {reason}"
        self.answer.failures.append(f"{job.solver} on {job.horizon} cycles: {reason}")
        if job in self._crew.jobs:
            self._crew.dismiss(job, "unknown")

    def _decide(self, record: Record, job: Job, message: Message) -> None:
        outcomes: dict[bool | None, Literal["sat", "unsat", "unknown"]]
        outcomes = {True: "sat", False: "unsat", None: "unknown"}
        result = outcomes[message["satisfiable"]]
        job.conflicts = message["conflicts"]
        sizes = (job.conflicts, job.variables, job.clauses)
        self.answer.attempts.append(
            Attempt(job.horizon, result, *sizes, message["seconds"], job.solver)
        )
        self._crew.dismiss(job, result)
        if self._repeats and result != "unsat":
            # With all orders listed, more partial results may be shared.
            return
        if result == "unknown":
            self._crew.lose(job)
            if "decides" in chosen(job.solver).backend.can:
                self.answer.failures.append(f"{job.solver} on {job.horizon} cycles: no answer")
        elif result == "sat":
            family = chosen(job.solver).backend.family
            if not self._accepted(record, job, message["mapping"], family):
                return
        else:
            files, assumed = message["proven"], message["assumed"]
            record.refuted(job.horizon, job.solver, files=files, assumed=assumed)
        if message.get("lower") is not None:
            record.bounded(message["lower"], job.solver)
        self._tell_bounds()

    def _accepted(self, record: Record, job: Job, mapping: Mapping, by: str) -> bool:
        """Take a solver's mapping; where it is none, go on without the solver."""
        try:
            record.accept(mapping, by)
        except SolverFaultError as fault:
            # Whoever is not shipped with this tool may be wrong, and costs its answer only.
            if chosen(job.solver).backend.name in PYSAT:
                raise
            self._fail(job, str(fault))
            return False
        return True

    def _tell(self, job: Job, status: str) -> None:
        self._observe(
            {
                "kind": "horizon",
                "horizon": job.horizon,
                "status": status,
                "conflicts": job.conflicts,
                "variables": job.variables,
                "clauses": job.clauses,
                "seconds": time.perf_counter() - job.started,
                "by": job.solver,
            }
        )

    def _tell_bounds(self) -> None:
        answer = self.answer
        self._observe(
            {
                "kind": "bounds",
                "lower": answer.lower_bound,
                "upper": answer.cycles,
                "reason": answer.lower_reason,
            }
        )


def _message(job: Job) -> Message:
    """The next message of a process; that it failed, where it ended without one."""
    try:
        message: Message = job.messages.recv()
    except (EOFError, OSError):
        message = {"kind": "failed", "reason": job.last_words()}
    return message


def search(question: Question, observer: Observer | None = None) -> Answer:
    """Answer a question; see `Search`."""
    return Search(question, observer).run()
