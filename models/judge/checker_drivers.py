"""Who drives each transfer where it may pass through a switch: an exact search, for ports.

A transfer is driven by one source, which held the value or, a switch, passes it on. That takes a
read port of the source, and where only a bus brings the value there a write port of the switch
that latches it. The chains of drivers begin where the value was held, within the limit on hops.
Choices that share neither ports nor chains are searched separately.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from typing import NamedTuple

from models.judge.checker_supports import Item, Supports
from models.judge.checker_switches import fewest_hops

Port = tuple[str, str, int]
"""("read" or "write", component, slot)."""


class _Option(NamedTuple):
    """Ports, each with what takes it (a latched value takes one for all), and what this allows."""

    uses: frozenset[tuple[Port, Item]]
    supports: list[Item]


def undriven(
    supports: Supports, items: Collection[Item], entries: dict[tuple[str, int], set[Item]]
) -> Iterator[str]:
    """One line per part of the mapping in which no choice of drivers gets by with the ports.

    `entries` are those that do not depend on the choice, by component and slot.
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
                found[reads].append(held)  # nothing that arrives there serves better
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
        """Choose an option for each of `transfers`; False when nothing is possible."""
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
        """Whether a component has as many ports as are in use."""
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
