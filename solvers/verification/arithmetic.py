"""Checking bounds by arithmetic: critical paths, and counting against slots and widths."""

from __future__ import annotations

from models.data.certificate import Counting, CriticalPath
from models.data.problem import Problem
from models.text import n_cycles
from solvers.verification.demands import Demand, demand
from solvers.verification.directory import RejectedError
from solvers.verification.earliest import FOREVER, Earliest
from solvers.verification.intervals import slots
from solvers.verification.rules import Rules
from solvers.verification.understood import FIRST, require_understood
from solvers.verification.windows import Windows

UNDERSTANDS = FIRST | {"file_ports", "invariants", "constraints"}
"""Ports of register files are a further limit, so what is refuted without them is refuted. Operands
that may be loaded before the loop are not waited for. Constraints of a user are further limits
as well.
"""


def check_critical_path(problem: Problem, bound: CriticalPath) -> str:
    """Return a line for users; `RejectedError` unless no mapping has `bound.horizon` or fewer.

    A mapping of N cycles ends with cycle N-1. So N is more than the earliest end of any work that
    every mapping must complete by then.
    """
    require_understood(problem, UNDERSTANDS, "critical path")
    rules = _rules(problem, bound.horizon)
    earliest = Earliest(rules)
    if bound.component not in rules.components:
        raise RejectedError(f"critical path: unknown component '{bound.component}'")
    if bound.cycle != bound.horizon:
        raise RejectedError(
            f"critical path: cycle {bound.cycle} is not the first after {n_cycles(bound.horizon)}"
        )
    if bound.value in rules.results and bound.component == rules.arch.external:
        first = earliest.x.get((bound.value, bound.component), FOREVER)
    elif bound.value in rules.needed:
        first = earliest.complete(bound.value)
    else:
        raise RejectedError(f"critical path: no mapping needs '{bound.value}' in {bound.component}")
    if first < bound.cycle:
        raise RejectedError(
            f"critical path: '{bound.value}' may be in {bound.component} at the end of"
            f" cycle {first} already, not {bound.cycle}"
        )
    return f"critical path: '{bound.value}' not before the end of cycle {bound.cycle}"


def check_counting(problem: Problem, bound: Counting) -> str:
    """Return a line for users; `RejectedError` unless the items outnumber the units."""
    require_understood(problem, UNDERSTANDS, "counting")
    rules = _rules(problem, bound.horizon)
    windows = Windows(rules)
    try:
        found = demand(rules, bound, lambda way: {item[2] for item in windows.issues_by(way)})
    except RejectedError as error:
        raise RejectedError(f"counting: {error}") from None
    spans = {item: _span(rules, windows, bound, found, item) for item in bound.items}
    units = slots(found.per_cycle, bound.first, bound.last, problem.contexts)
    for item, (first, last) in spans.items():
        if first <= last and not bound.first <= first <= last <= bound.last:
            raise RejectedError(
                f"counting: '{item}' has the cycles {first} to {last}, not only"
                f" {bound.first} to {bound.last}"
            )
    if units > bound.units:
        raise RejectedError(f"counting: {units} units are there, not {bound.units}")
    if len(bound.items) <= bound.units:
        raise RejectedError(f"counting: {len(bound.items)} items fit into {bound.units} units")
    return (
        f"counting: {len(bound.items)} items, {units} {bound.resource}"
        f" in cycles {bound.first}-{bound.last}"
    )


def _rules(problem: Problem, horizon: int) -> Rules:
    """Rules that all orders of sums obey, where they may be reordered."""
    return Rules(problem, horizon, relaxed=problem.transform != "none")


def _span(
    rules: Rules, windows: Windows, bound: Counting, found: Demand, item: str
) -> tuple[int, int]:
    """The first and last cycle in which an item can use the resource; first > last for never."""
    if item in found.works:
        return windows.span(found.works[item].ways)
    if item in found.passing:
        return 1, windows.earliest.last
    first, last = windows.path_window(item, list(found.paths))
    # Results are in place at the end; later arrivals are for later iterations.
    return first, min(last, rules.horizon - 1) if bound.resource == "entry width" else last
