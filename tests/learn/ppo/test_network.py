from __future__ import annotations

from random import Random

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from heuristics.streaming import Board, construct, uniform
from learn.ppo.network import Shape, network_of
from learn.ppo.observation import Layout, Observer
from learn.ppo.tasks import Task
from models.streaming.engine import Engine
from models.streaming.program import Program
from models.streaming.recipes import random_program
from models.streaming.rules import Rules

GGA, FLAT = Shape(), Shape(head="flat")


def half_placed(task: Task, count: int, seed: int = 0) -> Board:
    for attempt in range(50):
        board = task.board.copy()
        if construct(board, task.order[:count], uniform(Random(seed + attempt))):
            return board
    raise AssertionError("no partial mapping")


def observed(task: Task, board: Board, n: int, layout: Layout) -> torch.Tensor:
    seen = Observer(task, layout).observe(board, n, board.places(n))
    return torch.from_numpy(seen)[None]


def network(shape: Shape, layout: Layout) -> torch.nn.Module:
    torch.manual_seed(1)
    found = network_of(shape, layout)
    with torch.no_grad():
        for value in found.parameters():
            value += 0.1 * torch.randn_like(value)
    return found.eval()


@pytest.mark.parametrize("shape", [GGA, FLAT])
def test_numbers_of_instructions_do_not_matter_to_the_graph_network(shape: Shape) -> None:
    """Tests the same program with its instructions in another order, placed alike."""
    engine, layout = Engine(tiles=6), Layout(12, 6, 4)
    program = random_program(10, 3)
    task = Task(Rules(program, engine), 4)
    mixed = list(np.random.default_rng(5).permutation(10))
    other = Program("mixed", tuple(program.instructions[n] for n in mixed), program.variables)
    twin = Task(Rules(other, engine), 4)
    # The place in the order breaks ties by number, so the twin is told the same one.
    twin.__dict__["nodes"] = task.nodes[mixed]
    board, copy = half_placed(task, 5), twin.board.copy()
    for n in task.order[:5]:
        copy.place(mixed.index(n), int(board.tile[n]), int(board.start[n]) % 4)
    present = task.order[5]
    net = network(shape, layout)
    first, value = net(observed(task, board, present, layout))
    second, same = net(observed(twin, copy, mixed.index(present), layout))
    assert torch.allclose(first, second, atol=1e-4)
    assert torch.allclose(value, same, atol=1e-4)


@pytest.mark.parametrize("shape", [GGA, FLAT])
def test_graphs_of_a_batch_do_not_disturb_each_other(shape: Shape) -> None:
    engine, layout = Engine(tiles=6), Layout(16, 6, 4)
    tasks = [Task(Rules(random_program(size, 2), engine), 4) for size in (6, 14, 9)]
    seen = []
    for task in tasks:
        for count in (2, 4):
            board = half_placed(task, count)
            seen.append(observed(task, board, task.order[count], layout))
    net = network(shape, layout)
    alone = torch.cat([net(one)[0] for one in seen])
    assert torch.allclose(net(torch.cat(seen))[0], alone, atol=1e-4)
