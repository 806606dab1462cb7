"""Work as a clock: the same problem, seed and budget of work give the same mapping at any load."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count

import pytest

from archs.presets import architecture_preset
from examples.loops.random_loops import random_loop
from heuristics.modulo import modulo_schedule
from heuristics.negotiated import negotiated_schedule
from heuristics.placement import placed_schedule, refined_schedule
from models.data.mapping import Mapping
from models.data.problem import Problem
from shell.budget import Budget, Work
from solvers.mappers.adjacent import adjacent_schedule

Budgeted = Callable[[Problem, Budget], Mapping | None]

ALL: dict[str, tuple[Budgeted, str, int]] = {
    "modulo": (lambda p, budget: modulo_schedule(p, 0, budget=budget), "hycube:4x4,io=memory", 3),
    "negotiated": (
        lambda p, budget: negotiated_schedule(p, 0, budget=budget),
        "hycube:4x4,io=memory",
        3,
    ),
    "placed": (lambda p, budget: placed_schedule(p, 0, budget=budget), "hycube:4x4,io=memory", 3),
    "refined": (lambda p, budget: refined_schedule(p, 0, budget=budget), "adres:4x4,io=memory", 5),
    "adjacent": (lambda p, budget: adjacent_schedule(p, 0, budget), "satmapit:4x4,io=memory", 7),
}


@pytest.mark.parametrize("name", list(ALL))
@pytest.mark.parametrize("seconds", [0.05, 0.3])
def test_load_changes_nothing(name: str, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests a budget of work beside a clock that stands still, and one that runs a thousand times
    as fast: the mapping and the work are the same.
    """
    mapper, array, interval = ALL[name]
    loop = random_loop(20, 1, 1, 1) if name == "adjacent" else random_loop(33, 2, 2)
    problem = Problem(loop, architecture_preset(array), interval, files="static")
    ends = []
    for step in (0.0, 1000.0):
        ticks = count()
        with monkeypatch.context() as patch:
            patch.setattr(time, "perf_counter", lambda s=step, t=ticks: s * next(t))
            patch.setattr(Work, "seconds", 0.0)
            mapping = mapper(problem, Budget.of_work(seconds))
            ends.append((mapping, Work.seconds))
    assert ends[0] == ends[1]
    assert ends[0][1] > 0.0


@pytest.mark.parametrize("name", ["modulo", "negotiated"])
def test_work_ends(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that attempts without success end soon after the budget."""
    mapper, array, _ = ALL[name]
    problem = Problem(random_loop(40, 1, 2), architecture_preset(array), 2)
    monkeypatch.setattr(Work, "seconds", 0.0)
    assert mapper(problem, Budget.of_work(0.4)) is None
    assert 0.1 < Work.seconds < 0.7
