"""The folder of a training run: its settings, its progress, its curve and its policy."""

from __future__ import annotations

import io
import json
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import torch

from learn.ppo.observation import ObservationLayout
from learn.ppo.policy import MappingPolicy
from learn.ppo.ppo_options import Constraints, Order, Reward, Teacher
from learn.ppo.shape import Shape
from learn.ppo.weights import Card, save_parameters
from models.errors import InputError
from models.formats.json_text import convert, decode_tagged, to_plain, write_tagged
from models.formats.text_files import make_folder, read_bytes, write_bytes, write_text
from streaming.model.schedule import Schedule, schedule_to_json

RUN_TAG = "xyzmap/streaming_training/2"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Settings of training; the defaults are the paper's where it gives them.

    `about` describes the programs; `envs` environments play side by side, `group` of them the same
    programs; `rollout` steps (about 25 episodes; in the paper 100) between updates, learned from
    `epochs` times, in parts of `batch`. `gamma` and `gae` are γ and λ of advantages. `warm`: graphs
    of the warm start, whose mappings the `teacher` makes.
    """

    about: str
    shape: Shape = Shape()
    nodes: int = 32
    tiles: int = 16
    ii: int = 6
    order: Order = "topological"
    constraints: Constraints = "mask"
    reward: Reward = "latency"
    seed: int = 0
    envs: int = 16
    group: int = 8
    rollout: int = 512
    batch: int = 128
    epochs: int = 5
    rate: float = 1e-3
    clip: float = 0.2
    entropy: float = 0.01
    value: float = 0.5
    gamma: float = 0.99
    gae: float = 0.8
    warm: int = 0
    teacher: Teacher = "greedy"

    @property
    def layout(self) -> ObservationLayout:
        """The layout of observations."""
        return ObservationLayout(self.nodes, self.tiles, self.ii, self.shape.goals)


@dataclass(frozen=True)
class Run:
    """A folder: settings.json, checkpoint.pt, curve.jsonl, policy.npz with its card, best.json."""

    folder: Path

    @classmethod
    def begin(cls, folder: str, settings: Settings, resume: bool) -> Run:
        """Return the run of a folder: a new one, or with `resume` the existing one.

        Raises `InputError` where a new one would overwrite another, or the settings differ.
        """
        make_folder(folder)
        run = cls(Path(folder))
        path = run.folder / "settings.json"
        if not resume:
            if path.exists():
                raise InputError("has a run already: add --resume, or name another --out", folder)
            write_text(str(path), write_tagged(RUN_TAG, to_plain(settings)))
            return run
        before = run.settings()
        for name in Settings.__struct_fields__:
            old, new = getattr(before, name), getattr(settings, name)
            if old != new:
                raise InputError(f"{name} was {old} and is {new} now", str(path))
        return run

    def settings(self) -> Settings:
        """Return the settings of the run. Raises `InputError` for a folder without a run."""
        path = str(self.folder / "settings.json")
        return convert(decode_tagged(read_bytes(path), RUN_TAG, path), Settings, path)

    @property
    def has_checkpoint(self) -> bool:
        """Whether the run has a checkpoint."""
        return (self.folder / "checkpoint.pt").exists()

    def save(self, policy: MappingPolicy, settings: Settings, done: dict[str, Any]) -> None:
        """Write parameters, the optimizer and the progress `done`, each file atomically."""
        state = {
            "network": policy.network.state_dict(),
            "optimizer": policy.optimizer.state_dict(),
            "done": done,
        }
        path = self.folder / "checkpoint.pt"
        data = io.BytesIO()
        torch.save(state, data)
        write_bytes(str(path), data.getvalue())
        card = Card(
            settings.shape,
            settings.nodes,
            settings.tiles,
            settings.ii,
            {"programs": settings.about, "reward": settings.reward, "seed": settings.seed, **done},
        )
        learned = policy.network.state_dict()
        parameters = {name: value.detach().cpu().numpy() for name, value in learned.items()}
        save_parameters(parameters, card, str(self.folder / "policy.npz"))

    def restore(self, policy: MappingPolicy) -> dict[str, Any]:
        """Let a policy go on from the checkpoint; return its progress, empty without a
        checkpoint.
        """
        path = self.folder / "checkpoint.pt"
        if not self.has_checkpoint:
            return {}
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                state = torch.load(path, weights_only=True)
            policy.network.load_state_dict(state["network"])
            policy.optimizer.load_state_dict(state["optimizer"])
            done: dict[str, Any] = state["done"]
            return done
        except Exception as error:  # the exceptions of torch have no common name
            reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
            raise InputError(f"is no checkpoint of this run: {reason}", str(path)) from None

    def note(self, line: dict[str, Any]) -> None:
        """Add a line to the curve."""
        with open(self.folder / "curve.jsonl", "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def keep(self, schedule: Schedule) -> None:
        """Keep the best mapping of the single program of the training."""
        write_text(str(self.folder / "best.json"), schedule_to_json(schedule))
