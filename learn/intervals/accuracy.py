"""How far predictions are off: the mean absolute percentage error of cycles, and of intervals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from heuristics.intervals.arrays import EVALUATED
from learn.intervals.data import Example
from learn.intervals.predict import decided, raw_outputs
from learn.intervals.weights import Weights

TRIPS = (8, 32, 128)
"""Iterations of a loop; the error is the mean over these."""

OTHERS, ALL = "others", "all"


@dataclass(frozen=True)
class Guess:
    """What is said of one example: `cycles` of so many iterations."""

    ii: int
    filling: int

    def cycles(self, trips: int) -> float:
        """Return the cycles of a loop (PT-Map, Eq. 1)."""
        return self.ii * trips + self.filling


Cycles = Callable[[int], float]


def mii_guesses(examples: Sequence[Example]) -> list[Cycles]:
    """Return what the analytical model says: MII, and the critical path."""
    return [Guess(example.mii, example.least).cycles for example in examples]


def guesses(weights: Weights, examples: Sequence[Example]) -> list[Guess]:
    """Return what networks of three tasks say."""
    found = raw_outputs(weights, [example.pair for example in examples])
    said = []
    for n, example in enumerate(examples):
        one = {task: float(values[n]) for task, values in found.items()}
        said.append(Guess(*decided(one, example.mii, example.least, example.critical_path)))
    return said


def network_guesses(weights: Weights, examples: Sequence[Example]) -> list[Cycles]:
    """Return what networks say, those of three tasks or of one."""
    if not weights.card.variant.direct:
        return [guess.cycles for guess in guesses(weights, examples)]
    pairs = [example.pair for example in examples]
    rows = {trips: np.exp(raw_outputs(weights, pairs, trips)["cycles"]) for trips in TRIPS}
    return [
        _looked_up({trips: float(rows[trips][n]) for trips in TRIPS}) for n in range(len(pairs))
    ]


def _looked_up(known: Mapping[int, float]) -> Cycles:
    return lambda trips: known[trips]


def errors(said: Sequence[Cycles], examples: Sequence[Example]) -> dict[str, float]:
    """Return the MAPE of cycles in per cent, by array: the evaluated ones, all others, and all."""
    found: dict[str, list[float]] = {name: [] for name in (*EVALUATED, OTHERS, ALL)}
    for guess, example in zip(said, examples, strict=True):
        truth = Guess(example.ii, example.filling)
        off = [abs(guess(n) / truth.cycles(n) - 1) for n in TRIPS]
        error = 100 * sum(off) / len(off)
        found[example.name if example.name in EVALUATED else OTHERS].append(error)
        found[ALL].append(error)
    return {name: round(sum(x) / len(x), 2) for name, x in found.items() if x}


def measured(
    named: Mapping[str, Weights], examples: Sequence[Example]
) -> tuple[dict[str, dict[str, float]], dict[str, float]]:
    """Return errors of the MII model and of networks by name, and shares of the first network.

    There are shares only where it has three tasks.
    """
    found = {"MII model": errors(mii_guesses(examples), examples)}
    for name, weights in named.items():
        found[name] = errors(network_guesses(weights, examples), examples)
    first = next(iter(named.values()))
    if first.card.variant.direct:
        return found, {}
    return found, exact_shares(guesses(first, examples), examples)


def exact_shares(said: Sequence[Guess], examples: Sequence[Example]) -> dict[str, float]:
    """Return the shares of intervals that are right, and at MII, and how far filling is off."""
    right = [g.ii == e.ii for g, e in zip(said, examples, strict=True)]
    missed = [n for n, e in enumerate(examples) if e.ii > e.mii]
    off = [abs(g.filling - e.filling) for g, e in zip(said, examples, strict=True)]
    found: dict[str, Sequence[float]] = {
        "intervals right": right,
        "at MII": [example.ii == example.mii for example in examples],
        "right where MII is missed": [right[n] for n in missed],
        "filling off by": off,
    }
    return {name: round(sum(x) / len(x), 4) for name, x in found.items() if x}
