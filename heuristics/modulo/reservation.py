"""The modulo reservation table: the units in use in each slot, and their prices."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from heuristics.array import PORT, SPAN, UNLIMITED, Block, Costs
from heuristics.modulo.machine import Machine
from models.register_files.registers import FOR_EVER

CROWDED = 12.0
"""Initial cost of taking a unit beyond the last one."""

SLOT = 3.0
"""Cost of an issue slot below its limit."""


class Reservation:
    """Units in use, prices, and the cells of every net.

    `holds` [T, J], `transfers` [T, H], `slots`, `reads` and `writes` [T, J] (issue slots and ports)
    and `shared` [T, N] (limits) are views of the prices of their units by slot.
    """

    def __init__(self, machine: Machine, interval: int, nets: int) -> None:
        self.machine, self.interval, self.places = machine, interval, machine.places(interval)
        places, self._limits = self.places, self.places.limits
        self.price = np.zeros(len(self._limits))
        self.holds, self.transfers = self._table(places.holds), self._table(places.transfers)
        self.slots, self.shared = self._table(places.slots), self._table(places.shared)
        self.reads, self.writes = self._table(places.reads), self._table(places.writes)
        self.holds[:] = places.base[: places.first_path]
        self.transfers[:] = places.base[places.first_path : places.first_store]
        self.slots[:], self.reads[:], self.writes[:] = SLOT, PORT, PORT
        self._bases, self.wall = self.price.tolist(), self.price.copy()
        blocks = (places.holds, places.transfers, places.slots, places.reads, places.writes)
        # The interval, and where the prices of each block begin.
        self.board = np.array([interval, *(block.begin for block in blocks), places.routes[0]])
        self.uses = [0] * len(self._limits)
        self.grudge = [0.0] * len(self._limits)
        self.users: list[dict[tuple[int, int], None]] = [{} for _ in self._limits]
        self.settle(range(len(self._limits)))
        self.cells: list[dict[int, int]] = [{} for _ in range(nets)]
        # Cells below are holds; 0 where every component may keep values for ever.
        self._stays, self._held = machine.stays.tolist(), 0
        if min(self._stays) < FOR_EVER:
            self._held = machine.components * SPAN
        self._resources: dict[int, list[int]] = {}

    def _table(self, block: Block) -> Costs:
        """[T, n]: a view of the prices of a block, by slot."""
        end = block.begin + block.size * self.interval
        return self.price[block.begin : end].reshape(self.interval, block.size)

    def issue_cell(self, j: int, cycle: int, limited: list[tuple[int, list[int]]]) -> int:
        """The cell of an issue that some shared limits count, each with its components."""
        return self.places.issue(j, limited) * SPAN + cycle

    def port_cells(self, e: int, cycle: int) -> tuple[int, int]:
        """The cells of the ports that a step takes which arrives in `cycle`."""
        read, write = int(self.places.read_place[e]), int(self.places.write_place[e])
        return read * SPAN + cycle - int(self.machine.delay[e]), write * SPAN + cycle

    def is_issue(self, cell: int) -> bool:
        """Whether a cell is that of an issue."""
        return cell // SPAN >= self.places.first_issue

    def resources(self, cell: int) -> list[int]:
        """The resources of which a cell takes a unit, without those that never run out."""
        known = self._resources.get(cell)
        if known is None:
            place, cycle = divmod(cell, SPAN)
            slot = cycle % self.interval
            known = [unit + slot * step for unit, step in self.places.rows[place]]
            self._resources[cell] = known
        return known

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

    def outlasting(self, net: int, cells: list[int]) -> list[int]:
        """Those of new cells that make a stay of the net last longer than its component allows."""
        new = {cell for cell in cells if cell < self._held}
        held = new.union(cell for cell in self.cells[net] if cell < self._held) if new else new
        found = []
        for first in held:
            if first - 1 not in held:
                last = first
                while last + 1 in held:
                    last += 1
                if last - first >= self._stays[first // SPAN]:
                    found += [cell for cell in range(first, last + 1) if cell in new]
        return found

    def overused(self, unit: int) -> bool:
        """Whether a resource is used beyond its limit."""
        return self.uses[unit] > self._limits[unit]

    def surcharge(self, units: Iterable[int]) -> None:
        """Make resources dearer until `settle` is called."""
        for unit in units:
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
        if limit >= UNLIMITED:
            return
        base, grudge = self._bases[unit], self.grudge[unit]
        if uses >= limit:
            self.price[unit] = (base + CROWDED * (1 + uses - limit)) * (1.0 + grudge)
            self.wall[unit] = np.inf
        else:
            price = base * (0.6 + uses / limit) * (1 + 0.1 * grudge)
            self.price[unit] = self.wall[unit] = price
