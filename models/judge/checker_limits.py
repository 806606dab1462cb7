"""Limits per cycle: registers, width, issue slots, and limits shared by several components.

What is loaded before the loop is there in all cycles.

With T contexts all cycles congruent modulo T count together, since iterations overlap.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Container, Iterator

from models.judge.checker_supports import Item, Supports

MOST_SHOWN = 20


def in_passing(supports: Supports, item: Item, items: Container[Item]) -> bool:
    """Whether an X needs an issue slot of its component to store a passing value.

    That is so if the component did not hold it before, and no operation issued there has just
    computed it.
    """
    _, value, place, cycle = item
    if place not in supports.storing or cycle < 1:
        return False
    component = supports.problem.arch.component_by_name[place]
    if not component.transient and ("X", value, place, cycle - 1) in items:
        return False
    return not any(done in items for done in supports.completing(value, place, cycle))


def overflows(supports: Supports, ordered: Collection[Item]) -> Iterator[tuple[str, str]]:
    """Yield violations of rules 8 to 10, stores in passing and shared limits: the rule and one
    line.

    Membership tests on `ordered` must be fast.
    """
    arch = supports.problem.arch
    limits: dict[tuple[str, str], tuple[str, int | None]] = {
        ("Y", path.name): ("9 width", path.width) for path in arch.paths
    }
    for component in arch.components:
        limits["X", component.name] = ("8 capacity", component.capacity)
        limits["Z", component.name] = ("10 issue", component.issue)
    used: dict[tuple[str, str, int], list[str]] = defaultdict(list)
    loaded: dict[str, list[str]] = defaultdict(list)
    passing: list[str] = []
    for item in ordered:
        kind, name, place, cycle = item
        if kind == "V":
            loaded[place].append(name)
        else:
            used[kind, place, supports.slot(cycle)].append(f"{name}@{cycle}")
        if kind == "X" and in_passing(supports, item, ordered):
            used["Z", place, supports.slot(cycle)].append(f"{name}@{cycle} in passing")
            passing.append(f"{name}@{cycle} in {place}")
    for (kind, place, slot), names in sorted(used.items()):
        rule, limit = limits[kind, place]
        if limit is not None and len(names) > limit:
            yield rule, _line(supports, place, slot, names, limit)
    for place, names in sorted(loaded.items()):
        most = arch.component_by_name[place].invariants
        if len(names) > most:
            yield "invariants", f"{place} holds {len(names)}, at most {most}: {_some(names)}"
    if arch.max_routes is not None and len(passing) > arch.max_routes:
        yield (
            "routes",
            f"{len(passing)} values are stored in passing, max_routes {arch.max_routes}:"
            f" {_some(passing)}",
        )
    yield from _shared(supports, ordered)


def _shared(supports: Supports, ordered: Collection[Item]) -> Iterator[tuple[str, str]]:
    """At most so many operations of some operators are issued on some components together."""
    for limit in supports.problem.arch.shared:
        places = set(limit.components)
        used: dict[int, list[str]] = defaultdict(list)
        for item in ordered:
            kind, name, place, cycle = item
            if kind != "Z" or place not in places:
                continue
            if limit.limits(supports.performed(item).operator):
                used[supports.slot(cycle)].append(f"{name}@{cycle} on {place}")
        for slot, names in sorted(used.items()):
            if len(names) > limit.at_most:
                yield "shared", _line(supports, limit.name, slot, names, limit.at_most)


def _line(supports: Supports, what: str, slot: int, names: list[str], limit: int) -> str:
    return f"{what} {supports.when(slot)}: {len(names)}, at most {limit}: {_some(names)}"


def _some(names: list[str]) -> str:
    return ", ".join(names[:MOST_SHOWN]) + (", ..." if len(names) > MOST_SHOWN else "")
