"""The graph network of the shipped policy against its formulas, and against itself in numpy."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch_geometric")

import torch

from learn.ppo.features import DYNAMIC, STATE
from learn.ppo.inference import Network
from learn.ppo.network import network_of, network_with, tensors
from learn.ppo.observation import ObservationLayout, Observer
from learn.ppo.shape import Shape
from learn.ppo.tasks import STATIC, Task
from learn.ppo.weights import load_parameters
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
    weights = {name: array.astype(float) for name, array in parameters.items()}
    network = network_with(card.shape, parameters, LAYOUT).double()
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


SHAPES = (
    None,
    Shape(head="flat", rounds=1),
    Shape(every=True, attention=2, embedding=16, slot=8, hidden=24, graph=12),
    Shape(arch="mlp", hidden=16),
    Shape(goals=True, hidden=24),
)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_numpy_and_torch_give_the_same_logits(shape: Shape | None) -> None:
    """Tests the shipped weights, then random ones of all heads, at every step of 4 programs."""
    layout = LAYOUT
    if shape is None:
        card, parameters = load_parameters()
        shape = card.shape
    else:
        torch.manual_seed(1)
        layout = ObservationLayout(24, 5, 4, shape.goals)
        state = network_of(shape, layout).state_dict()
        parameters = {name: 4 * value.numpy() for name, value in state.items()}
    assert {n: x.shape for n, x in parameters.items()} == shape.parameters(layout)
    network = network_with(shape, parameters, layout).double()
    exact = {name: array.astype(float) for name, array in parameters.items()}
    assert list(tensors(parameters)) == list(network.state_dict())
    for seed in range(4):
        task = Task(Rules(random_program(8 + 3 * seed, seed), Engine(tiles=5)), 4)
        observer, board, seen = Observer(task, layout, 0.7), task.board.copy(), []
        for n in task.order:
            starts = board.places(n)
            seen.append(observer.observe(board, n, starts))
            if not (starts >= 0).any():
                break
            board.place(n, *divmod(int(starts.ravel().argmax()), 4))
        vectors = np.stack(seen).astype(float)
        with torch.no_grad():
            wanted = network(torch.from_numpy(vectors))[0].numpy()
        assert wanted[wanted > -1e7].std() > 0.01
        found = Network(shape, layout, exact, task).logits(vectors)
        np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-5)
