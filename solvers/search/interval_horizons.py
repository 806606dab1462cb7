"""What arithmetic leaves: the IIs, and the numbers of cycles to try at each."""

from __future__ import annotations

from typing import NamedTuple, TypeGuard

from models.counting.arithmetic import Arithmetic, first_interval
from models.counting.longest import horizon_in_files, longest_useful_horizon
from models.counting.stays import StayCircles, stay_line, ways_out
from models.data.certificate import Crossing, IntervalReason, Packing, Recurrence, Slots, reach
from models.data.pins import Pins
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.space_time.index import Index
from models.space_time.windows import variables, windows
from shell.budget import UNLIMITED, Budget
from solvers.search.interval_answer import IntervalQuestion, Tried
from solvers.search.interval_record import IntervalRecord

FIRST_SECONDS = 20.0
"""Seconds for an II before the next larger one; afterwards it is tried again."""

MOST_VARIABLES = 3_000_000
"""Larger models take more memory, and more time to be built, than solvers make up for."""

ROUGHLY = 20
"""Largest ratio to the limit up to which variables are counted exactly, in their windows."""

LONGER = 4
"""Without a time limit, schedules are tried up to this multiple of the first slack, and of the
first seconds.
"""


class Span(NamedTuple):
    """Schedules from the `first` number of cycles that arithmetic leaves, up to a `limit`; the
    `longest` useful number of cycles, if bounded.
    """

    first: int
    limit: int
    longest: int | None


class Horizons:
    """The horizons of each II; `slack` as of `IntervalQuestion`, within a `budget`."""

    def __init__(
        self,
        problem: Problem,
        slack: int | None,
        pins: Pins | None = None,
        budget: Budget = UNLIMITED,
    ) -> None:
        self._problem, self._slack, self._pins = problem, slack, pins or Pins()
        self.budget = budget
        self._pinned = max((pin.cycle or 0 for pin in self._pins.places), default=0)
        self._firsts: dict[int, int] = {}

    def first(self, contexts: int) -> int:
        """The first horizon that arithmetic leaves; `InfeasibleError` where it leaves none."""
        if contexts not in self._firsts:
            arithmetic = Arithmetic(self._problem.at(contexts), self.budget.over)
            self._firsts[contexts], _ = arithmetic.first_horizon()
        return self._firsts[contexts]

    def span(self, contexts: int, tried: Tried | None, *, in_files: bool = False) -> Span:
        """Return the next horizons, after the tried ones.

        Those of mappings `in_files` are longer: what may come together in counted registers may be
        kept too long by files.
        """
        first, own = self.first(contexts), self._problem.at(contexts)
        # An operation pinned to a cycle cannot be moved earlier.
        longest = None
        if in_files:
            longest = horizon_in_files(own, self._pins)
        elif not self._pinned:
            longest = longest_useful_horizon(Index(own.counted))
        slack = 2 * contexts + 2 if self._slack is None else self._slack
        limit = first + slack + self._pinned
        if tried is not None and tried.outcome == "refuted up to horizon":
            assert tried.horizon is not None
            limit = first + 2 * (tried.horizon - first) + 1
        return Span(first, limit if longest is None else min(limit, max(longest, first)), longest)

    @property
    def apart(self) -> int | None:
        """An II at which no two iterations overlap, if every operation is pinned to a cycle:
        without a mapping there, a smaller II has none either. None without such pins.
        """
        dfg = self._problem.dfg
        pinned = {pin.operation for pin in self._pins.places if pin.cycle is not None}
        if not all(operation.name in pinned for operation in dfg.operations):
            return None
        latest = max((dfg.default_latency(each.operator) for each in dfg.operations), default=0)
        return self._pinned + latest + 2

    def is_buildable(self, contexts: int) -> bool:
        """Whether the model of the first schedules is small enough for solvers."""
        limit = self.first(contexts) + 2 * contexts + 2
        index = Index(self._problem.at(contexts))
        arch = index.problem.arch
        most = len(index.values) * (2 * len(arch.components) + len(arch.paths)) * limit
        if most <= MOST_VARIABLES or most > ROUGHLY * MOST_VARIABLES:
            return most <= MOST_VARIABLES
        return variables(windows(index, limit)) <= MOST_VARIABLES

    def worth(
        self, contexts: int, span: Span, tried: Tried | None, seconds: float, *, limited: bool
    ) -> bool:
        """Whether to look at longer schedules than the refuted ones.

        With a time `limited` the search goes on until it is up.
        """
        if tried is None or tried.outcome == "open":
            return True
        if self._slack is not None or tried.horizon is None or span.limit <= tried.horizon:
            return False
        if self.apart is not None:
            return False
        if limited:
            return True
        farthest = span.first + LONGER * (2 * contexts + 2)
        return span.limit <= farthest and seconds <= LONGER * FIRST_SECONDS


def largest(question: IntervalQuestion) -> int:
    """Return the largest II to try at first.

    By default, one at which operations might be executed one after the other, past all pins.
    """
    if question.most is not None:
        return question.most
    dfg, pins = question.problem.dfg, question.options.pins
    latencies = [dfg.default_latency(operation.operator) for operation in dfg.operations]
    many = (len(question.problem.arch.components) + 1) * (len(latencies) + 1)
    return sum(latencies) + many + max((pin.context or 0 for pin in pins.places), default=0) + 1


def bound(record: IntervalRecord, horizons: Horizons) -> bool:
    """Refute IIs by arithmetic, from below; return whether any II is left.

    Raises `Stop` when the budget is over.
    """
    answer, given = record.answer, record.question.most
    # Counted resources only grow scarcer with fewer contexts.
    while (refuted := _arithmetic(horizons, answer.most)) is not None:
        if given is None and _overcome(refuted.fact):
            answer.most = 2 * max(answer.most, reach(refuted.fact))
            horizons.budget.check()
            continue
        record.hopeless = True
        record.note(refuted)
        answer.lower, answer.lower_reason = answer.most + 1, refuted.reason
        return False

    def refuted_at(contexts: int, fact: InfeasibleError) -> None:
        record.note(_refuted(contexts, fact))
        horizons.budget.check()

    first_interval(horizons.first, answer.lower, answer.most, refuted_at)
    return not _refuted_by_stays(record, horizons.budget)


def _refuted_by_stays(record: IntervalRecord, budget: Budget) -> bool:
    """Refute IIs at which registers cannot keep some value for as long as it is needed; return
    whether that leaves none.
    """
    answer = record.answer
    for problem in dict.fromkeys((record.problem.counted, record.problem)):
        circles = StayCircles(problem, budget.over)
        last = circles.from_on(answer.lower)
        if last is not None and last[0] <= answer.lower:
            for contexts in range(answer.lower, answer.most + 1):
                own = circles.restated(last[1], contexts)
                record.note(Tried(contexts, "refuted", stay_line(own), fact=own), tell=False)
                budget.check()
            record.tell(f"II {last[0]} and all larger ones: refuted: {stay_line(last[1])}")
            answer.notes.append(f"note: what helps: {ways_out(last[1])}")
            record.hopeless = True
            return True
        while answer.lower <= answer.most and (fact := circles.at(answer.lower)) is not None:
            record.note(Tried(answer.lower, "refuted", stay_line(fact), fact=fact))
            budget.check()
    return answer.lower > answer.most


def _arithmetic(horizons: Horizons, contexts: int) -> Tried | None:
    """Refute an II at every horizon, if arithmetic can."""
    try:
        horizons.first(contexts)
    except InfeasibleError as fact:
        return _refuted(contexts, fact)
    return None


def _refuted(contexts: int, fact: InfeasibleError) -> Tried:
    return Tried(contexts, "refuted", str(fact), fact=fact.fact)


def _overcome(reason: IntervalReason | None) -> TypeGuard[Recurrence | Slots | Crossing | Packing]:
    """Whether a larger II overcomes a reason by counting."""
    if isinstance(reason, Packing):
        return reason.groups is None and reason.least is not None
    counting = isinstance(reason, Slots | Crossing) and reason.units > 0
    return isinstance(reason, Recurrence) or counting
