"""Who uses what when: registers, paths and issue slots over time, with undo by copying."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.space_time.index import Index

Counts = NDArray[np.int16]
UNLIMITED = 30_000


@dataclass
class Occupancy:
    """Units in use: registers [J, K], paths [H, K], issue slots [J, K], for K cycles."""

    registers: Counts
    paths: Counts
    issues: Counts

    @classmethod
    def empty(cls, index: Index, cycles: int) -> Occupancy:
        """Return an occupancy in which nothing is used."""
        components, paths = index.problem.arch.components, index.problem.arch.paths
        return cls(
            np.zeros((len(components), cycles), dtype=np.int16),
            np.zeros((len(paths), cycles), dtype=np.int16),
            np.zeros((len(components), cycles), dtype=np.int16),
        )

    def copy(self) -> Occupancy:
        """Return an independent copy."""
        return Occupancy(self.registers.copy(), self.paths.copy(), self.issues.copy())


@dataclass(frozen=True)
class Limits:
    """Units there are: `registers`, `issue` [J] and `width` [H]."""

    registers: Counts
    issue: Counts
    width: Counts

    @classmethod
    def of(cls, index: Index) -> Limits:
        """Return the limits of an architecture."""

        def limit(value: int | None) -> int:
            return UNLIMITED if value is None else min(value, UNLIMITED)

        components, paths = index.problem.arch.components, index.problem.arch.paths
        return cls(
            np.array([limit(c.capacity) for c in components], dtype=np.int16),
            np.array([min(c.issue, UNLIMITED) for c in components], dtype=np.int16),
            np.array([limit(p.width) for p in paths], dtype=np.int16),
        )
