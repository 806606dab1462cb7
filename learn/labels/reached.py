"""Intervals that a mapper reached: what the heads of intervals learn from."""

from __future__ import annotations

from dataclasses import dataclass

from learn.labels.graphs import Case, FloatArray


@dataclass(frozen=True, eq=False)
class Reached:
    """A case at the least interval that arithmetic allows, and what a mapper made of it, in cycles.

    `known` is what is known of graph and array together; `mii` and `least` are the least interval
    and the least filling there; `ii` and `filling` the truth. `seed` made the program.
    """

    case: Case
    known: FloatArray
    mii: int
    least: int
    ii: int
    filling: int
    seed: int
