"""Mapping of parts: small parts by the complete search, large parts by heuristic scheduling.

Building a solver model of a large part takes longer than finding a schedule; solvers decide a small
part at once. Results of a part are cached by its operations, across partitions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from models.counting.arithmetic import Arithmetic, first_interval
from models.data.architecture import Architecture
from models.data.mapping import Mapping
from models.data.problem import Kind, Problem
from models.errors import InfeasibleError
from partition.model.graph import PartitionGraph
from partition.model.limits import Limits
from partition.model.split import Part
from partition.question.map_loops import LoopPool, Proposal
from shell.budget import Budget, Stopwatch
from solvers.mappers.pipelines import FILL, SWEEP, Pipeline
from solvers.search.interval_answer import IntervalQuestion
from solvers.search.intervals import IntervalSearch
from solvers.tasks.solver_options import SolverOptions

SMALL = 48
"""Maximum number of operations of a part mapped by solvers."""

SHARE = 0.8
"""The share of the remaining time for all parts of a partition."""


@dataclass
class MappedPart:
    """A part, its best mapping, and the lower bound on its II."""

    part: Part
    lower: int = 1
    mapping: Mapping | None = None
    found_by: str = ""
    impossible: str | None = None
    seconds: float = 0.0

    @property
    def interval(self) -> int | None:
        """The II of the mapping, or None."""
        return None if self.mapping is None else self.mapping.contexts

    def reaches(self, target: int) -> bool:
        """Return whether the mapping cannot be improved at IIs of `target` or more."""
        if self.impossible is not None:
            return True
        return self.interval is not None and self.interval <= max(target, self.lower)


@dataclass
class Wanted:
    """A part and its target II."""

    mapped: MappedPart
    target: int


Observer = Callable[[MappedPart], object]


@dataclass
class PartMapper:
    """Maps parts onto one architecture, `jobs` at a time, with at most `most` contexts."""

    arch: Architecture
    most: int
    options: SolverOptions = field(default_factory=SolverOptions)
    jobs: int = 2
    observer: Observer = lambda mapped: None
    large: Pipeline = FILL
    """The heuristics of large parts."""
    recompute: bool = True
    files: Kind | None = None
    """The kind of register files in which values need addresses."""
    _known: dict[frozenset[str], MappedPart] = field(default_factory=dict)

    def of(self, members: Sequence[str], part: Part) -> MappedPart:
        """Return the cached state of the part with these operations of the DFG."""
        key = frozenset(members)
        if key not in self._known:
            mapped = self._known[key] = MappedPart(part)
            mapped.lower, mapped.impossible = self._bound(part)
        return self._known[key]

    def _bound(self, part: Part) -> tuple[int, str | None]:
        """Return the arithmetic lower bound on the II, and the reason if it exceeds `most`."""
        reason = ""
        # Counting is quick, and the arithmetic bound is never below it.
        limits = Limits(PartitionGraph(part.dfg), self.arch)
        counted = limits.interval(limits.weight.sum(axis=0), int(limits.recurrence.max(initial=1)))

        def first_horizon(contexts: int) -> int:
            return Arithmetic(Problem(part.dfg, self.arch, contexts)).first_horizon()[0]

        def refuted(contexts: int, fact: InfeasibleError) -> None:
            nonlocal reason
            reason = str(fact)

        found = first_interval(first_horizon, min(counted, self.most), self.most, refuted)
        return found, None if found <= self.most else reason

    def _problem(self, mapped: MappedPart) -> Problem:
        given = mapped.part.dfg, self.arch, 1
        return Problem(*given, recompute=self.recompute, files=self.files)

    def map(self, wanted: Sequence[Wanted], seconds: float, budget: Budget) -> None:
        """Map the parts that miss their target II, each for at most `seconds`."""
        todo = [w for w in wanted if not w.mapped.reaches(w.target)]
        small = [w for w in todo if len(w.mapped.part.dfg.operations) <= SMALL]
        for w in small:
            self._decide(w, budget.within(seconds))
        self._schedule([w for w in todo if w not in small], seconds, budget, self.large)

    def map_quickly(self, wanted: Sequence[Wanted], seconds: float, budget: Budget) -> None:
        """Map the parts of any size that miss their target II, by heuristics."""
        todo = [w for w in wanted if not w.mapped.reaches(w.target)]
        self._schedule(todo, seconds, budget, SWEEP)

    def _decide(self, wanted: Wanted, budget: Budget) -> None:
        """Find the smallest II from the target on by solvers."""
        if budget.over():
            return
        mapped, watch = wanted.mapped, Stopwatch()
        most = self.most if mapped.interval is None else mapped.interval - 1
        question = IntervalQuestion(
            self._problem(mapped),
            self.options,
            most,
            wanted.target,
            register_files=self.files or "counted",
        )
        answer = IntervalSearch(question, budget).run()
        mapped.seconds += watch.seconds
        mapped.lower = max(mapped.lower, answer.lower)
        if answer.mapping is not None:
            self._take(mapped, answer.mapping, answer.found_by or "")
        elif answer.status == "infeasible" and mapped.mapping is None:
            mapped.impossible = answer.lower_reason
        if answer.stopped not in (None, "time limit"):
            raise KeyboardInterrupt(answer.stopped)

    def _schedule(
        self,
        wanted: Sequence[Wanted],
        seconds: float,
        budget: Budget,
        pipeline: Pipeline,
    ) -> None:
        """Schedule the parts in up to `jobs` parallel processes."""
        waiting = list(wanted)
        seconds = min(seconds, SHARE * budget.left() * self.jobs / max(len(waiting), 1))
        running: dict[int, Wanted] = {}
        with LoopPool[int](self.jobs, self.options) as pool:
            while running or (waiting and not budget.over()):
                late = budget.over()
                while waiting and not late and not pool.full:
                    own = waiting.pop(0)
                    running[id(own)] = own
                    self._begin(pool, own, pipeline)
                for name, heard in pool.poll(budget):
                    own = running[name]
                    for message in heard.news:
                        if isinstance(message, Proposal):
                            self._take(own.mapped, message.mapping, message.by)
                    over = heard.seconds > seconds or budget.over()
                    if heard.done or own.mapped.reaches(own.target) or over:
                        if not heard.done:
                            pool.end(name)
                        own.mapped.seconds += heard.seconds
                        del running[name]

    def _begin(self, pool: LoopPool[int], wanted: Wanted, pipeline: Pipeline) -> None:
        mapped = wanted.mapped
        most = self.most if mapped.interval is None else mapped.interval - 1
        least = max(wanted.target, mapped.lower)
        pool.begin(id(wanted), self._problem(mapped), pipeline, least, most)

    def _take(self, mapped: MappedPart, mapping: Mapping, by: str) -> None:
        if mapped.interval is None or (mapping.contexts or 0) < mapped.interval:
            mapped.mapping, mapped.found_by = mapping, by
            self.observer(mapped)
