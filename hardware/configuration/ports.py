"""Assigns a source to each transfer within the port limits, the preferred one if possible.

Sources are assigned by augmenting paths. Chains through switches have a hop limit and must be
acyclic; if the assignment violates that, a backtracking search replaces it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import NamedTuple

from models.data.mapping import Transfer
from models.errors import InputError
from models.judge.checker_supports import Supports


class Driver(NamedTuple):
    """The source of a transfer; for a switch, also the path over which the value entered it.

    `via` is None if the source held the value.
    """

    source: str
    via: str | None


class Latch(NamedTuple):
    """A value that a component takes from any bus; it occupies one write port."""

    value: str
    component: str
    cycle: int


Port = tuple[str, str, int]
"""("read" or "write", component, slot)."""


def assigned(
    supports: Supports, options: dict[Transfer, list[Driver]], latched: set[Latch]
) -> dict[Transfer, Driver]:
    """Return a driver of each transfer, chosen from its `options`, which list the best first.

    Raises `InputError` if no choice fits the ports.
    """
    work = _Assignment(supports, options, latched)
    if work.augment() and work.right():
        return work.chosen
    work.chosen = {}
    for part in work.parts():
        if not work.search(part):
            names = ", ".join(f"'{moved.value}' over {moved.path}" for moved in part)
            raise InputError(f"no choice of sources gets by with the ports: {names}")
    return {moved: work.chosen[moved] for moved in options}


class _Assignment:
    def __init__(
        self, supports: Supports, options: dict[Transfer, list[Driver]], latched: set[Latch]
    ) -> None:
        self.interval, self.arch = supports.interval, supports.problem.arch
        self.options = options
        self.chosen: dict[Transfer, Driver] = {}
        self.together: dict[tuple[str, int], list[Transfer]] = defaultdict(list)
        self.users: Counter[tuple[Port, Transfer | Latch]] = Counter()
        self.used: Counter[Port] = Counter()
        for moved in options:
            self.together[moved.value, moved.cycle].append(moved)
            targets = self.arch.path_by_name[moved.path].targets
            if len(targets) == 1:
                self.enter(targets[0], moved)
        for latch in sorted(latched):
            self.enter(latch.component, latch)

    def enter(self, component: str, user: Transfer | Latch) -> None:
        """Count a write port taken independently of the drivers of buses."""
        if not self.take([(("write", component, self.slot(user.cycle)), user)]):
            raise InputError(f"too many values enter {component} in cycle {user.cycle}")

    def slot(self, cycle: int) -> int:
        """Return the port slot of a cycle; cycles equal modulo the II share one."""
        return cycle % self.interval if self.interval else cycle

    def uses(self, moved: Transfer, driver: Driver) -> list[tuple[Port, Transfer | Latch]]:
        """Return the ports that a driver takes, each with its user."""
        left = moved.cycle - self.arch.path_by_name[moved.path].latency
        found: list[tuple[Port, Transfer | Latch]] = []
        found.append((("read", driver.source, self.slot(left)), moved))
        if driver.via is not None and len(self.arch.path_by_name[driver.via].targets) > 1:
            latch = Latch(moved.value, driver.source, left)
            found.append((("write", driver.source, self.slot(left)), latch))
        return found

    def limit(self, port: Port) -> int | None:
        """Return the number of ports of a component, None if unlimited."""
        component = self.arch.component_by_name[port[1]]
        return component.read_ports if port[0] == "read" else component.write_ports

    def take(self, uses: list[tuple[Port, Transfer | Latch]]) -> bool:
        """Count ports as used; return whether they suffice."""
        self.users.update(uses)
        new = [port for port, user in uses if self.users[port, user] == 1]
        self.used.update(new)
        limits = ((self.used[port], self.limit(port)) for port in new)
        return all(limit is None or count <= limit for count, limit in limits)

    def give_back(self, uses: list[tuple[Port, Transfer | Latch]]) -> None:
        """Undo `take`."""
        self.users.subtract(uses)
        self.used.subtract(port for port, user in uses if not self.users[port, user])

    def augment(self) -> bool:
        """Assign a source with a free read port to every transfer; return False if impossible."""
        driven: dict[Port, list[Transfer]] = defaultdict(list)
        return all(self.drive(moved, driven, set()) for moved in self.options)

    def drive(self, moved: Transfer, driven: dict[Port, list[Transfer]], seen: set[Port]) -> bool:
        """Assign a source to `moved`, reassigning other transfers along an augmenting path."""
        for driver in self.options[moved]:
            port = self.uses(moved, driver)[0][0]
            if port in seen:
                continue
            seen.add(port)
            users, limit = driven[port], self.limit(port)
            if limit is not None and len(users) >= limit:
                leaving = next((user for user in users if self.drive(user, driven, seen)), None)
                if leaving is None:
                    continue
                users.remove(leaving)
            users.append(moved)
            self.chosen[moved] = driver
            return True
        return False

    def right(self) -> bool:
        """Return whether the choice fits the write ports and the hop limit of chains."""
        every = [self.uses(moved, driver) for moved, driver in self.chosen.items()]
        enough = [self.take(uses) for uses in every]
        for uses in every:
            self.give_back(uses)
        return all(enough) and all(map(self.ends, self.chosen))

    def ends(self, moved: Transfer) -> bool:
        """Return whether the chosen chain to a transfer is acyclic and within the hop limit.

        A path with a latency starts a new chain.
        """
        seen: set[Transfer] = set()
        hops, most = 0, self.arch.max_hops
        while moved not in seen:
            seen.add(moved)
            path, driver = self.arch.path_by_name[moved.path], self.chosen.get(moved)
            hops += path.hops
            if most is not None and hops > most:
                return False
            if driver is None or driver.via is None or path.latency:
                return True
            moved = Transfer(moved.value, driver.via, moved.cycle)
        return False

    def parts(self) -> list[list[Transfer]]:
        """Return independent groups of transfers: no shared limited port or chain."""
        group: dict[object, object] = {}

        def root(key: object) -> object:
            while group.setdefault(key, key) != key:
                key = group[key]
            return key

        for moved, options in self.options.items():
            ports = {port for driver in options for port, _ in self.uses(moved, driver)}
            limited = [port for port in sorted(ports) if self.limit(port) is not None]
            for key in ((moved.value, moved.cycle), *limited):
                group[root(key)] = root(moved)
        found: dict[object, list[Transfer]] = defaultdict(list)
        for moved in self.options:
            found[root(moved)].append(moved)
        return [sorted(part, key=lambda moved: len(self.options[moved])) for part in found.values()]

    def search(self, part: list[Transfer]) -> bool:
        """Choose drivers for a group of transfers by backtracking; return False if impossible."""
        tried = [0]
        while len(tried) <= len(part):
            moved = part[len(tried) - 1]
            options = self.options[moved]
            if moved in self.chosen:
                self.give_back(self.uses(moved, self.chosen.pop(moved)))
            if tried[-1] == len(options):
                tried.pop()
                if not tried:
                    return False
                continue
            self.chosen[moved] = options[tried[-1]]
            tried[-1] += 1
            others = (m for m in self.together[moved.value, moved.cycle] if m in self.chosen)
            if self.take(self.uses(moved, self.chosen[moved])) and all(map(self.ends, others)):
                tried.append(0)
        return True
