"""Kernels mapped as quickly as possible: scheduling alone, several at a time.

Counting says below which interval there is no mapping; where that interval is reached, it is
proven. What fails is remembered by size, for other kernels on the same array are likely to fail,
too: this decides what is tried next, never what is possible.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError
from partition.question.map_loops import LoopPool, Proposal
from programs.dataflow.properties import min_ii, properties
from programs.question.shapes import shape
from solvers.search.interval_plans import quick_plan
from solvers.search.options import SolverOptions

KERNEL_SECONDS = 6.0
"""How long one kernel is tried on an array of up to `PACE` issue slots."""

PACE = 32
"""On arrays of more slots, everything takes as much longer."""

FULLNESS = (0.75, 0.9)
"""Shares of the issue slots that kernels are expected to take: first easily, then with luck."""

SMALL = 12
"""Kernels of so few operations are tried whatever is expected."""

ALIKE = 0.85
"""A kernel with so many times the operations of one that failed is expected to fail."""


@dataclass(eq=False)
class KernelFact:
    """What is known of a kernel, by the shape of its graph.

    Counting leaves intervals from `lower` on, and an iteration takes `shortest` cycles at least.
    `impossible` says why there is no mapping; up to the interval `failed`, none was found. `lost`
    says that none was found at all, `settled` that nothing better was, in the time there is.
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
        """The interval of the mapping, if there is one."""
        return None if self.mapping is None else self.mapping.contexts

    @property
    def proven(self) -> bool:
        """Whether no smaller interval is possible."""
        return self.ii is not None and self.ii <= self.lower

    @property
    def bound(self) -> tuple[int, int]:
        """The interval, and the cycles of filling and draining, or what these are at least."""
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
    _known: dict[Dfg, KernelFact] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self.slots = sum(component.issue for component in self.arch.components)
        self.pace = max(1.0, self.slots / PACE)
        self._pool = LoopPool[KernelFact](self.jobs, self.options)

    def fact(self, dfg: Dfg) -> KernelFact:
        """Return what is known of the graph of a kernel."""
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
        """Return the interval that is expected, by what kernels have failed at.

        It is `most` + 1 where no mapping is expected; smaller intervals are harder.
        """
        size = len(fact.dfg.operations)
        least = max(fact.lower, fact.failed + 1)
        for other in self._known.values():
            share = size / len(other.dfg.operations)
            if share >= ALIKE and size > SMALL:
                # The array is not filled as much by this one, either.
                least = max(least, math.floor(other.failed * max(1.0, share)) + 1)
        if size > SMALL:
            least = max(least, math.ceil(size / (self.full * self.slots)))
        return min(least, self.most + 1)

    def wants(self, fact: KernelFact) -> bool:
        """Whether a mapping is expected that is better than what there is."""
        return not (fact.lost or fact.settled) and self.guess(fact) <= self.largest(fact)

    def largest(self, fact: KernelFact) -> int:
        """Return the largest interval that would be better than what there is."""
        return self.most if fact.ii is None else fact.ii - 1

    @property
    def facts(self) -> tuple[KernelFact, ...]:
        """All kernels that have been asked for."""
        return tuple(self._known.values())

    def running(self, fact: KernelFact) -> bool:
        """Whether a kernel is being mapped."""
        return fact in self._pool

    def begin(self, fact: KernelFact) -> bool:
        """Start to map a kernel, if a process is free."""
        if self._pool.full or self.running(fact):
            return False
        least = self.guess(fact)
        if least > self.largest(fact):
            # It is not expected, and asked for all the same.
            least = max(fact.lower, fact.failed + 1)
        problem = Problem(fact.dfg, self.arch, 1, recompute=self.recompute)
        plan = quick_plan(self.pace)
        self._pool.begin(fact, problem, plan, least, self.largest(fact))
        return True

    def poll(self) -> list[KernelFact]:
        """Wait a moment, and return the kernels that are done."""
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
