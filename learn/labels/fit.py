"""Fitting networks in torch, on one thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch_geometric.data import HeteroData
from torch_geometric.utils import scatter

from learn.common.torch_use import one_thread
from learn.labels.accuracy import LABELS, TOLERANCE
from learn.labels.cases import case_of
from learn.labels.graphs import Graphs, graphs_of, scaled
from learn.labels.modules import ArrayNetwork, arrays_of, data_of, linears_of, network_of
from learn.labels.network import NARROW, WIDE, Kind, Outputs
from learn.labels.parameters import Loss, TrainingOptions
from learn.labels.reached import Reached
from learn.labels.samples import Sample
from learn.labels.scales import Matrix, Scales

STEEPNESS, PULL = 0.3, 0.3
"""Parameters of the loss "criteria": the sharpness of its step, in units of the label, and its
share of L1.
"""

PLACED = 0.2
"""The share of the tiles that operations were on."""

DOUBT = 0.2
"""The share of the likelihood of labels, by which their scales are trained."""

MISSED, RELATIVE, FILLING = 0.3, 2.0, 0.1
"""Weights in the loss: of the excess over the least II, in it that of the relative error, and of
cycles of filling.
"""


def start_at(network: nn.Module, medians: Sequence[float]) -> None:
    """Set the last biases of association, spatial and temporal distance to typical labels.

    With small steps most of the training would pass until they reached these. The schedule order
    starts at ASAP without it.
    """
    linears = linears_of(network)
    spatial = "spatial.w2" if "spatial.w2" in linears else "spatial.second"
    with torch.no_grad():
        names = ("association.second", spatial, "temporal.second")
        for name, median in zip(names, medians, strict=True):
            linears[name].bias[0] = median


def matrices_of(network: nn.Module) -> dict[str, Matrix]:
    """Return the parameters with five digits."""
    return {
        name: tuple(tuple(float(f"{x:.5g}") for x in row) for row in matrix.tolist())
        for name, matrix in arrays_of(network).items()
    }


class Places(NamedTuple):
    """The (operation, tile) that fit, and where operations were: `true` numbers the pairs."""

    operation: Tensor
    tile: Tensor
    true: Tensor


class FitStep(NamedTuple):
    """Cases with their targets."""

    data: HeteroData
    targets: list[Tensor]
    places: Places | None


class IntervalStep(NamedTuple):
    """Cases, their features [cases, .], and their results, each [cases]."""

    data: HeteroData
    known: Tensor
    mii: Tensor
    least: Tensor
    ii: Tensor
    filling: Tensor


@one_thread()
def fit(
    learnt: list[Sample],
    vocabulary: tuple[str, ...],
    scales: Scales,
    options: TrainingOptions,
    tell: Callable[[str], None],
    reached: Sequence[Reached] = (),
) -> dict[str, Matrix]:
    """Return parameters trained on samples that have labels; the same for the same seed.

    The heads of IIs learn from the cases `reached`.
    """
    generator = torch.Generator().manual_seed(options.seed)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(options.seed)
        network = network_of(options.kind, scales.widths)
    start_at(network, [float(t.median()) if len(t) else 0.0 for t in _targets(learnt)[1:]])
    mixed = torch.randperm(len(learnt), generator=generator).tolist()
    groups = [
        [learnt[i] for i in mixed[start : start + options.graphs]]
        for start in range(0, len(learnt), options.graphs)
    ]
    steps: list[FitStep | IntervalStep] = []
    steps += [_step(group, vocabulary, scales, options.kind) for group in groups]
    mixed = torch.randperm(len(reached), generator=generator).tolist()
    for start in range(0, len(reached), options.graphs):
        some = [reached[i] for i in mixed[start : start + options.graphs]]
        steps.append(_interval_step(some, vocabulary, scales))
    optimizer = torch.optim.Adam(
        network.parameters(), lr=options.rate, weight_decay=options.decay, fused=True
    )
    slower = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, options.epochs)
    for epoch in range(1, options.epochs + 1):
        total = 0.0
        for number in torch.randperm(len(steps), generator=generator).tolist():
            step = steps[number]
            if isinstance(step, IntervalStep):
                assert isinstance(network, ArrayNetwork)
                loss = _interval_loss(network.intervals(step.data, step.known), step)
            else:
                loss = _loss(options.loss, network(step.data), step)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]  # torch has no type here
            optimizer.step()
            total += float(loss.detach())
        slower.step()
        if epoch % 50 == 0 or epoch == options.epochs:
            tell(f"epoch {epoch} of {options.epochs}: loss {total / len(steps):.3f}")
    return matrices_of(network)


def _step(group: list[Sample], vocabulary: tuple[str, ...], scales: Scales, kind: Kind) -> FitStep:
    arrays = kind == "arrays"
    graphs = graphs_of([case_of(sample) for sample in group], vocabulary, arrays)
    return FitStep(
        data_of(graphs, scales), _targets(group), _places(group, graphs) if arrays else None
    )


def _interval_step(
    group: list[Reached], vocabulary: tuple[str, ...], scales: Scales
) -> IntervalStep:
    graphs = graphs_of([one.case for one in group], vocabulary, True)
    known = scaled(np.stack([one.known for one in group]), scales.known)

    def column(name: str) -> Tensor:
        return torch.tensor([getattr(one, name) for one in group], dtype=torch.float32)

    rest = (column(name) for name in ("mii", "least", "ii", "filling"))
    return IntervalStep(data_of(graphs, scales), torch.as_tensor(known, dtype=torch.float32), *rest)


def _interval_loss(found: dict[str, Tensor], step: IntervalStep) -> Tensor:
    """Return the loss of three tasks; the excess over the least II counts only where it is
    positive.
    """
    missed = step.ii > step.mii
    loss = functional.binary_cross_entropy_with_logits(found["equal"], (~missed).float())
    guess = functional.softplus(found["residual"])[missed]
    truth, mii = (step.ii - step.mii)[missed], step.mii[missed]
    if len(truth):
        apart = (torch.log1p(guess) - torch.log1p(truth)).abs()
        relative = (1 - (mii + guess) / (mii + truth)).abs()
        loss = loss + MISSED * (apart + RELATIVE * relative).mean()
    return loss + FILLING * (found["filling"] + step.least - step.filling).abs().mean()


def _places(group: list[Sample], graphs: Graphs) -> Places | None:
    """Return where the operations of cases could be, and where they were."""
    operators, tiles = graphs.able
    first = np.searchsorted(operators, np.arange(graphs.operators + 1))
    begin, end = first[graphs.operator], first[graphs.operator + 1]
    count = end - begin
    operation = np.repeat(np.arange(len(count)), count)
    start = np.cumsum(count) - count
    tile = tiles[np.arange(len(operation)) - start[operation] + begin[operation]]
    sizes = np.bincount(graphs.array, minlength=graphs.count)
    offset = (np.cumsum(sizes) - sizes)[graphs.graph]
    was = np.concatenate([np.array(sample.tiles, dtype=np.int64) for sample in group]) + offset
    true = np.flatnonzero(tile == was[operation])
    return Places(*(torch.as_tensor(x) for x in (operation, tile, true)))


def _place_loss(found: Outputs, places: Places) -> Tensor:
    """Return the cross entropy of the tiles that operations were on."""
    assert found.query is not None
    assert found.key is not None
    fits = (found.query[places.operation] * found.key[places.tile]).sum(1)
    most = scatter(fits.detach(), places.operation, reduce="max")
    total = scatter((fits - most[places.operation]).exp(), places.operation)
    return (total.log() + most).mean() - fits[places.true].mean()


def _loss(kind: Loss, found: Outputs, step: FitStep) -> Tensor:
    parts = []
    for n, (name, truth) in enumerate(zip(LABELS, step.targets, strict=True)):
        if not len(truth):
            continue
        off = (getattr(found, name) - truth).abs()
        if found.scales:
            # The negative logarithm of the likelihood; labels learn by their own loss alone.
            scale = found.scales[n].clamp(NARROW, WIDE)
            parts.append(DOUBT * (off.detach() * torch.exp(-scale) + scale).mean())
        if kind == "mse":
            off = off**2
        elif kind == "criteria":
            # Rounded orders are equal within a half.
            off = PULL * off + torch.sigmoid((off - max(TOLERANCE[name], 0.5)) / STEEPNESS)
        parts.append(off.mean())
    if step.places is not None:
        parts.append(PLACED * _place_loss(found, step.places))
    return torch.stack(parts).sum()


def _targets(group: list[Sample]) -> list[Tensor]:
    labels = [sample.targets() for sample in group]
    return [
        torch.as_tensor(np.concatenate([getattr(one, name) for one in labels]), dtype=torch.float32)
        for name in LABELS
    ]
