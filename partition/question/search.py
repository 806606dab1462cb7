"""The search for a mapped partition: propose by the method, map, keep the best."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.problem import Problem
from models.errors import InputError
from partition.model.check import check_parts
from partition.model.graph import PartitionGraph
from partition.model.limits import Limits
from partition.model.partition import Partition, crossing
from partition.model.split import Splitter
from partition.question.answer import Attempt, PartitionAnswer, Settings
from partition.question.mapping import MappedPart, PartMapper, Wanted
from shell.budget import UNLIMITED, Budget, Stopwatch
from solvers.tasks.mappings import SolverFaultError, addressed
from solvers.tasks.solver_options import SolverOptions

Tell = Callable[[str], object]


@dataclass
class PartitionSearch:
    """One run; `answer` is valid at any time.

    Raises `InputError` if a single operation or recurrence exceeds `max_ii`, for fewer blocks than
    parts, and if the DFG contradicts the architecture.
    """

    dfg: Dfg
    arch: Architecture
    settings: Settings
    budget: Budget = UNLIMITED
    tell: Tell = lambda line: None
    answer: PartitionAnswer = field(init=False)
    lost: str | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        settings = self.settings
        Problem(
            self.dfg, self.arch, 1, recompute=settings.recompute
        )  # if the two contradict each other
        self.graph = PartitionGraph(self.dfg)
        self.limits = Limits(self.graph, self.arch, settings.memory)
        self.splitter = Splitter(self.dfg, settings.memory, self.graph)
        self.answer = PartitionAnswer(self.graph, self.arch, settings)
        _require_possible(self.graph, self.limits, settings)
        options = SolverOptions(
            seed=settings.seed,
            memory_limit=settings.memory_limit,
        )
        self.mapper = PartMapper(
            self.arch,
            settings.max_ii,
            options,
            settings.jobs,
            self._mapped_one,
            recompute=settings.recompute,
            files=addressed(settings.files),
        )
        whole = self.limits.weight.sum(axis=0)
        self.answer.bound = self.limits.interval(whole, int(self.limits.recurrence.max(initial=1)))
        self.answer.bound_reason = "issue slots of all operations together"
        if not self.limits.carries:
            names = f"'{settings.memory.store}' and '{settings.memory.load}'"
            self.tell(
                f"no value can cross between parts: '{self.arch.name}' does not execute {names}"
            )

    def within(self, seconds: float) -> Budget:
        """Return the budget of the next step; raises `Stop` when no time is left."""
        self.budget.check()
        return self.budget.within(seconds)

    @property
    def proven(self) -> bool:
        """Whether the best partition is proven optimal."""
        return self.answer.total is not None and self.answer.total <= self.answer.bound

    @property
    def refuted(self) -> bool:
        """Whether the bound excludes every partition into the given number of parts."""
        parts = self.settings.parts
        return parts is not None and self.answer.bound > parts * self.settings.max_ii

    def raise_bound(self, bound: int, reason: str) -> None:
        """Raise the lower bound on the total II."""
        if bound > self.answer.bound:
            self.answer.bound, self.answer.bound_reason = bound, reason
            self.tell(f"total II at least {bound}: {reason}")

    def members(self, part: Sequence[int]) -> Partition:
        """Return the partition given by the part number of each block."""
        return Partition.of_blocks(self.graph, part)

    def known(self, members: Sequence[str]) -> MappedPart:
        """Return the cached state of the part with these operations."""
        return self.mapper.of(members, self.splitter.part(members, self.dfg.name))

    def map_part(self, by: str, members: Sequence[str], percent: int) -> None:
        """Map one part, unless its lower bound exceeds the context memory.

        The target II is the least II at which it uses at most `percent` of the issue slots.
        """
        mapped = self.known(members)
        self.tell(f"{by}: {len(members)} operations, at least {mapped.lower}")
        if mapped.lower <= self.settings.max_ii:
            target = planned_intervals(self, Partition((tuple(members),)), percent / 100)[0]
            self.budget.check()
            wanted = [Wanted(mapped, min(target, self.settings.max_ii))]
            self.mapper.map(wanted, self.settings.map_seconds, self.budget)

    def try_partition(
        self,
        by: str,
        partition: Partition,
        targets: Sequence[int],
        patience: float = 1.0,
        seconds: float | None = None,
    ) -> int | None:
        """Map the parts of a partition; return the total II, or None if a part is not mapped.

        `targets` are target IIs per part; `patience` scales the usual time limit. With `seconds`
        per part, only heuristics run.
        """
        watch = Stopwatch()
        mapped = [self.known(members) for members in partition.parts]
        wanted = [Wanted(own, max(t, own.lower)) for own, t in zip(mapped, targets, strict=True)]
        planned = sum(w.target for w in wanted)
        self.tell(f"{by}: {len(mapped)} part(s), at least {planned} in all")
        total: int | None = None
        try:
            if all(w.target <= self.settings.max_ii for w in wanted):
                usual = self.settings.map_seconds * patience if seconds is None else seconds
                how = self.mapper.map if seconds is None else self.mapper.map_quickly
                self.budget.check()
                how(wanted, usual, self.budget)
        finally:
            if all(own.mapping is not None for own in mapped):
                total = sum(own.interval or 0 for own in mapped)
                self._offer(by, partition, mapped)
            extra = crossing(self.graph, partition).extra
            attempt = Attempt(by, len(mapped), planned, extra, total, watch.seconds)
            self.answer.attempts.append(attempt)
        return total

    def run(self, steps: Callable[[PartitionSearch], Iterator[None]]) -> PartitionAnswer:
        """Run a method until it ends, the time is up, or the answer is proven."""
        answer, watch = self.answer, Stopwatch()
        try:
            for _ in steps(self):
                if self.proven:
                    break
                self.budget.check()
        except KeyboardInterrupt as stop:
            answer.stopped = str(stop) or "interrupted"
        if answer.stopped is None and not self.proven:
            answer.stopped = self.lost
        answer.seconds["search"] = watch.seconds
        self._conclude()
        return answer

    def _offer(self, by: str, partition: Partition, mapped: list[MappedPart]) -> None:
        total = sum(own.interval or 0 for own in mapped)
        if self.answer.total is None or total < self.answer.total:
            self.answer.partition, self.answer.mapped, self.answer.by = partition, mapped, by
            self.tell(f"{by}: total II {total} in {len(mapped)} part(s)")

    def _mapped_one(self, mapped: MappedPart) -> None:
        count = len(mapped.part.dfg.operations)
        self.tell(f"  {count} operations: II {mapped.interval} (at least {mapped.lower})")

    def _conclude(self) -> None:
        answer = self.answer
        if answer.partition is None:
            if self.refuted:
                answer.status = "infeasible"
            return
        checked = check_parts(
            self.dfg,
            self.arch,
            answer.partition,
            answer.mappings,
            self.settings.memory,
            recompute=self.settings.recompute,
        )
        if checked.fault is not None:
            raise SolverFaultError(f"the mapped partition is wrong: {checked.fault}")
        answer.compared = checked.compared
        answer.status = "optimal" if self.proven else "feasible"


def _require_possible(graph: PartitionGraph, limits: Limits, settings: Settings) -> None:
    count = len(graph.dfg.operations)
    if not count:
        raise InputError(f"'{graph.dfg.name}' has no operations to cut")
    if settings.parts is not None and settings.parts > len(graph.blocks):
        most = (
            f"{count} operations, those of a recurrence together, make {len(graph.blocks)} at most"
        )
        raise InputError(f"{settings.parts} parts: {most}", "--parts")
    for b, names in enumerate(graph.blocks):
        least = limits.interval(limits.weight[b], int(limits.recurrence[b]))
        if least > settings.max_ii:
            what = f"operation '{names[0]}'"
            if len(names) > 1:
                shown = ", ".join(names[:4]) + (", …" if len(names) > 4 else "")
                what = f"the recurrence of {shown} ({len(names)} operations) cannot be cut and"
            raise InputError(
                f"{what} needs an II of {least}, more than {settings.max_ii}", "--max-ii"
            )


def fewest_parts(search: PartitionSearch) -> int:
    """Return the counting lower bound on the number of parts."""
    if search.settings.parts is not None:
        return search.settings.parts
    return -(-search.answer.bound // search.settings.max_ii)


def planned_intervals(search: PartitionSearch, partition: Partition, fill: float) -> list[int]:
    """Return the least IIs at which operations use at most `fill` of slots shared with routes."""
    limits, found = search.limits, []
    for members in partition.parts:
        own = search.splitter.part(members, "")
        counts = np.zeros(len(limits.operators), dtype=np.int64)
        blocks = sorted({search.graph.block_of[name] for name in members})
        counts += limits.weight[blocks].sum(axis=0)
        least = int(limits.recurrence[blocks].max(initial=1))
        if limits.carries:
            counts[limits.store] += len(own.stores)
            counts[limits.load] += len(own.loads)
        interval = limits.interval(counts, least)
        while any(
            demand > limits.offered(n, interval, fill)
            for n, demand in enumerate(limits.competes @ counts)
        ):
            interval += 1
        found.append(interval)
    return found
