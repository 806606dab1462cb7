"""What lower bounds on an II count: issue slots of an array (ResMII), and recurrences (RecMII)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from models.data.architecture import Architecture


def places_of(arch: Architecture, operator: str) -> frozenset[str]:
    """Return the components that execute an operator."""
    return frozenset(c.name for c in arch.components if c.supports(operator))


def slots_of(arch: Architecture, group: frozenset[str], operators: frozenset[str]) -> int:
    """Return how many of `operators` the components of `group` can start per context.

    Components counted by an earlier shared limit are not counted again.
    """
    free, slots = set(group), 0
    for limit in arch.shared:
        within = free & set(limit.components)
        if within and all(map(limit.limits, operators)):
            issue = sum(arch.component_by_name[name].issue for name in within)
            slots += min(limit.at_most, issue)
            free -= within
    return slots + sum(arch.component_by_name[name].issue for name in free)


def recurrence_interval(latency: Mapping[str, int], edges: Iterable[tuple[str, str, int]]) -> int:
    """Return the RecMII: max over cycles of ⌈Σ latency / Σ distance⌉, at least 1.

    `edges` are (before, after, distance): `after` starts once `before` of `distance` iterations
    earlier is complete. No cycle has a total distance of 0.
    """
    core = _core(edges)
    low, high = 1, max(1, sum(latency[name] for name in {before for before, _, _ in core}))
    while low < high:
        middle = (low + high) // 2
        if _late(latency, core, middle):
            low = middle + 1
        else:
            high = middle
    return low


def _core(edges: Iterable[tuple[str, str, int]]) -> list[tuple[str, str, int]]:
    """Remove edges on no cycle by repeatedly dropping edges at sources and sinks."""
    core = list(edges)
    while True:
        inside = {before for before, _, _ in core} & {after for _, after, _ in core}
        left = [edge for edge in core if edge[0] in inside and edge[1] in inside]
        if len(left) == len(core):
            return core
        core = left


def _late(latency: Mapping[str, int], core: list[tuple[str, str, int]], interval: int) -> bool:
    """Return whether some cycle has positive weight at this II (Bellman-Ford)."""
    since = dict.fromkeys((before for before, _, _ in core), 0)
    for _ in range(len(since) + 1):
        settled = True
        for before, after, distance in core:
            at = since[before] + latency[before] - distance * interval
            if at > since[after]:
                since[after], settled = at, False
        if settled:
            return False
    return True
