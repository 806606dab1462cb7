"""The processes of a search over horizons: starts and stops them as the bounds move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from models.data.problem import Problem
from solvers.backends.cnf import Encodings
from solvers.backends.registry import PYSAT, chosen, goes_on
from solvers.backends.sat import DEFAULT_SOLVER
from solvers.search.answer import Answer, CyclesQuestion
from solvers.search.decide import HorizonTask, HorizonWorker, decide, minimise
from solvers.search.horizon_bounds import HorizonBounds
from solvers.search.proposals import can_propose, propose
from solvers.search.restricted import FIXED_ROUNDS, ROUNDS, find
from solvers.search.solver_options import AUTO, SolverOptions

RESTART_SECONDS = 15.0
"""Seconds of the first of the restarted tries; every fourth one lasts twice as long."""

FINDER_SECONDS = 60.0
"""Seconds without a shorter mapping after which the search from above may have more luck."""

HEAVY_CLAUSES = 4_000_000
"""A larger formula is solved alone, while heuristics keep looking for mappings beside it."""


class WorkerPool:
    """The processes of one search.

    `solvers` decide horizons, or minimise; `finders` are restricted searches; the `proposer` runs
    heuristics. `tell(worker, status)` is called when one of the `solvers` begins or ends.
    """

    def __init__(
        self, question: CyclesQuestion, answer: Answer, tell: Callable[[HorizonWorker, str], None]
    ) -> None:
        self.question, self.answer, self._tell = question, answer, tell
        self.solvers: list[HorizonWorker] = []
        self.finders: list[HorizonWorker] = []
        self.proposer: HorizonWorker | None = None
        # Heuristics map operations as written, which need not be chains.
        written = question.problem.transform != "chain" and can_propose(question.problem)
        # Heuristics and restricted searches know no pins.
        self.proposable = question.cycles is None and written and not question.options.pins
        self._finder_options = for_finders(question.options)
        self._spent: set[tuple[int, int]] = set()
        self._excluded: set[tuple[int, int]] = set()
        self._rounds = 0
        self._variant = 1

    def processes(self) -> list[HorizonWorker]:
        """All processes that run."""
        return [*self.solvers, *self.finders, *filter(None, [self.proposer])]

    def stop_all(self) -> None:
        """Stop all processes."""
        for worker in list(self.solvers):
            self.stop(worker, "stopped")
        for worker in self.processes():
            worker.stop()
        self.finders, self.proposer = [], None

    def stop(self, worker: HorizonWorker, status: str) -> None:
        """Stop a solver that has answered, or is not wanted any more."""
        self.solvers.remove(worker)
        worker.stop()
        self._tell(worker, status)

    def exclude(self, worker: HorizonWorker) -> None:
        """Do not ask this solver about this horizon again: it failed, or has no answer."""
        self._excluded.add((worker.horizon, worker.variant))

    def finish(self, worker: HorizonWorker) -> None:
        """Stop the heuristics or a restricted search that have no more proposals."""
        worker.stop()
        if worker is self.proposer:
            # Heuristics that failed, or found no mapping at all, are not asked again.
            self.proposable = self.proposable and self.answer.mapping is not None
            self.proposer = None
        else:
            self.finders.remove(worker)
            self._spent.add((worker.horizon, worker.variant))

    def begin(self) -> None:
        """Start heuristics where they may help."""
        # Where operations may be reordered, restricted searches find more than heuristics do, but
        # for long sums they may find nothing at all.
        if self.question.problem.transform == "none" or not self.question.refutable:
            self.propose()

    def propose(self) -> None:
        """Start the heuristics, which take the place of the search from above for a while."""
        if not self.proposable:
            return
        options = self.question.options
        options = replace(options, seed=options.seed + self._rounds)
        self.proposer = HorizonWorker(self.question.problem, 0, options, task=propose)
        self._rounds += 1

    def update(self, horizons: HorizonBounds) -> None:
        """Stop superfluous processes, and start the useful ones."""
        options = self.question.options
        if options.objective:
            self._update_minimisers(horizons)
        elif options.fixed_effort:
            self._update_in_order(horizons)
        elif options.race:
            self._update_race(horizons)
        else:
            self._update_two_sided(horizons)

    def _update_two_sided(self, horizons: HorizonBounds) -> None:
        """From below towards a proof, from above towards a mapping."""
        for worker in list(self.solvers):
            if not horizons.open(worker.horizon):
                self.stop(worker, "stopped")
        if self._heavy() and self.proposer is None:
            self.propose()
        wanted = [(horizons.lower, 0)] if self.question.refutable else []
        spare = self.question.jobs - len(wanted) - (self.proposer is not None)
        spare -= self._keep_finding(horizons, 0 if self._heavy() else spare)
        if wanted and spare > 0 and not self._heavy():
            above = self._aim(horizons)
            wanted.append(self._second_try(horizons.lower) if above is None else (above, 0))
        self._run_only(horizons, wanted)

    def _update_race(self, horizons: HorizonBounds) -> None:
        """Keep every solver of the race running: on the lowest horizon, and, of two or more, every
        other one on the horizon from above.
        """
        places = range(len(self.question.options.race))
        above = self._aim(horizons)
        # A solver that can only refute stays below.
        able = [place for place in places if self._decides(place)]
        high = able[1::2]
        if self.question.refutable:
            upper = horizons.lower if above is None else above
            # A solver without an answer from above may have one from below.
            high = [n for n in high if (upper, n) not in self._excluded]
            self._run_only(horizons, [(upper if n in high else horizons.lower, n) for n in places])
        self._keep_finding(horizons, 1)

    def _update_in_order(self, horizons: HorizonBounds) -> None:
        """One process at a time, so that results do not depend on speed: heuristics first, then
        restricted searches, then every horizon from below.
        """
        if self.proposer is not None:
            return
        if (0, 0) not in self._spent:
            self._spent.add((0, 0))
            if self._finder_options is not None:
                self._find(horizons, 0)
        if not self.finders and self.question.refutable:
            self._run_only(horizons, [(horizons.lower, 0)])

    def _update_minimisers(self, horizons: HorizonBounds) -> None:
        """Keep every solver looking for fewer cycles than the best mapping has, until it ends."""
        options = self.question.options
        if options.fixed_effort and self.proposer is not None:
            return
        for worker in list(self.solvers):
            if worker.horizon < horizons.lower:
                self.stop(worker, "stopped")
        if horizons.upper is not None:
            target = horizons.upper - 1
        else:
            target = min(n for n in (horizons.limit, 2 * horizons.lower + 4) if n is not None)
        task = partial(minimise, horizons.lower)
        for place in range(max(1, len(options.race))):
            busy = any(worker.variant == place for worker in self.solvers)
            if not busy and (target, place) not in self._excluded:
                self._start(self.question.problem, target, options.variant(place), place, task)

    def confirm(self, problem: Problem, horizon: int, folder: str | None) -> None:
        """Let the default solver refute `horizon` of `problem`, with a proof in `folder`."""
        options = replace(self.question.options, solver=DEFAULT_SOLVER, race=(), start=None)
        options = replace(options, encodings=Encodings(), proof_dir=folder)
        self._start(problem, horizon, options)

    def _start(
        self,
        problem: Problem,
        horizon: int,
        options: SolverOptions,
        variant: int = 0,
        task: HorizonTask = decide,
    ) -> None:
        worker = HorizonWorker(problem, horizon, options, variant, task)
        self.solvers.append(worker)
        self._tell(worker, "building")

    def _decides(self, place: int) -> bool:
        backend = chosen(self.question.options.variant(place).solver).backend
        return "decides" in backend.can

    def _run_only(self, horizons: HorizonBounds, wanted: list[tuple[int, int]]) -> None:
        """Run exactly these tries, each a horizon and a variant, as far as useful."""
        wanted = [key for key in wanted if key not in self._excluded and horizons.open(key[0])]
        for worker in list(self.solvers):
            if (worker.horizon, worker.variant) not in wanted:
                self.stop(worker, "stopped")
        running = {(worker.horizon, worker.variant) for worker in self.solvers}
        for horizon, variant in wanted:
            if (horizon, variant) not in running:
                options = self.question.options.variant(variant)
                self._start(self.question.problem, horizon, options, variant)

    def _keep_finding(self, horizons: HorizonBounds, workers: int) -> int:
        """Keep up to `workers` restricted searches at the lower bound; return the number
        running.
        """
        if self._finder_options is None:
            return 0
        for worker in list(self.finders):
            if worker.horizon != horizons.lower:
                self.finders.remove(worker)
                worker.stop()
        for number in range(workers):
            running = any(worker.variant == number for worker in self.finders)
            if not running and (horizons.lower, number) not in self._spent:
                self._find(horizons, number)
        return len(self.finders)

    def _find(self, horizons: HorizonBounds, number: int) -> None:
        """Start restricted searches from the lower bound on; `number` varies their choices."""
        question, options = self.question, self._finder_options
        assert options is not None
        limit = question.max_cycles if question.cycles is None else horizons.lower
        uppers = [self.answer.cycles, None if limit is None else limit + 1]
        upper = min((n for n in uppers if n is not None), default=None)
        options = replace(options, seed=options.seed + number)
        fixed = options.fixed_effort
        patience = FINDER_SECONDS if question.refutable and not fixed else None
        rounds = FIXED_ROUNDS if question.refutable and fixed else ROUNDS
        task = partial(find, upper, patience, rounds)
        worker = HorizonWorker(question.problem, horizons.lower, options, number, task)
        self.finders.append(worker)

    def _heavy(self) -> bool:
        """Whether one formula is so large that heuristics gain more than a second one."""
        return self.proposable and any(worker.clauses > HEAVY_CLAUSES for worker in self.solvers)

    def _second_try(self, horizon: int) -> tuple[int, int]:
        """Return the horizon and variant to run beside the first try on the last open horizon.

        The time of finding a mapping, seconds or hours, is often random, so this try starts again
        with other random choices after a while; the first one goes on undisturbed.
        """
        for worker in self.solvers:
            own = (worker.horizon, worker.variant) == (horizon, self._variant)
            if own and worker.solving is not None:
                patience = RESTART_SECONDS * 2 ** (self._variant // 4)
                if worker.solving.seconds > patience:
                    self._variant += 1
        return horizon, self._variant

    def _aim(self, horizons: HorizonBounds) -> int | None:
        """The horizon from above; it is left for a longer one when it takes too long."""
        target = horizons.from_above
        for worker in self.solvers:
            if worker.horizon == target and worker.solving is not None:
                horizons.waited(worker.solving.seconds, worker.building)
        return horizons.from_above


def for_finders(options: SolverOptions) -> SolverOptions | None:
    """Return the options of restricted searches, which need a SAT engine; None where they are not
    wanted: in a race without `auto`, or with another kind of solver.
    """
    if options.pins or (options.race and AUTO not in options.race):
        return None
    backend = chosen(DEFAULT_SOLVER if options.race else options.solver).backend
    if backend.name not in PYSAT:
        return None
    # Restricted searches take turns, which not every engine can.
    engine = backend.name if goes_on(backend.name) else DEFAULT_SOLVER
    encodings = Encodings() if options.encodings.native else options.encodings
    plain = replace(options, encodings=encodings, proof_dir=None, start=None, race=())
    return replace(plain, solver=engine)
