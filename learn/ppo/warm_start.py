"""A beginning for training across programs: imitate mappings of a teacher.

Costs a small part of the time that PPO takes to find out that results should not wait; the critic
learns the rewards of the imitated mappings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from learn.common.torch_use import one_thread
from learn.ppo.inference import Parameters
from learn.ppo.network import MappingNetwork, network_of, tensors
from learn.ppo.runs import Settings
from learn.ppo.shape import FORBIDDEN
from learn.ppo.tasks import Floats, Source, fixed
from learn.ppo.teachers import taught
from learn.ppo.training import environment
from shell.budget import UNLIMITED, Budget

EPOCHS, BATCH, RATE = 8, 128, 1e-3


@dataclass(frozen=True)
class Examples:
    """Steps of good mappings: observations, masks, the places taken, and the remaining rewards."""

    vectors: Floats
    allowed: NDArray[np.bool_]
    actions: NDArray[np.int64]
    returns: Floats


def examples_of(
    source: Source,
    settings: Settings,
    budget: Budget,
    tell: Callable[[str], None] = lambda line: None,
) -> Examples | None:
    """Return the steps of the teacher's mappings of `settings.warm` programs; None for none."""
    chance = np.random.default_rng(settings.seed)
    rows: list[tuple[Floats, NDArray[np.bool_], int, float]] = []
    for number in range(settings.warm):
        rows += _played(source, settings, chance, number, budget)
        if not (number + 1) % 100:
            tell(f"{settings.teacher} mappings of {number + 1} programs")
    if not rows:
        return None
    vectors, allowed, actions, returns = zip(*rows, strict=True)
    return Examples(
        np.stack(vectors),
        np.stack(allowed),
        np.array(actions, dtype=np.int64),
        np.array(returns, dtype=np.float32),
    )


def _played(
    source: Source, settings: Settings, chance: np.random.Generator, seed: int, budget: Budget
) -> Iterator[tuple[Floats, NDArray[np.bool_], int, float]]:
    task = source(chance)
    best = taught(settings.teacher, task, seed, budget)
    if best is None:
        return
    env = environment(fixed([task]), settings)
    seen, _ = env.reset(seed=seed, options={"goal": 0.0})
    steps, rewards, over = [], [], False
    while not over:
        placement = best.placements[env.present]
        action = placement.tile * task.ii + placement.start % task.ii
        steps.append((seen, env.starts.ravel() >= 0, action))
        seen, reward, over, _, _ = env.step(action)
        rewards.append(reward)
    won = 0.0
    for (vector, allowed, action), reward in zip(reversed(steps), reversed(rewards), strict=True):
        won = reward + settings.gamma * won
        yield vector, allowed, action, won


@one_thread()
def imitate(
    examples: Examples,
    settings: Settings,
    budget: Budget = UNLIMITED,
    tell: Callable[[str], None] = lambda line: None,
    start: Parameters | None = None,
) -> MappingNetwork:
    """Return a network that takes the same places, as far as it can.

    It begins with the parameters `start`, by default with random ones.
    """
    torch.manual_seed(settings.seed)
    network = network_of(settings.shape, settings.layout)
    if start is not None:
        network.load_state_dict(tensors(start))
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE)
    chance = np.random.default_rng(settings.seed)
    count = len(examples.actions)
    for epoch in range(EPOCHS):
        losses = []
        order = chance.permutation(count)
        for first in range(0, count, BATCH):
            if budget.over():
                return network
            some = order[first : first + BATCH]
            logits, values = network(torch.from_numpy(examples.vectors[some]))
            allowed = torch.from_numpy(examples.allowed[some])
            logits = logits.masked_fill(~allowed, FORBIDDEN)
            choice = functional.cross_entropy(logits, torch.from_numpy(examples.actions[some]))
            value = functional.mse_loss(values, torch.from_numpy(examples.returns[some]))
            optimizer.zero_grad()
            (choice + settings.value * value).backward()  # type: ignore[no-untyped-call]  # torch has no type here
            torch.nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()
            losses.append((float(choice.detach()), float(value.detach())))
        mean = np.mean(losses, axis=0)
        tell(f"imitation {epoch + 1} of {EPOCHS}: choice {mean[0]:.3f}, value {mean[1]:.3f}")
    return network
