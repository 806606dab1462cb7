"""The network: one function for numpy and torch, of pairs in any company and order."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from learn.intervals.batches import batch_of
from learn.intervals.network import Variant, outputs
from learn.intervals.predict import TOOLS, raw_outputs
from learn.intervals.training import VARIANTS
from models.data.dfg import Dfg
from tests.learn.interval_samples import SMALL, body, pair, parameters, weights
from tests.learn.label_samples import needs_torch

SPECS = ("s4:2x2", "r4:3x3", "hycube:2x3", "s4:2x2")
KINDS = [msgspec.structs.replace(v, width=16, forms=4, hidden=8) for v in VARIANTS.values()]


def some_pairs() -> list:
    return [pair(body(n, 6 + 3 * n), spec) for n, spec in enumerate(SPECS)]


@needs_torch
@pytest.mark.parametrize("variant", KINDS)
def test_numpy_and_torch_compute_the_same(variant: Variant) -> None:
    import torch

    from learn.intervals.fit import TorchTools, to_tensors

    trips = np.full((4, 1), 2.0, dtype=np.float32)
    batch = batch_of(some_pairs(), trips)
    numbers = parameters(variant)
    here = outputs(variant, numbers, TOOLS, *batch)
    tensors = {name: torch.from_numpy(value) for name, value in numbers.items()}
    there = outputs(variant, tensors, TorchTools(), *to_tensors(*batch))
    assert here.keys() == there.keys() == set(variant.tasks)
    for task in variant.tasks:
        np.testing.assert_allclose(here[task], there[task].numpy(), rtol=2e-4, atol=2e-4)


def test_the_order_in_which_operations_are_listed_does_not_matter() -> None:
    dfg = body(5, 12)
    turned: Dfg = msgspec.structs.replace(dfg, operations=dfg.operations[::-1])
    one, other = (raw_outputs(weights(), [pair(x, "r4:3x3")]) for x in (dfg, turned))
    for task in SMALL.tasks:
        np.testing.assert_allclose(one[task], other[task], rtol=1e-4, atol=1e-4)


def test_alignment_tells_which_operation_meets_which_unit() -> None:
    # Forms with one factor each would be products of means, and equal for all pairings.
    variant = Variant(width=8, forms=2, hidden=4)
    made = parameters(variant, scale=1.0)
    programs, arrays, pairs = batch_of([pair(body(1), "r4:2x2")])
    found = []
    for able in (pairs.able, pairs.able[:, ::-1]):
        changed = type(pairs)(pairs.array, pairs.operations, pairs.units, able, pairs.known)
        found.append(outputs(variant, made, TOOLS, programs, arrays, changed)["equal"][0])
    assert abs(found[0] - found[1]) > 1e-6


@needs_torch
def test_training_learns_what_is_missing_on_some_arrays() -> None:
    from learn.intervals.accuracy import Guess, guesses
    from learn.intervals.fit import FitOptions, fit
    from learn.intervals.weights import Card, Weights
    from tests.learn.interval_samples import example

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
