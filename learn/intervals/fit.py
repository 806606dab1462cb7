"""Training in torch: three tasks in turns, each with an optimizer of its own (PT-Map, Sec. 3.3.1).

Losses are those of PT-Map's Table 2: cross entropy of whether the least II is reached; the squared
error of the residual, plus α times that of the relative error of the II; and the squared error of
filling and draining. The residual is learned from examples with a positive one, since it is used
only there. Filling is predicted relative to the critical path.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional
from torch.utils.data import Sampler
from torch_geometric.data import HeteroData
from torch_geometric.loader import DataLoader

from learn.common.torch_use import one_thread
from learn.intervals.data import Example
from learn.intervals.features import Floats
from learn.intervals.modules import IntervalNetwork, arrays_of, load_arrays, pair_data
from learn.intervals.network import Variant

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


@dataclass
class Mixed(Sampler[list[int]]):
    """Batches of graphs of similar `sizes`, in another random order in each epoch."""

    sizes: Sequence[int]
    batch: int
    chance: random.Random

    def __iter__(self) -> Iterator[list[int]]:
        """Return the batches of an epoch."""
        mixed = self.chance.sample(range(len(self.sizes)), len(self.sizes))
        found = []
        for start in range(0, len(mixed), self.batch * CHUNK):
            near = sorted(mixed[start : start + self.batch * CHUNK], key=self.sizes.__getitem__)
            found += [near[n : n + self.batch] for n in range(0, len(near), self.batch)]
        self.chance.shuffle(found)
        return iter(found)


@one_thread()
def fit(
    examples: Sequence[Example],
    variant: Variant,
    options: FitOptions,
    tell: Callable[[str], None] = lambda line: None,
    start: dict[str, Floats] | None = None,
) -> dict[str, Floats]:
    """Return parameters trained on examples, from `start` on if it is given; on one thread."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(options.seed)
        network = IntervalNetwork(variant)
        if start is not None:
            load_arrays(network, start)
        _train(examples, network, options, tell)
    return arrays_of(network)


def _train(
    examples: Sequence[Example],
    network: IntervalNetwork,
    options: FitOptions,
    tell: Callable[[str], None],
) -> None:
    chance, tasks = random.Random(options.seed), network.variant.tasks
    heads = {id(value) for value in network.heads.parameters()}
    shared = [value for value in network.parameters() if id(value) not in heads]
    optimizers = {
        task: torch.optim.Adam([*shared, *network.heads[task].parameters()], lr=options.rate)
        for task in tasks
    }
    sizes = [len(example.pair.graph.node) for example in examples]
    batches = DataLoader(
        [example_data(example) for example in examples],
        batch_sampler=Mixed(sizes, options.batch, chance),
    )
    steps = options.epochs * -(-len(examples) // options.batch)
    step = 0
    for epoch in range(1, options.epochs + 1):
        total: dict[str, list[float]] = {task: [] for task in tasks}
        for batch in batches:
            task = tasks[step % len(tasks)]
            for group in optimizers[task].param_groups:
                group["lr"] = options.rate * (0.02 + 0.49 * (1 + math.cos(math.pi * step / steps)))
            step += 1
            loss = _loss(task, network, batch)
            if loss is None:
                continue
            optimizers[task].zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]  # torch has no type here
            optimizers[task].step()
            total[task].append(float(loss.detach()))
        if epoch % 5 == 0 or epoch == options.epochs:
            means = ", ".join(f"{task} {np.mean(x):.3f}" for task, x in total.items() if x)
            tell(f"epoch {epoch} of {options.epochs}: {means}")


def example_data(example: Example) -> HeteroData:
    """Return the data of a pair, with its truth."""
    data = pair_data(example.pair)
    for name in ("mii", "least", "ii", "filling"):
        data[name] = torch.tensor([getattr(example, name)], dtype=torch.float32)
    return data


def _loss(task: str, network: IntervalNetwork, batch: Any) -> Tensor | None:
    missed = batch.ii > batch.mii
    if task == "residual" and not missed.any():
        return None
    low, high = map(math.log, TRIPS)
    trips = low + (high - low) * torch.rand(batch.num_graphs, 1)
    found = network(batch, (task,), trips)[task]
    if task == "equal":
        return functional.binary_cross_entropy_with_logits(found, (~missed).float())
    if task == "residual":
        guess, truth, mii = functional.softplus(found), batch.ii - batch.mii, batch.mii
        relative = 1 - (mii + guess) / (mii + truth)
        return ((guess - truth) ** 2 + ALPHA * relative**2)[missed].mean()
    if task == "filling":
        return ((found + batch.least - batch.filling) ** 2).mean()
    cycles = torch.log(torch.exp(trips[:, 0]) * batch.ii + batch.filling)
    return ((found - cycles) ** 2).mean()
