"""A trained policy as a guide of `streaming.heuristics`: it chooses places, or rates them.

Numpy alone, no package of training.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from learn.ppo.inference import Network, Parameters
from learn.ppo.observation import Observer
from learn.ppo.tasks import Task
from learn.ppo.weights import Card, load_parameters
from models.errors import InputError
from streaming.heuristics import Board
from streaming.heuristics.board import Starts


@dataclass
class Mapper:
    """The policy of a file, for any task that it can be used for."""

    card: Card
    parameters: Parameters

    @classmethod
    def load(cls, path: str | None = None) -> Mapper:
        """Return the policy of a file or of a run's folder, by default the shipped one.

        Raises `InputError` where it is missing or broken.
        """
        return cls(*load_parameters(path))

    def on(self, task: Task, goal: float = 0.0) -> Guide:
        """Return the policy for one task; `goal` is the weight of tiles against cycles, 0 to 1.

        Raises `InputError` where it is of another size, or knows no goals.
        """
        if goal and not self.card.shape.goals:
            raise InputError("this policy knows no goal but cycles: train one with --goals")
        layout = self.card.layout(task.rules.size, task.rules.engine.tiles, task.ii)
        network = Network(self.card.shape, layout, self.parameters, task)
        return Guide(network, Observer(task, layout, goal))


@dataclass(frozen=True)
class Guide:
    """A policy for one task; boards have its rules and its II."""

    network: Network
    observer: Observer

    def rate(
        self, boards: Sequence[Board], n: int, starts: Sequence[Starts]
    ) -> list[NDArray[np.float64]]:
        """Return the logarithms of probabilities of all places, -inf where `n` may not go.

        It is the `rate` of `streaming.heuristics.beam`: all boards are rated at once.
        """
        seen = [self.observer.observe(b, n, s) for b, s in zip(boards, starts, strict=True)]
        allowed = np.stack([s.ravel() >= 0 for s in starts])
        logits = self.network.logits(np.stack(seen)).astype(np.float64)
        found = np.where(allowed, logits, -np.inf)
        most = found.max(axis=1, keepdims=True)
        with np.errstate(invalid="ignore"):  # rows without any place
            found -= most + np.log(np.exp(found - most).sum(axis=1, keepdims=True))
        return list(np.where(allowed, found, -np.inf))

    def best(self, board: Board, n: int, starts: Starts) -> int:
        """Choose the most probable place, as a `Chooser`."""
        return int(self.rate([board], n, [starts])[0].argmax())
