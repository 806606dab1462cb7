"""IIs that a mapper reached: the training targets of the heads of IIs."""

from __future__ import annotations

from dataclasses import dataclass

from learn.labels.graphs import Case, FloatArray


@dataclass(frozen=True, eq=False)
class Reached:
    """A case at the least II that arithmetic allows, and the result of a mapper, in cycles.

    `known` are the features of graph and array together; `mii` and `least` are the least II and the
    least filling there; `ii` and `filling` the truth. `seed` made the program.
    """

    case: Case
    known: FloatArray
    mii: int
    least: int
    ii: int
    filling: int
    seed: int
