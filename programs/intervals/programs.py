"""A training sample of predictors per seed: one random program on a few random arrays."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from models.data.dfg import Dfg
from programs.intervals.arrays import array_of, evaluated, random_array
from programs.intervals.kernels import random_kernel
from programs.intervals.label import Label, label

DRAWN = 2
"""Drawn arrays per program; one more is from the families that PT-Map evaluates."""


@dataclass(frozen=True)
class Labelled:
    """A graph, a description of its generation, and its label on each array, by array name."""

    dfg: Dfg
    how: str
    labels: dict[str, Label]


def arrays_of(seed: int) -> list[str]:
    """Return the distinct names of the arrays onto which a seed's program is mapped.

    The seeds of drawn arrays are unique to the program, though a few arrays coincide. None is an
    array of PT-Map's evaluation, so that test arrays are never in the training data.
    """
    found = [f"random:{10 * seed + n}" for n in range(1, DRAWN + 1)]
    numbers = (random_array(number) for number in count(1000 * seed))
    found.append(next(name for name in numbers if not evaluated(name)))
    return found


def labelled_program(seed: int, arrays: tuple[str, ...] = ()) -> Labelled:
    """Return the program of a seed, labelled on its random arrays, or on the named ones."""
    random = random_kernel(seed)
    dfg = random.kernel.dfg
    names = arrays or tuple(arrays_of(seed))
    return Labelled(dfg, random.how, {name: label(dfg, array_of(name)) for name in names})
