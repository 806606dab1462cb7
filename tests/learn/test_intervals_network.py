"""Intervals by networks: they learn, repeat, and say nothing below a bound."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archs.presets import architecture_preset
from heuristics.labels.arrays import fingerprint
from learn.intervals.batches import batch_of
from learn.intervals.network import Variant, outputs
from learn.intervals.predict import decided, softplus
from learn.intervals.shared import (
    SharedPredictor,
    any_weights,
    guesses_of,
    interval_predictor,
    reached_of,
)
from learn.intervals.training import VARIANTS
from learn.labels.weights import save_weights, shipped_weights
from models.errors import InputError
from programs.intervals.arrays import array_of, evaluated
from programs.intervals.facts import Fitted
from programs.intervals.programs import arrays_of
from tests.learn.interval_samples import SMALL, body, example, pair, parameters
from tests.learn.label_samples import EVERY, made_samples, made_weights, needs_torch

SPECS = ("s4:2x2", "r4:3x3", "hycube:2x3", "s4:2x2")
KINDS = [msgspec.structs.replace(v, width=16, forms=4, hidden=8) for v in VARIANTS.values()]
WEIGHTS = made_weights("arrays", vocabulary=EVERY, intervals=True)


@needs_torch
@pytest.mark.parametrize("variant", KINDS)
def test_numpy_and_the_modules_compute_the_same(variant: Variant) -> None:
    """Tests 40 pairs with two sets of parameters, which come back as they were."""
    import torch
    from torch_geometric.data import Batch

    from learn.intervals.modules import IntervalNetwork, arrays_of, load_arrays, pair_data

    pairs = [pair(body(n, 6 + n % 12), SPECS[n % 4]) for n in range(40)]
    trips = np.linspace(1, 6, 40, dtype=np.float32)[:, None]
    batch = batch_of(pairs, trips)
    for seed in range(2):
        numbers = parameters(variant, seed)
        here = outputs(variant, {n: x.astype(np.float64) for n, x in numbers.items()}, *batch)
        network = IntervalNetwork(variant)
        load_arrays(network, numbers)
        again = arrays_of(network)
        assert list(again) == list(numbers)
        assert all((again[name] == value).all() for name, value in numbers.items())
        data = Batch.from_data_list([pair_data(one) for one in pairs])
        data = data.apply(lambda x: x.double() if x.is_floating_point() else x)
        with torch.no_grad():
            there = network.double()(data, trips=torch.from_numpy(trips).double())
        assert here.keys() == there.keys() == set(variant.tasks)
        for task in variant.tasks:
            np.testing.assert_allclose(here[task], there[task].numpy(), rtol=1e-5, atol=1e-5)


@needs_torch
def test_training_learns_what_is_missing_on_some_arrays() -> None:
    from learn.intervals.accuracy import Guess, guesses
    from learn.intervals.fit import FitOptions, fit
    from learn.intervals.weights import Card, Weights

    examples = [example(n, s, 2 * (s[0] == "r")) for n in range(10) for s in ("s4:2x2", "r4:3x3")]
    told: list[str] = []
    options = FitOptions(epochs=75, batch=20, rate=0.02)
    trained = fit(examples, SMALL, options, told.append)
    said = guesses(Weights(Card(SMALL, {}, {}, {}), trained), examples)
    right = [guess.ii == one.ii for guess, one in zip(said, examples, strict=True)]
    assert sum(right) >= 18
    assert told[-1].startswith("epoch 75 of 75")
    off = [abs(g.filling - one.filling) for g, one in zip(said, examples, strict=True)]
    assert sum(off) / len(off) < 1
    assert Guess(2, 5).cycles(10) == 25
    again = fit(examples, SMALL, FitOptions(epochs=1), start=trained)
    assert again.keys() == trained.keys()


@settings(deadline=None)
@given(
    st.floats(-9, 9), st.floats(-9, 9), st.floats(-99, 99), st.integers(1, 9), st.integers(0, 30)
)
def test_nothing_is_predicted_below_its_bound(
    equal: float, residual: float, filling: float, mii: int, path: int
) -> None:
    found = {"equal": equal, "residual": residual, "filling": filling}
    ii, fill = decided(found, mii, max(0, path - mii), path)
    assert ii >= mii
    # Odds of 1 or less never suffice; those of 1 + r / m do.
    assert ii == mii or equal < 0
    assert (ii == mii) == (-equal <= np.log1p(max(1, round(softplus(residual))) / mii))
    assert fill >= max(0, path - ii)


@pytest.mark.parametrize("spec", ["s4:3x3", "hycube:3x3", "adres:4x4,io=none", "random:15"])
def test_nothing_is_predicted_below_its_bound_on_any_array(spec: str) -> None:
    arch, predict = architecture_preset(spec), SharedPredictor(WEIGHTS)
    for seed in range(4):
        facts = Fitted(arch).facts(body(seed))
        ii, filling = predict(body(seed), arch)
        assert ii >= facts.mii
        assert filling >= max(0, facts.critical_path - ii)
        assert predict(body(seed), arch) == (ii, filling)


def test_files_are_told_apart(tmp_path: Path) -> None:
    assert isinstance(interval_predictor(), SharedPredictor)
    assert any_weights() is shipped_weights()
    for made, message in (
        (made_weights("arrays", vocabulary=EVERY), "predict no IIs; train them with"),
        (made_weights("paper", vocabulary=EVERY), "not for all"),
    ):
        path = str(tmp_path / "w.json")
        save_weights(made, path)
        with pytest.raises(InputError, match=message):
            interval_predictor(path)
    for name, content in (("w.npz", b""), ("w.npz", b"PK"), ("w", b"PK")):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(InputError, match="no file of interval weights"):
            interval_predictor(str(tmp_path / name))


def test_arrays_of_programs_are_not_those_that_are_measured_on() -> None:
    """Tests that numbers are of one program each, and no array is one of PT-Map's evaluation.

    That of seed 948 would be one under another name.
    """
    found = [arrays_of(seed) for seed in (*range(500, 530), 948)]
    drawn = [name for names in found for name in names if name.startswith("random:")]
    assert len(drawn) == len(set(drawn)) == 62
    presets = {fingerprint(array_of(name)) for name in ("s4", "r4", "h6", "sl8")}
    assert evaluated("r4:4x4,registers=4") and not evaluated("r4:4x4,registers=2")
    for names in found:
        assert not {fingerprint(array_of(name)) for name in names} & presets


@pytest.mark.training
@needs_torch
def test_heads_learn_where_the_least_interval_is_missed() -> None:
    from learn.labels.fit import fit
    from learn.labels.parameters import TrainingOptions

    # Only one number tells apart those that miss it.
    examples = []
    for seed in range(12):
        one = example(seed, "s4:3x3", 2 * (seed % 2))
        known = one.pair.known.copy()
        known[-1] = 3 * (seed % 2)
        examples.append(replace(one, pair=replace(one.pair, known=known)))
    parameters = fit(
        made_samples(3),
        EVERY,
        WEIGHTS.scales,
        TrainingOptions(epochs=60, rate=0.01),
        lambda line: None,
        reached_of(examples),
    )
    made = msgspec.structs.replace(WEIGHTS, parameters=parameters)
    said = [ii - one.mii for (ii, _), one in zip(guesses_of(made, examples), examples, strict=True)]
    assert said == [0, 2] * 6
