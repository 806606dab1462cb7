"""Port limits: the number of transfers that may enter and leave a component per cycle.

On a path with one end every (value, path) transfer takes a port. On a bus the count depends on the
ends that latch and drive. A target latches only values that it needs and cannot get otherwise,
once, so entries are counted. Exactly one source drives, so exits are an assignment of transfers to
sources; it is found exactly, by augmenting paths.

Where a transfer may pass through a switch, both depend on each other. It is driven by one source,
which held the value or, if a switch, passes it on. That takes a read port of the source, and, where
only a bus brings the value there, a write port of the switch that latches it. The chains of drivers
begin at a component that held the value, within the limit on hops. The search for drivers is exact;
choices that share neither ports nor chains are searched separately.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from typing import NamedTuple

from models.data.architecture import Path
from models.data.problem import Problem
from models.data.traits import RESERVED
from models.judge.checker_supports import Item, Supports, fewest_hops

UNDERSTANDS = RESERVED | {"file_ports", "invariants"}
"""The traits of arrays that the checker judges."""


def delicate_ends(problem: Problem) -> set[str]:
    """The components where an alternative to a bus, or another source of the bus, may save a port.

    An arriving value saves a read port of a register file.
    """
    parts = problem.arch.component_by_name
    found = {part.name for part in problem.arch.components if part.file_ports}
    for path in problem.arch.paths:
        if len(path.sources) > 1 and any(parts[s].read_ports is not None for s in path.sources):
            found.update(path.sources)
        if len(path.targets) > 1:
            found.update(t for t in path.targets if parts[t].write_ports is not None)
    return found


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
    """Return the entries into each component with write ports in each slot, for any drivers of
    buses.
    """
    arch = supports.problem.arch
    entries: dict[tuple[str, int], set[Item]] = defaultdict(set)
    for item in items:
        kind, value, place, cycle = item
        if kind == "Y":
            targets = arch.path_by_name[place].targets
            if len(targets) == 1 and arch.component_by_name[targets[0]].write_ports is not None:
                entries[targets[0], supports.slot(cycle)].add(item)
        elif arch.component_by_name[place].write_ports is not None:
            for latch in _latches(supports, items, item):
                # Whichever bus it comes from, the value takes one port of its target.
                entries[place, supports.slot(latch[3])].add(latch)
            if kind == "Z" and arch.component_by_name[place].file_ports:
                done = cycle + (supports.latency(item) or 1) - 1
                if value not in supports.problem.dfg.unread:
                    entries[place, supports.slot(done)].add(("Z", value, place, done))
    return entries


def _file_reads(supports: Supports, items: Collection[Item]) -> dict[tuple[str, int], set[Item]]:
    """The operands that operations read from register files in each slot: they neither arrive nor
    are loaded before the loop.
    """
    found: dict[tuple[str, int], set[Item]] = defaultdict(set)
    for item in items:
        if item[0] == "Z" and supports.problem.arch.component_by_name[item[2]].file_ports:
            for need in supports.needs(item):
                elsewhere = (other for other in need.alternatives if other[0] in "YV")
                if need.rule == "6 operand" and not any(other in items for other in elsewhere):
                    read = ("read", need.name, item[2], need.cycle)
                    found[item[2], supports.slot(need.cycle)].add(read)
    return found


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
    """Yield the transfers over buses that `item`, an X or a Z, needs: those without an
    alternative.
    """
    paths = supports.problem.arch.path_by_name
    for need in supports.needs(item):
        present = [other for other in need.alternatives if other in items]
        if present and all(
            other[0] == "Y" and len(paths[other[2]].targets) > 1 for other in present
        ):
            yield ("latch", need.name, item[2], need.cycle)


def _exit_overflows(supports: Supports, items: Collection[Item]) -> Iterator[str]:
    arch = supports.problem.arch
    moving: dict[int, list[tuple[Item, Path]]] = defaultdict(list)
    for item in items:
        if item[0] == "Y":
            path = arch.path_by_name[item[2]]
            moving[supports.slot(item[3] - path.latency)].append((item, path))
    filed = _file_reads(supports, items)
    for (component, slot), reads in sorted(filed.items()):
        limit = arch.component_by_name[component].read_ports
        if limit is not None and len(reads) > limit:
            names = ", ".join(sorted(f"{value}@{cycle}" for _, value, _, cycle in reads))
            yield (
                f"component '{component}' {supports.when(slot)}: {len(reads)} operands are read"
                f" from its file, read_ports {limit}: {names}"
            )
    for slot, transfers in sorted(moving.items()):
        driven: dict[str, list[int]] = defaultdict(list)
        # What is read from files has no choice.
        choices = [[part] for (part, own), reads in filed.items() if own == slot for _ in reads]
        for number, (part,) in enumerate(choices):
            driven[part].append(number)
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


Port = tuple[str, str, int]
"""("read" or "write", component, slot)."""


class _Option(NamedTuple):
    """A choice: ports with their users (a latched value takes one for all), and the items it
    supports.
    """

    uses: frozenset[tuple[Port, Item]]
    supports: list[Item]


def undriven(
    supports: Supports, items: Collection[Item], entries: dict[tuple[str, int], set[Item]]
) -> Iterator[str]:
    """One line per part of the mapping for which no choice of drivers meets the port limits.

    `entries` are the entries that do not depend on the choice, by component and slot.
    """
    work = _Drivers(supports, items)
    for (component, slot), used in entries.items():
        work.used["write", component, slot] = len(used)
        work.users.update((("write", component, slot), user) for user in used)
    parts = work.parts()
    for port, count in sorted(work.used.items()):
        if not work.fits(port):
            kind, component, slot = port
            yield (
                f"component '{component}' {supports.when(slot)}: {count} {kind} ports in use"
                " whatever drives the buses"
            )
            return
    for transfers in parts:
        if not work.search(transfers):
            names = ", ".join(f"'{value}' over {path}" for _, value, path, _ in transfers)
            yield f"no choice of sources gets by with the ports: {names}"


class _Drivers:
    """The options of every transfer, and the ports in use by the choices made so far."""

    def __init__(self, supports: Supports, items: Collection[Item]) -> None:
        self.supports, self.items = supports, items
        arch = supports.problem.arch
        self.paths, self.components = arch.path_by_name, arch.component_by_name
        self.most_hops = arch.max_hops
        self.used: Counter[Port] = Counter()
        self.users: Counter[tuple[Port, Item]] = Counter()
        self.together: dict[tuple[str, int], list[Item]] = defaultdict(list)
        for item in items:
            if item[0] == "Y":
                self.together[item[1], item[3]].append(item)
        self.options = {
            item: self._options(item) for group in self.together.values() for item in group
        }
        self.allowed: dict[Item, list[Item]] = {
            item: [other for option in options for other in option.supports]
            for item, options in self.options.items()
        }

    def _options(self, item: Item) -> list[_Option]:
        _, value, name, cycle = item
        path = self.paths[name]
        left = cycle - path.latency
        slot = self.supports.slot(left)
        found: dict[frozenset[tuple[Port, Item]], list[Item]] = defaultdict(list)
        for source in path.sources:
            reads = frozenset({(("read", source, slot), item)})
            if self.components[source].read_ports is None:
                reads = frozenset()
            held = ("X", value, source, left - 1)
            if held in self.items:
                found[reads].append(held)  # no other arrival there is a better choice
                if not reads:
                    return [_Option(reads, [held])]
                continue
            for other in self.supports.passing(value, source, left):
                if other in self.items:
                    latches = len(self.paths[other[2]].targets) > 1
                    if latches and self.components[source].write_ports is not None:
                        latch = (("write", source, slot), ("latch", value, source, left))
                        found[reads | {latch}].append(other)
                    else:
                        found[reads].append(other)
        return [_Option(uses, found[uses]) for uses in sorted(found, key=len)]

    def parts(self) -> list[list[Item]]:
        """The transfers with a choice, in groups that do not affect each other.

        The ports of all others are taken.
        """
        group: dict[object, object] = {}

        def root(key: object) -> object:
            while group.setdefault(key, key) != key:
                group[key] = group[group[key]]
                key = group[key]
            return key

        chosen = []
        for item, options in sorted(self.options.items()):
            if len(options) == 1:
                self.take(options[0])
            elif options:  # without any it breaks rule 5, which is reported there
                chosen.append(item)
                ports = {port for option in options for port, _ in option.uses}
                for key in ((item[1], item[3]), *sorted(ports)):
                    group[root(key)] = root(item)
        parts: dict[object, list[Item]] = defaultdict(list)
        for item in chosen:
            parts[root(item)].append(item)
        return list(parts.values())

    def search(self, transfers: list[Item]) -> bool:
        """Choose an option for each of `transfers`; False if no choice is possible."""
        every = {item: self.allowed[item] for item in transfers}
        tried = [0]
        while tried:
            at = len(tried) - 1
            if at == len(transfers):
                return True
            item = transfers[at]
            options = self.options[item]
            if tried[at] > 0:
                self.give_back(options[tried[at] - 1])
                self.allowed[item] = every[item]
            if tried[at] == len(options):
                tried.pop()
                continue
            option = options[tried[at]]
            tried[at] += 1
            self.allowed[item] = option.supports
            if self.take(option) and self.reached(item):
                tried.append(0)
        return False

    def take(self, option: _Option) -> bool:
        """Count the ports of an option as used; whether they suffice."""
        self.users.update(option.uses)
        new = [port for port, user in option.uses if self.users[port, user] == 1]
        self.used.update(new)
        return all(self.fits(port) for port in new)

    def fits(self, port: Port) -> bool:
        """Whether the ports in use do not exceed those of the component."""
        component = self.components[port[1]]
        limit = component.read_ports if port[0] == "read" else component.write_ports
        return limit is None or self.used[port] <= limit

    def give_back(self, option: _Option) -> None:
        """Undo `take`."""
        self.users.subtract(option.uses)
        self.used.subtract(port for port, user in option.uses if not self.users[port, user])

    def reached(self, item: Item) -> bool:
        """Whether chains still lead to all transfers of the value in that cycle."""
        transfers = self.together[item[1], item[3]]
        hops = fewest_hops(self.paths, transfers, self.allowed.__getitem__)
        most = self.most_hops
        return len(hops) == len(transfers) and (most is None or max(hops.values()) <= most)
