"""A partial mapping, and the legal places of the next instruction."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.errors import InfeasibleError, InputError
from streaming.heuristics import kernel
from streaming.heuristics.tables import II, PIPELINE, TILES, tables
from streaming.model.rules import Rules
from streaming.model.schedule import Placement, Schedule

Starts = NDArray[np.int64]


class Board:
    """Instructions by number on tiles and spokes; each starts as early as its place allows.

    An early start is free if results may wait: for any mapping, the earliest starts on the
    same tiles and spokes are a mapping too. So a place is a tile and a spoke, and instructions may
    be placed in any order; without waiting, only after their sources.
    """

    def __init__(self, rules: Rules, ii: int) -> None:
        """Raises `InfeasibleError` if some instruction has no place on the empty board."""
        self.rules, self.ii = rules, ii
        self.tables = tables(rules, ii)
        tiles, size = int(self.tables.numbers[TILES]), rules.size
        self.tile = np.full(size, -1, dtype=np.int64)
        self.start = np.full(size, -1, dtype=np.int64)
        self.free = np.full(tiles, ii, dtype=np.int64)
        self.used = np.zeros((tiles, ii), dtype=np.uint8)
        self.domain = np.ones((size, tiles), dtype=np.uint8)
        self._trial = np.ones((size, tiles), dtype=np.uint8)
        self._queue = np.zeros(2 * size + 1, dtype=np.int64)
        if not kernel.begin(self.tables, self.tile, self.free, self.domain, self._queue):
            raise InfeasibleError("tiles within reach of each other do not suffice")

    @property
    def arrays(self) -> tuple[Starts, Starts, Starts, kernel.Flags, kernel.Flags]:
        """Return `tile`, `start`, `free`, `used` and `domain` for the compiled functions."""
        return self.tile, self.start, self.free, self.used, self.domain

    def copy(self) -> Board:
        """Return an independent copy."""
        other = object.__new__(Board)
        other.__dict__.update(self.__dict__)
        for name in ("tile", "start", "free", "used", "domain"):
            setattr(other, name, getattr(self, name).copy())
        return other

    def places(self, n: int) -> Starts:
        """Return the start cycle of `n` at each place [tiles, ii], -1 at places that are illegal.

        A legal place may still leave other instructions without one.
        """
        found = np.empty(self.used.shape, dtype=np.int64)
        kernel.look(self.tables, *self.arrays, n, found, self._trial, self._queue)
        return found

    def place(self, n: int, tile: int, spoke: int) -> bool:
        """Place `n`; return False if some other instruction has no place left.

        Raises `InputError` if the place is taken or `n` is already placed.
        """
        name = self.rules.program.instructions[n].name
        if self.tile[n] >= 0:
            raise InputError(f"'{name}' is on tile {self.tile[n]} already")
        if not (0 <= tile < len(self.free) and 0 <= spoke < self.ii):
            raise InputError(f"'{name}': there is no spoke {spoke} of tile {tile}")
        if self.used[tile, spoke]:
            raise InputError(f"'{name}': spoke {spoke} of tile {tile} is taken")
        possible = bool(self.domain[n, tile])
        possible &= kernel.place(self.tables, *self.arrays, n, tile, spoke, self._queue)
        return possible

    @property
    def cycles(self) -> int:
        """Cycles until all placed instructions are complete; 0 on an empty board."""
        last = int(self.start.max())
        return last + int(self.tables.numbers[PIPELINE]) if last >= 0 else 0

    @property
    def complete(self) -> bool:
        """Whether every instruction is placed."""
        return bool((self.tile >= 0).all())

    @property
    def slots(self) -> int:
        """Spokes of all tiles."""
        return int(self.tables.numbers[TILES] * self.tables.numbers[II])

    def schedule(self) -> Schedule:
        """Return the mapping of a complete board."""
        placements = tuple(
            Placement(x.name, int(self.tile[n]), int(self.start[n]))
            for n, x in enumerate(self.rules.program.instructions)
        )
        return Schedule(self.rules.program.name, self.rules.engine, self.ii, placements)
