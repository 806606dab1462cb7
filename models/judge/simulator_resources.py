"""Registers, wires and issue slots that overlapping iterations occupy in absolute time.

Independent of the argument that counts congruent cycles together: the iterations are laid
out one period apart, as many as overlap, and what is in use is counted cycle by cycle. Storing a
value that was not there, and that nothing there has computed, may take an issue slot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from models.data.mapping import Mapping
from models.data.problem import Problem
from models.judge.simulator_operations import computed_values, performed_by


class _Passing(NamedTuple):
    """Takes an issue slot, as an operation does."""

    value: str


def first_overflow(problem: Problem, mapping: Mapping) -> str | None:
    """Return a line on the first resource in excess, None when there is none.

    Needs known names, cycles from 0 and a horizon of at least 1. Ports are counted on paths
    with one source or target only; a bus leaves a choice, which the checker decides.
    """
    uses = set(_uses(problem, mapping))
    period = mapping.contexts or mapping.horizon
    overlapping = max((cycle for *_, cycle in uses), default=0) // period + 1
    counts: Counter[tuple[int, str, str]] = Counter()
    for resource, place, _, cycle in uses:
        for iteration in range(overlapping):
            counts[iteration * period + cycle, resource, place] += 1
    limits = _limits(problem)
    routes = sum(
        resource == "issue slots" and isinstance(what, _Passing) for resource, _, what, _ in uses
    )
    most = problem.arch.max_routes
    if most is not None and routes > most:
        return f"one iteration stores {routes} values in passing, max_routes {most}"
    excess = [key for key, count in counts.items() if count > limits.get(key[1:], count)]
    if not excess:
        return None
    time, resource, place = min(excess)
    used = counts[time, resource, place]
    return f"absolute cycle {time}: {used} {resource} of {place} in use, {limits[resource, place]}"


def _limits(problem: Problem) -> dict[tuple[str, str], int]:
    every: dict[tuple[str, str], int | None] = {}
    for part in problem.arch.components:
        every["registers", part.name] = part.capacity
        every["issue slots", part.name] = part.issue
        every["read ports", part.name] = part.read_ports
        every["write ports", part.name] = part.write_ports
    for path in problem.arch.paths:
        every["wires", path.name] = path.width
    for limit in problem.arch.shared:
        every["operations", limit.name] = limit.at_most
    return {key: most for key, most in every.items() if most is not None}


def _uses(problem: Problem, mapping: Mapping) -> Iterator[tuple[str, str, object, int]]:
    """(resource, place, what occupies it, cycle of its own iteration), distinct by all four."""
    arch = problem.arch
    computed = computed_values(problem.dfg, mapping)
    there = {(held.value, held.component, held.cycle) for held in mapping.holds}
    # What a component has at the end of a cycle without storing anything that passes.
    had = {(v, c, k + 1) for v, c, k in there if not arch.component_by_name[c].transient}
    had |= {(v, c, 0) for v, c, _ in there}
    for issue in mapping.issues:
        operator = performed_by(computed, issue).operator
        latency = problem.operator_latency(operator, issue.component) or 1
        had.add((issue.operation, issue.component, issue.cycle + latency - 1))
        yield "issue slots", issue.component, issue.operation, issue.cycle
        for limit in arch.shared:
            if issue.component in limit.components and limit.limits(operator):
                yield "operations", limit.name, (issue.operation, issue.component), issue.cycle
    for value, component, cycle in there:
        yield "registers", component, value, cycle
        if (
            arch.component_by_name[component].routing_issues
            and (value, component, cycle) not in had
        ):
            yield "issue slots", component, _Passing(value), cycle
    for moved in mapping.transfers:
        path = problem.arch.path_by_name[moved.path]
        yield "wires", path.name, moved.value, moved.cycle
        if len(path.targets) == 1:
            yield "write ports", path.targets[0], (moved.value, path.name), moved.cycle
        if len(path.sources) == 1:
            left = moved.cycle - path.latency
            yield "read ports", path.sources[0], (moved.value, path.name), left
