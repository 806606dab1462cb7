"""Attempts at a loop: places by the length of nets, then rounds of negotiation."""

from __future__ import annotations

import random

import numpy as np

from heuristics.array import SPAN
from heuristics.finished import short_files
from heuristics.modulo.partial import Partial, Pipelined, Route
from heuristics.modulo.result import mapping_of
from heuristics.negotiated.due import due_cycles
from heuristics.negotiated.layout import net_layout
from heuristics.negotiated.rounds import begin_round, rearrange
from heuristics.negotiated.state import State, Units, state_of
from heuristics.negotiated.wires import HELD, nets_of, ways_of
from heuristics.placement.attempts import placement
from models.cleanup.prune_unused import prune_unused
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.data.traits import NEGOTIABLE, unknown_traits
from models.space_time.index_array import IntArray
from shell.budget import UNLIMITED, Budget, Work

SOME = 64
"""Operations or nets between looks at the clock."""

SECONDS = np.array([1.55e-8, 3e-8])
"""For each unit of `Search.work`, on an idle machine with compiled kernels."""

ATTEMPT_SECONDS = 1.2e-4
"""The work of preparing an attempt for each component, and twice that for each operation."""

ROUNDS, STALLED = 2000, 300
"""The most rounds of an attempt, and those without fewer faults."""

FEW, SOON, REMEMBERED = 10, 60, 0.3
"""With no more than FEW faults, after SOON rounds without fewer a share of the history stays."""

PULL, UNTIMELY, NOISE = 0.5, 0.3, 0.05
"""Prices of the way from the planned place and of a cycle from the planned one, in the first round;
and the amplitude of noise in all of them."""

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
    if unknown_traits(problem, NEGOTIABLE):
        return None
    shared = Pipelined.of(problem)
    if shared is None or shared.when is None or not shared.loop.operations or not _fits(shared):
        return None
    number = 0
    while attempts is None or number < attempts:
        found = _Negotiation(problem, shared, f"{seed} {number}", budget).run(rounds)
        if found is not None:
            return found
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

    def __init__(self, problem: Problem, shared: Pipelined, seed: str, budget: Budget) -> None:
        self.problem, self.shared = problem, shared
        self.budget, self.chance = budget, random.Random(seed)

    def run(self, rounds: int) -> Mapping | None:
        """Return the mapping, or None if faults remain."""
        ways, nets = ways_of(self.shared, 1), nets_of(self.shared)
        count = len(nets.latency)
        Work.add(ATTEMPT_SECONDS * (ways.components + 2 * count))
        if not ((nets.latency > 0) & ways.rights[HELD, nets.kind[:count]]).any(axis=1).all():
            return None
        site = placement(net_layout(self.shared, ways, nets), self.chance, self.budget)
        if site is None:
            return None
        due = due_cycles(ways, nets, site) + ways.interval
        last = int((due + nets.latency.max(axis=1)).max())
        ways = ways._replace(cycles=last + 3 * ways.interval + ROOM)
        state = state_of(self.shared, ways, nets)
        _, _, plan, units, _ = state
        plan.site[:], plan.due[:] = site, due
        units.scalars[:] = (PULL, UNTIMELY, NOISE)
        operations, values = np.lexsort((np.arange(count), due)), np.arange(len(nets.home))
        if not self._rearranged(state, operations, True):
            return None
        # From now on operations go where their neighbours are.
        units.scalars[:2] = 0.0
        least, since = 1 << 40, 0
        for _ in range(rounds):
            faults = begin_round(plan, units)
            if not faults:
                found = prune_unused(self.problem, mapping_of(self._complete(state)))
                short = short_files(self.problem, found)
                if not short:
                    return found
                if not self._relieve(units, short):
                    return None
                since, least = 0, 1 << 40
                continue
            since = 0 if faults < least else since + 1
            least = min(least, faults)
            if least <= FEW and since > SOON:
                # Prices of past rounds keep the last faults where they are.
                since, least = 0, 1 << 40
                units.history[:] *= REMEMBERED
                plan.late[:] *= REMEMBERED
            if since > STALLED:
                return None
            for order, moving in ((values, False), (operations, True)):
                self._shuffle(order)
                if not self._rearranged(state, order, moving):
                    return None
        return None

    def _relieve(self, units: Units, short: list[str]) -> bool:
        """Leave a register free where a file is full and its values have no addresses; return
        whether there is one.
        """
        index, interval = self.shared.index, self.shared.interval
        begin, size = self.shared.machine.places(interval).holds
        before = units.limits.sum()
        for name in short:
            own = slice(begin + index.component[name], begin + size * interval, size)
            full = units.uses[own] == units.limits[own]
            units.limits[own] -= full & (units.limits[own] > 1)
        return bool(units.limits.sum() < before)

    def _shuffle(self, order: IntArray) -> None:
        shuffled = order.tolist()
        self.chance.shuffle(shuffled)
        order[:] = shuffled

    def _rearranged(self, state: State, order: IntArray, moving: bool) -> bool:
        """Run `rearrange` for all of an order; return False once the budget is over."""
        for begin in range(0, len(order), SOME):
            rearrange(*state, order, begin, min(begin + SOME, len(order)), moving)
            search = state[-1]
            Work.add(float(search.work @ SECONDS))
            search.work[:] = 0
            if self.budget.over():
                return False
        return True

    def _complete(self, state: State) -> Partial:
        """Return the schedule as that of modulo scheduling."""
        ways, nets, plan, _, _ = state
        part = self.shared.partial(0)
        part.end = ways.cycles
        for o, site in enumerate(zip(plan.at.tolist(), plan.when.tolist(), strict=True)):
            part.put(o, site)
        first_store = ways.components + ways.paths
        for e in range(nets.routed):
            cells = [divmod(cell, ways.places) for cell in plan.cells[e, : plan.length[e]]]
            kept = [int(place * SPAN + k) for k, place in cells if place < first_store]
            part.route[e] = Route(int(plan.start[e]), int(plan.since[e]), kept)
        return part
