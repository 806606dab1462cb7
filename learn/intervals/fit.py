"""Training in torch: three tasks in turns, each with an optimizer of its own (PT-Map, Sec. 3.3.1).

Losses are those of PT-Map's Table 2: cross entropy of whether the least II is reached; the squared
error of the residual, plus α times that of the relative error of the II; and the squared error of
filling and draining. The residual is learned from examples with a positive one, since it is used
only there. Filling is predicted relative to the critical path.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from learn.common.torch_use import one_thread
from learn.intervals.batches import batch_of
from learn.intervals.data import Example
from learn.intervals.features import Floats
from learn.intervals.network import Arrays, Pairs, Programs, Variant, outputs

ALPHA = 0.5
"""Weight α of the relative error (PT-Map, Table 4)."""

TRIPS = (4, 256)
"""Direct predictions are trained with random numbers of iterations in between."""

CHUNK = 16
"""Batches whose examples are sorted by size, so that batches are padded less."""


@dataclass(frozen=True)
class FitOptions:
    """`epochs` over all examples in steps of `batch`; Adam's first `rate` falls as a cosine."""

    epochs: int = 60
    batch: int = 64
    rate: float = 1e-3
    seed: int = 0


class TorchTools:
    """The functions of the network in torch."""

    def sums(self, rows: Tensor, number: Tensor, count: int) -> Tensor:
        """Return [count, …]: sums of the rows of each number."""
        return rows.new_zeros((count, *rows.shape[1:])).index_add(0, number, rows)

    def maxima(self, rows: Tensor, number: Tensor, count: int) -> Tensor:
        """Return [count, …]: maxima of the rows of each number, as constants."""
        place = number[:, None].expand(-1, rows.shape[1])
        found = rows.new_full((count, rows.shape[1]), -math.inf)
        return found.scatter_reduce(0, place, rows.detach(), "amax")

    def rows(self, x: Tensor, number: Tensor) -> Tensor:
        """Return the rows of these numbers."""
        return x.index_select(0, number)

    def exp(self, x: Tensor) -> Tensor:
        """Return the exponential."""
        return torch.exp(x)

    def relu(self, x: Tensor) -> Tensor:
        """Return the positive part."""
        return torch.relu(x)

    def join(self, parts: list[Tensor]) -> Tensor:
        """Return columns side by side."""
        return torch.cat(parts, dim=-1)

    def swapped(self, x: Tensor, *axes: int) -> Tensor:
        """Return the same with its axes in another order."""
        return x.permute(*axes)


def initial(variant: Variant, seed: int) -> dict[str, Tensor]:
    """Return random parameters: uniform for matrices (Glorot and Bengio, 2010), 0 for biases."""
    generator = torch.Generator().manual_seed(seed)
    found = {}
    for name, shape in variant.shapes().items():
        value = torch.zeros(shape)
        if len(shape) == 2:
            reach = math.sqrt(6 / sum(shape))
            value = (torch.rand(shape, generator=generator) * 2 - 1) * reach
        found[name] = value.requires_grad_()
    return found


@one_thread()
def fit(
    examples: Sequence[Example],
    variant: Variant,
    options: FitOptions,
    tell: Callable[[str], None] = lambda line: None,
    start: dict[str, Floats] | None = None,
) -> dict[str, Floats]:
    """Return parameters trained on examples, from `start` on if it is given; on one thread."""
    weights = initial(variant, options.seed)
    if start is not None:
        weights = {name: torch.tensor(start[name]).requires_grad_() for name in weights}
    _train(examples, variant, options, weights, tell)
    return {name: value.detach().numpy().copy() for name, value in weights.items()}


def _train(
    examples: Sequence[Example],
    variant: Variant,
    options: FitOptions,
    weights: dict[str, Tensor],
    tell: Callable[[str], None],
) -> None:
    chance = random.Random(options.seed)
    own = {task: [n for n in weights if n.split(".")[0] == task] for task in variant.tasks}
    heads = {name for names in own.values() for name in names}
    shared = [value for name, value in weights.items() if name not in heads]
    optimizers = {
        task: torch.optim.Adam([*shared, *(weights[name] for name in names)], lr=options.rate)
        for task, names in own.items()
    }
    steps = options.epochs * -(-len(examples) // options.batch)
    step, turn = 0, 0
    for epoch in range(1, options.epochs + 1):
        total: dict[str, list[float]] = {task: [] for task in variant.tasks}
        for some in _mixed(examples, options.batch, chance):
            task = variant.tasks[turn % len(variant.tasks)]
            turn += 1
            for group in optimizers[task].param_groups:
                group["lr"] = options.rate * (0.02 + 0.49 * (1 + math.cos(math.pi * step / steps)))
            step += 1
            loss = _loss(task, variant, weights, some, chance)
            if loss is None:
                continue
            optimizers[task].zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]  # torch has no type here
            optimizers[task].step()
            total[task].append(float(loss.detach()))
        if epoch % 5 == 0 or epoch == options.epochs:
            means = ", ".join(f"{task} {np.mean(x):.3f}" for task, x in total.items() if x)
            tell(f"epoch {epoch} of {options.epochs}: {means}")


def _mixed(examples: Sequence[Example], batch: int, chance: random.Random) -> list[list[Example]]:
    """Return batches in a random order, each of graphs of similar sizes."""
    mixed = chance.sample(examples, len(examples))
    found = []
    for start in range(0, len(mixed), batch * CHUNK):
        near = sorted(mixed[start : start + batch * CHUNK], key=lambda x: len(x.pair.graph.node))
        found += [near[n : n + batch] for n in range(0, len(near), batch)]
    chance.shuffle(found)
    return found


def _loss(
    task: str,
    variant: Variant,
    weights: dict[str, Tensor],
    some: list[Example],
    chance: random.Random,
) -> Tensor | None:
    trips = None
    if task == "residual":
        some = [example for example in some if example.ii > example.mii]
        if not some:
            return None
    if variant.direct:
        low, high = map(math.log, TRIPS)
        trips = np.array([[chance.uniform(low, high)] for _ in some], dtype=np.float32)
    tensors = to_tensors(*batch_of([example.pair for example in some], trips))
    found = outputs(variant, weights, TorchTools(), *tensors, tasks=(task,))[task]
    mii, ii = _column(some, "mii"), _column(some, "ii")
    if task == "equal":
        return functional.binary_cross_entropy_with_logits(found, (ii == mii).float())
    if task == "residual":
        guess, truth = functional.softplus(found), ii - mii
        relative = 1 - (mii + guess) / (mii + truth)
        return ((guess - truth) ** 2).mean() + ALPHA * (relative**2).mean()
    filling = _column(some, "filling")
    if task == "filling":
        return ((found + _column(some, "least") - filling) ** 2).mean()
    assert trips is not None
    cycles = torch.log(torch.exp(torch.from_numpy(trips[:, 0])) * ii + filling)
    return ((found - cycles) ** 2).mean()


def to_tensors(programs: Programs, arrays: Arrays, pairs: Pairs) -> tuple[Any, Any, Any]:
    """Return a batch as tensors of torch."""

    def changed(it: Any) -> Any:
        members = {
            name: torch.from_numpy(value) if isinstance(value, np.ndarray) else value
            for name, value in vars(it).items()
        }
        return type(it)(**members)

    return changed(programs), changed(arrays), changed(pairs)


def _column(some: list[Example], name: str) -> Tensor:
    return torch.tensor([getattr(example, name) for example in some], dtype=torch.float32)
