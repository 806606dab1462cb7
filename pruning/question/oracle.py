"""Answers whether an array does the job, by the cheapest means that can tell.

What is known already; an incremental SAT engine for a moment; arithmetic; a new model of the
smaller array, which can say more than one with switches, for a limited time; and at last the
whole search of `min_cycles`. Every mapping is judged before it is believed.
"""

from __future__ import annotations

import multiprocessing
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection

import msgspec

from models.data.certificate import is_monotone
from models.data.features import Feature, Parts
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.space_time.prunable import Kernel
from pruning.question.engine import Answered, Ask, Engines
from pruning.question.facts import Facts
from shell.signals import Stop
from solvers.search.answer import CyclesQuestion
from solvers.search.bounds import Arithmetic
from solvers.search.cycles import CyclesSearch
from solvers.search.messages import Built, Failed, Finished, Infeasible
from solvers.search.options import SolverOptions
from solvers.search.record import judge
from solvers.search.supervisor import Worker


@dataclass(frozen=True)
class Effort:
    """How much an answer is worth: conflicts of a new model, and seconds of a whole search.

    None: as many as it takes.
    """

    conflicts: int | None
    seconds: float | None


FIRST_CONFLICTS = 200
"""Conflicts of the engine that learns, before arithmetic is asked, which takes about as long."""

QUICK = Effort(2_000, 0.0)
BRIEF = Effort(5_000, 3.0)
FAIR = Effort(5_000, 20.0)
FULL = Effort(5_000, None)


@dataclass(frozen=True)
class Verdict:
    """Whether an array does for one kernel: a `mapping`, or a `core` that excludes one.

    Neither where effort was not enough.
    """

    kernel: int
    mapping: Mapping | None = None
    core: frozenset[Feature] | None = None


@dataclass
class Spent:
    """What answers cost: calls of the engine and of whole searches, and seconds of both."""

    calls: int = 0
    searches: int = 0
    solving: float = 0.0
    searching: float = 0.0


class Oracle:
    """One run's answers; `facts` grows with each of them."""

    def __init__(
        self,
        facts: Facts,
        options: SolverOptions,
        deadline: float | None = None,
    ) -> None:
        self.facts, self.spent = facts, Spent()
        self._options, self._deadline = options, deadline
        self._engines: Worker[Built | Answered] | None = None
        self._requests: Connection | None = None
        self._last = 0
        self._hard: set[tuple[int, frozenset[Feature]]] = set()

    @property
    def kernels(self) -> tuple[Kernel, ...]:
        """What the array must serve."""
        return self.facts.kernels

    @property
    def parts(self) -> Parts:
        """What the array consists of."""
        return self.facts.parts

    def begin(self) -> None:
        """Start the process with the engines."""
        receiver, self._requests = multiprocessing.Pipe(duplex=False)
        task = Engines(self.kernels, self.parts, receiver, self._options)
        self._engines = Worker(task, self._options.memory_limit)
        self._hear()

    def close(self) -> None:
        """End the process."""
        if self._engines is not None:
            self._engines.stop()
            self._engines = None

    def ask(self, off: frozenset[Feature], effort: Effort) -> list[Verdict]:
        """Ask for a mapping of every kernel without `off`.

        The answer ends with the first verdict that is no mapping.
        """
        closed = self.parts.closed(off)
        for number in range(len(self.kernels)):
            core = self.facts.refuted(number, closed)
            if core is not None:
                return [Verdict(number, core=core)]
        found: list[Verdict] = []
        order = [self._last, *(n for n in range(len(self.kernels)) if n != self._last)]
        for number in order:
            verdict = self.ask_one(number, off, effort)
            found.append(verdict)
            if verdict.mapping is None:
                self._last = number
                break
        return found

    def ask_one(self, number: int, off: frozenset[Feature], effort: Effort) -> Verdict:
        """Ask for a mapping of one kernel without `off`."""
        closed = self.parts.closed(off)
        known = self.facts.mapped(number, closed)
        if known is not None:
            return Verdict(number, known)
        core = self.facts.refuted(number, closed)
        if core is not None:
            return Verdict(number, core=core)
        verdict = self._by_engine(Ask(number, off, FIRST_CONFLICTS))
        if verdict is None and self._arithmetic_refutes(number, off):
            verdict = Verdict(number, core=off)
        if verdict is None:
            verdict = self._by_engine(Ask(number, off, effort.conflicts, fresh=True))
        if verdict is None and effort.seconds != 0 and not self._given_up(number, closed, effort):
            verdict = self._by_search(number, off, effort.seconds)
            if verdict is None:
                self._hard.update((number, image) for image in self.facts.orbit(number, closed))
        return verdict or Verdict(number)

    def _given_up(self, number: int, closed: frozenset[Feature], effort: Effort) -> bool:
        """Whether a search of the same, up to symmetry, was too short already."""
        return effort.seconds is not None and (number, closed) in self._hard

    def _by_engine(self, ask: Ask) -> Verdict | None:
        assert self._requests is not None
        self.spent.calls += 1
        # An engine that was killed cannot be asked; what is heard of it says why.
        with suppress(BrokenPipeError):
            self._requests.send(ask)
        answer = self._hear()
        assert isinstance(answer, Answered)
        self.spent.solving += answer.seconds
        if answer.mapping is not None:
            return Verdict(ask.kernel, self._judged(ask.kernel, ask.off, answer.mapping))
        if answer.satisfiable is False:
            return Verdict(ask.kernel, core=answer.core)
        return None

    def _hear(self) -> Built | Answered:
        assert self._engines is not None
        message = self._engines.hear()
        match message:
            case Infeasible():
                raise InfeasibleError(message.reason, message.fact)
            case Failed():
                raise Stop(f"solver process failed: {message.reason}")
            case Finished():
                raise Stop("solver process failed: it has ended")
        return message

    def problem(self, number: int, off: frozenset[Feature]) -> Problem:
        """The problem of a kernel on the array without `off`."""
        changed: Problem = msgspec.structs.replace(
            self.kernels[number].problem, arch=self.parts.without(off)
        )
        return changed

    def _arithmetic_refutes(self, number: int, off: frozenset[Feature]) -> bool:
        kernel = self.kernels[number]
        try:
            arithmetic = Arithmetic(self.problem(number, off))
            return arithmetic.refute(kernel.horizon) is not None
        except InfeasibleError:
            return True

    def _by_search(
        self, number: int, off: frozenset[Feature], seconds: float | None
    ) -> Verdict | None:
        kernel, clock = self.kernels[number], time.perf_counter()
        self.spent.searches += 1
        # This search is about finding as well, for which a default with two engines is best.
        options = replace(self._options, solver=SolverOptions.solver)
        question = CyclesQuestion(
            self.problem(number, off), cycles=kernel.horizon, options=options, time_limit=seconds
        )
        answer = CyclesSearch(question).run()
        self.spent.searching += time.perf_counter() - clock
        if answer.mapping is not None:
            mapping = self._judged(number, off, answer.mapping)
            if answer.stopped == "interrupted":
                raise Stop(answer.stopped)
            return Verdict(number, mapping)
        if answer.status == "infeasible":
            return Verdict(number, core=off)
        late = self._deadline is not None and time.perf_counter() >= self._deadline
        # Without a limit of its own, a search ends undecided only when everything does.
        if seconds is None or late or answer.stopped != "time limit":
            raise Stop(answer.stopped or "not decided")
        return None

    def _judged(self, number: int, off: frozenset[Feature], found: Mapping) -> Mapping:
        """Return a mapping after checking it on the array without `off`, and note it."""
        problem = self.problem(number, off)
        mapping = msgspec.structs.replace(found, architecture=problem.arch.name)
        judge(problem, mapping)
        self.facts.note(number, mapping)
        return mapping


def carries_over(kernel: Kernel) -> bool:
    """Whether a core with N cycles is one with fewer, and a mapping one with more."""
    return is_monotone(kernel.problem.dfg, kernel.problem.arch)
