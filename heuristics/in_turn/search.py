"""Attempts to execute an iteration one operation after the other."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count

from heuristics.array import Array
from heuristics.in_turn.earlier import earlier
from heuristics.in_turn.execute import Execution, StuckError, Turns
from heuristics.in_turn.hops import Hops
from heuristics.in_turn.order import depth_first, preceding
from heuristics.in_turn.state import TurnState
from models.cleanup.prune_unused import prune_unused
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.judge.checker import check
from models.space_time.index import Index
from shell.budget import UNLIMITED, Budget

MORE = 6
"""The number of attempts after the first mapping; the shortest mapping is taken."""

SPREADS = (0.5, 4.0, 0.0, 2.0)
"""The `spread` of operations over components (see `Turns`), for each attempt in turn."""

Places = Callable[[Index, list[int], int], dict[int, int] | None]
"""(index, order, number of the attempt) -> a component for each operation."""


def in_turn(
    problem: Problem,
    seed: int = 0,
    attempts: int | None = None,
    budget: Budget = UNLIMITED,
    places: Places | None = None,
) -> Mapping | None:
    """Return a mapping with as many contexts as cycles, or None if none is found.

    It has no more contexts than the problem. Every operation is executed as the DFG has it. So
    many `attempts` are made, or as many as there is time for in a limited budget; in an unlimited
    one the same arguments give the same answer. Operations are executed where `places` says; it
    ends the search where there are none. Without it they are executed where their operands can soon
    be; then `MORE` attempts at most follow the first that succeeds, and the shortest mapping is
    taken.
    """
    try:
        index = Index(problem.as_written)
    except InfeasibleError:
        return None
    hops, before = Hops(Array(index)), preceding(index)
    homes: dict[int, int] = {}
    best, last = None, attempts
    for number in count():
        late = number > 0 and budget.over()
        if late or (last is not None and number >= last):
            break
        chance = random.Random(f"{seed} {number}")
        order = depth_first(before, chance)
        units = None if places is None else places(index, order, number)
        if places is not None and units is None:
            break
        turns = Turns(order, before, units or {}, SPREADS[number % len(SPREADS)])
        execution = Execution(index, turns, chance, budget)
        attempt = _Attempt(execution, TurnState(index, hops), homes)
        found = _reduced(problem, attempt)
        homes = attempt.ends
        if found is None:
            continue
        if best is None:
            more = number + 1 + (MORE if places is None else 0)
            last = more if attempts is None else min(more, attempts)
        if best is None or found.horizon < best.horizon:
            best = found
    return best


def _reduced(problem: Problem, attempt: _Attempt) -> Mapping | None:
    """Return the shortened mapping of an attempt; None if illegal or with too many contexts."""
    try:
        mapping = attempt.run()
    except StuckError:
        return None
    if mapping is None:
        return None
    own = Problem(problem.dfg, problem.arch, mapping.contexts, problem.transform)
    found = prune_unused(own, mapping)
    if check(own, found):
        return None
    found = earlier(own, found)
    return found if found.horizon <= (problem.contexts or found.horizon) else None


class _Attempt:
    """An attempt; `ends` are the last places of values that the next iteration reads."""

    def __init__(self, execution: Execution, state: TurnState, homes: dict[int, int]) -> None:
        self.execution, self.state, self.order = execution, state, execution.order
        self.index, self.chance = execution.index, execution.chance
        self.ages, self.results = execution.ages, execution.results
        for i in self.order:
            for copy in execution.operands[i]:
                state.alive[copy] = state.alive.get(copy, 0) + 1
        self.homes = dict(homes)
        self.ends: dict[int, int] = {}

    def run(self) -> Mapping | None:
        """Execute all operations; return the mapping, if there is one. Raises `StuckError`."""
        self._begin()
        for i in self.order:
            self.state = self.execution.after(self.state, i)
            if i in self.results:
                self._collect(i)
        for d, age in self.ages.items():
            if age and d >= self.index.inputs:
                self._return(d)
        return self._mapping()

    def _begin(self) -> None:
        for i, j in self.index.initial:
            if self.index.initial[i, j]:
                self.state.store((i, 0), j, 0)
                self.state.alive[i, 0] = self.state.alive.get((i, 0), 0) + 1
        for d, age in self.ages.items():
            if not age:
                continue
            if d < self.index.inputs:
                raise StuckError
            if d not in self.homes:
                able = [
                    j
                    for j, waits in enumerate(self.state.waits)
                    if waits and self.index.may_hold[d, j] and j != self.index.external
                    and self._free(j) >= age
                ]  # fmt: skip
                if not able:
                    raise StuckError
                self.homes[d] = self.chance.choice(able)
            home = self.homes[d]
            for older in range(1, age + 1):
                if not self.state.store((d, older), home, 0):
                    raise StuckError
                if older < age:
                    self.state.kept.add(((d, older), home))
            # What this iteration computes is for the next one.
            self.state.alive[d, 0] = self.state.alive.get((d, 0), 0) + 1

    def _free(self, j: int) -> int:
        room = self.state.room[j]
        return len(self.order) if room is None else room - len(self.state.contents[j])

    def _collect(self, i: int) -> None:
        external = self.index.external
        assert external is not None
        legs = self.state.route((i, 0), [external])
        if legs is None or not self.state.move((i, 0), legs):
            raise StuckError
        self.state.kept.add(((i, 0), external))

    def _return(self, d: int) -> None:
        """Bring a value that the next iteration reads to its place at the start of this one."""
        copy, home = (d, 0), self.homes[d]
        where = list(self.state.places.get(copy, ()))
        if not where:
            raise StuckError
        self.ends[d] = where[0]
        legs = self.state.route(copy, [home])
        if legs is None or not self.state.move(copy, legs):
            raise StuckError
        self.state.kept.add((copy, home))

    def _mapping(self) -> Mapping:
        state = self.state
        horizon = state.now + 1
        for copy in list(state.places):
            for j in list(state.places[copy]):
                state.leave(copy, j, horizon - 1)
        held = {
            (i, j, k + age * horizon)
            for (i, age), j, first, last in state.holds
            for k in range(first, last + 1)
        }
        moved = {(i, h, k + age * horizon) for (i, age), h, k in state.moved}
        return state.hops.array.mapping(horizon, horizon, held, moved, state.issued)
