"""Routes of a value from one unit to another in an array without other traffic, and what they take.

Of all routes one is taken that moves least: a move takes an issue slot, and so does holding a value
in the only register that results go to, since no result can come meanwhile. What the route takes of
registers and links is counted where it happens.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heuristics.modulo.flood import Flood
from heuristics.modulo.machine import Kind, Machine
from heuristics.modulo.reservation import SPAN, Reservation
from models.space_time.index_array import IntArray

Prices = NDArray[np.float32]

WAIT = 0.003
"""What any other cell costs: what waits less leaves more room for others."""

FAR = 6.0
"""What it costs where there is no route, or a longer one."""


class Pricing(NamedTuple):
    """What a move costs, and whether the slots that it takes are counted where it takes them.

    `cold` is the last temperature of annealing.
    """

    move: float
    counted: bool
    cold: float


RARE = Pricing(1.0, False, 0.1)
"""For arrays so full that there is no room for moves: a placement without any is looked for."""

USUAL = Pricing(0.3, True, 0.18)
"""For arrays with room for moves, as long as they find a slot that is free."""


@dataclass
class Cells:
    """What routes take: of resource `of` a unit, so many cycles `after` their start.

    Resources are the components, then the paths.
    """

    of: list[int] = field(default_factory=list)
    after: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Routes:
    """Transport of one kind of values between U units.

    `price` [U, U, D + 1] from the end of the cycle in which the first unit is done, until the
    second reads so many cycles later; longer is as `D`. `first` [U, U, D + 1] is the first cell
    that it takes, and the one after the last is the first of the next route. `leave` [U] is the
    price of getting to the external component in any time.
    """

    price: Prices
    first: NDArray[np.int32]
    leave: Prices


def rooms(machine: Machine) -> IntArray:
    """[J + H]: how many values each resource has room for in a cycle."""
    arch = machine.index.problem.arch
    limits = [c.capacity for c in arch.components] + [p.width for p in arch.paths]
    return np.array([NO_LIMIT if limit is None else limit for limit in limits], dtype=np.int64)


NO_LIMIT = 1 << 40


def _single(machine: Machine) -> NDArray[np.bool_]:
    """[J]: where holding a value leaves no register for results."""
    parts = machine.index.problem.arch.components
    return np.array([c.capacity == 1 and c.issue > 0 for c in parts], dtype=np.bool_)


def _priced(machine: Machine, interval: int, move: float) -> Reservation:
    """Return an empty table in which cells cost a move or `WAIT`."""
    table, single = Reservation(machine, interval, 1), _single(machine)
    table.price[:] = 0.0
    table.transfers[:] = WAIT / 10
    table.holds[:] = np.where(single, move, WAIT)
    # Where a hold already stands for the slot, storing does not take another.
    table.slots[:] = np.where(single, 0.0, move)
    return table


def routes_of(
    machine: Machine,
    interval: int,
    pricing: Pricing,
    kind: Kind,
    units: IntArray,
    longest: int,
    cells: Cells,
) -> Routes:
    """Return the routes between units, up to `longest` cycles; `cells` gets what they take."""
    table, room = _priced(machine, interval, pricing.move), rooms(machine)
    if not pricing.counted:
        room[: machine.components][_single(machine)] = NO_LIMIT
    external = machine.index.external
    count = len(units)
    price = np.full((count, count, longest + 1), FAR, dtype=np.float32)
    first = np.zeros(price.shape, dtype=np.int32)
    leave = np.full(count, FAR, dtype=np.float32)
    for a, unit in enumerate(units.tolist()):
        flood = Flood(table, kind, 0, [(unit, 0)], longest, False)
        price[a] = np.minimum(flood.read[: longest + 1, units].T, FAR)
        if external is not None:
            leave[a] = min(FAR, float(flood.held[:, external].min()))
        for b, d in np.ndindex(count, longest + 1):
            first[a, b, d] = len(cells.of)
            if price[a, b, d] >= FAR:
                continue
            for cell in flood.trace(int(units[b]), d).cells:
                place, after = divmod(int(cell), SPAN)
                if place < len(room) and room[place] < NO_LIMIT:
                    cells.of.append(place)
                    cells.after.append(after)
    return Routes(price, first, leave)


def arrival(
    machine: Machine,
    interval: int,
    pricing: Pricing,
    kind: Kind,
    homes: list[int],
    units: IntArray,
    cycles: int,
) -> Prices:
    """[U]: what bringing a value to a unit costs that is held in `homes` all the time."""
    if not homes:
        return np.full(len(units), FAR, dtype=np.float32)
    table = _priced(machine, interval, pricing.move)
    starts = [(j, k) for j in homes for k in range(cycles + 1)]
    flood = Flood(table, kind, 0, starts, cycles, False)
    return np.minimum(flood.read[cycles, units], FAR).astype(np.float32)
