"""Training by masked PPO (§3.2), with progress, checkpoints and an end at any time.

Proximal policy optimisation (Schulman et al., 2017) with invalid actions masked (Huang and Ontañón,
FLAIRS 2022), as sb3-contrib has it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger, TensorBoardOutputFormat
from stable_baselines3.common.utils import set_random_seed
from stable_baselines3.common.vec_env import DummyVecEnv

from learn.common.torch_use import one_thread
from learn.ppo.env import MappingEnv
from learn.ppo.policy import MappingPolicy
from learn.ppo.runs import Run, Settings
from learn.ppo.tasks import Source, Task
from shell.budget import Budget, Stop, Stopwatch
from shell.outputs import written

EVERY = 60.0
"""Seconds between checkpoints."""


@dataclass
class Tally:
    """Episodes since the last update, and the best mapping of every program so far."""

    rewards: list[float] = field(default_factory=list)
    over: list[float] = field(default_factory=list)
    cycles: list[int] = field(default_factory=list)
    failures: int = 0
    best: dict[str, int] = field(default_factory=dict)

    def count(self, info: dict[str, Any]) -> bool:
        """Count an episode; return whether it is the best of its program so far."""
        self.rewards.append(info["episode"]["r"])
        if not info["complete"]:
            self.failures += 1
            return False
        name, cycles = info["program"], info["cycles"]
        self.cycles.append(cycles)
        self.over.append(cycles / info["least"])
        if cycles >= self.best.get(name, cycles + 1):
            return False
        self.best[name] = cycles
        return True

    def line(self) -> dict[str, Any]:
        """Return means of the counts, and begin again."""
        episodes = len(self.rewards)
        found = {
            "episodes": episodes,
            "reward": _mean(self.rewards),
            "cycles": _mean(self.cycles),
            "over bound": _mean(self.over),
            "failures": round(self.failures / episodes, 4) if episodes else None,
        }
        self.rewards, self.over, self.cycles, self.failures = [], [], [], 0
        return found


class Watch(BaseCallback):
    """Counts episodes, reports them, keeps checkpoints, and ends training in time."""

    def __init__(
        self,
        run: Run,
        settings: Settings,
        budget: Budget,
        single: Task | None,
        tell: Callable[[str], None],
    ) -> None:
        super().__init__()
        self.run_, self.settings, self.budget, self.tell = run, settings, budget, tell
        self.single, self.tally = single, Tally()
        self.watch, self.before, self.saved = Stopwatch(), 0.0, Stopwatch()

    def _on_step(self) -> bool:
        for over, info in zip(self.locals["dones"], self.locals["infos"], strict=True):
            if over:
                best = self.tally.count(info)
                if best and self.single is not None:
                    board = self.single.board.copy()
                    board.tile, board.start = info["tile"], info["start"]
                    self.run_.keep(board.schedule())
        return not self.budget.over()

    def _on_rollout_end(self) -> None:
        line = {"steps": self.num_timesteps, "seconds": round(self.seconds, 1), **self.tally.line()}
        if self.single is not None and self.tally.best:
            line["best"] = min(self.tally.best.values())
        self.run_.note(line)
        self.tell(", ".join(f"{name} {value}" for name, value in line.items()))
        for name in ("reward", "cycles", "over bound", "failures", "best"):
            if line.get(name) is not None:
                self.logger.record(f"mapping/{name}", line[name])
        if self.saved.seconds > EVERY:
            self.save()

    @property
    def seconds(self) -> float:
        """Seconds of training, those before a checkpoint included."""
        return self.before + self.watch.seconds

    def save(self) -> None:
        """Write the parameters learned so far."""
        done: dict[str, Any] = {
            "steps": int(self.model.num_timesteps),
            "seconds": round(self.seconds, 1),
        }
        if self.single is not None and self.tally.best:
            done["best"] = min(self.tally.best.values())
        policy = self.model.policy
        assert isinstance(policy, MappingPolicy)
        written(self.run_.folder, lambda: self.run_.save(policy, self.settings, done))
        self.saved = Stopwatch()


@one_thread()
def train_policy(
    source: Source,
    run: Run,
    settings: Settings,
    steps: int,
    budget: Budget,
    *,
    single: Task | None = None,
    start: dict[str, torch.Tensor] | None = None,
    device: str = "cpu",
    tensorboard: bool = True,
    tell: Callable[[str], None] = lambda line: None,
) -> int:
    """Train up to `steps` in all, or to the end of the budget; return the steps done.

    Goes on from the checkpoint of the run, or begins with the parameters `start`. Parameters are
    kept even after an interrupt; of a `single` task also the best mapping. Torch runs on one
    thread: with more it is many times slower, since batches are small.
    """
    model = model_of(source, settings, device)
    policy = model.policy
    assert isinstance(policy, MappingPolicy)
    done = run.restore(policy)
    if not done and start is not None:
        policy.network.load_state_dict(start)
    if done and steps <= int(done["steps"]):
        return int(done["steps"])
    watch = Watch(run, settings, budget, single, tell)
    model.num_timesteps = int(done.get("steps", 0))
    watch.before = float(done.get("seconds", 0))
    if single is not None and "best" in done:
        watch.tally.best = {single.rules.program.name: int(done["best"])}
    # Other episodes than those before the checkpoint.
    _seed(model, settings, model.num_timesteps)
    model.set_logger(_logger(run, tensorboard))
    watch.init_callback(model)
    # An update of the policy takes long.
    looks = policy.network.register_forward_pre_hook(lambda *_: budget.check())
    try:
        left = steps - model.num_timesteps
        model.learn(left, callback=watch, reset_num_timesteps=False)
    except Stop as stop:
        if str(stop) != "time limit":
            raise
    finally:
        looks.remove()
        watch.save()
        model.logger.close()
    return int(model.num_timesteps)


def model_of(source: Source, settings: Settings, device: str = "cpu") -> MaskablePPO:
    """Return the learner, with its environments."""
    set_random_seed(settings.seed)
    envs = DummyVecEnv([lambda: environment(source, settings)] * settings.envs)
    model = MaskablePPO(
        MappingPolicy,
        envs,
        learning_rate=settings.rate,
        n_steps=max(1, settings.rollout // settings.envs),
        batch_size=min(settings.batch, settings.rollout),
        n_epochs=settings.epochs,
        gamma=settings.gamma,
        gae_lambda=settings.gae,
        clip_range=settings.clip,
        ent_coef=settings.entropy,
        vf_coef=settings.value,
        policy_kwargs={"shape": settings.shape, "layout": settings.layout},
        device=device,
    )
    _seed(model, settings, 0)
    return model


def environment(source: Source, settings: Settings) -> MappingEnv:
    """Return an environment of these settings."""
    return MappingEnv(
        source,
        settings.layout,
        order=settings.order,
        constraints=settings.constraints,
        reward=settings.reward,
    )


def _seed(model: MaskablePPO, settings: Settings, steps: int) -> None:
    chance = np.random.SeedSequence([settings.seed, steps])
    seeds = chance.generate_state(settings.envs + 1).tolist()
    set_random_seed(seeds[-1])
    envs = model.get_env()
    assert isinstance(envs, DummyVecEnv)
    # Environments of a group play the same programs, so that actions above the average show sooner.
    envs._seeds = [seeds[n // settings.group] for n in range(settings.envs)]


def _logger(run: Run, tensorboard: bool) -> Logger:
    folder = str(run.folder / "tensorboard")
    return Logger(folder, [TensorBoardOutputFormat(folder)] if tensorboard else [])


def _mean(numbers: list[Any]) -> float | None:
    return round(float(np.mean(numbers)), 3) if numbers else None
