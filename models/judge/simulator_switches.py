"""One cycle of communication: values leave, pass through switches, and arrive.

In absolute time and on numbers. A value moves as soon as it is there: in the storage of a source,
or in a source that is a switch and that it has just reached. What waits for itself never moves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from collections.abc import Mapping as Dictionary
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from models.data.architecture import Architecture, Path
from models.data.dfg import Number

# Where a number is: (component, value, iteration it belongs to).
Place = tuple[str, str, int]


class Move(NamedTuple):
    """A value of an iteration that goes over a path."""

    value: str
    path: Path
    iteration: int


class Communication:
    """The moves of one cycle. `landing` has left in earlier cycles, `leaving` goes now.

    `arrived` says what is where in this cycle, `underway` which moves arrive `latency` cycles
    later, `stuck` which never begin, and `too_far` which take too many hops.
    """

    def __init__(
        self,
        arch: Architecture,
        stored: Dictionary[Place, Number],
        landing: Iterable[tuple[Move, Number]],
        leaving: Iterable[Move],
    ) -> None:
        self.arch, self.stored = arch, stored
        self.arrived: dict[Place, Number] = {}
        self.underway: list[tuple[Move, Number]] = []
        self.too_far: list[Move] = []
        self._moving: list[tuple[int, int, Move, Number]] = []  # with the fewest hops first
        self._numbered = count()
        self._waiting: dict[Place, list[Move]] = defaultdict(list)
        for move, number in landing:
            self._push(move.path.hops, move, number)
        missing = dict.fromkeys(move for move in leaving if not self._leave(move))
        while self._moving:
            hops, _, move, number = heappop(self._moving)
            if arch.max_hops is not None and hops > arch.max_hops:
                self.too_far.append(move)
            for target in move.path.targets:
                place = (target, move.value, move.iteration)
                if place not in self.arrived:
                    self.arrived[place] = number
                    for next_move in self._waiting.get(place, ()):
                        if next_move in missing:
                            del missing[next_move]
                            self._start(next_move, number, hops)
        self.stuck = list(missing)

    def _leave(self, move: Move) -> bool:
        """Start a move from where its value is stored, or leave it waiting at the switches."""
        places = [(source, move.value, move.iteration) for source in move.path.sources]
        for place in places:
            if place in self.stored:
                self._start(move, self.stored[place], 0)
                return True
        for place in places:
            if self.arch.component_by_name[place[0]].switch:
                self._waiting[place].append(move)
        return False

    def _start(self, move: Move, number: Number, hops: int) -> None:
        """Set off after `hops` in this cycle; what takes time begins anew when it arrives."""
        if move.path.latency:
            self.underway.append((move, number))
        else:
            self._push(hops + move.path.hops, move, number)

    def _push(self, hops: int, move: Move, number: Number) -> None:
        heappush(self._moving, (hops, next(self._numbered), move, number))
