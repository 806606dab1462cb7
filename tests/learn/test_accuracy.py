"""The criteria of Table II."""

from __future__ import annotations

import numpy as np
import pytest

from heuristics.labels.labels import Labels
from learn.labels.accuracy import accuracy_of, known_samples, label_accuracy
from tests.learn.label_samples import KINDS, made_samples, made_weights


def labels(order: list[float], rest: list[float]) -> Labels:
    return Labels(np.array(order), np.array(rest), np.array(rest), np.array(rest))


def test_each_label_has_its_criterion() -> None:
    """Tests exact after rounding, within 1, within 1, and within 2, up to the very limit."""
    guess = labels([0.4, 1.6, 2.4, 3.0], [0.0, 1.5, 4.0, 9.0])
    truth = labels([0.0, 2.0, 3.0, 3.4], [1.0, 3.0, 2.0, 6.5])
    found = label_accuracy([(guess, truth)])
    assert found.right == {"order": 0.75, "association": 0.25, "spatial": 0.25, "temporal": 0.75}
    assert found.count == {"order": 4, "association": 4, "spatial": 4, "temporal": 4}
    assert found.error["spatial"] == pytest.approx((1 + 1.5 + 2 + 2.5) / 4)


def test_networks_stand_beside_labels_without_learning() -> None:
    """Tests that all three are measured, and that the truth itself is right."""
    samples = made_samples(6)
    weights = made_weights(vocabulary=(*KINDS, "shra", "cmp", "select", "input", "output"))
    found = accuracy_of(weights, samples)
    assert set(found) == {"networks", "trivial", "late", "initial"}
    truth = [(sample.targets(), sample.targets()) for sample in samples]
    assert set(label_accuracy(truth).right.values()) == {1.0}
    # Made labels are 3 away from the initial association, and orders are off by one.
    assert found["initial"]["association"] == 0.0
    assert found["initial"]["order"] < 0.5


def test_graphs_count_by_their_labels() -> None:
    """Tests that the share is over all labels, not over graphs."""
    right, wrong = labels([0.0], [0.0]), labels([5.0, 5.0, 5.0], [9.0, 9.0, 9.0])
    truth = labels([0.0, 0.0, 0.0], [0.0, 0.0, 0.0])
    found = label_accuracy([(right, right), (wrong, truth)])
    assert found.right["order"] == 0.25
    assert found.right["temporal"] == 0.25


def test_nothing_to_predict_is_no_division_by_zero() -> None:
    """Tests graphs without pairs and reads, and no graphs at all."""
    one = labels([0.0], [])
    assert label_accuracy([(one, one)]).right["association"] == 1.0
    assert label_accuracy([]).count["order"] == 0


def test_unseen_operators_leave_samples_out() -> None:
    """Tests that samples with other kinds of operations are not measured."""
    samples = made_samples(6)
    assert known_samples(("const",), samples) == []
    kinds = (*KINDS, "shra", "cmp", "select", "input", "output")
    assert known_samples(kinds, samples) == samples
