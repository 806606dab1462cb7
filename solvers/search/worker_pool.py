"""Who works on what: starts and stops the processes of a search, as the bounds move."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from heuristics.list_schedule import supported
from models.data.problem import Problem
from solvers.backends.cnf import Encodings
from solvers.backends.registry import PYSAT, chosen
from solvers.backends.sat import DEFAULT_SOLVER, UNSLICED, name_of
from solvers.search.answer import Answer, Question
from solvers.search.horizon_bounds import Ladder
from solvers.search.minimise import Minimise
from solvers.search.restricted import FIXED_ROUNDS, ROUNDS, Find
from solvers.search.worker import AUTO, Job, SolverOptions, propose, start

RESTART_SECONDS = 15.0
"""How long the first of the restarted tries lasts; every fourth one lasts twice as long."""

FINDER_SECONDS = 60.0
"""After so long without a shorter mapping, the search from above may have more luck."""

HEAVY_CLAUSES = 4_000_000
"""A larger formula is solved alone, while heuristics keep looking for mappings beside it."""


class Crew:
    """The processes of one search.

    `jobs` decide horizons, or minimise; `finders` are restricted searches; the `proposer` runs
    heuristics. `tell(job, status)` is called when one of `jobs` begins or ends.
    """

    def __init__(
        self, question: Question, answer: Answer, tell: Callable[[Job, str], None]
    ) -> None:
        self.question, self.answer, self._tell = question, answer, tell
        self.jobs: list[Job] = []
        self.finders: list[Job] = []
        self.proposer: Job | None = None
        # Heuristics map operations as written, which need not be chains.
        written = question.problem.transform != "chain" and supported(question.problem)
        # Heuristics and restricted searches know no pins.
        self.proposable = question.cycles is None and written and not question.options.pins
        self._finder_options = for_finders(question.options)
        self._spent: set[tuple[int, int]] = set()
        self._lost: set[tuple[int, int]] = set()
        self._rounds = 0
        self._variant = 1

    def processes(self) -> list[Job]:
        """Everybody who is at work."""
        return [*self.jobs, *self.finders, *filter(None, [self.proposer])]

    def stop(self) -> None:
        """Send everybody home."""
        for job in list(self.jobs):
            self.dismiss(job, "stopped")
        for job in self.processes():
            job.stop()
        self.finders, self.proposer = [], None

    def dismiss(self, job: Job, status: str) -> None:
        """End a job that has answered, or is not wanted any more."""
        self.jobs.remove(job)
        job.stop()
        self._tell(job, status)

    def lose(self, job: Job) -> None:
        """Do not put this solver to this horizon again: it failed, or has no answer."""
        self._lost.add((job.horizon, job.variant))

    def finished(self, job: Job) -> None:
        """Note that heuristics or a restricted search are through."""
        if job is self.proposer:
            # Heuristics that failed, or found no way at all, are not asked again.
            self.proposable = self.proposable and self.answer.mapping is not None
            self.proposer = None
        else:
            self.finders.remove(job)
            self._spent.add((job.horizon, job.variant))

    def begin(self) -> None:
        """Start heuristics where they may help."""
        # Where operations may be reordered, restricted searches find more than heuristics do, but
        # of long sums they may find nothing at all.
        if self.question.problem.transform == "none" or not self.question.refutable:
            self.propose()

    def propose(self) -> None:
        """Start the heuristics, which take the place of the search from above for a while."""
        if not self.proposable:
            return
        options = self.question.options
        options = replace(options, seed=options.seed + self._rounds)
        self.proposer = start(self.question.problem, 0, options, task=propose)
        self._rounds += 1

    def employ(self, ladder: Ladder) -> None:
        """Stop jobs that teach nothing more, and start the ones that are wanted."""
        options = self.question.options
        if options.objective:
            self._employ_minimisers(ladder)
        elif options.fixed_effort:
            self._employ_in_order(ladder)
        elif options.race:
            self._employ_race(ladder)
        else:
            self._employ_two_sided(ladder)

    def _employ_two_sided(self, ladder: Ladder) -> None:
        """From below towards a proof, from above towards a mapping."""
        for job in [job for job in self.jobs if not ladder.open(job.horizon)]:
            self.dismiss(job, "stopped")
        if self._heavy() and self.proposer is None:
            self.propose()
        wanted = [(ladder.lower, 0)] if self.question.refutable else []
        spare = self.question.workers - len(wanted) - (self.proposer is not None)
        spare -= self._keep_finding(ladder, 0 if self._heavy() else spare)
        if wanted and spare > 0 and not self._heavy():
            above = self._aim(ladder)
            wanted.append(self._second_try(ladder.lower) if above is None else (above, 0))
        self._hire(ladder, wanted)

    def _employ_race(self, ladder: Ladder) -> None:
        """Put every solver of the race to work: on the lowest horizon, and every other one on
        the horizon from above, as long as there are two.
        """
        places = range(len(self.question.options.race))
        above = self._aim(ladder)
        # Whoever can only refute stays below.
        able = [place for place in places if self._decides(place)]
        high = able[1::2]
        if self.question.refutable:
            upper = ladder.lower if above is None else above
            # Whoever has no answer from above may have one from below.
            high = [n for n in high if (upper, n) not in self._lost]
            self._hire(ladder, [(upper if n in high else ladder.lower, n) for n in places])
        self._keep_finding(ladder, 1)

    def _employ_in_order(self, ladder: Ladder) -> None:
        """One process at a time, so that nothing depends on which is faster: heuristics first,
        then restricted searches, then every horizon from below.
        """
        if self.proposer is not None:
            return
        if (0, 0) not in self._spent:
            self._spent.add((0, 0))
            if self._finder_options is not None:
                self._find(ladder, 0)
        if not self.finders and self.question.refutable:
            self._hire(ladder, [(ladder.lower, 0)])

    def _employ_minimisers(self, ladder: Ladder) -> None:
        """Have every solver look for fewer cycles than are known to do, until it is through."""
        options = self.question.options
        if options.fixed_effort and self.proposer is not None:
            return
        for job in [job for job in self.jobs if job.horizon < ladder.lower]:
            self.dismiss(job, "stopped")
        if ladder.upper is not None:
            target = ladder.upper - 1
        else:
            target = min(n for n in (ladder.limit, 2 * ladder.lower + 4) if n is not None)
        task = Minimise(ladder.lower)
        for place in range(max(1, len(options.race))):
            busy = any(job.variant == place for job in self.jobs)
            if not busy and (target, place) not in self._lost:
                own = options.variant(place)
                self.jobs.append(start(self.question.problem, target, own, place, task=task))
                self._tell(self.jobs[-1], "building")

    def confirm(self, problem: Problem, horizon: int, folder: str | None) -> None:
        """Have the default solver refute `horizon` of `problem`, with a proof in `folder`."""
        options = replace(self.question.options, solver=DEFAULT_SOLVER, race=(), start=None)
        options = replace(options, encodings=Encodings(), proof_dir=folder)
        self.jobs.append(start(problem, horizon, options))
        self._tell(self.jobs[-1], "building")

    def _decides(self, place: int) -> bool:
        backend = chosen(self.question.options.variant(place).solver).backend
        return "decides" in backend.can

    def _hire(self, ladder: Ladder, wanted: list[tuple[int, int]]) -> None:
        """Have exactly these tries running, each a horizon and a variant, as far as useful."""
        wanted = [key for key in wanted if key not in self._lost and ladder.open(key[0])]
        for job in [job for job in self.jobs if (job.horizon, job.variant) not in wanted]:
            self.dismiss(job, "stopped")
        running = {(job.horizon, job.variant) for job in self.jobs}
        for horizon, variant in wanted:
            if (horizon, variant) not in running:
                options = self.question.options.variant(variant)
                self.jobs.append(start(self.question.problem, horizon, options, variant))
                self._tell(self.jobs[-1], "building")

    def _keep_finding(self, ladder: Ladder, workers: int) -> int:
        """Have up to `workers` restricted searches at the lower bound; return how many run."""
        if self._finder_options is None:
            return 0
        for job in [job for job in self.finders if job.horizon != ladder.lower]:
            self.finders.remove(job)
            job.stop()
        for number in range(workers):
            running = any(job.variant == number for job in self.finders)
            if not running and (ladder.lower, number) not in self._spent:
                self._find(ladder, number)
        return len(self.finders)

    def _find(self, ladder: Ladder, number: int) -> None:
        """Start restricted searches from the lower bound on; `number` varies their choices."""
        question, options = self.question, self._finder_options
        assert options is not None
        limit = question.max_cycles if question.cycles is None else ladder.lower
        uppers = [self.answer.cycles, None if limit is None else limit + 1]
        upper = min((n for n in uppers if n is not None), default=None)
        options = replace(options, seed=options.seed + number)
        fixed = options.fixed_effort
        patience = FINDER_SECONDS if question.refutable and not fixed else None
        task = Find(upper, patience, FIXED_ROUNDS if question.refutable and fixed else ROUNDS)
        self.finders.append(start(question.problem, ladder.lower, options, number, task=task))

    def _heavy(self) -> bool:
        """Whether one formula is so large that heuristics are worth more than a second one."""
        return self.proposable and any(job.clauses > HEAVY_CLAUSES for job in self.jobs)

    def _second_try(self, horizon: int) -> tuple[int, int]:
        """Return what runs beside the first try on the last open horizon.

        Whether a mapping is found in seconds or hours is often luck, so this try starts again
        with other random choices after a while; the first one goes on undisturbed.
        """
        for job in self.jobs:
            if (job.horizon, job.variant) == (horizon, self._variant) and job.solving_since:
                patience = RESTART_SECONDS * 2 ** (self._variant // 4)
                if time.perf_counter() - job.solving_since > patience:
                    self._variant += 1
        return horizon, self._variant

    def _aim(self, ladder: Ladder) -> int | None:
        """The horizon from above; it is left for a longer one when it takes too long."""
        target = ladder.from_above
        for job in self.jobs:
            if job.horizon == target and job.solving_since is not None:
                now = time.perf_counter()
                ladder.waited(now - job.solving_since, job.solving_since - job.started)
        return ladder.from_above


def for_finders(options: SolverOptions) -> SolverOptions | None:
    """How restricted searches are run, which need a SAT engine; None where they are not wanted:
    in a race without `auto`, or where another kind of solver was asked for.
    """
    if options.pins or (options.race and AUTO not in options.race):
        return None
    backend = chosen(DEFAULT_SOLVER if options.race else options.solver).backend
    if backend.name not in PYSAT:
        return None
    # Restricted searches take turns, which not every engine can.
    engine = DEFAULT_SOLVER if name_of(backend.name) in UNSLICED else backend.name
    encodings = Encodings() if options.encodings.native else options.encodings
    plain = replace(options, encodings=encodings, proof_dir=None, start=None, race=())
    return replace(plain, solver=engine)
