"""Training the networks of one array: all DFGs at hand, seeded, on one thread.

The DFGs whose seeds are divisible by 5 are held out and measure accuracy; none of them trains.
"""

from __future__ import annotations

import platform
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Literal

import msgspec
import numpy as np

from heuristics.labels.arrays import fingerprint
from learn.labels.accuracy import LABELS, TOLERANCE, accuracy_of, known_samples
from learn.labels.graphs import graphs_of, scale_of
from learn.labels.samples import HELD_OUT, Sample
from learn.labels.shapes import Kind
from learn.labels.vocabulary import KINDS, kind_of
from learn.labels.weights import Matrix, Scales, Training, Weights
from models.errors import InputError
from models.process.packages import require_package

if TYPE_CHECKING:
    from torch import Tensor

    from models.data.architecture import Architecture

Loss = Literal["criteria", "l1", "mse"]

STEEPNESS, PULL = 0.3, 0.3
"""Of the loss "criteria": how sharp its step is, in units of the label, and its share of L1."""


@dataclass(frozen=True)
class TrainingOptions:
    """How to train. Adam's rate and weight decay, and 500 epochs, are those of the paper.

    The wide networks, with twenty times the parameters, decay faster: from some 100 DFGs they had
    otherwise learned associations by heart, and were worse than constants on those held out.

    `graphs` is how many DFGs make a step. `loss` is, over all labels of a step and summed over the
    four kinds of label, the mean absolute error, the mean squared error, or ("criteria") a smooth
    version of the share that Table II counts as wrong, with a little of the absolute error. On
    held-out DFGs the absolute error was better than the squared one; from 1,000 DFGs "criteria"
    was better still at all four.
    """

    kind: Kind = "wide"
    seed: int = 0
    epochs: int = 500
    rate: float = 0.001
    decay: float | None = None
    loss: Loss = "criteria"
    graphs: int = 50

    @property
    def decay_of_kind(self) -> float:
        """The weight decay, by default that of the paper, and ten times that for wide networks."""
        usual = 0.0005 if self.kind == "paper" else 0.005
        return usual if self.decay is None else self.decay


def require_torch() -> None:
    """Raise `InputError` where torch is missing or cannot be imported."""
    with warnings.catch_warnings():
        # PyTorch Geometric does on import what torch calls deprecated.
        warnings.simplefilter("ignore")
        for package in ("torch", "torch_geometric"):
            require_package(package, "training", "learn")


def train_networks(
    samples: Sequence[Sample],
    arch: Architecture,
    spec: str,
    options: TrainingOptions,
    tell: Callable[[str], None] = lambda line: None,
) -> Weights:
    """Return networks trained on the samples that have labels, with their accuracy.

    `spec` is what the array is called. Raises `InputError` where torch is missing, or nothing is
    left to train on or to measure with, or the samples are of different teachers.
    """
    require_torch()
    labelled = [sample for sample in samples if sample.labels is not None]
    learnt = [sample for sample in labelled if not sample.held_out]
    held_out = [sample for sample in labelled if sample.held_out]
    _require(labelled, learnt, held_out)
    vocabulary = _vocabulary(learnt)
    whole = graphs_of([sample.flow for sample in learnt], vocabulary)
    scales = Scales(scale_of(whole.node), scale_of(whole.edge), scale_of(whole.pair))
    known = known_samples(vocabulary, held_out)
    if not known:
        raise InputError("every sample held out has an operator that no other sample has")
    tell(f"training on {len(learnt)} DFGs, {len(known)} held out")
    found = Weights(
        arch=spec,
        fingerprint=fingerprint(arch),
        kind=options.kind,
        vocabulary=vocabulary,
        training=_record(options, learnt, held_out),
        accuracy={},
        scales=scales,
        parameters=_fit(learnt, vocabulary, scales, options, tell),
    )
    return msgspec.structs.replace(found, accuracy=accuracy_of(found, known))


def _record(options: TrainingOptions, learnt: list[Sample], held_out: list[Sample]) -> Training:
    seeds = [sample.seed for sample in (*learnt, *held_out)]
    packages = {name: version(name) for name in ("numpy", "torch", "torch_geometric")}
    return Training(
        teacher=learnt[0].teacher,
        loss=options.loss,
        seed=options.seed,
        epochs=options.epochs,
        samples=len(learnt),
        held_out=len(held_out),
        first_seed=min(seeds),
        last_seed=max(seeds),
        versions={"python": platform.python_version(), **packages},
    )


def _vocabulary(samples: list[Sample]) -> tuple[str, ...]:
    """Return the kinds of operations that occur, those with a name of their own at the end."""
    found = {kind_of(operator) for sample in samples for operator in sample.flow.operators}
    return (*(kind for kind in KINDS if kind in found), *sorted(found - set(KINDS)))


def _require(labelled: list[Sample], learnt: list[Sample], held_out: list[Sample]) -> None:
    if not learnt or not held_out:
        where = "to train on" if not learnt else f"to hold out (seeds divisible by {HELD_OUT})"
        raise InputError(f"no sample with labels is left {where}, of {len(labelled)}")
    teachers = sorted({sample.teacher for sample in labelled})
    if len(teachers) > 1:
        raise InputError(f"samples are of several teachers: {', '.join(teachers)}")


def _fit(
    learnt: list[Sample],
    vocabulary: tuple[str, ...],
    scales: Scales,
    options: TrainingOptions,
    tell: Callable[[str], None],
) -> dict[str, Matrix]:
    from learn.labels.networks import batch_of, matrices_of, networks_of, start_at, torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        generator = torch.Generator().manual_seed(options.seed)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(options.seed)
            widths = [len(s.mean) for s in (scales.node, scales.edge, scales.pair)]
            networks = networks_of(options.kind, *widths)
        start_at(networks, [float(t.median()) if len(t) else 0.0 for t in _targets(learnt)[1:]])
        mixed = torch.randperm(len(learnt), generator=generator).tolist()
        steps = []
        for start in range(0, len(learnt), options.graphs):
            group = [learnt[i] for i in mixed[start : start + options.graphs]]
            batch = batch_of(graphs_of([sample.flow for sample in group], vocabulary), scales)
            steps.append((batch, _targets(group)))
        optimizer = torch.optim.Adam(
            networks.parameters(), lr=options.rate, weight_decay=options.decay_of_kind, fused=True
        )
        for epoch in range(1, options.epochs + 1):
            total = 0.0
            for number in torch.randperm(len(steps), generator=generator).tolist():
                batch, targets = steps[number]
                loss = _loss(options.loss, networks(batch), targets)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                total += float(loss.detach())
            if epoch % 50 == 0 or epoch == options.epochs:
                tell(f"epoch {epoch} of {options.epochs}: loss {total / len(steps):.3f}")
        return matrices_of(networks)
    finally:
        torch.set_num_threads(before)


def _loss(kind: Loss, found: Sequence[Tensor], targets: Sequence[Tensor]) -> Tensor:
    from learn.labels.networks import torch

    parts = []
    for name, guess, truth in zip(LABELS, found, targets, strict=True):
        if not len(truth):
            continue
        off = (guess - truth).abs()
        if kind == "mse":
            off = off**2
        elif kind == "criteria":
            # Rounded orders are equal within a half.
            off = PULL * off + torch.sigmoid((off - max(TOLERANCE[name], 0.5)) / STEEPNESS)
        parts.append(off.mean())
    return torch.stack(parts).sum()


def _targets(group: list[Sample]) -> list[Tensor]:
    from learn.labels.networks import torch

    labels = [sample.targets() for sample in group]
    return [
        torch.as_tensor(np.concatenate([getattr(one, name) for one in labels]), dtype=torch.float32)
        for name in LABELS
    ]
