"""Training networks, of one array or for all arrays, on all DFGs at hand.

The DFGs whose seeds are divisible by 5 are held out and measure accuracy; the others train.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from heuristics.labels.arrays import fingerprint
from learn.common.torch_use import require_torch
from learn.labels.accuracy import accuracy_of, known_samples
from learn.labels.cases import case_of
from learn.labels.graphs import graphs_of, scale_of
from learn.labels.parameters import TrainingOptions
from learn.labels.samples import DRAWN, HELD_OUT, Sample
from learn.labels.scales import Scales
from learn.labels.vocabulary import KINDS, kind_of
from learn.labels.weights import ANY, Training, Weights
from models.errors import InputError

if TYPE_CHECKING:
    from learn.labels.reached import Reached
    from models.data.architecture import Architecture


def train_networks(
    samples: Sequence[Sample],
    arch: Architecture,
    spec: str,
    options: TrainingOptions,
    tell: Callable[[str], None] = lambda line: None,
    reached: Sequence[Reached] = (),
) -> Weights:
    """Return networks trained on the samples that have labels, with their accuracy.

    The network for all arrays learns IIs, too, from the cases `reached`. `spec` is the name of the
    array. Raises `InputError` without torch, without samples to train on or to measure with, or for
    samples of different teachers.
    """
    require_torch()
    from learn.labels.fit import fit

    labelled = [sample for sample in samples if sample.labels is not None]
    learnt = [sample for sample in labelled if not sample.held_out]
    held_out = [sample for sample in labelled if sample.held_out]
    _require(labelled, learnt, held_out)
    arrays = options.kind == "arrays"
    if arrays:
        _require_tiles(learnt)
    elif spec == DRAWN:
        raise InputError(f"'{DRAWN}' has an array per sample; --network arrays learns from these")
    vocabulary = KINDS if arrays else _vocabulary(learnt)
    whole = graphs_of([case_of(sample) for sample in learnt], vocabulary, arrays)
    parts = (whole.node, whole.edge, whole.pair, whole.tile, whole.whole)
    scales = Scales(*map(scale_of, parts if arrays else parts[:3]))
    if reached:
        known = scale_of(np.stack([one.known for one in reached]))
        scales = msgspec.structs.replace(scales, known=known)
    measured = known_samples(vocabulary, held_out)
    if not measured:
        raise InputError("every sample held out has an operator that no other sample has")
    tell(f"training on {len(learnt)} DFGs, {len(measured)} held out")
    found = Weights(
        arch=spec,
        fingerprint=ANY if arrays else fingerprint(arch),
        kind=options.kind,
        vocabulary=vocabulary,
        training=_record(options, learnt, held_out, reached),
        accuracy={},
        scales=scales,
        parameters=fit(learnt, vocabulary, scales, options, tell, reached),
    )
    return msgspec.structs.replace(found, accuracy=accuracy_of(found, measured))


def _require_tiles(learnt: list[Sample]) -> None:
    """Raise `InputError` for a sample without the tiles of its operations."""
    for sample in learnt:
        view = case_of(sample).view
        fits = len(sample.tiles) == sample.flow.size and all(
            view.slots(operator)[tile] > 0
            for operator, tile in zip(sample.flow.operators, sample.tiles, strict=True)
            if 0 <= tile < view.size
        )
        if not fits or not all(0 <= tile < view.size for tile in sample.tiles):
            what = "does not say on which tiles operations were; generate it again"
            raise InputError(f"the sample of seed {sample.seed} {what}")


def _record(
    options: TrainingOptions,
    learnt: list[Sample],
    held_out: list[Sample],
    reached: Sequence[Reached],
) -> Training:
    pairs = [one.seed for one in reached]
    seeds = [sample.seed for sample in (*learnt, *held_out)]
    packages = {name: version(name) for name in ("numpy", "torch", "torch-geometric")}
    return Training(
        teachers=tuple(sorted({sample.teacher for sample in learnt})),
        loss=options.loss,
        seed=options.seed,
        epochs=options.epochs,
        rate=options.rate,
        graphs=options.graphs,
        samples=len(learnt),
        held_out=len(held_out),
        first_seed=min(seeds),
        last_seed=max(seeds),
        versions={"python": platform.python_version(), **packages},
        pairs=len(pairs),
        first_pair=min(pairs, default=0),
        last_pair=max(pairs, default=0),
    )


def _vocabulary(samples: list[Sample]) -> tuple[str, ...]:
    """Return the kinds of operations that occur, those with a name of their own at the end."""
    found = {kind_of(operator) for sample in samples for operator in sample.flow.operators}
    return (*(kind for kind in KINDS if kind in found), *sorted(found - set(KINDS)))


def _require(labelled: list[Sample], learnt: list[Sample], held_out: list[Sample]) -> None:
    if not learnt or not held_out:
        where = "to train on" if not learnt else f"to hold out (seeds divisible by {HELD_OUT})"
        raise InputError(f"no sample with labels is left {where}, of {len(labelled)}")
