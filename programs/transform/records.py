"""Transformations as data: a candidate is a list of them, which can be printed and replayed.

These are the primitives of PT-Map's Table 1. Loops are named by paths; `0.2` is the third part of
the first loop.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from programs.loops.errors import ProgramError
from programs.loops.tree import Path


@dataclass(frozen=True, slots=True)
class Fuse:
    """The loop and its next `len(shifts) - 1` neighbours become one.

    Each is delayed by its shift, in iterations of the fused loop. If ranges differ, the result is
    one loop per range of iterations with the same active loops; or, with `guarded`, a single loop
    with guarded statements.
    """

    loop: Path
    shifts: tuple[int, ...]
    guarded: bool = False

    def __str__(self) -> str:
        """Return the transformation in a line."""
        how = " guarded" if self.guarded else ""
        return f"fuse {_dots(self.loop)} by {_list(self.shifts)}{how}"


@dataclass(frozen=True, slots=True)
class Distribute:
    """The loop becomes several consecutive ones; the parts of its body at `cuts` begin new ones."""

    loop: Path
    cuts: tuple[int, ...]

    def __str__(self) -> str:
        """Return the transformation in a line."""
        return f"distribute {_dots(self.loop)} at {_list(self.cuts)}"


@dataclass(frozen=True, slots=True)
class Reorder:
    """The nested loops from this one on are permuted: old positions, outermost first."""

    loop: Path
    order: tuple[int, ...]

    def __str__(self) -> str:
        """Return the transformation in a line."""
        return f"reorder {_dots(self.loop)} to {_list(self.order)}"


@dataclass(frozen=True, slots=True)
class Tile:
    """The loop is cut into tiles of `size` iterations: a loop over tiles around one within them."""

    loop: Path
    size: int

    def __str__(self) -> str:
        """Return the transformation in a line."""
        return f"tile {_dots(self.loop)} by {self.size}"


@dataclass(frozen=True, slots=True)
class Flatten:
    """The loop and its only inner loop become one loop over both."""

    loop: Path

    def __str__(self) -> str:
        """Return the transformation in a line."""
        return f"flatten {_dots(self.loop)}"


@dataclass(frozen=True, slots=True)
class Unroll:
    """The nested loops from this one on are unrolled by factors, and all copies jammed."""

    loop: Path
    factors: tuple[int, ...]

    def __str__(self) -> str:
        """Return the transformation in a line."""
        return f"unroll {_dots(self.loop)} by {_list(self.factors)}"


Step: TypeAlias = Fuse | Distribute | Reorder | Tile | Flatten | Unroll


def _dots(path: Path) -> str:
    return ".".join(map(str, path))


def _list(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers))


class NotApplicableError(ProgramError):
    """A transformation that is not defined for this loop."""


class IllegalError(ProgramError):
    """A transformation that would execute dependent iterations in the wrong order."""
