"""The graph network of the shipped policy against its formulas, instruction by instruction."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch_geometric")

import torch

from learn.ppo.features import DYNAMIC, STATE
from learn.ppo.observation import ObservationLayout
from learn.ppo.tasks import STATIC, Task
from learn.ppo.weights import load_parameters, network_with
from streaming.model.engine import Engine
from streaming.model.recipes import random_program
from streaming.model.rules import Rules

LAYOUT = ObservationLayout(24, 5, 4)


def linear(rows: np.ndarray, weights: dict[str, np.ndarray], name: str) -> np.ndarray:
    return rows @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]


def encoded(task: Task, weights: dict[str, np.ndarray], rounds: int) -> np.ndarray:
    """Return the states of the instructions of a program after all rounds."""
    size = task.rules.size
    reads = [np.flatnonzero(row) for row in task.adjacency]
    readers = [np.flatnonzero(row) for row in task.adjacency.T]
    h = linear(task.nodes.astype(float), weights, "encoder.first").clip(0)
    for layer in range(rounds):
        around = [
            np.stack([h[u].mean(0) if len(u) else np.zeros(h.shape[1]) for u in ways])
            for ways in (reads, readers)
        ]
        change = linear(np.concatenate([h, *around], 1), weights, f"encoder.rounds.{layer}")
        h = h + change.clip(0)
        h = (h - h.mean(1)[:, None]) / np.sqrt(h.var(1)[:, None] + 1e-5)
        norm = f"encoder.norms.{layer}"
        h = h * weights[f"{norm}.weight"] + weights[f"{norm}.bias"]
    assert len(h) == size
    return h


def attended(
    asking: np.ndarray, nodes: np.ndarray, weights: dict[str, np.ndarray], heads: int
) -> np.ndarray:
    """Return the attention of one instruction to the nodes of its graph."""
    found = []
    for query in linear(asking, weights, "attention.query").reshape(heads, -1):
        share = np.exp(nodes @ query / len(query) ** 0.5)
        found.append(share @ nodes / share.sum())
    return linear(np.concatenate(found), weights, "attention.out").clip(0)


def test_encoder_and_attention_are_the_formulas() -> None:
    """Tests 36 steps of 12 programs of different sizes in one batch, to 1e-5."""
    card, parameters = load_parameters()
    weights = {name: value.numpy().astype(float) for name, value in parameters.items()}
    network = network_with(card, parameters, LAYOUT).double()
    chance = np.random.default_rng(1)
    tasks = [Task(Rules(random_program(6 + n, n), Engine(tiles=5)), 4) for n in range(12)]
    seen, wanted = [], []
    for task in [*tasks, *tasks, *tasks]:
        size, vector = task.rules.size, LAYOUT.blank(task)
        present = int(chance.integers(size))
        vector[LAYOUT.parts["present"]] = present
        LAYOUT.view(vector, "dynamic")[:size] = chance.normal(0, 1, (size, len(DYNAMIC)))
        LAYOUT.view(vector, "state")[:] = chance.normal(0, 1, len(STATE))
        assert LAYOUT.view(vector, "static").shape[1] == len(STATIC)
        seen.append(vector.astype(float))
        h = encoded(task, weights, card.shape.rounds)
        asking = np.concatenate([h[present], LAYOUT.view(seen[-1], "state")])
        nodes = np.concatenate([h, LAYOUT.view(seen[-1], "dynamic")[:size]], 1)
        wanted.append(attended(asking, nodes, weights, card.shape.attention))
    found: list[torch.Tensor] = []
    network.attention.register_forward_hook(lambda module, given, result: found.append(result))
    with torch.no_grad():
        network(torch.from_numpy(np.stack(seen)))
    assert np.stack(wanted).std() > 0.01
    np.testing.assert_allclose(found[0].numpy(), np.stack(wanted), rtol=1e-5, atol=1e-5)
