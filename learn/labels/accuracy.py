"""Accuracy of predicted labels, by the criteria of Table II of LISA."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from heuristics.labels.labels import Labels, initial_labels, trivial_labels
from learn.labels.cases import case_of
from learn.labels.predict import predict_all
from learn.labels.vocabulary import kind_of

if TYPE_CHECKING:
    from learn.labels.samples import Sample
    from learn.labels.weights import Weights

LABELS = ("order", "association", "spatial", "temporal")
TOLERANCE = {"order": 0.0, "association": 1.0, "spatial": 1.0, "temporal": 2.0}
_SLACK = 1e-6


@dataclass(frozen=True)
class Accuracy:
    """For every label: the share of right ones, their number, and the mean error."""

    right: dict[str, float]
    count: dict[str, int]
    error: dict[str, float]


def label_accuracy(pairs: Iterable[tuple[Labels, Labels]]) -> Accuracy:
    """Return the accuracy of the first of each pair of labels, if the second is the truth.

    A schedule order is right if it is the same after rounding, an association or a spatial distance
    if it is off by at most 1, a temporal distance if it is off by at most 2. A label that does not
    occur counts as right.
    """
    both: Sequence[tuple[Labels, Labels]] = list(pairs)
    right: dict[str, float] = {}
    count: dict[str, int] = {}
    error: dict[str, float] = {}
    for name in LABELS:
        guess = np.concatenate([np.zeros(0), *(getattr(a, name) for a, _ in both)])
        truth = np.concatenate([np.zeros(0), *(getattr(b, name) for _, b in both)])
        off = np.abs(guess - truth)
        if name == "order":
            good = np.rint(guess) == np.rint(truth)
        else:
            good = off <= TOLERANCE[name] + _SLACK
        count[name] = int(good.size)
        right[name] = float(good.mean()) if good.size else 1.0
        error[name] = float(off.mean()) if good.size else 0.0
    return Accuracy(right, count, error)


def accuracy_of(weights: Weights, samples: Sequence[Sample]) -> dict[str, dict[str, float]]:
    """Return the accuracy of the networks, and of labels that need no learning, on samples.

    `trivial` is ASAP order and constants, `late` the same with ALAP order, `initial` the labels
    that training data starts from. Samples with an operator unseen in training raise `InputError`.
    """
    flows = [sample.flow for sample in samples]
    truth = [sample.targets() for sample in samples]
    guesses: dict[str, list[Labels]] = {
        "networks": predict_all([case_of(sample) for sample in samples], weights),
        "trivial": [trivial_labels(flow) for flow in flows],
        "late": [replace(trivial_labels(f), order=f.alap.astype(float)) for f in flows],
        "initial": [initial_labels(flow) for flow in flows],
    }
    return {
        name: {
            label: round(share, 4)
            for label, share in label_accuracy(zip(found, truth, strict=True)).right.items()
        }
        for name, found in guesses.items()
    }


def known_samples(vocabulary: Sequence[str], samples: Sequence[Sample]) -> list[Sample]:
    """Return the labelled samples whose operations all have kinds of the vocabulary."""
    return [
        sample
        for sample in samples
        if sample.labels is not None and {*map(kind_of, sample.flow.operators)} <= {*vocabulary}
    ]
