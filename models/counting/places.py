"""Bound on the number of computed values that can wait at a time, where registers are few."""

from __future__ import annotations

from models.data.problem import Problem
from models.text import counted

FEW = 4
"""Most places for which a note is given."""


def scarce(problem: Problem) -> tuple[str, ...]:
    """Return a note for an answer without a mapping where registers may be too few."""
    places = room(problem)
    inner = sum(o.name not in problem.dfg.results for o in problem.dfg.operations)
    if places is None or not places < min(inner, FEW + 1):
        return ()
    what = f"no more than {counted(places, 'computed value')} can wait at a time"
    return (
        f"note: {what} on '{problem.arch.name}', and inputs that wait take room as well: more"
        " registers, or more elements, may be what is missing",
    )


def room(problem: Problem) -> int | None:
    """Return the largest number of computed values, without results, that can be held or in transit
    at a time; None without a limit.

    Operations that begin in one cycle are counted as starting one after the other, so that the
    values of all but one of them need a place more.
    """
    arch = problem.arch
    inner = [o.name for o in problem.dfg.operations if o.name not in problem.dfg.results]
    reached = _reached(problem, inner)
    places, starts = 0, 0
    operators = {operation.operator for operation in problem.dfg.operations}
    for part in arch.components:
        latencies = [problem.operator_latency(operator, part.name) for operator in operators]
        slowest = max((latency for latency in latencies if latency), default=0)
        starts += part.issue if slowest else 0
        places += part.issue * max(slowest - 1, 0)
        if part.name in reached and any(problem.may_hold(name, part.name) for name in inner):
            if part.capacity is None:
                return None
            places += part.capacity
    for path in arch.paths:
        if path.latency and reached & set(path.sources):
            if path.width is None:
                return None
            places += path.width * path.latency
    return places + max(starts - 1, 0)


def _reached(problem: Problem, inner: list[str]) -> set[str]:
    """Return the components that computed values, other than results, can reach.

    Values do not leave components that may hold none, such as a memory of inputs and results.
    """
    arch = problem.arch
    operators = {operation.operator for operation in problem.dfg.operations}
    onwards = {
        part.name
        for part in arch.components
        if part.switch or any(problem.may_hold(name, part.name) for name in inner)
    }
    found = {
        part.name
        for part in arch.components
        if part.issue and any(problem.operator_latency(each, part.name) for each in operators)
    }
    targets: dict[str, set[str]] = {}
    for path in arch.paths:
        for source in path.sources:
            targets.setdefault(source, set()).update(path.targets)
    onward = list(found)
    while onward:
        name = onward.pop()
        if name in onwards:
            new = targets.get(name, set()) - found
            found |= new
            onward += new
    return found
