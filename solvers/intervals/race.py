"""One interval up to one horizon: several tries side by side, until one decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, count

from models.data.certificate import IntervalReason, Proof
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.space_time.index import Index
from models.space_time.transfers import chain_limit
from shell.budget import Budget
from solvers.backends.sat import SECOND_SOLVER
from solvers.certificates.refutation import renamed
from solvers.search.decide import HorizonWorker
from solvers.search.messages import Decided, Failed, Infeasible, Message
from solvers.search.record import judge, proof_of
from solvers.search.solver_options import SHORT_CHAIN, SolverOptions
from solvers.search.supervisor import Worker, ready

WORKERS = 2

UNIT_SECONDS = 5.0
"""Seconds of search of the shortest restarted tries, beyond building their model."""

TURNS = 4
"""Tries in a row that start from a known mapping, and then from none."""

TIME = "time limit"

FAILURES = 5
"""Failed processes, such as for lack of memory, before a race is given up."""


@dataclass
class Verdict:
    """The outcome of a race: a mapping, a refutation, or neither, with the reason of its end.

    `impossible` is the reason why no horizon has a mapping, if known, and `fact` its checkable
    form. A race is `broken` when its processes fail. `proof` names the files of a refutation that
    left them. All solvers together had so many `conflicts`.
    """

    mapping: Mapping | None = None
    refuted: bool = False
    proof: Proof | None = None
    impossible: str | None = None
    fact: IntervalReason | None = None
    broken: bool = False
    by: str = ""
    stopped: str | None = None
    conflicts: int = 0
    failures: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Try:
    """A horizon, with the options of its solver, and its time in seconds; None: until it ends.

    One that does not `decide` only finds mappings.
    """

    horizon: int
    options: SolverOptions
    decides: bool
    seconds: float | None = None


def tries(problem: Problem, first: int, last: int, options: SolverOptions) -> Iterator[Try]:
    """Yield ever other attempts to find a schedule of at most `last` cycles.

    The first one decides the question. All others look for mappings, for a moment each, because the
    time of finding one, a second or an hour, is often random: shorter schedules from a little more
    than `first` cycles, which exclude less; other orders of the clauses, another solver; and where
    chains of transfers through switches need a length, short ones.
    """
    chained = chain_limit(Index(problem)) is not None
    yield Try(last, replace(options, chains=("open", "exact")) if chained else options, True)
    turn = (problem.contexts or 0) + 1
    options = replace(options, proof_dir=None)
    for number in count():
        slack = (0, turn, turn, last - first)[number % 4]
        solver = SECOND_SOLVER if number % 4 == 2 else options.solver
        changed = replace(options, seed=options.seed + number // 4, solver=solver, symmetry=False)
        if chained:
            changed = replace(changed, chains=(SHORT_CHAIN - (number % 4 == 2),))
        yield Try(min(last, first + slack), changed, False, UNIT_SECONDS * luby(number + 1))


def luby(n: int) -> int:
    """The n-th term, from 1, of 1 1 2 1 1 2 4 1 1 2 …, by which restarts waste least time.

    Luby, Sinclair and Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993.
    """
    size = n.bit_length()
    while n != (1 << size) - 1:
        if n >= 1 << size:
            size += 1
            continue
        n -= (1 << (size - 1)) - 1
        size = n.bit_length()
    return 1 << (size - 1)


class Race:
    """One question, put to `WORKERS` processes at a time; `beside` takes one of the places.

    Mappings are judged before they are used. `known` returns a mapping with more contexts, if there
    is one: every other four tries that do not decide start from it.
    """

    def __init__(
        self,
        problem: Problem,
        first: int,
        last: int,
        options: SolverOptions,
        beside: Callable[[], Worker[Message] | None] = lambda: None,
        known: Callable[[], Mapping | None] = lambda: None,
    ) -> None:
        self.problem = problem
        self._options = options
        self._tries: Iterator[tuple[int, Try]] = enumerate(tries(problem, first, last, options))
        self._beside, self._known = beside, known
        self._running: list[tuple[HorizonWorker, Try]] = []
        self._ended = 0

    @property
    def conflicts(self) -> int:
        """Number of conflicts reported by all tries."""
        return self._ended + sum(worker.conflicts for worker, _ in self._running)

    def run(self, budget: Budget, hear: Callable[[], bool]) -> Verdict:
        """Race until decided, or until the budget is over.

        `hear` takes the messages of the process beside, and returns whether they end the race.
        """
        verdict = Verdict()
        try:
            while not (verdict.refuted or verdict.mapping):
                if budget.over():
                    verdict.stopped = budget.why
                    break
                if len(verdict.failures) >= FAILURES:
                    verdict.stopped = "; ".join(dict.fromkeys(verdict.failures))
                    verdict.broken = True
                    break
                self._start()
                self._listen(verdict, budget)
                if hear():
                    break
        finally:
            verdict.conflicts = self.conflicts
            for worker, _ in self._running:
                worker.stop()
        return verdict

    def _start(self) -> None:
        """Start tries until all places are taken."""
        free = WORKERS - len(self._running) - (self._beside() is not None)
        for _ in range(free):
            number, attempt = next(self._tries)
            if not attempt.decides and number // TURNS % 2 == 0:
                attempt = replace(attempt, options=attempt.options.started(self._known()))
            worker = HorizonWorker(self.problem, attempt.horizon, attempt.options, number)
            self._running.append((worker, attempt))

    def _listen(self, verdict: Verdict, budget: Budget) -> None:
        beside = self._beside()
        workers = [worker for worker, _ in self._running]
        heard = ready([*workers, *([] if beside is None else [beside])], budget)
        for worker, attempt in list(self._running):
            if worker in heard:
                self._hear(verdict, worker, attempt)
        for worker, attempt in list(self._running):
            if attempt.seconds is None or worker.solving is None:
                continue
            # A model that took long to build is solved for at least as long.
            if worker.solving.seconds > max(attempt.seconds, worker.building):
                self._stop(worker, attempt)

    def _hear(self, verdict: Verdict, worker: HorizonWorker, attempt: Try) -> None:
        message = worker.hear()
        match message:
            case Infeasible():
                verdict.refuted, verdict.impossible = True, message.reason
                verdict.fact = message.fact
            case Failed():
                verdict.failures.append(f"{worker.solver}: {message.reason}")
                if attempt.decides:  # no other try does
                    self._tries = chain([(0, attempt)], self._tries)
            case Decided():
                self._take(verdict, attempt, message)
            case _:
                return
        self._stop(worker, attempt)

    def _stop(self, worker: HorizonWorker, attempt: Try) -> None:
        self._running.remove((worker, attempt))
        self._ended += worker.conflicts
        worker.stop()

    def _take(self, verdict: Verdict, attempt: Try, found: Decided) -> None:
        if found.mapping is not None:
            judge(self.problem, found.mapping, self._options.pins)
            verdict.mapping, verdict.by = found.mapping, attempt.options.solver
        elif found.satisfiable is False and attempt.decides and verdict.mapping is None:
            verdict.refuted, verdict.by = True, attempt.options.solver
            if found.proven:
                name = f"{attempt.horizon}-ii-{self.problem.contexts}"
                files = renamed(found.proven, name)
                verdict.proof = proof_of(attempt.horizon, files, found.assumed)
