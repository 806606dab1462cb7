"""Decides whether an array maps all kernels, by the cheapest sufficient means.

In order: known facts; the incremental SAT engine with few conflicts; arithmetic bounds; a new model
of the smaller array, stronger than the model with switches, with limited conflicts; and finally the
complete search of `min_cycles`. Every mapping is checked before use.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Generator
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection

import msgspec

from models.counting.arithmetic import Arithmetic
from models.data.certificate import is_monotone
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError
from pruning.features import Feature, Parts
from pruning.prunable import Kernel
from pruning.question.engine import Answered, Ask, Engines
from pruning.question.facts import Facts
from shell.budget import UNLIMITED, Budget, Stop, Stopwatch
from solvers.search.answer import CyclesQuestion
from solvers.search.cycles import CyclesSearch
from solvers.search.portfolio import awaited, messages_of
from solvers.tasks.mappings import judge
from solvers.tasks.messages import Built, Ending, Failed, Finished, Infeasible
from solvers.tasks.solver_options import SolverOptions


@dataclass(frozen=True)
class Effort:
    """The effort limit of an answer: conflicts of a new model, and seconds of a whole search.

    None: no limit.
    """

    conflicts: int | None
    seconds: float | None


FIRST_CONFLICTS = 200
"""Conflicts of the incremental engine before arithmetic bounds, which take about as long."""

QUICK = Effort(2_000, 0.0)
BRIEF = Effort(5_000, 3.0)
FAIR = Effort(5_000, 20.0)
FULL = Effort(5_000, None)


@dataclass(frozen=True)
class Verdict:
    """The decision for one kernel: a `mapping`, or a `core` that excludes one.

    Both are None if the effort limit was reached.
    """

    kernel: int
    mapping: Mapping | None = None
    core: frozenset[Feature] | None = None


@dataclass
class Spent:
    """The effort spent: calls of the engine and of whole searches, and seconds of both."""

    calls: int = 0
    searches: int = 0
    solving: float = 0.0
    searching: float = 0.0


class Oracle:
    """The oracle of one run; each answer extends `facts`."""

    def __init__(
        self,
        facts: Facts,
        options: SolverOptions,
        budget: Budget = UNLIMITED,
    ) -> None:
        self.facts, self.spent = facts, Spent()
        self._options, self._budget = options, budget
        self._engines: Generator[Built | Answered | Ending, None, None] | None = None
        self._requests: Connection | None = None
        self._last = 0
        self._hard: set[tuple[int, frozenset[Feature]]] = set()

    @property
    def kernels(self) -> tuple[Kernel, ...]:
        """The kernels that the array must map."""
        return self.facts.kernels

    @property
    def parts(self) -> Parts:
        """The removable parts of the array."""
        return self.facts.parts

    def begin(self) -> None:
        """Start the process of the engines."""
        receiver, self._requests = multiprocessing.Pipe(duplex=False)
        task = Engines(self.kernels, self.parts, receiver, self._options)
        self._engines = messages_of(task, self._budget, self._options.memory_limit)
        self._hear()

    def close(self) -> None:
        """End the process."""
        if self._engines is not None:
            self._engines.close()
            self._engines = None

    def ask(self, off: frozenset[Feature], effort: Effort) -> list[Verdict]:
        """Decide whether every kernel has a mapping without `off`.

        The list ends with the first verdict without a mapping.
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
        """Decide whether one kernel has a mapping without `off`."""
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
        """Return whether the same search, up to symmetry, already hit an effort limit."""
        return effort.seconds is not None and (number, closed) in self._hard

    def _by_engine(self, ask: Ask) -> Verdict | None:
        assert self._requests is not None
        self.spent.calls += 1
        # A killed engine cannot answer; its last message has the reason.
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
        message = awaited(self._engines, self._budget)
        match message:
            case Infeasible():
                raise InfeasibleError(message.reason, message.fact)
            case Failed():
                raise Stop(f"solver process failed: {message.reason}")
            case Finished():
                raise Stop("solver process failed: it has ended")
        return message

    def problem(self, number: int, off: frozenset[Feature]) -> Problem:
        """Return the problem of a kernel on the array without `off`."""
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
        kernel, watch = self.kernels[number], Stopwatch()
        self.spent.searches += 1
        # This search must also find mappings, for which the default of two engines is best.
        options = replace(self._options, solver=SolverOptions.solver)
        question = CyclesQuestion(
            self.problem(number, off), cycles=kernel.horizon, options=options, time_limit=seconds
        )
        answer = CyclesSearch(question, budget=self._budget).run()
        self.spent.searching += watch.seconds
        if answer.mapping is not None:
            mapping = self._judged(number, off, answer.mapping)
            if answer.stopped == "interrupted":
                raise Stop(answer.stopped)
            return Verdict(number, mapping)
        if answer.status == "infeasible":
            return Verdict(number, core=off)
        # Without its own limit, a search ends undecided only when the whole run ends.
        if seconds is None or self._budget.over() or answer.stopped != "time limit":
            raise Stop(answer.stopped or "not decided")
        return None

    def _judged(self, number: int, off: frozenset[Feature], found: Mapping) -> Mapping:
        """Check a mapping on the array without `off`, add it to the facts, and return it."""
        problem = self.problem(number, off)
        mapping = msgspec.structs.replace(found, architecture=problem.arch.name)
        judge(problem, mapping)
        self.facts.note(number, mapping)
        return mapping


def carries_over(kernel: Kernel) -> bool:
    """Whether cores stay valid with fewer cycles, and mappings with more."""
    return is_monotone(kernel.problem.dfg, kernel.problem.arch)
