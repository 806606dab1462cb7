"""Colours for arcs of a circle: a register for each stretch that keeps one address.

An arc takes the phases `start` to `start + length - 1`, modulo the size of the circle. Two arcs
that share a phase need different colours. Deciding whether a number of colours suffices is
NP-complete in general (Garey, Johnson, Miller and Papadimitriou, 1980) and fast for a few colours:
the state of a search at a phase is the time until which each colour is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from models.errors import InputError

MOST_STATES = 200_000
"""States of one search; more are not tried."""


class Arc(NamedTuple):
    """Takes `length` phases from `start` on; `length` is at most the size of the circle."""

    start: int
    length: int


def colours(arcs: Sequence[Arc], size: int, most: int) -> list[int] | None:
    """Return a colour below `most` for every arc, or None if no colouring exists.

    The result is None if an arc is longer than `size`. Raises `InputError` if a search of
    `MOST_STATES` states does not decide.
    """
    if any(arc.length > size for arc in arcs):
        return None
    taken = [0] * size
    for arc in arcs:
        for phase in range(arc.start, arc.start + arc.length):
            taken[phase % size] += 1
    if max(taken, default=0) > most:
        return None
    return _Search(arcs, size, most, taken.index(min(taken)) if arcs else 0).colours()


class _Search:
    """Goes once around the circle, from the phase that the fewest arcs take.

    The arcs that take this phase are present at the beginning, each with its own colour, and once
    more at the end, where the colour has to be free again.
    """

    def __init__(self, arcs: Sequence[Arc], size: int, most: int, cut: int) -> None:
        self.size, self.most = size, most
        self.chosen = [-1] * len(arcs)
        self.ends: list[int] = []  # of an arc that begins within the round, on this axis
        self.busy = [0] * most  # until when a colour is taken
        self.wanted = [size] * most  # from when on a colour is taken by an arc of the beginning
        self.waiting: list[int] = []  # arcs in the order of their starts
        self.starts: list[int] = []
        self.states: set[tuple[int, tuple[tuple[int, int], ...]]] = set()
        across: list[int] = []
        for number, arc in enumerate(arcs):
            start = (arc.start - cut) % size
            self.starts.append(start)
            self.ends.append(start + arc.length)
            if start and start + arc.length > size:
                across.append(number)
            else:
                self.waiting.append(number)
        for colour, number in enumerate(across):
            self.chosen[number] = colour
            self.busy[colour] = self.ends[number] - size
            self.wanted[colour] = self.starts[number]
        # Of several that begin together, the longest go first: they have the fewest choices.
        self.waiting.sort(key=lambda n: (self.starts[n], -self.ends[n]))

    def colours(self) -> list[int] | None:
        """Return the colours, or None."""
        trail: list[tuple[int, list[int], int]] = []  # before, the choices left, the one made
        place = 0
        choices = self.choices(place)
        while place < len(self.waiting):
            if choices:
                colour = choices.pop(0)
                number = self.waiting[place]
                trail.append((self.busy[colour], choices, colour))
                self.busy[colour] = self.ends[number]
                self.chosen[number] = colour
                place += 1
                choices = self.choices(place)
                continue
            if not trail:
                return None
            place -= 1
            before, choices, colour = trail.pop()
            self.busy[colour] = before
        return self.chosen

    def choices(self, place: int) -> list[int]:
        """Return the colours for the next arc with different remaining states, the tightest first.

        A state met before has none: it was a dead end.
        """
        if place == len(self.waiting):
            return []
        number = self.waiting[place]
        start, end = self.starts[number], self.ends[number]
        now = [(max(until, start), self.wanted[c]) for c, until in enumerate(self.busy)]
        state = (place, tuple(sorted(now)))
        if state in self.states:
            return []
        self.states.add(state)
        if len(self.states) > MOST_STATES:
            raise InputError(
                f"{len(self.waiting)} stretches in {self.most} registers are not decided within"
                f" {MOST_STATES} states"
            )
        free: dict[int, int] = {}
        for colour, (until, wanted) in enumerate(now):
            if until == start and end <= wanted:
                free.setdefault(wanted, colour)
        return [free[wanted] for wanted in sorted(free)]
