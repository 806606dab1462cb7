"""Checking bounds by arithmetic: critical paths, and counting against slots and widths."""

from __future__ import annotations

from models.certificate import Counting, CriticalPath
from models.problem import Problem
from solvers.verification.directory import RejectedError
from solvers.verification.earliest import FOREVER, Earliest
from solvers.verification.intervals import slots
from solvers.verification.rules import Rules
from solvers.verification.windows import Windows
from solvers.verification.work import Work, separate, works


def check_critical_path(problem: Problem, bound: CriticalPath) -> str:
    """Return a line for users; `RejectedError` unless no mapping has `bound.horizon` or fewer.

    A mapping of N cycles ends with cycle N-1. So N is more than the earliest end of anything
    that every mapping must do by then.
    """
    rules = _rules(problem, bound.horizon)
    earliest = Earliest(rules)
    if bound.component not in rules.components:
        raise RejectedError(f"critical path: unknown component '{bound.component}'")
    if bound.cycle != bound.horizon:
        raise RejectedError(
            f"critical path: cycle {bound.cycle} is not the first after {bound.horizon} cycles"
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
    rules = _rules(problem, bound.horizon)
    windows = Windows(rules)
    if len(set(bound.items)) != len(bound.items):
        raise RejectedError("counting: an item is listed twice")
    if len(set(bound.components)) != len(bound.components):
        raise RejectedError("counting: a component is listed twice")
    for name in bound.components:
        if name not in rules.components:
            raise RejectedError(f"counting: unknown component '{name}'")
    ways = {"issue slots": _issues, "exit width": _exits, "entry width": _entries}
    if bound.resource not in ways:
        raise RejectedError(f"counting: unknown resource '{bound.resource}'")
    per_cycle, spans = ways[bound.resource](rules, windows, bound)
    units = slots(per_cycle, bound.first, bound.last, problem.contexts)
    for item, (first, last) in spans.items():
        if first <= last and not bound.first <= first <= last <= bound.last:
            raise RejectedError(
                f"counting: '{item}' has the cycles {first} to {last}, not only"
                f" {bound.first} to {bound.last}"
            )
    if units != bound.units:
        raise RejectedError(f"counting: {units} units are there, not {bound.units}")
    if len(bound.items) <= units:
        raise RejectedError(f"counting: {len(bound.items)} items fit into {units} units")
    return (
        f"counting: {len(bound.items)} items, {units} {bound.resource}"
        f" in cycles {bound.first}-{bound.last}"
    )


Spans = dict[str, tuple[int, int]]


def _rules(problem: Problem, horizon: int) -> Rules:
    """Rules that all orders of sums obey, where they may be reordered."""
    return Rules(problem, horizon, relaxed=problem.transform != "none")


def _issues(rules: Rules, windows: Windows, bound: Counting) -> tuple[int, Spans]:
    """Operations and steps that nothing else can execute, each in a slot of its own."""
    chosen: dict[int, Work] = {}
    spans: Spans = {}
    known = {item: work for work in works(rules, issued=True) for item in work.items}
    for item in bound.items:
        if item not in known:
            raise RejectedError(f"counting: no mapping needs operation '{item}'")
        work = chosen[id(known[item])] = known[item]
        issues = (issue for way in work.ways for issue in windows.issues_by(way))
        elsewhere = {issue[2] for issue in issues} - set(bound.components)
        if elsewhere:
            raise RejectedError(f"counting: '{item}' can be issued on {min(elsewhere)} as well")
        spans[item] = windows.span(work.ways)
    if not separate(chosen.values()):
        raise RejectedError("counting: one multi-node operation executes two of the items")
    return sum(rules.components[name].issue for name in bound.components), spans


def _exits(rules: Rules, windows: Windows, bound: Counting) -> tuple[int, Spans]:
    """Inputs that one component alone holds at first, and that every mapping reads elsewhere.

    The first transfer of each leaves that component. Cycles are those of arrival, so exit
    ports, which count in the cycle of leaving, may only be used if all latencies are equal.
    """
    place = _single(bound)
    paths = rules.paths_from[place]
    for item in bound.items:
        holders = [c for c, values in rules.possible.items() if item in values]
        if item not in rules.entering or holders != [place]:
            raise RejectedError(f"counting: input '{item}' need not leave {place}")
    ports = rules.components[place].read_ports
    if len({path.latency for path in paths}) > 1:
        ports = None
    names = [path.name for path in paths]
    per_cycle = _capacity(rules, bound, [path.width for path in paths], ports)
    return per_cycle, {item: windows.path_window(item, names) for item in bound.items}


def _entries(rules: Rules, windows: Windows, bound: Counting) -> tuple[int, Spans]:
    """Results that the external component cannot hold at first must arrive there in time."""
    place = _single(bound)
    paths = rules.paths_into[place]
    for item in bound.items:
        if place != rules.arch.external or item not in rules.results:
            raise RejectedError(f"counting: '{item}' is no result that {place} collects")
        if item in rules.possible[place]:
            raise RejectedError(f"counting: {place} may hold '{item}' from the start")
    ports = rules.components[place].write_ports
    per_cycle = _capacity(rules, bound, [path.width for path in paths], ports)
    spans = {}
    for item in bound.items:
        first, last = windows.path_window(item, [path.name for path in paths])
        spans[item] = (first, min(last, rules.horizon - 1))
    return per_cycle, spans


def _single(bound: Counting) -> str:
    if len(bound.components) != 1:
        raise RejectedError(f"counting: {bound.resource} is that of one component")
    return bound.components[0]


def _capacity(rules: Rules, bound: Counting, widths: list[int | None], ports: int | None) -> int:
    if rules.components[bound.components[0]].issue:
        raise RejectedError(f"counting: {bound.components[0]} issues operations itself")
    limits = [] if ports is None else [ports]
    if None not in widths:
        limits.append(sum(width or 0 for width in widths))
    if not limits:
        raise RejectedError(f"counting: the {bound.resource} is unlimited")
    return min(limits)
