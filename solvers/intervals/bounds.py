"""Bounds on the II by arithmetic, before anything is searched."""

from __future__ import annotations

from typing import TypeGuard

from models.data.certificate import Crossing, IntervalReason, Recurrence, Slots, reach
from models.errors import InfeasibleError
from solvers.intervals.question import IntervalQuestion
from solvers.intervals.record import IntervalRecord
from solvers.search.bounds import first_interval
from solvers.search.interval_answer import Tried
from solvers.search.interval_horizons import Horizons


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
    """Refute IIs by arithmetic, from below; return whether any II is left."""
    answer, given = record.answer, record.question.most
    # Counted resources only grow scarcer with fewer contexts.
    while (refuted := _arithmetic(horizons, answer.most)) is not None:
        if given is None and _overcome(refuted.fact):
            answer.most = 2 * max(answer.most, reach(refuted.fact))
            continue
        record.hopeless = given is not None or refuted.fact is not None
        record.note(refuted)
        answer.lower, answer.lower_reason = answer.most + 1, refuted.reason
        return False
    first_interval(
        horizons.first,
        answer.lower,
        answer.most,
        lambda contexts, fact: record.note(_refuted(contexts, fact)),
    )
    return True


def _arithmetic(horizons: Horizons, contexts: int) -> Tried | None:
    """Refute an II at every horizon, if arithmetic can."""
    try:
        horizons.first(contexts)
    except InfeasibleError as fact:
        return _refuted(contexts, fact)
    return None


def _refuted(contexts: int, fact: InfeasibleError) -> Tried:
    return Tried(contexts, "refuted", str(fact), fact=fact.fact)


def _overcome(reason: IntervalReason | None) -> TypeGuard[Recurrence | Slots | Crossing]:
    """Whether a larger II overcomes a reason by counting."""
    counting = isinstance(reason, Slots | Crossing) and reason.units > 0
    return isinstance(reason, Recurrence) or counting
