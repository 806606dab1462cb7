"""How a re-mapping of the soak is judged: what has moved, and whether less could have."""

from __future__ import annotations

from itertools import combinations, islice
from typing import Any

from models.data.problem import Problem
from models.judge.checker_operations import executions
from tests.soak.case import Case, Verdict, unknown
from tests.soak.run import Done
from tests.soak.verdicts import (
    SECOND,
    UNCHECKED,
    judged,
    mapping_of,
    need,
    none_below,
    same,
    second_solver,
)

MOST_SETS = 6
"""Sets of operations that may all have stayed; with more, it is not asked again."""


def moves_verdict(
    case: Case, problem: Problem, done: Done, before: Any, gone: set[str], inputs: list[str]
) -> Verdict:
    """Judge an answer of `solvers.remap`."""
    answer, old = done.answer, mapping_of(before)
    status = answer["status"]
    if status == "unknown":
        if answer["stopped"] is None and answer["reason"]:
            return Verdict("none found")  # longer schedules are not tried, and it says so
        return unknown(answer, done.code)
    if status == "infeasible":
        horizons = (old.horizon, old.horizon + 1)
        return Verdict(status, [none_below(case.runner, problem, inputs, horizons)])
    means = [judged(problem, answer["mapping"], None, gone)]
    mapping = mapping_of(answer["mapping"])
    same("contexts", mapping.contexts, old.contexts)
    where, was = executions(problem.dfg, mapping), executions(problem.dfg, old)
    # What was computed twice and is computed once now, where it was, has not moved.
    moved = sorted(name for name in was if name in where and not where[name] <= was[name])
    same("moved", sorted(move["operation"] for move in answer["moved"]), moved)
    need(answer["at_least"] <= len(moved), f"{len(moved)} moved, at least {answer['at_least']}")
    if status == "optimal":
        same("at least", answer["at_least"], len(moved))
        means.append(_fewer(case, problem, inputs, mapping.horizon, was, len(moved)))
    return Verdict(status, means)


def _fewer(
    case: Case, problem: Problem, inputs: list[str], cycles: int, was: Any, moved: int
) -> str:
    """Ask CP-SAT for a mapping that moves one operation less, for every set that may stay."""
    if not moved:
        return "nothing has moved"
    names = [name for name, places in was.items() if len(places) == 1]
    there = {part.name for part in problem.arch.components}
    names = [name for name in names if all(place in there for place, _ in was[name])]
    staying = len(was) - moved + 1
    sets = list(islice(combinations(names, staying), MOST_SETS + 1))
    if len(sets) > MOST_SETS:
        return UNCHECKED
    for chosen in sets:
        pins = []
        for name in chosen:
            ((place, cycle),) = was[name]
            pins += ["--pin", f"{name}={place}@{cycle}"]
        found = second_solver(case.runner, [*inputs, *pins], problem.contexts, cycles)
        need(found is not True, f"{', '.join(chosen)} could have stayed with {cycles} cycles")
        if found is None:
            return UNCHECKED
    return SECOND
