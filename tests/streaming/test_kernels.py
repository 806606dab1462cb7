"""Inner loops of the streaming engine: what is compiled computes what Python does, bit by bit."""

from __future__ import annotations

import pytest

from shell.budget import UNLIMITED
from streaming.heuristics import Board, improve
from streaming.model.engine import Engine
from streaming.model.recipes import random_program
from streaming.model.rules import Rules
from tests.shell.kernels.compared import compare, outer_functions

NAMES = ("begin", "look", "place")


@pytest.mark.parametrize("multicast", [False, True])
def test_boards(monkeypatch: pytest.MonkeyPatch, multicast: bool) -> None:
    called = compare({"streaming.heuristics.kernel": NAMES}, monkeypatch)
    engine = Engine(tiles=5, multicast=multicast)
    for seed in range(3):
        board = Board(Rules(random_program(8, seed), engine), 4)
        next(iter(improve(board, 0, UNLIMITED, 1)), None)
    assert called["begin"] == 3 and called["look"] > 10 and called["place"] > 10


def test_every_marked_function_is_compared() -> None:
    assert outer_functions("streaming") == {*NAMES}
