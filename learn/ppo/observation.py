"""An observation: one vector of fixed length for programs of any size up to a limit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import prod

import numpy as np
from numpy.typing import NDArray

from learn.ppo.features import DYNAMIC, LARGEST, SLOT, STATE, describe
from learn.ppo.tasks import STATIC, Floats, Task
from models.errors import InputError
from streaming.heuristics import Board

MOST_NODES = 512


@dataclass(frozen=True)
class ObservationLayout:
    """The parts of the vector, for programs of up to `nodes` instructions.

    task [1]: a number that is the same for the same graph; present [1]: the instruction to place;
    size [1]; state [STATE], with `goals` also the weight of tiles; static [nodes, STATIC]; dynamic
    [nodes, DYNAMIC]; adjacency [nodes, nodes]: the row reads the column; slots [tiles · ii, SLOT].
    Rows past the size are 0. Raises `InputError` for more than `MOST_NODES` nodes.
    """

    nodes: int
    tiles: int
    ii: int
    goals: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.nodes <= MOST_NODES:
            raise InputError(f"{self.nodes} nodes; allowed: 1 to {MOST_NODES}")

    @property
    def places(self) -> int:
        """Slots: actions."""
        return self.tiles * self.ii

    @cached_property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The parts in their order."""
        return {
            "task": (1,),
            "present": (1,),
            "size": (1,),
            "state": (len(STATE) + self.goals,),
            "static": (self.nodes, len(STATIC)),
            "adjacency": (self.nodes, self.nodes),
            "dynamic": (self.nodes, len(DYNAMIC)),
            "slots": (self.places, len(SLOT)),
        }

    @cached_property
    def parts(self) -> dict[str, slice]:
        """The slice of each part."""
        ends = np.cumsum([0, *(prod(shape) for shape in self.shapes.values())]).tolist()
        return {name: slice(*ends) for name, ends in zip(self.shapes, pairwise(ends), strict=True)}

    @property
    def length(self) -> int:
        """Numbers in a vector."""
        return self.parts["slots"].stop

    @cached_property
    def limits(self) -> tuple[Floats, Floats]:
        """The least and the largest numbers."""
        high = np.full(self.length, LARGEST, dtype=np.float32)
        high[self.parts["task"]] = 1 << 24
        high[self.parts["present"]] = high[self.parts["size"]] = self.nodes
        low = np.where(high > LARGEST, 0, -high).astype(np.float32)
        low[[0, 1, 2]] = 0
        return low, high

    def blank(self, task: Task) -> Floats:
        """Return the vector of a task without the parts that depend on placements.

        Raises `InputError` for programs and engines of other sizes.
        """
        size, tiles, ii = task.rules.size, task.rules.engine.tiles, task.ii
        if size > self.nodes:
            what = f"'{task.rules.program.name}' has {size} instructions; allowed: {self.nodes}"
            raise InputError(what)
        if (tiles, ii) != (self.tiles, self.ii):
            raise InputError(f"{tiles} tiles at II {ii}, not {self.tiles} at II {self.ii}")
        found = np.zeros(self.length, dtype=np.float32)
        found[self.parts["task"]] = task.number
        found[self.parts["size"]] = size
        self.view(found, "static")[:size] = task.nodes
        self.view(found, "adjacency")[:size, :size] = task.adjacency
        return found

    def view(self, vector: Floats, part: str) -> Floats:
        """Return a part of a vector in its shape; changes to it are changes to the vector."""
        return vector[self.parts[part]].reshape(self.shapes[part])


class Observer:
    """Observations of one task, for one `goal`; not for two threads at once."""

    def __init__(self, task: Task, layout: ObservationLayout, goal: float = 0.0) -> None:
        self.task, self.layout, self.goal = task, layout, goal
        self._blank = layout.blank(task)
        self._early = np.zeros(task.rules.size, dtype=np.int64)
        self._pressure = np.zeros(layout.tiles, dtype=np.float64)

    def observe(self, board: Board, n: int, starts: NDArray[np.int64]) -> Floats:
        """Return a new vector: `n` is next, and would start then."""
        found = self._blank.copy()
        view = self.layout.view
        found[self.layout.parts["present"]] = n
        seen = [view(found, part) for part in ("dynamic", "slots", "state")]
        room = self._early, self._pressure
        describe(board.tables, *board.arrays, n, starts, self.task.least, *room, *seen)
        seen[-1][len(STATE) :] = self.goal
        return found
