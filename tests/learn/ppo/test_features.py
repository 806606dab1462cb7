"""Inner loops of observations: what is compiled computes what Python does, bit by bit."""

from __future__ import annotations

import numpy as np
import pytest

from learn.ppo import features
from learn.ppo.observation import ObservationLayout, Observer
from learn.ppo.tasks import Task
from shell.compiled import plain
from streaming.model.engine import Engine
from streaming.model.recipes import random_program
from streaming.model.rules import Rules
from tests.shell.kernels.compared import compare, outer_functions

USERS = {"learn.ppo.observation": ("describe",), "learn.ppo.features": ("latencies",)}


def test_observations(monkeypatch: pytest.MonkeyPatch) -> None:
    called = compare(USERS, monkeypatch)
    for seed in range(4):
        task = Task(Rules(random_program(10, seed), Engine(tiles=5)), 4)
        observer, board = Observer(task, ObservationLayout(12, 5, 4)), task.board.copy()
        chance = np.random.default_rng(seed)
        for n in board.tables.order.tolist():
            starts = board.places(n)
            observer.observe(board, n, starts)
            features.latencies(board.tables, board.tile, board.start)
            legal = np.argwhere(starts >= 0)
            if not len(legal) or not board.place(n, *chance.choice(legal).tolist()):
                break
    assert called["describe"] > 10 and called["latencies"] > 10


def test_every_marked_function_is_compared() -> None:
    assert outer_functions("learn") == {"describe", "latencies"}
    assert plain(features.describe) is not features.describe
