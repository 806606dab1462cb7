"""Errors of predictions: the mean absolute percentage error of cycles, and of IIs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from learn.intervals.data import Example
from learn.intervals.predict import decided, raw_outputs
from learn.intervals.shared import guesses_of
from learn.intervals.weights import Weights
from learn.labels.weights import Weights as SharedWeights
from programs.intervals.arrays import EVALUATED

TRIPS = (8, 32, 128)
"""Iterations of a loop; the error is the mean over these."""

DRAWN, OTHERS, ALL = "drawn", "others", "all"
GROUPS = (*EVALUATED, DRAWN, OTHERS, ALL)
"""Groups of arrays: those of PT-Map's evaluation, drawn ones (`random:N`), others, and all."""


@dataclass(frozen=True)
class Guess:
    """The prediction for one example."""

    ii: int
    filling: int

    def cycles(self, trips: int) -> float:
        """Return the cycles of a loop (PT-Map, Eq. 1)."""
        return self.ii * trips + self.filling


Cycles = Callable[[int], float]
AnyWeights: TypeAlias = "Weights | SharedWeights"


def mii_guesses(examples: Sequence[Example]) -> list[Cycles]:
    """Return the predictions of the analytical model: MII, and the critical path."""
    return [Guess(example.mii, example.least).cycles for example in examples]


def guesses(weights: AnyWeights, examples: Sequence[Example]) -> list[Guess]:
    """Return the predictions of a network for IIs."""
    if not isinstance(weights, Weights):
        return [Guess(*said) for said in guesses_of(weights, examples)]
    found = raw_outputs(weights, [example.pair for example in examples])
    said = []
    for n, example in enumerate(examples):
        one = {task: float(values[n]) for task, values in found.items()}
        said.append(Guess(*decided(one, example.mii, example.least, example.critical_path)))
    return said


def network_guesses(weights: AnyWeights, examples: Sequence[Example]) -> list[Cycles]:
    """Return the predictions of networks, those of three tasks or of one."""
    if not isinstance(weights, Weights) or not weights.card.variant.direct:
        return [guess.cycles for guess in guesses(weights, examples)]
    pairs = [example.pair for example in examples]
    rows = {trips: np.exp(raw_outputs(weights, pairs, trips)["cycles"]) for trips in TRIPS}
    return [
        _looked_up({trips: float(rows[trips][n]) for trips in TRIPS}) for n in range(len(pairs))
    ]


def _looked_up(known: Mapping[int, float]) -> Cycles:
    return lambda trips: known[trips]


def errors(said: Sequence[Cycles], examples: Sequence[Example]) -> dict[str, float]:
    """Return the MAPE of cycles in per cent, by group of arrays."""
    found: dict[str, list[float]] = {name: [] for name in GROUPS}
    for guess, example in zip(said, examples, strict=True):
        truth = Guess(example.ii, example.filling)
        off = [abs(guess(n) / truth.cycles(n) - 1) for n in TRIPS]
        error = 100 * sum(off) / len(off)
        other = DRAWN if example.name.startswith("random:") else OTHERS
        found[example.name if example.name in EVALUATED else other].append(error)
        found[ALL].append(error)
    return {name: round(sum(x) / len(x), 2) for name, x in found.items() if x}


def measured(
    named: Mapping[str, AnyWeights], examples: Sequence[Example]
) -> tuple[dict[str, dict[str, float]], dict[str, float]]:
    """Return errors of the MII model and of networks by name, and shares of the first network.

    The shares are empty unless it has three tasks.
    """
    found = {"MII model": errors(mii_guesses(examples), examples)}
    for name, weights in named.items():
        found[name] = errors(network_guesses(weights, examples), examples)
    first = next(iter(named.values()))
    if isinstance(first, Weights) and first.card.variant.direct:
        return found, {}
    return found, exact_shares(guesses(first, examples), examples)


def exact_shares(said: Sequence[Guess], examples: Sequence[Example]) -> dict[str, float]:
    """Return the shares of right IIs, overall and at MII, and the error of filling."""
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
