"""The places of all values at the end of a cycle, and all events until then."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection

from heuristics.in_turn.hops import Hop, Hops
from models.space_time.index import Index

Copy = tuple[int, int]
"""A value, and the iterations since it was computed; several ages may be held at once."""

Leg = tuple[int, Hop]


class TurnState:
    """`places` maps each value to the components that hold it, each with the first cycle.

    `now` is the cycle of the last event. Copies that are `kept` stay in their components, values
    that are `alive` stay in some component. Where a copy is `lodged` from the last iteration on,
    the next younger one does not enter: their stays would be one of more cycles than an iteration.
    """

    def __init__(self, index: Index, hops: Hops) -> None:
        parts = index.problem.arch.components
        self.index, self.hops, self.now = index, hops, 0
        self.room = [part.capacity for part in parts]
        self.waits = [not part.transient and part.capacity != 0 for part in parts]
        self.takes = index.stores_arrivals.tolist()
        self.places: dict[Copy, dict[int, int]] = {}
        self.contents: list[set[Copy]] = [set() for _ in parts]
        self.kept: set[tuple[Copy, int]] = set()
        self.lodged: set[tuple[Copy, int]] = set()
        self.alive: dict[Copy, int] = {}
        self.holds: list[tuple[Copy, int, int, int]] = []
        self.moved: list[tuple[Copy, int, int]] = []
        self.issued: list[tuple[int, int, int]] = []

    def copied(self) -> TurnState:
        """Return an independent copy."""
        other = object.__new__(TurnState)
        other.__dict__.update(self.__dict__)
        other.places = {copy: dict(own) for copy, own in self.places.items()}
        other.contents = [set(own) for own in self.contents]
        other.kept, other.alive = set(self.kept), dict(self.alive)
        other.lodged = set(self.lodged)
        other.holds, other.moved = list(self.holds), list(self.moved)
        other.issued = list(self.issued)
        return other

    def has_room(self, copy: Copy, j: int) -> bool:
        """Whether a component has room for a value, or holds one that is not needed there."""
        if self.is_barred(copy, j):
            return False
        room, own = self.room[j], self.contents[j]
        if room is None or len(own) < room or copy in own:
            return True
        return any(self._spare(other, j) for other in own)

    def is_barred(self, copy: Copy, j: int) -> bool:
        """Whether the copy of the iteration before is lodged in a component."""
        return ((copy[0], copy[1] + 1), j) in self.lodged

    def _spare(self, copy: Copy, j: int) -> bool:
        if (copy, j) in self.kept:
            return False
        return self.alive.get(copy, 0) <= 0 or len(self.places[copy]) > 1

    def leave(self, copy: Copy, j: int, last: int) -> None:
        """End the wait of a value in a component with a cycle."""
        since = self.places[copy].pop(j)
        self.contents[j].discard(copy)
        if not self.places[copy]:
            del self.places[copy]
        if last >= since:
            self.holds.append((copy, j, since, last))

    def store(self, copy: Copy, j: int, cycle: int) -> bool:
        """Let a value wait in a component from the end of a cycle on; False without room there."""
        if copy in self.contents[j]:
            return True
        if self.is_barred(copy, j):
            return False
        room = self.room[j]
        if room is not None and len(self.contents[j]) >= room:
            spare = [other for other in self.contents[j] if self._spare(other, j)]
            if not spare:
                return False
            spare.sort(key=lambda other: (self.alive.get(other, 0) > 0, other))
            self.leave(spare[0], j, cycle - 1)
        self.places.setdefault(copy, {})[j] = cycle
        self.contents[j].add(copy)
        return True

    def route(
        self,
        copy: Copy,
        goals: Collection[int],
        starts: Collection[int] | None = None,
        crowded: bool = False,
    ) -> list[Leg] | None:
        """Return the hops by which a value gets to one of the components; None if there are none.

        A value that waits at one of them needs no hop. With `starts`, the route begins at one of
        these; with `crowded`, it may pass full components.
        """
        begin = list(self.places.get(copy, ())) if starts is None else list(starts)
        came: dict[int, Leg | None] = dict.fromkeys(begin)
        waiting = deque(begin)
        value = copy[0]
        while waiting:
            j = waiting.popleft()
            if j in goals:
                legs: list[Leg] = []
                while (leg := came[j]) is not None:
                    legs.append(leg)
                    j = leg[0]
                return legs[::-1]
            for hop in self.hops.of(j):
                t = hop.target
                if t in came or not self.takes[t] or not self.index.may_hold[value, t]:
                    continue
                if self.index.admits[value, j] and (crowded or self.has_room(copy, t)):
                    came[t] = (j, hop)
                    waiting.append(t)
        return None

    def cleared(self, copy: Copy, goals: Collection[int]) -> bool:
        """Make room on the shortest way of a value to one of the components, if possible."""
        legs = self.route(copy, goals, crowded=True)
        if legs is None:
            return False
        way = {hop.target for _, hop in legs}
        return all(
            self.has_room(copy, hop.target) or self.displace(hop.target, way) for _, hop in legs
        )

    def displace(self, j: int, avoided: Collection[int], but: Collection[Copy] = ()) -> bool:
        """Move a value of a component, none of `but`, to the nearest component with room."""
        for copy in sorted(self.contents[j]):
            if (copy, j) in self.kept or copy in but:
                continue
            goals = [
                t
                for t, waits in enumerate(self.waits)
                if waits
                and t not in avoided
                and t != j
                and self.index.may_hold[copy[0], t]
                and self.has_room(copy, t)
            ]
            legs = self.route(copy, goals, starts=[j])
            if legs is not None and self.move(copy, legs):
                if j in self.places.get(copy, ()):
                    self.leave(copy, j, self.now - 1)
                return True
        return False

    def move(self, copy: Copy, legs: list[Leg]) -> bool:
        """Move a value along these hops; copies may stay in components on the way."""
        for source, hop in legs:
            for h, arrival in hop.over:
                self.moved.append((copy, h, self.now + arrival))
            departed, self.now = self.now, self.now + hop.cycles
            if not self.store(copy, hop.target, self.now):
                return False
            if not self.waits[source]:
                self.leave(copy, source, departed)
        return True
