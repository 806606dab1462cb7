"""Attempts to execute an iteration one operation after the other."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count

from msgspec.structs import replace

from heuristics.array import Array
from heuristics.in_turn.earlier import earlier
from heuristics.in_turn.execute import Execution, StuckError, Turns
from heuristics.in_turn.hops import Hops
from heuristics.in_turn.order import depth_first, preceding
from heuristics.in_turn.state import Copy, TurnState
from models.cleanup.prune_unused import prune_unused
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError, InputError
from models.judge.checker import check
from models.register_files.registers import FOR_EVER, Registers, allocate, longest_stays
from models.space_time.index import Index
from shell.budget import UNLIMITED, Budget, Work

MORE = 6
"""The number of attempts after the first mapping; the shortest mapping is taken."""

RESULT_EACH = 18e-6
"""Seconds of work for each hold and transfer of a mapping that is judged and made shorter."""

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

    It has no more contexts than the problem, and addresses in its register files. Every operation
    is executed as the DFG has it. So many `attempts` are made, or as many as there is time for in a
    limited budget; in an unlimited one the same arguments give the same answer. Operations are
    executed where `places` says; it ends the search where there are none. Without it they are
    executed where their operands can soon be; then `MORE` attempts at most follow the first that
    succeeds, and the shortest mapping is taken.
    """
    try:
        index = Index(problem.as_written)
    except InfeasibleError:
        return None
    hops, before = Hops(Array(index)), preceding(index)
    homes: dict[Copy, int] = {}
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
    """Return the shortened mapping of an attempt; None if it is illegal, has too many contexts, or
    no addresses.
    """
    try:
        mapping = attempt.run()
    except StuckError:
        return None
    if mapping is None:
        return None
    own = replace(problem, contexts=mapping.contexts, recompute=True)
    found = prune_unused(own, mapping)
    Work.add(RESULT_EACH * (len(found.holds) + len(found.transfers)))
    if check(own, found):
        return None
    found = earlier(own, found)
    if found.horizon > (problem.contexts or found.horizon):
        return None
    return found if _has_addresses(own.at(found.contexts), found) else None


def _has_addresses(problem: Problem, mapping: Mapping) -> bool:
    # Without values of earlier iterations, no stay is longer than the iteration.
    if problem.files is None or not problem.dfg.max_distance:
        return True
    try:
        return isinstance(allocate(problem, mapping, problem.files), Registers)
    except InputError:
        return False


class _Attempt:
    """An attempt. `homes` are the places of copies of earlier iterations in cycle 0, and `ends`
    those to try next.

    Where stays are limited, a copy has a home of its own in each iteration.
    """

    def __init__(self, execution: Execution, state: TurnState, homes: dict[Copy, int]) -> None:
        self.execution, self.state, self.order = execution, state, execution.order
        self.index, self.chance = execution.index, execution.chance
        self.ages, self.results = execution.ages, execution.results
        for i in self.order:
            for copy in execution.operands[i]:
                state.alive[copy] = state.alive.get(copy, 0) + 1
        self.homes = dict(homes)
        self.ends: dict[Copy, int] = {}
        self.reached: dict[int, set[int]] = {}
        self.limited = min(longest_stays(self.index.problem), default=FOR_EVER) < FOR_EVER

    def run(self) -> Mapping | None:
        """Execute all operations; return the mapping, if there is one. Raises `StuckError`."""
        self._begin()
        for i in self.order:
            self.state = self.execution.after(self.state, i)
            if i in self.results:
                self._collect(i)
        stuck: list[int] = []
        for d, age in self.ages.items():
            if age and d >= self.index.inputs:
                copies = range(age if self.limited else 1, 0, -1)
                stuck += [older for older in copies if not self._return(d, older)]
                if stuck and not self.limited:
                    break
        if stuck:
            raise StuckError
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
            for older in range(1, age + 1):
                home = self._home(d, older, age)
                if not self.state.store((d, older), home, 0):
                    raise StuckError
                if older < age:
                    self.state.kept.add(((d, older), home))
            if self.limited:
                self.state.lodged |= {((d, n), self.homes[d, n]) for n in range(1, age + 1)}
            # What this iteration computes is for the next one.
            self.state.alive[d, 0] = self.state.alive.get((d, 0), 0) + 1

    def _home(self, d: int, older: int, age: int) -> int:
        """Return where a copy is in cycle 0; its value is read up to `age` iterations later."""
        if (d, older) not in self.homes:
            if older > 1 and not self.limited:
                return self.homes[d, 1]
            taken = [self.homes.get((d, n)) for n in range(1, age + 1)] if self.limited else []
            able = [
                j
                for j, waits in enumerate(self.state.waits)
                if waits and self.index.may_hold[d, j] and j != self.index.external
                and self._free(j) >= (1 if self.limited else age) and j not in taken
                and (not self.limited or j in self._reached(d))
                and (older == 1 or self._leads(d, self.homes[d, older - 1], j))
            ]  # fmt: skip
            if not able:
                raise StuckError
            self.homes[d, older] = self.chance.choice(able)
        return self.homes[d, older]

    def _is_apart(self, d: int, j: int) -> bool:
        """Whether a component can be the first home of a value: none of its others, before them."""
        if j not in self._reached(d):
            return False
        homes = [self.homes[d, n] for n in range(2, self.ages[d] + 1)]
        return j not in homes and (not homes or self._leads(d, j, homes[0]))

    def _reached(self, d: int) -> set[int]:
        """Return the components to which a value gets from wherever it may be computed."""
        if d not in self.reached:
            units = [int(j) for j in (self.index.latency[d] > 0).nonzero()[0]]
            ways = [self.execution.reached(self.state, d, j) for j in units]
            self.reached[d] = set.intersection(*ways)
        return self.reached[d]

    def _leads(self, d: int, source: int, target: int) -> bool:
        """Whether a value can move from one component to another one."""
        return target in self.execution.reached(self.state, d, source)

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

    def _return(self, d: int, older: int) -> bool:
        """Bring a copy to where the next older one began the iteration; return False if stuck."""
        copy, home = (d, older - 1), self.homes[d, older]
        where = list(self.state.places.get(copy, ()))
        if not where:
            return False
        if older == 1 and (not self.limited or self._is_apart(d, where[0])):
            self.ends[d, older] = where[0]
        legs = self.state.route(copy, [home])
        if legs is None or not self.state.move(copy, legs):
            return False
        self.ends.setdefault((d, older), home)
        self.state.kept.add((copy, home))
        if older > 1:
            self.state.kept.discard((copy, self.homes[copy]))
            self.state.lodged.discard((copy, self.homes[copy]))
        return True

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
