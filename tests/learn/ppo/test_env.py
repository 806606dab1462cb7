from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env

from learn.ppo.env import TILE, MappingEnv
from learn.ppo.observation import ObservationLayout
from learn.ppo.tasks import Task, drawn_program, fixed
from models.errors import InfeasibleError, InputError
from streaming.model.check import check
from streaming.model.engine import Engine
from streaming.model.program import Program
from streaming.model.recipes import random_program
from streaming.model.rules import Rules
from streaming.model.simulate import simulate

SMALL = Engine(tiles=5)


def task_of(program: Program, engine: Engine = SMALL, ii: int = 4) -> Task:
    return Task(Rules(program, engine), ii)


def env_of(task: Task, **options: object) -> MappingEnv:
    layout = ObservationLayout(max(12, task.rules.size), task.rules.engine.tiles, task.ii)
    return MappingEnv(fixed([task]), layout, **options)  # type: ignore[arg-type]


def played(env: MappingEnv, seed: int) -> tuple[float, int, dict[str, object]]:
    """Return the sum of rewards in cycles, the number of steps, and the last information."""
    chance = np.random.default_rng(seed)
    env.reset(seed=seed)
    total, steps, over, info = 0.0, 0, False, {}
    while not over:
        action = chance.choice(np.flatnonzero(env.action_masks()))
        _, reward, over, _, info = env.step(action)
        total, steps = total + reward * env.most, steps + 1
    assert info["episode"]["r"] * env.most == pytest.approx(total)  # type: ignore[index]
    return round(total, 6), steps, info


@pytest.mark.parametrize("constraints", ["mask", "penalty"])
def test_gymnasium_finds_nothing_wrong_with_the_environment(constraints: str) -> None:
    env = env_of(task_of(random_program(8, 3)), constraints=constraints, order="random")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env, skip_render_check=True)


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 10_000),
    st.sampled_from(["topological", "random"]),
    st.sampled_from(["latency", "makespan", "bound"]),
)
def test_whatever_masks_allow_is_right_and_rewards_sum_up(
    seed: int, order: str, reward: str
) -> None:
    try:
        task = task_of(drawn_program((4, 10), seed))
        env = env_of(task, order=order, reward=reward)
        total, steps, info = played(env, seed)
    except InfeasibleError:
        return
    if not info["complete"]:
        assert info["cycles"] is None
        assert -env.most <= total < 0
        return
    schedule = env.board.schedule()
    assert check(task.rules.program, schedule) == []
    assert simulate(task.rules.program, schedule).fault is None
    assert info["cycles"] == schedule.cycles
    assert steps == task.rules.size
    sums = {
        "latency": _latencies(task, schedule.placements),
        "makespan": schedule.cycles,
        "bound": schedule.cycles - task.least,
    }
    assert total == -sums[reward]
    assert total >= -env.most


def _latencies(task: Task, placements: object) -> int:
    """Tests use names alone, and not what the environment computes with."""
    program, engine = task.rules.program, task.rules.engine
    ready = {p.instruction: p.start + engine.pipeline for p in placements}  # type: ignore[attr-defined]
    posts = {(m.source, m.target) for m in program.messages}
    total = 0
    for n, x in enumerate(program.instructions):
        own = [o for o in x.operands if o in ready and (o, x.name) not in posts]
        flow = [m for m in range(task.rules.size) if task.rules.flow[m] == task.rules.flow[n]]
        inbound = [
            ready[m.source] + engine.message
            for m in program.messages
            if program.number[m.target] in flow
        ]
        before = max((ready[o] for o in own), default=max(inbound, default=0))  # type: ignore[index]
        total += ready[x.name] - before
    return total


def test_a_goal_weighs_tiles_against_cycles() -> None:
    """Tests the sum of rewards for three goals, that the state shows them, and that 0 is cycles."""
    task = task_of(random_program(6, 1))
    layout = ObservationLayout(12, 5, 4, goals=True)
    env = MappingEnv(fixed([task]), layout, reward="makespan")
    for goal in (0.0, 0.5, 1.0):
        total, over, info = 0.0, False, {}
        seen, _ = env.reset(seed=3, options={"goal": goal})
        while not over:
            assert layout.view(seen, "state")[-1] == goal
            action = int(np.flatnonzero(env.action_masks())[0])
            seen, reward, over, _, info = env.step(action)
            total += reward * env.most
        used = len(set(info["tile"].tolist()))
        assert info["complete"] and used > 1
        assert total == pytest.approx(-(1 - goal) * info["cycles"] - goal * TILE * used)
    assert {env.reset(seed=seed) and env.goal for seed in range(20)} == {0.0, 0.5, 1.0}


@pytest.mark.parametrize(
    ("placed", "what"),
    [
        ({"i9": (0, 0)}, "no instruction 'i9'"),
        ({"i0": (5, 0)}, "'i0' cannot be on tile 5 in spoke 0"),
        ({"i0": (0, 0), "i1": (0, 0)}, "'i1' cannot be on tile 0 in spoke 0"),
    ],
)
def test_impossible_partial_mappings_are_refused(
    placed: dict[str, tuple[int, int]], what: str
) -> None:
    env = env_of(task_of(random_program(4, 2)))
    with pytest.raises(InputError, match=what):
        env.reset(options={"placed": placed})
