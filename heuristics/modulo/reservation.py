"""The modulo reservation table: the units in use in each slot, and their prices.

Every part of a mapping is a cell of some place in some cycle: a hold, a transfer, a store in
passing, the use of a port, an issue. A cell takes units of resources in its slot, its cycle modulo
the II. Routes of one net share their cells.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from heuristics.modulo.machine import Machine

SPAN = 1 << 20
"""Cell = place * SPAN + cycle."""

UNLIMITED = 1 << 30
OWN = 1e-3
"""Cost of a cell that the net has already."""

CROWDED = 12.0
"""Initial cost of taking a unit beyond the last one."""

Costs = NDArray[np.float64]


# Costs of a unit below its limit.
HOLD, FREE_HOLD = 1.0, 0.05
PATH, WIRE = 1.0, 0.3
SLOT, PORT = 3.0, 0.2


class Reservation:
    """Units in use, prices, and the cells of every net."""

    def __init__(self, machine: Machine, interval: int, nets: int) -> None:
        self.machine, self.interval = machine, interval
        arch = machine.index.problem.arch
        count, paths = machine.components, machine.paths
        self._limits: list[int] = []
        self._bases: list[float] = []
        parts = arch.components
        self._hold = self._block(
            [c.capacity for c in parts],
            [FREE_HOLD if c.capacity is None else HOLD for c in parts],
        )
        self._path = self._block(
            [p.width for p in arch.paths],
            [WIRE if p.width is None else PATH for p in arch.paths],
        )
        self._issue = self._block([c.issue for c in parts], [SLOT] * count)
        self._read = self._block([c.read_ports for c in parts], [PORT] * count)
        self._write = self._block([c.write_ports for c in parts], [PORT] * count)
        self._shared = self._block([s.at_most for s in arch.shared], [0.0] * len(arch.shared))
        self._routes = len(self._limits)
        self._limits.append(UNLIMITED if arch.max_routes is None else arch.max_routes)
        self._bases.append(0.0)
        blocks = (self._hold, self._path, self._issue, self._read, self._write)
        # The interval, and where the prices of each block begin.
        self.board = np.array([interval, *(begin for begin, _ in blocks), self._routes])
        self.uses = [0] * len(self._limits)
        self.grudge = [0.0] * len(self._limits)
        self.users: list[dict[tuple[int, int], None]] = [{} for _ in self._limits]
        self.price = np.array(self._bases, dtype=np.float64)
        self.wall = self.price.copy()
        self._priced = len(self.price)
        for unit in range(len(self._limits)):
            self._reprice(unit)
        self.cells: list[dict[int, int]] = [{} for _ in range(nets)]
        # Places: holds, transfers, stores in passing, then others in order of their first use.
        self.first_path, self.first_store = count, count + paths
        self.first_other = 2 * count + paths
        self._others: dict[tuple[object, ...], int] = {}
        self._other_units: list[list[tuple[int, int, int]]] = []
        self._issuing: list[bool] = []
        self._resources: dict[int, tuple[int, ...]] = {}

    def _block(self, limits: list[int | None], bases: list[float]) -> tuple[int, int]:
        """Add a resource per limit and slot; return the first number, and the number per slot."""
        begin = len(self._limits)
        own = [UNLIMITED if limit is None else limit for limit in limits]
        self._limits += own * self.interval
        self._bases += bases * self.interval
        return begin, len(limits)

    def _table(self, block: tuple[int, int]) -> Costs:
        """[T, n]: a view of the prices of a block, by slot."""
        begin, count = block
        return self.price[begin : begin + count * self.interval].reshape(self.interval, count)

    @property
    def holds(self) -> Costs:
        """[T, J]: the cost of holding a value."""
        return self._table(self._hold)

    @property
    def transfers(self) -> Costs:
        """[T, H]: the cost of a transfer."""
        return self._table(self._path)

    @property
    def slots(self) -> Costs:
        """[T, J]: the cost of an issue slot."""
        return self._table(self._issue)

    @property
    def shared(self) -> Costs:
        """[T, N]: the cost of a unit of each shared limit."""
        return self._table(self._shared)

    def issue_cell(self, j: int, cycle: int, limits: tuple[int, ...]) -> int:
        """The cell of an issue that is counted with some shared limits."""
        units = [(*self._issue, j), *((*self._shared, n) for n in limits)]
        return self._other(("issue", j, limits), units, True) * SPAN + cycle

    def port_cells(self, e: int, cycle: int) -> tuple[int, ...]:
        """The cells of the ports that a step takes which arrives in `cycle`."""
        machine = self.machine
        s, t, h = machine.steps[e]
        read = self._other(("read", s, h), [(*self._read, s)], False)
        bus = len(machine.index.targets[h]) > 1
        write = self._other(("write", t, None if bus else h), [(*self._write, t)], False)
        return (read * SPAN + cycle - int(machine.latency[h]), write * SPAN + cycle)

    def choice_cell(self, value: int, j: int) -> int | None:
        """Return the cell of an input in a component with chosen initial contents; None without a
        choice.
        """
        index = self.machine.index
        if index.initial.get((value, j), True):
            return None
        contents = index.problem.arch.components[j].initial
        units = []
        for n, choice in enumerate(contents.choices if contents != "all" else ()):
            if index.values[value] in choice.of:
                units.append((self._other_resource(("choice", j, n), choice.at_most), 0, 0))
        return self._other(("choice", value, j), units, False) * SPAN

    def _other_resource(self, key: tuple[object, ...], limit: int) -> int:
        if key not in self._others:
            self._others[key] = len(self._limits)
            self._limits.append(limit)
            self._bases.append(0.0)
            self.uses.append(0)
            self.grudge.append(0.0)
            self.users.append({})
        return self._others[key]

    def _other(
        self, key: tuple[object, ...], units: list[tuple[int, int, int]], issuing: bool
    ) -> int:
        if key not in self._others:
            self._others[key] = self.first_other + len(self._other_units)
            self._other_units.append(units)
            self._issuing.append(issuing)
        return self._others[key]

    def is_issue(self, cell: int) -> bool:
        """Whether a cell is that of an issue."""
        place = cell // SPAN - self.first_other
        return place >= 0 and self._issuing[place]

    def resources(self, cell: int) -> tuple[int, ...]:
        """The resources of which a cell takes a unit, without those that are never short."""
        known = self._resources.get(cell)
        if known is None:
            units, limits = self._units(cell), self._limits
            known = tuple(unit for unit in units if limits[unit] < UNLIMITED)
            self._resources[cell] = known
        return known

    def _units(self, cell: int) -> list[int]:
        place, cycle = divmod(cell, SPAN)
        slot = cycle % self.interval
        if place < self.first_path:
            return [self._hold[0] + slot * self._hold[1] + place]
        if place < self.first_store:
            return [self._path[0] + slot * self._path[1] + place - self.first_path]
        if place < self.first_other:
            j = place - self.first_store
            return [self._issue[0] + slot * self._issue[1] + j, self._routes]
        units = self._other_units[place - self.first_other]
        return [begin + slot * count + n for begin, count, n in units]

    def add(self, net: int, cells: list[int], crowded: dict[int, None]) -> None:
        """Give cells to a net, and note overused resources in `crowded`."""
        own, uses, users, limits = self.cells[net], self.uses, self.users, self._limits
        for cell in cells:
            times = own.get(cell, 0)
            own[cell] = times + 1
            if not times:
                for unit in self.resources(cell):
                    uses[unit] += 1
                    users[unit][net, cell] = None
                    self._reprice(unit)
                    if uses[unit] > limits[unit]:
                        crowded[unit] = None

    def remove(self, net: int, cells: list[int]) -> None:
        """Remove cells from a net once."""
        own, uses, users = self.cells[net], self.uses, self.users
        for cell in cells:
            times = own[cell] - 1
            if times:
                own[cell] = times
                continue
            del own[cell]
            for unit in self.resources(cell):
                uses[unit] -= 1
                del users[unit][net, cell]
                self._reprice(unit)

    def overused(self, unit: int) -> bool:
        """Whether a resource is used beyond its limit."""
        return self.uses[unit] > self._limits[unit]

    def surcharge(self, units: Iterable[int]) -> None:
        """Make resources dearer until `settle` is called."""
        for unit in units:
            if unit < self._priced:
                self.price[unit] += CROWDED
                self.wall[unit] += CROWDED

    def settle(self, units: Iterable[int]) -> None:
        """End surcharges."""
        for unit in units:
            self._reprice(unit)

    def add_grudge(self, unit: int, much: float) -> None:
        """Make an overused resource permanently dearer."""
        self.grudge[unit] += much
        self._reprice(unit)

    def _reprice(self, unit: int) -> None:
        uses, limit = self.uses[unit], self._limits[unit]
        if limit >= UNLIMITED or unit >= self._priced:
            return
        base, grudge = self._bases[unit], self.grudge[unit]
        if uses >= limit:
            self.price[unit] = (base + CROWDED * (1 + uses - limit)) * (1.0 + grudge)
            self.wall[unit] = np.inf
        else:
            price = base * (0.6 + uses / limit) * (1 + 0.1 * grudge)
            self.price[unit] = self.wall[unit] = price
