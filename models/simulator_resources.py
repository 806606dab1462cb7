"""Registers, wires and issue slots that overlapping iterations occupy in absolute time.

Independent of the argument that counts congruent cycles together: the iterations are laid
out one period apart, as many as overlap, and what is in use is counted cycle by cycle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from models.mapping import Mapping
from models.problem import Problem


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
    return {key: limit for key, limit in every.items() if limit is not None}


def _uses(problem: Problem, mapping: Mapping) -> Iterator[tuple[str, str, object, int]]:
    """(resource, place, what occupies it, cycle of its own iteration), distinct by all four."""
    for held in mapping.holds:
        yield "registers", held.component, held.value, held.cycle
    for issue in mapping.issues:
        yield "issue slots", issue.component, issue.operation, issue.cycle
    for moved in mapping.transfers:
        path = problem.arch.path_by_name[moved.path]
        yield "wires", path.name, moved.value, moved.cycle
        if len(path.targets) == 1:
            yield "write ports", path.targets[0], (moved.value, path.name), moved.cycle
        if len(path.sources) == 1:
            left = moved.cycle - path.latency
            yield "read ports", path.sources[0], (moved.value, path.name), left
