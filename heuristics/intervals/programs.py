"""One random program on a few random arrays: what a seed stands for in the data of predictors."""

from __future__ import annotations

from dataclasses import dataclass

from heuristics.intervals.arrays import array_of, random_array
from heuristics.intervals.kernels import random_kernel
from heuristics.intervals.label import Label, label
from models.data.dfg import Dfg

ARRAYS = 3
"""Arrays of each program."""


@dataclass(frozen=True)
class Labelled:
    """A graph, how it came about, and what was found on each array, by the array's name."""

    dfg: Dfg
    how: str
    labels: dict[str, Label]


def arrays_of(seed: int) -> list[str]:
    """Return the names of the arrays that the program of a seed is mapped on, all different."""
    found: dict[str, None] = {}
    number = seed * 1000
    while len(found) < ARRAYS:
        found[random_array(number)] = None
        number += 1
    return list(found)


def labelled_program(seed: int, arrays: tuple[str, ...] = ()) -> Labelled:
    """Return the program of a seed, labelled on its random arrays, or on those that are named."""
    random = random_kernel(seed)
    dfg = random.kernel.dfg
    names = arrays or tuple(arrays_of(seed))
    return Labelled(dfg, random.how, {name: label(dfg, array_of(name)) for name in names})
