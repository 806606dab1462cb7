"""The array by numbers: components j, paths h, and how fast a value can travel between them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from models.problem import Problem

IntArray = NDArray[np.int64]

NEVER = 1 << 28
"""A cycle that no horizon reaches; sums of two of them still fit 64-bit integers."""


@dataclass(frozen=True)
class ArrayIndex:
    """Integer indices of a problem's array: components j, paths h (the letters of the paper)."""

    problem: Problem

    @cached_property
    def component(self) -> dict[str, int]:
        """Component name to j."""
        return {c.name: j for j, c in enumerate(self.problem.arch.components)}

    @cached_property
    def sources(self) -> list[list[int]]:
        """For each path h, the components that it leaves from."""
        return [[self.component[s] for s in path.sources] for path in self.problem.arch.paths]

    @cached_property
    def targets(self) -> list[list[int]]:
        """For each path h, the components that it arrives in."""
        return [[self.component[t] for t in path.targets] for path in self.problem.arch.paths]

    @cached_property
    def paths_into(self) -> list[list[int]]:
        """For each component j, the paths that arrive in it."""
        found: list[list[int]] = [[] for _ in self.problem.arch.components]
        for h, targets in enumerate(self.targets):
            for j in targets:
                found[j].append(h)
        return found

    @cached_property
    def paths_from(self) -> list[list[int]]:
        """For each component j, the paths that leave from it."""
        found: list[list[int]] = [[] for _ in self.problem.arch.components]
        for h, sources in enumerate(self.sources):
            for j in sources:
                found[j].append(h)
        return found

    @cached_property
    def external(self) -> int | None:
        """The component that collects the results."""
        name = self.problem.arch.external
        return None if name is None else self.component[name]

    def travel(self, held: NDArray[np.bool_]) -> IntArray:
        """Return A [J, J]: cycles from being held in s until arriving in t, over one path or more.

        `held` [J] says which components may hold the value between two paths.
        """
        count = len(held)
        arrive = np.full((count, count), NEVER, dtype=np.int64)
        stay = np.full((count, count), NEVER, dtype=np.int64)
        np.fill_diagonal(stay, np.where(held, 0, NEVER))
        paths = self.problem.arch.paths
        hops = sorted(
            {
                (s, t, 1 + path.latency)
                for h, path in enumerate(paths)
                for s in self.sources[h]
                for t in self.targets[h]
                if held[s]
            }
        )
        changed = True
        while changed:
            changed = False
            for s, t, cycles in hops:
                through = np.minimum(stay[:, s] + cycles, NEVER)
                if (through < arrive[:, t]).any():
                    changed = True
                    arrive[:, t] = np.minimum(arrive[:, t], through)
                    if held[t]:
                        stay[:, t] = np.minimum(stay[:, t], arrive[:, t])
        return arrive
