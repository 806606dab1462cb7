"""The door of learning: what the core's search, the commands and sweeps ask of it."""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from pathlib import Path

import pytest

import learn.guest
from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from learn.labels.predict import predict_labels
from learn.labels.weights import load_weights
from models.data.problem import Problem
from models.errors import InputError
from models.judge.checker import check
from shell.budget import UNLIMITED
from shell.guests import labelling
from solvers.mappers.guided import annealed_by_labels


@pytest.fixture
def problem() -> Problem:
    """A small loop."""
    return Problem(polybench("gemver", 1, "free"), architecture_preset("mesh:3x3"), 3)


def test_the_shipped_network_guides_the_search(problem: Problem) -> None:
    mapping = annealed_by_labels(problem, 0, UNLIMITED)
    assert mapping is not None and check(problem, mapping) == []


def test_labels_are_those_of_the_weights(problem: Problem, tmp_path: Path) -> None:
    found = labelling()(problem.arch)(problem)
    wanted = predict_labels(problem, load_weights(problem.arch))
    assert found.order.tolist() == wanted.order.tolist()
    with pytest.raises(InputError, match=r"absent\.json"):
        labelling()(problem.arch, str(tmp_path / "absent.json"))


def test_what_serves_a_guest_is_offered_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests a house without programs and the streaming engine."""
    monkeypatch.setattr(
        "importlib.util.find_spec",
        lambda name: None if name in ("programs", "streaming") else find_spec(name),
    )
    try:
        alone = importlib.reload(learn.guest).GUEST
    finally:
        monkeypatch.undo()
        importlib.reload(learn.guest)
    assert set(alone.commands) == {"labels", "teach-labels"}
    assert set(alone.sweeps) == {"labels"}
