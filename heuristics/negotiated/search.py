"""Negotiated congestion: a loop is mapped with units overused, and these become dearer."""

from __future__ import annotations

import random

import numpy as np

from heuristics.array import SPAN
from heuristics.modulo.partial import Partial, Pipelined, Route
from heuristics.modulo.result import mapping_of
from heuristics.negotiated.due import due_cycles
from heuristics.negotiated.layout import nets_of, placement_of
from heuristics.negotiated.state import NOISE, PULL, UNTIMELY, State, state_of
from heuristics.negotiated.wires import Sizes, wires_of
from models.cleanup.prune_unused import prune_unused
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.space_time.index_array import IntArray
from shell.budget import UNLIMITED, Budget

MOVEMENTS, HOT, COLD = 3000, 4.0, 0.05
CHUNK = 200_000
ROUNDS = 400
SOME = 64

TRACE = None


def negotiated_schedule(
    problem: Problem, seed: int = 0, attempts: int | None = None, budget: Budget = UNLIMITED,
    rounds: int = ROUNDS,
) -> Mapping | None:
    """Return a mapping of a pipelined problem without unused parts, or None if none is found."""
    shared = Pipelined.of(problem)
    if shared is None or shared.when is None or not shared.loop.operations:
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


class _Negotiation:
    def __init__(self, shared: Pipelined, seed: str, budget: Budget) -> None:
        self.shared, self.budget = shared, budget
        self.chance = random.Random(seed)

    def run(self, rounds: int) -> Mapping | None:
        from heuristics.negotiated.rounds import begin_round, construct, relocate, reroute

        shared, interval = self.shared, self.shared.interval
        sizes, wires = wires_of(shared, 1)
        site = self._placed(sizes, wires)
        if site is None:
            return None
        due = due_cycles(sizes, wires, site) + interval
        cycles = int(due.max()) + 3 * interval + 40
        sizes = sizes._replace(cycles=cycles)
        state = state_of(sizes, wires.base)
        state.site[:], state.due[:] = site, due
        order = np.lexsort((np.arange(len(due)), due)).astype(np.int64)
        state.scalars[:] = (1.0, 60.0, 0.5, 0.3, 0.05)
        for begin in range(0, len(order), SOME):
            construct(sizes, wires, state, order, begin, min(begin + SOME, len(order)))
            if self.budget.over():
                return None
        state.scalars[PULL], state.scalars[UNTIMELY], state.scalars[NOISE] = 0.0, 0.0, 0.05
        if TRACE:
            global LAST
            LAST = (sizes, wires, state)
        best = 1 << 40
        for number in range(rounds):
            pressure = 1.0 + 0.1 * min(number, 90)
            over, excess, missing = begin_round(sizes, wires, state, pressure)
            best = min(best, excess + missing)
            if TRACE:
                TRACE(number, over, excess, missing, state)
            if excess + missing == 0:
                return mapping_of(self._complete(sizes, state))
            for begin in range(0, over, SOME):
                reroute(sizes, wires, state, begin, min(begin + SOME, over))
                if self.budget.over():
                    return None
            self.chance.shuffle(order)
            for begin in range(0, len(order), SOME):
                relocate(sizes, wires, state, order, begin, min(begin + SOME, len(order)))
                if self.budget.over():
                    return None
        return None

    def _placed(self, sizes: Sizes, wires) -> IntArray | None:
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
            cost = anneal(nets, placed, movements // chunks, hot, hot * cooling)
            if self.budget.over():
                return None
        if TRACE:
            TRACE("placed", cost)
        return placed.site

    def _complete(self, sizes: Sizes, state: State) -> Partial:
        part = self.shared.partial(0)
        part.end = sizes.cycles
        for o in range(sizes.operations):
            part.put(o, (int(state.at[o]), int(state.when[o])))
        stores = sizes.components + sizes.paths
        for e in range(sizes.edges):
            cells = []
            for cell in state.cells[e, : state.length[e]].tolist():
                place, k = divmod(cell, sizes.cycles)
                if place < stores:
                    cells.append(place * SPAN + k)
            part.route[e] = Route(int(state.start[e]), int(state.since[e]), cells)
        return part
