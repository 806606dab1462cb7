"""Training: it learns, it is repeatable, and what is held out stays out."""

from __future__ import annotations

import sys

import msgspec
import numpy as np
import pytest

from heuristics.labels.arrays import read_array
from learn.labels.graphs import scale_of, scaled
from learn.labels.parameters import TrainingOptions
from learn.labels.samples import Sample
from learn.labels.training import train_networks
from learn.labels.weights import Weights
from models.errors import InputError
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


@needs_torch
def test_too_few_samples_are_errors(samples: list[Sample]) -> None:
    """Tests nothing to train on, nothing held out, and only unseen operators."""
    dfg = samples[0].dfg
    operators = tuple(msgspec.structs.replace(row, name=f"odd{row.name}") for row in dfg.operators)
    operations = tuple(
        msgspec.structs.replace(one, operator=f"odd{one.operator}") for one in dfg.operations
    )
    odd = msgspec.structs.replace(dfg, operators=operators, operations=operations)
    with pytest.raises(InputError, match="every sample held out has an operator that no other"):
        trained([msgspec.structs.replace(samples[0], dfg=odd), samples[1]], kind="paper")
    with pytest.raises(InputError, match="no sample with labels is left to train on, of 0"):
        trained([])
    with pytest.raises(InputError, match="to hold out .seeds divisible by 5., of 4"):
        trained(samples[1:5])
    with pytest.raises(InputError, match="to train on, of 1"):
        trained(samples[:1])


@needs_torch
def test_samples_have_to_say_where_operations_were(samples: list[Sample]) -> None:
    """Tests samples without tiles, with a tile that does not execute an operation, and of another
    array of the same name.
    """
    first, *rest = (sample for sample in samples[:12])
    learnt = rest[0]
    for tiles in ((), (99,) * learnt.flow.size):
        wrong = msgspec.structs.replace(learnt, tiles=tiles)
        with pytest.raises(InputError, match="seed 1 does not say on which tiles"):
            trained([first, wrong, *rest[1:]])
        assert trained([first, wrong, *rest[1:]], epochs=1, kind="paper").kind == "paper"
    other = msgspec.structs.replace(learnt, fingerprint="0" * 16)
    with pytest.raises(InputError, match="'lisa:3x3' is another array than the samples are of"):
        trained([first, other, *rest[1:]])


def test_attributes_are_standardised_but_flags() -> None:
    """Tests mean 0 and deviation 1, that flags stay as they are, and that constants become 0."""
    values = np.array([[1.0, 0, 7], [3, 1, 7], [8, 0, 7]])
    found = scaled(values, scale_of(values))
    assert found[:, 0].mean() == pytest.approx(0, abs=1e-5)
    assert found[:, 0].std() == pytest.approx(1, abs=1e-5)
    assert found[:, 1].tolist() == values[:, 1].tolist()
    assert found[:, 2].tolist() == [0, 0, 0]
    none = np.zeros((0, 2))
    assert scaled(none, scale_of(none)).shape == (0, 2)


@needs_torch
def test_samples_without_labels_are_left_out(samples: list[Sample]) -> None:
    """Tests that graphs for which the teacher found nothing do not count."""
    none = msgspec.structs.replace(samples[7], labels=None, note="no mapping")
    weights = trained([*samples[:7], none, *samples[8:20]], epochs=1)
    assert (weights.training.samples, weights.training.held_out) == (15, 4)


def test_missing_torch_is_one_line(monkeypatch: pytest.MonkeyPatch, samples: list[Sample]) -> None:
    """Tests that the extra is named before anything is imported."""
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(InputError) as error:
        trained(samples)
    assert str(error.value) == "training needs torch: pip install 'xyzmap[learn]'"
