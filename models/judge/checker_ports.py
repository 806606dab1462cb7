"""Port limits: how many transfers may enter and leave a component per cycle.

On a path with one end the count is plain: every (value, path) transfer takes a port. On a bus
it depends on who latches and who drives. A target latches only what it needs and cannot get
otherwise, once, so entries are counted. Exactly one source drives, so exits are an
assignment of transfers to sources; it is found exactly, by augmenting paths. Where a transfer
may pass through a switch or not, both depend on each other: see `checker_drivers`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator

from models.data.architecture import Path
from models.data.problem import Problem
from models.judge.checker_drivers import undriven
from models.judge.checker_supports import Item, Supports


def has_ported_bus(problem: Problem) -> bool:
    """Whether some bus ends in a component with a port limit, so that a choice is possible."""
    parts = problem.arch.component_by_name
    return any(
        (len(path.sources) > 1 and any(parts[s].read_ports is not None for s in path.sources))
        or (len(path.targets) > 1 and any(parts[t].write_ports is not None for t in path.targets))
        for path in problem.arch.paths
    )


def port_overflows(supports: Supports, items: Collection[Item]) -> Iterator[str]:
    """One line per component and cycle (modulo the contexts) whose ports do not suffice.

    `items` answers `in` fast (a set or a dict). A transfer enters in the cycle of its arrival
    and leaves `latency` cycles earlier.
    """
    parts = supports.problem.arch.components
    writes = any(part.write_ports is not None for part in parts)
    reads = any(part.read_ports is not None for part in parts)
    entries = _entries(supports, items) if writes else {}
    found = [*_entry_overflows(supports, entries)]
    if reads:
        found += _exit_overflows(supports, items)
    if supports.switches and (writes or reads) and not found:
        found += undriven(supports, items, entries)
    yield from found


def _entries(supports: Supports, items: Collection[Item]) -> dict[tuple[str, int], set[Item]]:
    """What enters each component with write ports in each slot, whatever drives the buses."""
    arch = supports.problem.arch
    entries: dict[tuple[str, int], set[Item]] = defaultdict(set)
    for item in items:
        kind, _, place, cycle = item
        if kind == "Y":
            targets = arch.path_by_name[place].targets
            if len(targets) == 1 and arch.component_by_name[targets[0]].write_ports is not None:
                entries[targets[0], supports.slot(cycle)].add(item)
        elif arch.component_by_name[place].write_ports is not None:
            for latch in _latches(supports, items, item):
                # Whichever bus it comes from, the value takes one port of its target.
                entries[place, supports.slot(latch[3])].add(latch)
    return entries


def _entry_overflows(
    supports: Supports, entries: dict[tuple[str, int], set[Item]]
) -> Iterator[str]:
    arch = supports.problem.arch
    for (component, slot), used in sorted(entries.items()):
        limit = arch.component_by_name[component].write_ports
        if limit is not None and len(used) > limit:
            names = ", ".join(sorted(f"{value}@{cycle}" for _, value, _, cycle in used))
            yield (
                f"component '{component}' {supports.when(slot)}: {len(used)} values enter,"
                f" write_ports {limit}: {names}"
            )


def _latches(supports: Supports, items: Collection[Item], item: Item) -> Iterator[Item]:
    """What `item`, an X or a Z, needs from a bus: nothing that is there or arrives otherwise."""
    kind, name, place, cycle = item
    if kind == "X":
        needs = [(name, cycle, supports.holding(name, place, cycle))] if cycle > 0 else []
    else:
        needs = [
            (o.value, cycle + o.distance * supports.interval, supports.operand(o, place, cycle))
            for o in supports.operands(item)
        ]
    paths = supports.problem.arch.path_by_name
    for value, own, alternatives in needs:
        present = [other for other in alternatives if other in items]
        if present and all(
            other[0] == "Y" and len(paths[other[2]].targets) > 1 for other in present
        ):
            yield ("latch", value, place, own)


def _exit_overflows(supports: Supports, items: Collection[Item]) -> Iterator[str]:
    arch = supports.problem.arch
    moving: dict[int, list[tuple[Item, Path]]] = defaultdict(list)
    for item in items:
        if item[0] == "Y":
            path = arch.path_by_name[item[2]]
            moving[supports.slot(item[3] - path.latency)].append((item, path))
    for slot, transfers in sorted(moving.items()):
        driven: dict[str, list[int]] = defaultdict(list)
        choices: list[list[str]] = []
        # Those without a choice go first, so that augmenting is only needed for buses.
        for item, path in sorted(transfers, key=lambda pair: (len(pair[1].sources), pair[0])):
            left = item[3] - path.latency
            holders = [
                source
                for source in path.sources
                if ("X", item[1], source, left - 1) in items
                or any(other in items for other in supports.passing(item[1], source, left))
            ]
            # A transfer without a source breaks rule 5, which is reported there.
            if any(arch.component_by_name[s].read_ports is None for s in holders) or not holders:
                continue
            choices.append(holders)
            if not _drive(supports, choices, driven, len(choices) - 1, set()):
                yield (
                    f"{supports.when(slot)}: no source with a free read port can drive value"
                    f" '{item[1]}' onto path '{path.name}' (holders: {', '.join(holders)})"
                )


def _drive(
    supports: Supports,
    choices: list[list[str]],
    driven: dict[str, list[int]],
    transfer: int,
    seen: set[str],
) -> bool:
    """Give `transfer` a source, moving others where that frees one; one augmenting path."""
    for source in choices[transfer]:
        if source in seen:
            continue
        seen.add(source)
        limit = supports.problem.arch.component_by_name[source].read_ports
        if limit is None or len(driven[source]) < limit:
            driven[source].append(transfer)
            return True
        for other in list(driven[source]):
            if _drive(supports, choices, driven, other, seen):
                driven[source].remove(other)
                driven[source].append(transfer)
                return True
    return False
