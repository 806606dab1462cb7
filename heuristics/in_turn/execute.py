"""Execution of one operation: choice of its component, and transport of its operands."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from heuristics.in_turn.hops import Hop
from heuristics.in_turn.order import needs
from heuristics.in_turn.state import Copy, TurnState
from models.space_time.index import Index
from shell.budget import Budget, Work

AGAIN = 12
"""The most executions per operation, on average: some operations are computed again."""

UNITS = 4
"""The most components to try if operands, or the operation itself, are recomputed."""

DEPTH = 12
"""The most levels of operands to recompute for one operation."""

DOWNSTREAM = 16
"""Cost, in hops, of a component from which no unit can be reached, on arrays of one-way paths:
values computed farther downstream meet fewer of the later values.
"""

RECENT = 40
"""The number of last operations whose components are avoided, so that operations can overlap."""

EXECUTION, EXAMINED = 260e-6, 0.1e-6
"""Seconds of work of an execution, and of a hop that it examines."""

FAR = 1_000
"""Distance in hops to an unreachable component."""

Way = tuple[tuple[int, Hop | None], ...]
"""For each operand, the component where it waits and its last hop from there, if it needs one."""


class StuckError(Exception):
    """An operation cannot be executed, and the present state is unusable."""


class Turns(NamedTuple):
    """The order of all operations, the predecessors of each, and where operations are executed.

    `units` fixes the components of some operations. `spread` is the number of hops worth taking to
    a component without recent operations.
    """

    order: list[int]
    before: dict[int, list[int]]
    units: dict[int, int]
    spread: float


class Execution:
    """Executes operations from state to state.

    `ages` [d] is the age of the oldest read of value d.
    """

    def __init__(self, index: Index, turns: Turns, chance: random.Random, budget: Budget) -> None:
        order, before, self.units, self.spread = turns
        self.index, self.chance, self.budget, self.order = index, chance, budget, order
        self.arch = index.problem.arch
        self.results = {index.value[name] for name in index.problem.dfg.results}
        self.operands = {i: sorted(index.operands[i]) for i in order}
        self.left = AGAIN * len(order)
        self.ages: dict[int, int] = {}
        for i in order:
            for d, distance in self.operands[i]:
                self.ages[d] = max(self.ages.get(d, 0), distance)
        self.pure, self.need = self._pure(), needs(before)

    def after(self, state: TurnState, i: int) -> TurnState:
        """Return the state after an operation. Raises `StuckError`."""
        return self._executed(state, i, None, 0, frozenset(), again=False)

    def _pure(self) -> set[int]:
        """The values that can be recomputed from inputs of the same iteration."""
        dfg, found = self.index.problem.dfg, set(range(self.index.inputs))
        for i in self.order:
            own = self.operands[i]
            if not dfg.has_effect(self.index.values[i]) and all(
                not distance and d in found for d, distance in own
            ):
                found.add(i)
        return found

    def _executed(
        self,
        state: TurnState,
        i: int,
        near: frozenset[int] | None,
        depth: int,
        pinned: frozenset[Copy],
        *,
        again: bool,
    ) -> TurnState:
        """Return the state after an operation. Raises `StuckError`.

        It may be computed `again`; its value has to get to one of the components `near`.
        """
        self.left -= 1
        Work.add(EXECUTION + EXAMINED * state.hops.examined)
        state.hops.examined = 0
        if self.left < 0 or self.budget.over() or depth > DEPTH:
            raise StuckError
        if again:
            state = state.copied()
            for copy in self.operands[i]:
                state.alive[copy] = state.alive.get(copy, 0) + 1
        units = self._units(state, i, near)
        for bring in (False, True):
            for j in units[: UNITS if bring or depth else None]:
                tried = state.copied()
                if self._operands_at(tried, i, j, depth if bring else DEPTH, pinned):
                    done = self._issued(tried, i, j, near, pinned)
                    if done is not None:
                        return done
        raise StuckError

    def _units(self, state: TurnState, i: int, near: frozenset[int] | None) -> list[int]:
        """The components that execute an operation, best first."""
        if i in self.units:
            return [self.units[i]]
        able = [j for j in range(len(self.arch.components)) if self.index.latency[i, j] > 0]
        cost = {j: self.chance.random() for j in able}
        for d, distance in self.operands[i]:
            away = self._away(state, (d, distance))
            state.hops.examined += 2 * sum(len(state.hops.into[j]) for j in able)
            for j in able:
                cost[j] += min((away.get(s, FAR) for s, _ in state.hops.into[j]), default=FAR) + 1
                cost[j] -= away.get(j) == 0
        partners = {
            (d, distance)
            for n, _ in self.index.readers[i]
            for d, distance in self.index.candidates[n].reads
            if d != i and d >= self.index.inputs and (d, distance) in state.places
        }
        for copy in partners:
            away = self._away(state, copy)
            for j in able:
                cost[j] += 0.5 * min(away.get(j, 8), 8)
        if near is not None:
            for j in able:
                cost[j] += 0 if j in near else 2
        recent = Counter(j for _, j, _ in state.issued[-RECENT:])
        most = max(recent.values(), default=1)
        for j in able:
            cost[j] += 0 if state.has_room((i, 0), j) else 4
            cost[j] += self.spread * recent[j] / most
            cost[j] += DOWNSTREAM * state.hops.lost[j]
        return sorted(able, key=lambda j: cost[j])

    def _away(self, state: TurnState, copy: Copy) -> dict[int, int]:
        """The distance in hops of each component from the nearest copy of a value."""
        return self._hops(state, copy[0], state.places.get(copy, ()))

    def reached(self, state: TurnState, value: int, j: int) -> set[int]:
        """Return the components to which a value can move from one of them."""
        return set(self._hops(state, value, (j,)))

    def _hops(self, state: TurnState, value: int, begin: Iterable[int]) -> dict[int, int]:
        """The distance in hops of each component from the nearest of some."""
        found = dict.fromkeys(begin, 0)
        waiting = list(found)
        for j in waiting:
            for hop in state.hops.of(j):
                t = hop.target
                if t not in found and state.takes[t] and self.index.may_hold[value, t]:
                    found[t] = found[j] + 1
                    waiting.append(t)
        return found

    def _operands_at(
        self, state: TurnState, i: int, j: int, depth: int, pinned: frozenset[Copy]
    ) -> bool:
        """Bring all operands within reach of a component, if possible."""
        launch = frozenset({j, *(s for s, _ in state.hops.into[j] if state.waits[s])})
        copies = self.operands[i]
        # What has to be computed again comes last, but of that what takes most room comes first.
        for copy in sorted(copies, key=lambda copy: self._urgency(state, copy)):
            held = pinned.union(copies)
            if not self._brought(state, copy, launch, depth, held):
                return False
        return all(any(s in launch for s in state.places.get(copy, ())) for copy in copies)

    def _urgency(self, state: TurnState, copy: Copy) -> tuple[int, float]:
        if copy in state.places:
            return 0, len(state.places[copy])
        return 1, -self.need.get(copy[0], 0)

    def _brought(
        self,
        state: TurnState,
        copy: Copy,
        launch: frozenset[int],
        depth: int,
        held: frozenset[Copy],
    ) -> bool:
        """Bring an operand to one of some components, by moves or recomputation, if possible."""
        legs = state.route(copy, launch)
        if legs is None and copy in state.places and state.cleared(copy, launch):
            legs = state.route(copy, launch)
        if legs is not None and state.move(copy, legs):
            at = next(j for j in state.places[copy] if j in launch)
            state.kept.add((copy, at))
            return True
        if copy[1] or copy[0] not in self.pure or depth >= DEPTH or copy[0] < self.index.inputs:
            return False
        try:
            done = self._executed(state, copy[0], launch, depth + 1, held, again=True)
        except StuckError:
            return False
        legs = done.route(copy, launch)
        if legs is None or not done.move(copy, legs):
            return False
        done.kept.add((copy, next(j for j in done.places[copy] if j in launch)))
        state.__dict__.update(done.__dict__)
        return True

    def _issued(
        self,
        state: TurnState,
        i: int,
        j: int,
        near: frozenset[int] | None,
        pinned: frozenset[Copy],
    ) -> TurnState | None:
        """Issue an operation whose operands are within reach, and store its value."""
        copies = self.operands[i]
        value = (i, 0)
        wanted = state.alive.get(value, 0) > 0 or i in self.results
        ending = {copy for copy in copies if state.alive[copy] == 1}
        crowding = wanted and state.waits[j] and not ending & state.contents[j]
        if crowding and not self._roomy(state, value, j, copies, pinned):
            return None
        chosen = _ways(state, self.index, copies, j)
        if chosen is None:
            for copy in copies:
                legs = state.route(copy, [j])
                if legs and state.move(copy, legs):
                    state.kept.add((copy, j))
            chosen = _ways(state, self.index, copies, j)
        if chosen is None:
            return None
        cycle = state.now + max((hop.cycles for _, hop in chosen if hop is not None), default=1)
        for copy, (_, hop) in zip(copies, chosen, strict=True):
            for h, arrival in hop.over if hop is not None else ():
                state.moved.append((copy, h, cycle - hop.cycles + arrival if hop else 0))
        state.issued.append((i, j, cycle))
        for copy in copies:
            state.alive[copy] -= 1
            state.kept -= {(copy, place) for place in state.places[copy] if copy[1] == 0 or
                           copy[1] == self.ages[copy[0]]}  # fmt: skip
            if not state.alive[copy] and copy[1] == self.ages[copy[0]]:
                state.lodged = {stay for stay in state.lodged if stay[0] != copy}
        state.now = cycle + int(self.index.latency[i, j]) - 1
        if not wanted:
            return state
        return state if self._stored(state, value, j, near, pinned) else None

    def _roomy(
        self, state: TurnState, value: Copy, j: int, copies: list[Copy], pinned: frozenset[Copy]
    ) -> bool:
        """Whether a component has, or can make, room for a value beside the operands."""
        if state.has_room(value, j) or state.displace(j, (), copies):
            return True
        if self._cleared(state, j, pinned.union(copies)):
            return True
        for copy in copies:
            if copy in state.contents[j]:
                state.kept.discard((copy, j))
                if state.displace(j, (), [other for other in state.contents[j] if other != copy]):
                    return True
        return False

    def _stored(
        self,
        state: TurnState,
        copy: Copy,
        j: int,
        near: frozenset[int] | None,
        pinned: frozenset[Copy],
    ) -> bool:
        """Store a computed value, after making room for it if necessary and possible."""
        if not state.has_room(copy, j) and not self._cleared(state, j, pinned):
            return False
        if not self.index.may_hold[copy[0], j] or not state.store(copy, j, state.now):
            return False
        if not state.waits[j]:
            goals = [t for t, waits in enumerate(state.waits) if waits]
            if near is not None:
                goals = [t for t in goals if t in near] or goals
            legs = state.route(copy, goals, starts=[j])
            return legs is not None and state.move(copy, legs)
        return True

    def _cleared(self, state: TurnState, j: int, pinned: frozenset[Copy]) -> bool:
        """Drop the value in a component that is easiest to recompute, if there is one."""
        found = [c for c in state.contents[j] if c[0] in self.pure and not c[1]]
        found = [c for c in found if (c, j) not in state.kept and c not in pinned]
        if not found:
            return False
        victim = min(found, key=lambda c: (len(self.operands.get(c[0], ())), self.chance.random()))
        state.leave(victim, j, state.now - 1)
        return True


def _ways(state: TurnState, index: Index, copies: list[Copy], j: int) -> Way | None:
    """Return the start and the hop of each operand into a component, all in one cycle."""
    ways: list[list[tuple[int, Hop | None]]] = []
    for copy in copies:
        own: list[tuple[int, Hop | None]] = [(j, None)] * (j in state.places.get(copy, ()))
        own += [
            (s, hop)
            for s, hop in state.hops.into[j]
            if s in state.places.get(copy, ()) and index.admits[copy[0], s]
        ]
        ways.append(own)
    return next((way for way in product(*ways) if _fits(index, copies, way)), None)


def _fits(index: Index, copies: list[Copy], way: Way) -> bool:
    """Whether paths are wide enough for the operands that share them."""
    used: dict[tuple[int, int], set[Copy]] = {}
    for copy, (_, hop) in zip(copies, way, strict=True):
        for h, arrival in hop.over if hop is not None else ():
            used.setdefault((h, arrival - (hop.cycles if hop else 0)), set()).add(copy)
    widths = index.problem.arch.paths
    return all(
        (width := widths[h].width) is None or len(own) <= width for (h, _), own in used.items()
    )
