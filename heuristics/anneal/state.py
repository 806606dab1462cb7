"""The mutable state of annealing a loop, with taking and freeing of cells.

The arguments of compiled functions are those of `heuristics.anneal.moves`; `place` is the number of
a place, `cycle` a cycle from 0, `net` the number of a net.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from heuristics.anneal.lower_bounds import Cycles, Prices, lower_bounds
from heuristics.anneal.owned import add_owner, owners, remove_owner, room_for
from heuristics.anneal.tables import Tables, longest
from heuristics.array import HOLD, OWN, SPAN, Costs, Flags
from models.space_time.index_array import IntArray
from shell.budget import Work
from shell.compiled import inner

OVERUSE = 10.0
"""Cost of each unit in use beyond its limit."""

UNROUTED = 40.0
"""Cost of an operand that does not arrive."""

SHORT, SHORTEST = 4.0, 10
"""Additional cost per missing cycle, and the largest number of cycles counted."""

WARY = 0.1
"""The share of a grudge that a unit costs by price, and not in truth, before it is overused."""

LACK = 4.0
"""Growth of the cost of an unrouted edge, relative to that of an overused unit."""

STEP_SECONDS, CALL_SECONDS = 68e-9, 50e-6
"""Work of a step, and of a call of a compiled function with these many arrays."""

OVER, MISSING, LATE = 0, 1, 2
"""Positions in `faults`: excess units, edges without a route, issues that are too late."""


class AnnealState(NamedTuple):
    """Placement, routes and units in use, and room for the search for routes.

    Numbers are those of `Tables`: O operations, N nets, M edges, J components, P places, U units, K
    cycles. V = K * J * (layers + ages) are the states of the search for routes: (cycle,
    component, layer), where the last layers are those of values that are held, by the ages of their
    stays. L cells are the longest route.
    """

    at: IntArray
    """[O]: the component of an operation, -1: not placed."""
    when: IntArray
    """[O]: the cycle in which it is issued."""
    use: IntArray
    """[U]: the number of units in use."""
    grudge: Costs
    """[U]: the added price of overusing a unit, from its past overuse."""
    avoid: Costs
    """[U]: the added price of a unit for a route that would take it twice."""
    avoids: Flags
    """[1]: whether any is."""
    lack: Costs
    """[M]: the added price of a missing route of an edge."""
    owned: IntArray
    """[H]: the cells of nets, see `heuristics.anneal.owned`."""
    owners: IntArray
    """[H]: the number of routes of the net that take each."""
    entries: IntArray
    """[1]: the number of cells of all nets."""
    cells: IntArray
    """[M, L]: the cells of a route, place * SPAN + cycle."""
    length: IntArray
    """[M]: the number of cells of a route, -1: no route."""
    start: IntArray
    """[M]: the component that a route leaves."""
    since: IntArray
    """[M]: the last cycle in which the net is held there."""
    short: IntArray
    """[M]: cycles that an edge without a route would need more at least."""
    cost: Costs
    """[1]: the sum of the base prices of all cells and of the faults, with grudges."""
    faults: IntArray
    """[3]: see `OVER`, `MISSING` and `LATE`."""
    least: Costs
    """[V]: the least cost of reaching a state."""
    seen: IntArray
    """[V]: the number of the search that has reached it."""
    before: IntArray
    """[V]: the state before it, or before the stay."""
    via: IntArray
    """[V]: the step between the two; where the value is held, the cycle since which it is."""
    closed: IntArray
    """[V]: the number of the last search that expanded it."""
    heap_cost: Costs
    """[4V + 64]: costs on the heap."""
    heap_state: IntArray
    """[4V + 64]: their states or positions."""
    heap_size: IntArray
    """[2]: entries on the heap; the number of the search."""
    steps: IntArray
    """[1]: priced cells and scored positions since they were last counted as work."""
    kind: IntArray
    """[N]: the kind of a net, of C kinds with different admitting components."""
    near: Prices
    """[C, J, J]: the cheapest steps, from the last component to the one before."""
    soon_held: Cycles
    """[C, J, J]: the fewest cycles until a value arrives there that is held here."""
    soon_arrived: Cycles
    """[C, J, J]: the same of a value that arrives here."""
    wait: Costs
    """[N]: the least cost of a cycle of waiting."""
    chosen: IntArray
    """[O]: the operations of a movement."""
    touched: IntArray
    """[M]: its edges."""
    kept: IntArray
    """[M, L + 3]: their routes before, to undo it."""
    left: IntArray
    """[2, 3]: where and when the chosen operations were issued before."""
    flags: Flags
    """[M]: which edges are touched; room to work in."""
    trouble: IntArray
    """[M + O + 1]: faulty edges, and M + faulty operations, and their number at the end."""


def fresh_state(tables: Tables) -> AnnealState:
    """Return the state without placed operations."""
    operations, edges = len(tables.first), len(tables.edge_net)
    components = len(tables.switch)
    states = tables.cycles * components * (tables.layers + tables.ages)
    most = longest(tables.cycles)
    kind, near, held, arrived = lower_bounds(tables)
    delayed = bool(len(tables.delay) and tables.delay.max() > 0)
    holds = np.where(tables.holds, tables.base[None, :components], HOLD)
    return AnnealState(
        at=np.full(operations, -1, dtype=np.int64),
        when=np.zeros(operations, dtype=np.int64),
        use=np.zeros(len(tables.limit), dtype=np.int64),
        grudge=np.zeros(len(tables.limit), dtype=np.float64),
        avoid=np.zeros(len(tables.limit)),
        avoids=np.zeros(1, dtype=np.bool_),
        lack=np.zeros(edges),
        owned=np.full(room_for(edges, most), -1, dtype=np.int64),
        owners=np.zeros(room_for(edges, most), dtype=np.int64),
        entries=np.zeros(1, dtype=np.int64),
        cells=np.zeros((edges, most), dtype=np.int64),
        length=np.full(edges, -1, dtype=np.int64),
        start=np.zeros(edges, dtype=np.int64),
        since=np.zeros(edges, dtype=np.int64),
        short=np.zeros(edges, dtype=np.int64),
        cost=np.array([UNROUTED * edges]),
        faults=np.array([0, edges, 0], dtype=np.int64),
        least=np.zeros(states),
        seen=np.zeros(states, dtype=np.int64),
        before=np.zeros(states, dtype=np.int64),
        via=np.zeros(states, dtype=np.int64),
        closed=np.zeros(states, dtype=np.int64),
        heap_cost=np.zeros(4 * states + 64),
        heap_state=np.zeros(4 * states + 64, dtype=np.int64),
        heap_size=np.zeros(2, dtype=np.int64),
        steps=np.zeros(1, dtype=np.int64),
        kind=kind,
        near=near,
        soon_held=held,
        soon_arrived=arrived,
        wait=np.zeros(len(holds)) if delayed else holds.min(axis=1, initial=HOLD),
        chosen=np.zeros(operations, dtype=np.int64),
        touched=np.zeros(edges, dtype=np.int64),
        kept=np.zeros((edges, most + 3), dtype=np.int64),
        left=np.zeros((2, 3), dtype=np.int64),
        flags=np.zeros(edges, dtype=np.bool_),
        trouble=np.zeros(edges + operations + 1, dtype=np.int64),
    )


def is_complete(state: AnnealState) -> bool:
    """Return whether every edge has a route, and no limit and no order is violated."""
    return not state.faults.any()


def count_work(state: AnnealState) -> None:
    """Count the steps of a call of a compiled function as work."""
    Work.add(CALL_SECONDS + STEP_SECONDS * int(state.steps[0]))
    state.steps[0] = 0


def add_grudges(tables: Tables, state: AnnealState, much: float, decay: float) -> None:
    """Add `much` to the price of overused units, whose earlier grudges decay to the part `decay`.

    Unrouted edges grow dearer, too. So persistent faults are resolved at the cost of sound parts
    (P. Morris: The breakout method for escaping from local minima, AAAI 1993).
    """
    excess = np.maximum(state.use - tables.limit, 0)
    missing = state.length < 0
    state.cost[0] -= (state.grudge * excess).sum() + state.lack[missing].sum()
    state.grudge[:] *= decay
    state.grudge[excess > 0] += much
    state.lack[missing] += LACK * much
    state.cost[0] += (state.grudge * excess).sum() + state.lack[missing].sum()


@inner
def clear(tables: Tables, state: AnnealState) -> None:
    """Remove all operations and routes, but keep the bounds of the array, and the grudges."""
    state.at[:] = -1
    state.use[:] = 0
    state.owned[:] = -1
    state.owners[:] = 0
    state.entries[0] = 0
    state.length[:] = -1
    state.short[:] = 0
    edges, lack = len(state.length), 0.0
    for e in range(edges):
        lack += state.lack[e]
    state.cost[0] = UNROUTED * edges + lack
    state.faults[OVER], state.faults[MISSING], state.faults[LATE] = 0, edges, 0


@inner
def take_units(tables: Tables, state: AnnealState, place: int, cycle: int) -> None:
    """Add the units of a place to those in use, in the slot of a cycle."""
    slot = cycle % tables.interval
    for n in range(tables.units[place], tables.units[place + 1]):
        unit = tables.unit_of[n] + slot * tables.unit_step[n]
        state.use[unit] += 1
        if state.use[unit] > tables.limit[unit]:
            state.faults[OVER] += 1
            state.cost[0] += OVERUSE + state.grudge[unit]


@inner
def free_units(tables: Tables, state: AnnealState, place: int, cycle: int) -> None:
    """Give the units of a place back, in the slot of a cycle."""
    slot = cycle % tables.interval
    for n in range(tables.units[place], tables.units[place + 1]):
        unit = tables.unit_of[n] + slot * tables.unit_step[n]
        if state.use[unit] > tables.limit[unit]:
            state.faults[OVER] -= 1
            state.cost[0] -= OVERUSE + state.grudge[unit]
        state.use[unit] -= 1


@inner
def is_crowded(tables: Tables, state: AnnealState, place: int, cycle: int) -> bool:
    """Return whether a place has overused units in the slot of a cycle."""
    slot = cycle % tables.interval
    for n in range(tables.units[place], tables.units[place + 1]):
        unit = tables.unit_of[n] + slot * tables.unit_step[n]
        if state.use[unit] > tables.limit[unit]:
            return True
    return False


@inner
def is_free(tables: Tables, state: AnnealState, place: int, cycle: int) -> bool:
    """Return whether each resource of a place has a free unit in the slot of a cycle."""
    slot = cycle % tables.interval
    for n in range(tables.units[place], tables.units[place + 1]):
        unit = tables.unit_of[n] + slot * tables.unit_step[n]
        if state.use[unit] >= tables.limit[unit]:
            return False
    return True


@inner
def cell_of(tables: Tables, net: int, place: int, cycle: int) -> int:
    """Return the number of a cell of a net."""
    return (net * len(tables.base) + place) * tables.cycles + cycle


@inner
def price(tables: Tables, state: AnnealState, net: int, place: int, cycle: int) -> float:
    """Return the cost of a cell for a net: little if the net has it, much if a unit is overused
    then.
    """
    state.steps[0] += 1
    if owners(state.owned, state.owners, cell_of(tables, net, place, cycle)) > 0:
        return OWN
    total = tables.base[place]
    slot = cycle % tables.interval
    for n in range(tables.units[place], tables.units[place + 1]):
        unit = tables.unit_of[n] + slot * tables.unit_step[n]
        total += state.avoid[unit]
        if state.use[unit] >= tables.limit[unit]:
            total += OVERUSE + state.grudge[unit]
        else:
            total += WARY * state.grudge[unit]
    return total


@inner
def take_cells(tables: Tables, state: AnnealState, e: int) -> None:
    """Give the cells of the route of edge `e` to its net."""
    net = tables.edge_net[e]
    for n in range(state.length[e]):
        place, cycle = divmod(state.cells[e, n], SPAN)
        number = cell_of(tables, net, place, cycle)
        if add_owner(state.owned, state.owners, number) == 1:
            state.entries[0] += 1
            state.cost[0] += tables.base[place]
            take_units(tables, state, place, cycle)
    state.faults[MISSING] -= 1
    state.cost[0] -= UNROUTED + state.lack[e]


@inner
def miss(state: AnnealState, e: int, cycles: int) -> None:
    """Set the missing cycles of edge `e`, which has no route."""
    state.cost[0] += SHORT * (cycles - state.short[e])
    state.short[e] = cycles


@inner
def drop_route(tables: Tables, state: AnnealState, e: int) -> None:
    """Remove the route of edge `e`, or its missing-route penalty if it has none."""
    if state.length[e] < 0:
        miss(state, e, 0)
        return
    net = tables.edge_net[e]
    for n in range(state.length[e]):
        place, cycle = divmod(state.cells[e, n], SPAN)
        number = cell_of(tables, net, place, cycle)
        if remove_owner(state.owned, state.owners, number) == 0:
            state.entries[0] -= 1
            state.cost[0] -= tables.base[place]
            free_units(tables, state, place, cycle)
    state.length[e] = -1
    state.faults[MISSING] += 1
    state.cost[0] += UNROUTED + state.lack[e]
