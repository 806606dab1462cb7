"""One random program on a few random arrays: what a seed stands for in the data of predictors."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from models.data.dfg import Dfg
from programs.intervals.arrays import array_of, evaluated, random_array
from programs.intervals.kernels import random_kernel
from programs.intervals.label import Label, label

DRAWN = 2
"""Drawn arrays of each program; there is one more, of the families that PT-Map evaluates."""


@dataclass(frozen=True)
class Labelled:
    """A graph, how it came about, and what was found on each array, by the array's name."""

    dfg: Dfg
    how: str
    labels: dict[str, Label]


def arrays_of(seed: int) -> list[str]:
    """Return the names of the arrays that the program of a seed is mapped on, all different.

    The drawn ones have numbers that no other program has, though a few are equal to others. None is
    an array of PT-Map's evaluation, so that what is measured on these was not trained on.
    """
    found = [f"random:{10 * seed + n}" for n in range(1, DRAWN + 1)]
    numbers = (random_array(number) for number in count(1000 * seed))
    found.append(next(name for name in numbers if not evaluated(name)))
    return found


def labelled_program(seed: int, arrays: tuple[str, ...] = ()) -> Labelled:
    """Return the program of a seed, labelled on its random arrays, or on those that are named."""
    random = random_kernel(seed)
    dfg = random.kernel.dfg
    names = arrays or tuple(arrays_of(seed))
    return Labelled(dfg, random.how, {name: label(dfg, array_of(name)) for name in names})
