"""Training: it learns, it is repeatable, and what is held out stays out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import msgspec
import numpy as np
import pytest

from heuristics.labels.arrays import read_array
from heuristics.labels.labels import Labels
from learn.labels.accuracy import label_accuracy
from learn.labels.parameters import TrainingOptions
from learn.labels.samples import Sample
from learn.labels.training import train_networks
from learn.labels.weights import Weights
from tests.learn.label_samples import SPEC, made_samples, needs_torch


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    return made_samples(40)


def trained(samples: list[Sample], **options: object) -> Weights:
    chosen = TrainingOptions(**{"epochs": 60, "rate": 0.005, "graphs": 8, **options})  # type: ignore[arg-type]
    return train_networks(samples, read_array(SPEC), SPEC, chosen)


@pytest.mark.training(keep=1)
@needs_torch
@pytest.mark.parametrize(
    ("kind", "loss"), [("paper", "l1"), ("paper", "criteria"), ("arrays", "mse")]
)
def test_networks_learn_what_trivial_labels_miss(
    samples: list[Sample], kind: str, loss: str
) -> None:
    """Tests held-out graphs: the made labels follow from the attributes, constants do not do."""
    weights = trained(samples, kind=kind, loss=loss, epochs=120)
    found, trivial = weights.accuracy["networks"], weights.accuracy["trivial"]
    assert found["spatial"] > 0.75 > 0.5 > trivial["spatial"]
    assert found["association"] > 0.75 > 0.5 > trivial["association"]
    assert found["temporal"] > 0.75 > 0.5 > trivial["temporal"]
    assert found["order"] > 0.75 > 0.5 > trivial["order"]


@needs_torch
def test_what_is_held_out_does_not_train(samples: list[Sample]) -> None:
    """Tests that other labels of held-out graphs change accuracy, and no weight."""
    changed = []
    for sample in samples[:12]:
        assert sample.labels is not None
        if sample.held_out:
            labels = msgspec.structs.replace(
                sample.labels, spatial=tuple(x + 50 for x in sample.labels.spatial)
            )
            sample = msgspec.structs.replace(sample, labels=labels)
        changed.append(sample)
    one, other = trained(samples[:12], epochs=2), trained(changed, epochs=2)
    assert one.parameters == other.parameters
    assert one.accuracy["networks"]["spatial"] != other.accuracy["networks"]["spatial"] == 0.0


def test_each_label_has_its_criterion() -> None:
    """Tests Table II: exact after rounding, within 1, within 1, and within 2, up to the limit."""

    def labels(order: list[float], rest: list[float]) -> Labels:
        return Labels(np.array(order), np.array(rest), np.array(rest), np.array(rest))

    guess = labels([0.4, 1.6, 2.4, 3.0], [0.0, 1.5, 4.0, 9.0])
    truth = labels([0.0, 2.0, 3.0, 3.4], [1.0, 3.0, 2.0, 6.5])
    found = label_accuracy([(guess, truth)])
    assert found.right == {"order": 0.75, "association": 0.25, "spatial": 0.25, "temporal": 0.75}
    assert found.error["spatial"] == pytest.approx((1 + 1.5 + 2 + 2.5) / 4)


@needs_torch
def test_nothing_stays_in_the_folder_of_temporary_files(tmp_path: Path) -> None:
    """Tests both networks, whose messages PyTorch Geometric writes code for."""
    code = """
        from learn.labels.modules import network_of
        network_of("paper", (5, 6, 7)), network_of("arrays", (5, 6, 7, 8, 9, 0))
    """
    surroundings = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONDONTWRITEBYTECODE": ""}
    subprocess.run([sys.executable, "-c", dedent(code)], check=True, env=surroundings)
    assert [path.name for path in tmp_path.glob("*") if "torchinductor" not in path.name] == []
