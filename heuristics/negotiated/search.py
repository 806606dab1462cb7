"""Attempts at a loop: places by the length of nets, then rounds of negotiation."""

from __future__ import annotations

import random

import numpy as np

from heuristics.array import SPAN
from heuristics.modulo.partial import Partial, Pipelined, Route
from heuristics.modulo.result import mapping_of
from heuristics.negotiated.due import due_cycles
from heuristics.negotiated.layout import nets_of, placement_of
from heuristics.negotiated.state import State, state_of
from heuristics.negotiated.wires import Sizes, Wires, wires_of
from models.cleanup.prune_unused import prune_unused
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.data.traits import UNPORTED, unknown_traits
from models.space_time.index_array import IntArray
from shell.budget import UNLIMITED, Budget

MOVEMENTS, HOT, COLD = 3000, 4.0, 0.05
"""Movements of an operation in the annealing of places; the first and the last temperature."""

CHUNK, SOME = 200_000, 64
"""Movements, and operations or overused units, between looks at the clock."""

ROUNDS, STALLED = 2000, 300
"""The most rounds of an attempt, and those without fewer faults."""

PULL, UNTIMELY, NOISE = 0.5, 0.3, 0.05
"""Prices of the way from the planned place and of a cycle from the planned one, in the first round;
and the amplitude of noise in all of them."""

FIRST_PRESSURE, MORE_PRESSURE, MOST_PRESSURE = 1.0, 0.1, 10.0
"""The pressure of overuse: at first, its growth in a round, and at most."""

ROOM = 40
"""Cycles beyond the planned ones and three intervals, for operations that move in time."""


def negotiated_schedule(
    problem: Problem,
    seed: int = 0,
    attempts: int | None = None,
    budget: Budget = UNLIMITED,
    rounds: int = ROUNDS,
) -> Mapping | None:
    """Return a mapping of a pipelined problem without unused parts, or None if none is found.

    Every operation is executed as in the DFG, also where transformations are allowed. `attempts` of
    at most so many `rounds` are made, or as many as the budget allows; in an unlimited one the same
    arguments give the same answer. Raises `ValueError` if neither is given.
    """
    if attempts is None and not budget.limited:
        raise ValueError("attempts or a limited budget have to be given")
    if unknown_traits(problem, UNPORTED):
        return None
    shared = Pipelined.of(problem)
    if shared is None or shared.when is None or not shared.loop.operations or not _fits(shared):
        return None
    number = 0
    while attempts is None or number < attempts:
        found = _Negotiation(shared, f"{seed} {number}", budget).run(rounds)
        if found is not None:
            return prune_unused(problem, found)
        if budget.over():
            return None
        number += 1
    return None


def _fits(shared: Pipelined) -> bool:
    """Whether inputs wait for free, and results may be collected at any time."""
    machine, loop, part = shared.machine, shared.loop, shared.partial(0)
    inputs = loop.value[loop.operations :]
    at_home = all(len(machine.homes.get(value, ())) == 1 for value in inputs)
    passed_on = any(edge.net >= loop.operations and edge.reader < 0 for edge in loop.edges)
    return at_home and part.waits_free and not part.bounded_end and not passed_on


class _Negotiation:
    """An attempt."""

    def __init__(self, shared: Pipelined, seed: str, budget: Budget) -> None:
        self.shared, self.budget, self.chance = shared, budget, random.Random(seed)

    def run(self, rounds: int) -> Mapping | None:
        """Return the mapping, or None if faults remain."""
        from heuristics.negotiated import rounds as compiled

        sizes, found = wires_of(self.shared, 1)
        # Each order of an array in memory would be compiled again.
        wires = Wires._make(map(np.ascontiguousarray, found))
        if (
            not ((wires.latency > 0) & wires.holds[wires.kind[: sizes.operations]])
            .any(axis=1)
            .all()
        ):
            return None
        site = self._placed(sizes, wires)
        if site is None:
            return None
        due = due_cycles(sizes, wires, site) + sizes.interval
        last = int((due + wires.latency.max(axis=1)).max())
        sizes = sizes._replace(cycles=last + 3 * sizes.interval + ROOM)
        state = state_of(sizes, wires.base)
        state.site[:], state.due[:] = site, due
        state.scalars[:] = (FIRST_PRESSURE, 60.0, PULL, UNTIMELY, NOISE)
        order = np.lexsort((np.arange(len(due)), due))
        for begin in range(0, len(order), SOME):
            compiled.construct(sizes, wires, state, order, begin, min(begin + SOME, len(order)))
            if self.budget.over():
                return None
        # Load what rounds need, which is done once: nothing is moved here.
        self._round(sizes, wires, state, order[:0], 0)
        # From now on operations go where their neighbours are.
        state.scalars[2:4] = 0.0
        least, since = 1 << 40, 0
        for number in range(rounds):
            pressure = min(FIRST_PRESSURE + MORE_PRESSURE * number, MOST_PRESSURE)
            over, faults = compiled.begin_round(sizes, wires, state, pressure)
            if not faults:
                return mapping_of(self._complete(sizes, state))
            since = 0 if faults < least else since + 1
            least = min(least, faults)
            if since > STALLED or not self._round(sizes, wires, state, order, over):
                return None
        return None

    def _round(self, sizes: Sizes, wires: Wires, state: State, order: IntArray, over: int) -> bool:
        """Find other routes and other places; return False once the budget is over."""
        from heuristics.negotiated.rounds import relocate, reroute

        for begin in range(0, max(over, 1), SOME):
            reroute(sizes, wires, state, begin, min(begin + SOME, over))
            if self.budget.over():
                return False
        shuffled = order.tolist()
        self.chance.shuffle(shuffled)
        order[:] = shuffled
        for begin in range(0, max(len(order), 1), SOME):
            relocate(sizes, wires, state, order, begin, min(begin + SOME, len(order)))
            if self.budget.over():
                return False
        return True

    def _placed(self, sizes: Sizes, wires: Wires) -> IntArray | None:
        """Return the components of operations [O]; None without a placement, or without time."""
        from heuristics.negotiated.nets import anneal, begin

        nets = nets_of(self.shared, sizes, wires)
        placed = placement_of(nets)
        if not begin(nets, placed, self.chance.randrange(1 << 31)):
            return None
        movements = MOVEMENTS * sizes.operations
        chunks = -(-movements // CHUNK)
        cooling = (COLD / HOT) ** (1 / chunks)
        for n in range(chunks):
            hot = HOT * cooling**n
            anneal(nets, placed, movements // chunks, hot, hot * cooling)
            if self.budget.over():
                return None
        return placed.site

    def _complete(self, sizes: Sizes, state: State) -> Partial:
        """Return the schedule as that of modulo scheduling."""
        part = self.shared.partial(0)
        part.end = sizes.cycles
        for o, site in enumerate(zip(state.at.tolist(), state.when.tolist(), strict=True)):
            part.put(o, site)
        first_store = sizes.components + sizes.paths
        for e in range(sizes.edges):
            cells = [divmod(cell, sizes.cycles) for cell in state.cells[e, : state.length[e]]]
            kept = [int(place * SPAN + k) for place, k in cells if place < first_store]
            part.route[e] = Route(int(state.start[e]), int(state.since[e]), kept)
        return part
