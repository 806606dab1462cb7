"""Fast mapping of kernels by scheduling heuristics alone, several in parallel.

Counting gives a lower bound on the II; a mapping that reaches it is proven optimal. Failures are
recorded by size, as similar kernels on the same array are likely to fail, too: this affects only
the order of attempts, never a claim of infeasibility.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.mapping import Mapping
from models.data.problem import Kind, Problem
from models.errors import InfeasibleError
from partition.question.map_loops import LoopPool, Proposal
from programs.properties import min_ii, properties
from programs.question.shapes import shape
from solvers.mappers.pipelines import QUICK
from solvers.tasks.solver_options import SolverOptions

KERNEL_SECONDS = 6.0
"""Time limit of one kernel on an array of up to `PACE` issue slots."""

PACE = 32
"""On arrays with more slots, time limits grow in proportion."""

FULLNESS = (0.75, 0.9)
"""Expected shares of the used issue slots: first a conservative, then an optimistic one."""

SMALL = 12
"""Kernels with at most so many operations are always tried."""

ALIKE = 0.85
"""A kernel with at least this ratio of a failed kernel's operations is expected to fail."""


@dataclass(eq=False)
class KernelFact:
    """The knowledge about a kernel, by the shape of its graph.

    `lower` is the counting bound on the II, and `shortest` the bound on an iteration's cycles.
    `impossible` is the reason if no mapping exists; attempts up to II `failed` found none. `lost`:
    no mapping was found at all; `settled`: no better one was found within the time limit.
    """

    dfg: Dfg
    lower: int
    shortest: int
    lower_reason: str = "counting of slots and cycles of the graph"
    impossible: str | None = None
    mapping: Mapping | None = None
    found_by: str = ""
    failed: int = 0
    lost: bool = False
    settled: bool = False
    seconds: float = 0.0

    @property
    def ii(self) -> int | None:
        """The II of the mapping, or None."""
        return None if self.mapping is None else self.mapping.contexts

    @property
    def proven(self) -> bool:
        """Whether the II is proven minimal."""
        return self.ii is not None and self.ii <= self.lower

    @property
    def bound(self) -> tuple[int, int]:
        """The II, and the cycles of filling and draining, or lower bounds on both."""
        if self.mapping is not None:
            ii = self.mapping.contexts or 1
            return ii, self.mapping.horizon - ii
        return self.lower, max(0, self.shortest - self.lower)


@dataclass
class KernelMapper:
    """Maps kernels onto one array with at most `most` contexts, `jobs` at a time."""

    arch: Architecture
    most: int
    options: SolverOptions = field(default_factory=SolverOptions)
    jobs: int = 2
    full: float = 1.0
    observer: Callable[[KernelFact], object] = lambda fact: None
    recompute: bool = True
    files: Kind | None = None
    _known: dict[Dfg, KernelFact] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self.slots = sum(component.issue for component in self.arch.components)
        self.pace = max(1.0, self.slots / PACE)
        self._pool = LoopPool[KernelFact](self.jobs, self.options)

    def fact(self, dfg: Dfg) -> KernelFact:
        """Return the facts of a kernel's graph."""
        plain = shape(dfg)
        if plain not in self._known:
            self._known[plain] = self._counted(plain)
        return self._known[plain]

    def _counted(self, plain: Dfg) -> KernelFact:
        try:
            lower = min_ii(plain, self.arch)
        except InfeasibleError as fact:
            return KernelFact(plain, self.most + 1, 0, impossible=str(fact), lost=True)
        found = KernelFact(plain, lower, properties(plain, self.arch).critical_path)
        if lower > self.most:
            found.impossible = f"II {lower} at least, and {self.most} is the largest allowed"
            found.lost = True
        return found

    def guess(self, fact: KernelFact) -> int:
        """Return the expected II, given the failures of other kernels.

        It is `most` + 1 if no mapping is expected.
        """
        size = len(fact.dfg.operations)
        least = max(fact.lower, fact.failed + 1)
        for other in self._known.values():
            share = size / len(other.dfg.operations)
            if share >= ALIKE and size > SMALL:
                # This kernel does not fill the array as much, either.
                least = max(least, math.floor(other.failed * max(1.0, share)) + 1)
        if size > SMALL:
            least = max(least, math.ceil(size / (self.full * self.slots)))
        return min(least, self.most + 1)

    def wants(self, fact: KernelFact) -> bool:
        """Return whether an improvement is expected."""
        return not (fact.lost or fact.settled) and self.guess(fact) <= self.largest(fact)

    def largest(self, fact: KernelFact) -> int:
        """Return the largest II that would be an improvement."""
        return self.most if fact.ii is None else fact.ii - 1

    @property
    def facts(self) -> tuple[KernelFact, ...]:
        """All requested kernels."""
        return tuple(self._known.values())

    def running(self, fact: KernelFact) -> bool:
        """Return whether a kernel is being mapped."""
        return fact in self._pool

    def begin(self, fact: KernelFact) -> bool:
        """Start to map a kernel, if a process is free."""
        if self._pool.full or self.running(fact):
            return False
        least = self.guess(fact)
        if least > self.largest(fact):
            # A mapping is not expected, but requested.
            least = max(fact.lower, fact.failed + 1)
        given = fact.dfg, self.arch, 1
        problem = Problem(*given, recompute=self.recompute, files=self.files)
        pipeline = replace(QUICK, pace=self.pace)
        self._pool.begin(fact, problem, pipeline, least, self.largest(fact))
        return True

    def poll(self) -> list[KernelFact]:
        """Wait briefly, and return the finished kernels."""
        done: list[KernelFact] = []
        for fact, heard in self._pool.poll():
            before = self.largest(fact)
            for message in heard.news:
                if isinstance(message, Proposal):
                    self._take(fact, message.mapping, message.by)
                else:
                    fact.failed = max(fact.failed, message.contexts)
            better = self.largest(fact) < before
            if heard.done or better or heard.seconds > self.pace * KERNEL_SECONDS:
                if not heard.done:
                    self._pool.end(fact)
                fact.seconds += heard.seconds
                if heard.complete and not better:
                    fact.failed = max(fact.failed, before)
                fact.lost, fact.settled = fact.mapping is None, not better
                done.append(fact)
                self.observer(fact)
        return done

    def _take(self, fact: KernelFact, mapping: Mapping, by: str) -> None:
        contexts = mapping.contexts or 0
        if fact.ii is None or contexts < fact.ii:
            fact.mapping, fact.found_by = mapping, by
            fact.failed = min(fact.failed, contexts - 1)

    def stop(self) -> None:
        """End all processes."""
        self._pool.stop()
