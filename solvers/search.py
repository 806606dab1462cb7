"""The search over horizons: bounds by arithmetic first, then SAT from below and from above."""

from __future__ import annotations

import time
from dataclasses import replace
from multiprocessing.connection import wait
from typing import Literal

from heuristics.list_schedule import supported
from models.certificate import Placement, Proof, is_monotone, is_refutable_by_proof
from models.checker import check
from models.errors import InfeasibleError
from models.mapping import Mapping
from models.shorten import shorten
from models.simulator import enough_iterations, simulate
from solvers.answer import Answer, Attempt, Observer, Question
from solvers.backends.backend import Backend
from solvers.backends.registry import PYSAT, chosen
from solvers.backends.sat import DEFAULT_SOLVER
from solvers.bounds import Arithmetic, reason
from solvers.cnf import Encodings
from solvers.ladder import Ladder
from solvers.restricted import FIXED_ROUNDS, ROUNDS, Find
from solvers.worker import Job, Message, SolverOptions, propose, refutation_files, start

POLL_SECONDS = 0.1

RESTART_SECONDS = 15.0
"""How long the first of the restarted tries lasts; every fourth one lasts twice as long."""

FINDER_SECONDS = 60.0
"""After so long without a shorter mapping, the search from above may have more luck."""

HEAVY_CLAUSES = 4_000_000
"""A larger formula is solved alone, while heuristics keep looking for mappings beside it."""


class Stop(KeyboardInterrupt):
    """Raised by signal handlers; the search answers with what it has. The text says why."""


def _for_finders(options: SolverOptions) -> SolverOptions | None:
    """How restricted searches, which need a SAT engine, are run; None where none was asked for."""
    engines = [name for name in options.race or (options.solver,) if name in PYSAT]
    if not engines:
        return None
    encodings = Encodings() if options.encodings.native else options.encodings
    plain = replace(options, encodings=encodings, proof_dir=None, start=None, race=())
    return replace(plain, solver=engines[0])


class SolverFaultError(RuntimeError):
    """The checker or the simulator rejects a solver's mapping: a defect, not an answer."""


class Search:
    """One run of the search; `answer` is valid whenever it is looked at."""

    def __init__(self, question: Question, observer: Observer | None = None) -> None:
        problem = question.problem
        if not is_refutable_by_proof(problem.dfg, problem.transform):
            question = replace(question, options=replace(question.options, proof_dir=None))
        self.question = question
        self.answer = Answer(question.problem)
        self._observe = observer or (lambda event: None)
        self._jobs: list[Job] = []
        self._proposer: Job | None = None
        # Heuristics map operations as written, which need not be chains.
        written = question.problem.transform != "chain" and supported(question.problem)
        self._proposable = question.cycles is None and written
        self._finders: list[Job] = []
        self._finder_options = _for_finders(question.options)
        self._proven: set[int] = set()
        self._words: dict[int, str] = {}
        self._spent: set[tuple[int, int]] = set()
        self._rounds = 0
        self._lost: set[tuple[int, int]] = set()
        self._variant = 1
        self._started = time.perf_counter()

    def run(self) -> Answer:
        """Search until the question is decided, the time is up, or `Stop` is raised."""
        try:
            self._search()
        except InfeasibleError as fact:
            self.answer.status, self.answer.lower_bound = "infeasible", 1
            self.answer.lower_reason, self.answer.stopped = str(fact), None
        except KeyboardInterrupt as stop:
            self.answer.stopped = str(stop) or "interrupted"
        finally:
            for job in list(self._jobs):
                self._dismiss(job, "stopped")
            for job in (*self._finders, *filter(None, [self._proposer])):
                job.stop()
            self.answer.seconds["total"] = time.perf_counter() - self._started
        return self.answer

    def _search(self) -> None:
        question, answer = self.question, self.answer
        ladder = self._bound()
        if question.options.start is not None:
            self._start_from(ladder, question.options.start)
        # Where operations may be reordered, restricted searches find more than heuristics do, but
        # of long sums they may find nothing at all.
        helpful = question.problem.transform == "none" or not question.refutable
        if self._proposable and helpful and not ladder.decided:
            self._propose()
        employ = self._employ_in_order if question.options.fixed_effort else self._employ
        while not ladder.decided:
            employ(ladder)
            if not self._processes():
                answer.stopped = answer.stopped or self._nobody_left()
                break
            self._listen(ladder)
            if self._out_of_time():
                answer.stopped = "time limit"
                break
        if ladder.decided:
            answer.stopped = None
        fixed = question.cycles is not None
        limit = question.cycles if fixed else question.max_cycles
        if answer.cycles is not None and (
            answer.lower_bound >= answer.cycles or (ladder.decided and not fixed)
        ):
            answer.status = "optimal"
        elif answer.cycles is not None:
            answer.status = "feasible"
        elif limit is not None and ladder.lower > limit:
            answer.status = "infeasible"
        if question.confirmed and answer.status in ("optimal", "infeasible"):
            self._confirm(ladder)

    def _start_from(self, ladder: Ladder, given: Mapping) -> None:
        """Take a mapping that the user brought, if it is one; a part of one is a hint only."""
        cycles = self.question.cycles
        if cycles is not None and given.horizon != cycles:
            return
        if not check(self.question.problem, given):
            self._accept(ladder, given, "the mapping given")
            self._tell_bounds()

    def _confirm(self, ladder: Ladder) -> None:
        """Prove by SAT what rests on a solver's word."""
        options = replace(self.question.options, solver=DEFAULT_SOLVER, race=(), start=None)
        options = replace(options, encodings=Encodings())
        for horizon in self._unproven(ladder):
            self._jobs.append(start(self.question.problem, horizon, options))
            while self._jobs:
                self._listen(ladder, every=True)
                if self._out_of_time():
                    self.answer.stopped = "time limit"
                    return

    def _unproven(self, ladder: Ladder) -> list[int]:
        """Horizons whose refutation the answer needs, and has no proof of."""
        answer, asked = self.answer, self.question.cycles
        if answer.status == "infeasible" and asked is not None:
            return [asked] if answer.certified <= asked else []
        if ladder.monotone:
            return [answer.lower_bound - 1] if answer.certified < answer.lower_bound else []
        return [n for n in range(answer.certified, answer.lower_bound) if n not in self._proven]

    def _bound(self) -> Ladder:
        question, answer = self.question, self.answer
        clock = time.perf_counter()
        limit = question.max_cycles if question.cycles is None else question.cycles
        arithmetic = Arithmetic(question.problem)
        monotone = is_monotone(question.problem.dfg, question.problem.arch)
        try:
            horizon, bound = arithmetic.first_horizon(limit)
        except InfeasibleError:
            refuted = arithmetic.refute(limit) if limit is not None else None
            answer.bounds = [] if refuted is None else [refuted]
            if refuted is not None:
                answer.certified = refuted.horizon + 1
            raise
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

    def _propose(self) -> None:
        """Start the heuristics, which take the place of the search from above for a while."""
        options = self.question.options
        options = replace(options, seed=options.seed + self._rounds)
        self._proposer = start(self.question.problem, 0, options, task=propose)
        self._rounds += 1

    def _nobody_left(self) -> str:
        if self.question.refutable:
            return "every solver process failed"
        return "there are too many orders to refute, and restricted searches find nothing better"

    def _processes(self) -> list[Job]:
        return [*self._jobs, *self._finders, *filter(None, [self._proposer])]

    def _find(self, ladder: Ladder, number: int) -> None:
        """Start restricted searches from the lower bound on; `number` varies their choices."""
        limit = self.question.max_cycles if self.question.cycles is None else ladder.lower
        uppers = [self.answer.cycles, None if limit is None else limit + 1]
        upper = min((n for n in uppers if n is not None), default=None)
        assert self._finder_options is not None
        options = replace(self._finder_options, seed=self._finder_options.seed + number)
        problem = self.question.problem
        refutable, fixed = self.question.refutable, options.fixed_effort
        patience = FINDER_SECONDS if refutable and not fixed else None
        task = Find(upper, patience, FIXED_ROUNDS if refutable and fixed else ROUNDS)
        self._finders.append(start(problem, ladder.lower, options, number, task=task))

    def _keep_finding(self, ladder: Ladder, workers: int) -> int:
        """Have up to `workers` restricted searches at the lower bound; return how many run."""
        if self._finder_options is None:
            return 0
        for job in [job for job in self._finders if job.horizon != ladder.lower]:
            self._finders.remove(job)
            job.stop()
        for number in range(workers):
            running = any(job.variant == number for job in self._finders)
            if not running and (ladder.lower, number) not in self._spent:
                self._find(ladder, number)
        return len(self._finders)

    def _out_of_time(self) -> bool:
        limit = self.question.time_limit
        return limit is not None and time.perf_counter() - self._started >= limit

    def _employ(self, ladder: Ladder) -> None:
        """Stop jobs that teach nothing more, and start the ones that are wanted."""
        for job in [job for job in self._jobs if not ladder.open(job.horizon)]:
            self._dismiss(job, "stopped")
        if self._heavy() and self._proposer is None:
            self._propose()
        if self.question.options.race:
            self._employ_race(ladder)
            return
        wanted = [(ladder.lower, 0)] if self.question.refutable else []
        spare = self.question.workers - len(wanted) - (self._proposer is not None)
        spare -= self._keep_finding(ladder, 0 if self._heavy() else spare)
        if wanted and spare > 0 and not self._heavy():
            above = self._aim(ladder)
            wanted.append(self._second_try(ladder.lower) if above is None else (above, 0))
        self._hire(ladder, wanted)

    def _employ_race(self, ladder: Ladder) -> None:
        """Put every solver of the race to work: on the lowest horizon, and every other one on
        the horizon from above, as long as there are two.
        """
        options = self.question.options
        above = self._aim(ladder)
        able = [place for place in range(len(options.race)) if self._decides(place)]
        wanted = [(ladder.lower, place) for place in range(len(options.race))]
        if above is not None:
            # Whoever can only refute stays below.
            wanted = [
                (above, place) if place in able[1::2] else (ladder.lower, place)
                for _, place in wanted
            ]
        self._hire(ladder, wanted)

    def _decides(self, place: int) -> bool:
        backend = chosen(self.question.options.variant(place).solver).backend
        return "decides" in backend.can

    def _employ_in_order(self, ladder: Ladder) -> None:
        """One process at a time, so that nothing depends on which is faster: heuristics first,
        then restricted searches, then every horizon from below.
        """
        if self._proposer is not None:
            return
        if (0, 0) not in self._spent and not self._finders:
            if self._finder_options is not None:
                self._find(ladder, 0)
            self._spent.add((0, 0))
        if not self._finders and self.question.refutable:
            self._hire(ladder, [(ladder.lower, 0)])

    def _hire(self, ladder: Ladder, wanted: list[tuple[int, int]]) -> None:
        """Have exactly these tries running, each a horizon and a variant, as far as useful."""
        wanted = [key for key in wanted if key not in self._lost and ladder.open(key[0])]
        for job in [job for job in self._jobs if (job.horizon, job.variant) not in wanted]:
            self._dismiss(job, "stopped")
        running = {(job.horizon, job.variant) for job in self._jobs}
        for horizon, variant in wanted:
            if (horizon, variant) not in running:
                options = self.question.options.variant(variant)
                self._jobs.append(start(self.question.problem, horizon, options, variant))
                self._tell(self._jobs[-1], "building")

    def _heavy(self) -> bool:
        """Whether one formula is so large that heuristics are worth more than a second one."""
        return self._proposable and any(job.clauses > HEAVY_CLAUSES for job in self._jobs)

    def _second_try(self, horizon: int) -> tuple[int, int]:
        """Return what runs beside the first try on the last open horizon.

        Whether a mapping is found in seconds or hours is often luck, so this try starts again
        with other random choices after a while; the first one goes on undisturbed.
        """
        for job in self._jobs:
            if (job.horizon, job.variant) == (horizon, self._variant) and job.solving_since:
                patience = RESTART_SECONDS * 2 ** (self._variant // 4)
                if time.perf_counter() - job.solving_since > patience:
                    self._variant += 1
        return horizon, self._variant

    def _aim(self, ladder: Ladder) -> int | None:
        target = ladder.from_above
        for job in self._jobs:
            if job.horizon == target and job.solving_since is not None:
                now = time.perf_counter()
                ladder.waited(now - job.solving_since, job.solving_since - job.started)
        return ladder.from_above

    def _dismiss(self, job: Job, status: str) -> None:
        self._jobs.remove(job)
        job.stop()
        self._tell(job, status)

    def _listen(self, ladder: Ladder, *, every: bool = False) -> None:
        """Take what processes say; with `every`, also of horizons that are decided."""
        pause = POLL_SECONDS
        if self.question.time_limit is not None:
            left = self.question.time_limit - (time.perf_counter() - self._started)
            pause = max(0.0, min(pause, left))
        ready = wait([job.messages for job in self._processes()], timeout=pause)
        proposer = self._proposer
        if proposer and proposer.messages in ready and not self._hear_proposal(ladder, proposer):
            # Heuristics that failed, or found no way at all, are not asked again.
            self._proposable = self._proposable and self.answer.mapping is not None
            self._proposer = None
        for job in [job for job in self._finders if job.messages in ready]:
            if not self._hear_proposal(ladder, job):
                self._finders.remove(job)
                self._spent.add((job.horizon, job.variant))
        for job in [job for job in self._jobs if job.messages in ready]:
            if not every and not ladder.open(job.horizon):
                continue
            try:
                message: Message = job.messages.recv()
            except (EOFError, OSError):
                message = {"kind": "failed", "reason": job.last_words()}
            self._hear(ladder, job, message)

    def _hear_proposal(self, ladder: Ladder, job: Job) -> bool:
        """Take a mapping that proves nothing else; return False when there are no more."""
        try:
            message: Message = job.messages.recv()
        except (EOFError, OSError):
            message = {"kind": "failed"}
        if message["kind"] != "proposal":
            job.stop()
            return False
        self._accept(ladder, message["mapping"], message["by"])
        self._tell_bounds()
        return True

    def _hear(self, ladder: Ladder, job: Job, message: Message) -> None:
        if message["kind"] == "built":
            job.variables, job.clauses = message["variables"], message["clauses"]
            self._tell(job, "loading")
        elif message["kind"] == "loaded":
            job.solving_since = time.perf_counter()
            self._tell(job, "solving")
        elif message["kind"] == "progress":
            job.conflicts = message["conflicts"]
            self._tell(job, "solving")
        elif message["kind"] == "infeasible":
            # Bounds of all orders know less than the model of some of them.
            raise InfeasibleError(message["reason"])
        elif message["kind"] == "failed":
            self._lost.add((job.horizon, job.variant))
            self.answer.stopped = f"solver process failed: {message['reason']}"
            solver = job.solver
            self.answer.failures.append(f"{solver} on {job.horizon} cycles: {message['reason']}")
            self._dismiss(job, "unknown")
        else:
            self._decide(ladder, job, message)

    def _decide(self, ladder: Ladder, job: Job, message: Message) -> None:
        outcomes: dict[bool | None, Literal["sat", "unsat", "unknown"]]
        outcomes = {True: "sat", False: "unsat", None: "unknown"}
        result = outcomes[message["satisfiable"]]
        job.conflicts = message["conflicts"]
        solver = job.solver
        self.answer.attempts.append(
            Attempt(
                job.horizon,
                result,
                job.conflicts,
                job.variables,
                job.clauses,
                message["seconds"],
                solver,
            )
        )
        self._dismiss(job, result)
        if result == "unknown":
            self._lost.add((job.horizon, job.variant))
        elif result == "sat":
            self._accept(ladder, message["mapping"], chosen(solver).backend.family)
        else:
            ladder.refute(job.horizon)
            proven = bool(message["proven"])
            if proven:
                self._keep_proof(ladder, job.horizon, message["placement"])
            self._raise_bound(ladder, job.horizon, chosen(solver).backend, proven)
        self._tell_bounds()

    def _raise_bound(self, ladder: Ladder, horizon: int, by: Backend, proven: bool) -> None:
        """Note that `horizon` is refuted, and on whose word."""
        answer = self.answer
        if ladder.monotone and horizon < ladder.lower - 1:
            return
        if ladder.monotone:
            self._words.clear()
        self._words.pop(horizon, None)
        if by.family != "SAT" and not proven:
            self._words[horizon] = by.name
        answer.word_of = next(iter(self._words.values()), None)
        if ladder.lower > answer.lower_bound and (ladder.monotone or self.question.cycles is None):
            answer.lower_bound = ladder.lower
            answer.lower_reason = f"{by.family}: {ladder.lower - 1} cycles are impossible"

    def _keep_proof(self, ladder: Ladder, horizon: int, placement: Placement | None) -> None:
        answer = self.answer
        proof = Proof(horizon, *refutation_files(horizon), placement)
        self._proven.add(horizon)
        if ladder.monotone:
            answer.bounds = [b for b in answer.bounds if b.horizon > horizon]
        if ladder.monotone or self.question.cycles is not None:
            answer.certified = max(answer.certified, horizon + 1)
        answer.bounds.append(proof)
        while answer.certified in self._proven:
            answer.certified += 1

    def _accept(self, ladder: Ladder, found: Mapping, by: str) -> None:
        """Judge a mapping as a stranger would, and keep it when it is the shortest so far."""
        problem = self.question.problem
        mapping = found if self.question.cycles is not None else shorten(problem, found)
        faults = check(problem, mapping)
        if faults:
            raise SolverFaultError(f"the checker rejects a solver's mapping: {faults[0]}")
        report = simulate(problem, mapping, enough_iterations(mapping))
        if not report.ok:
            raise SolverFaultError(f"the simulator disagrees: {report.first_difference}")
        limit = self.question.max_cycles
        if limit is not None and mapping.horizon > limit:
            return
        if mapping.horizon < self.answer.lower_bound or mapping.horizon in ladder.refuted:
            raise SolverFaultError(f"{mapping.horizon} cycles are both refuted and mapped")
        ladder.found(mapping.horizon)
        if self.answer.cycles is None or mapping.horizon < self.answer.cycles:
            self.answer.cycles, self.answer.mapping = mapping.horizon, mapping
            self.answer.found_by = by
            self.answer.status = "feasible"

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


def search(question: Question, observer: Observer | None = None) -> Answer:
    """Answer a question; see `Search`."""
    return Search(question, observer).run()
