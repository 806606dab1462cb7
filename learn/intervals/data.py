"""From samples to examples for training and measuring: features with results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from learn.intervals.batches import Pair
from learn.intervals.features import Array, array_features, graph_features, pair_features
from learn.intervals.samples import Sample
from models.data.dfg import Dfg
from programs.intervals.arrays import array_of
from programs.intervals.facts import Fitted


@dataclass(frozen=True)
class Example:
    """A graph on an array, the prior of both, and the truth, in cycles; `name` is the array's.

    The prior is `mii`, the `least` filling there, and the critical path.
    """

    dfg: Dfg
    fitted: Fitted
    pair: Pair
    name: str
    mii: int
    least: int
    critical_path: int
    ii: int
    filling: int
    held_out: bool
    seed: int = 0


def examples_of(samples: Iterable[Sample]) -> list[Example]:
    """Return an example for each pair that was mapped."""
    arrays: dict[str, tuple[Fitted, Array]] = {}
    found: list[Example] = []
    for sample in samples:
        for label in sample.pairs:
            if label.ii is None or label.filling is None:
                continue
            if label.array not in arrays:
                arch = array_of(label.array)
                arrays[label.array] = Fitted(arch), array_features(arch)
            fitted, array = arrays[label.array]
            facts = fitted.facts(sample.dfg)
            pair = Pair(
                graph_features(sample.dfg, facts),
                array,
                pair_features(sample.dfg, facts, fitted.arch),
            )
            found.append(
                Example(
                    sample.dfg,
                    fitted,
                    pair,
                    label.array,
                    facts.mii,
                    facts.filling,
                    facts.critical_path,
                    label.ii,
                    label.filling,
                    sample.held_out,
                    sample.seed,
                )
            )
    return found
