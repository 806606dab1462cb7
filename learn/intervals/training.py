"""Trained weights from samples, with a card of their origin and accuracy."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING

import msgspec

from learn.common.torch_use import require_torch
from learn.intervals.accuracy import measured
from learn.intervals.data import examples_of
from learn.intervals.network import Variant
from learn.intervals.samples import HELD_OUT, Sample
from learn.intervals.weights import Card, Weights, checked
from models.errors import InputError
from programs.intervals.label import AGAIN, FIRST, LARGEST, SECONDS

if TYPE_CHECKING:
    from learn.intervals.fit import FitOptions

VARIANTS = {
    "network": Variant(),
    "basic features": Variant(full=False),
    "no alignment": Variant(align=False),
    "direct": Variant(direct=True),
}
"""The network of PT-Map, and its ablations GNN-b, GNN-c and GNN-e (Fig. 6)."""


def train_network(
    samples: Sequence[Sample],
    variant: Variant,
    options: FitOptions,
    tell: Callable[[str], None] = lambda line: None,
    start: Weights | None = None,
) -> Weights:
    """Return weights trained on the samples that are not held out, measured on the held-out ones.

    With `start`, training goes on from there. Raises `InputError` without torch, or without samples
    to train on or to measure with.
    """
    require_torch()
    from learn.intervals.fit import fit

    tell(f"features of {sum(len(sample.pairs) for sample in samples)} pairs")
    examples = examples_of(samples)
    learnt = [example for example in examples if not example.held_out]
    held_out = [example for example in examples if example.held_out]
    if not learnt or not held_out:
        where = "to train on" if not learnt else f"to hold out (seeds divisible by {HELD_OUT})"
        raise InputError(f"no mapped pair is left {where}, of {len(examples)}")
    tell(f"training on {len(learnt)} pairs, {len(held_out)} held out")
    parameters = fit(learnt, variant, options, tell, None if start is None else start.parameters)
    training: dict[str, int | float | str] = {
        "python": platform.python_version(),
        **{name: version(name) for name in ("numpy", "torch", "torch-geometric")},
        "optimizer": "Adam, one for each task, tasks in turns",
        "pairs": len(learnt),
        "pairs held out": len(held_out),
        "started from": "random numbers" if start is None else "trained weights",
        "epochs": options.epochs,
        "batch": options.batch,
        "rate": options.rate,
        "seed": options.seed,
    }
    made = Weights(Card(variant, data_card(samples), training, {}), parameters)
    found, shares = measured({"network": made}, held_out)
    metrics = found | ({"shares": shares} if shares else {})
    card = msgspec.structs.replace(made.card, metrics=metrics)
    return checked(card, parameters, "training")


def data_card(samples: Sequence[Sample]) -> dict[str, int | float | str]:
    """Return the description of the data: sizes, seeds, and dropped pairs by reason."""
    pairs = [pair for sample in samples for pair in sample.pairs]
    dropped = Counter(pair.why for pair in pairs if pair.ii is None)
    seeds = [sample.seed for sample in samples]
    reached = sum(pair.ii == pair.mii for pair in pairs if pair.ii is not None)
    sizes = sorted(len(sample.dfg.operations) for sample in samples)
    return {
        "programs": len(samples),
        "pairs": len(pairs) - sum(dropped.values()),
        "pairs at MII": reached,
        **{f"dropped: {why}": count for why, count in sorted(dropped.items())},
        "first seed": min(seeds, default=0),
        "last seed": max(seeds, default=0),
        "arrays": len({pair.array for pair in pairs}),
        "operations": f"{sizes[0]} to {sizes[-1]}, median {sizes[len(sizes) // 2]}",
        "held out": f"programs of seeds divisible by {HELD_OUT}",
        "mapper": "modulo scheduling from MII up to"
        f" {LARGEST}, {FIRST} placements per operation at each interval,"
        f" {AGAIN} below the first that was reached, {SECONDS:g} s of the processor at most",
        "seconds of mapping": round(sum(pair.seconds for pair in pairs)),
        "sources": "random programs and arrays alone, no application of examples/programs",
    }
