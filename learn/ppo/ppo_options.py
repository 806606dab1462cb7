"""The options of `python -m learn.ppo`; without torch."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from shell.options import (
    LARGEST,
    TIME_LIMIT,
    BadValueError,
    choice,
    file,
    flag,
    json_flag,
    number,
    option,
    out_folder,
    seconds,
    seed,
    text,
    whole,
    whole_number,
)
from shell.packages import require_installed
from streaming.model.program import MOST_INSTRUCTIONS
from streaming.question.streaming_options import FabricOptions

Order = Literal["topological", "random"]
Constraints = Literal["mask", "penalty"]
Reward = Literal["latency", "makespan", "bound"]
Teacher = Literal["greedy", "exact"]


class Sizes(NamedTuple):
    """The least and the largest number of instructions."""

    least: int
    most: int


def sizes(value: object) -> Sizes:
    """Return the sizes in `A-B`, or in a pair. Raises `BadValueError`."""
    pair: Any = value
    if isinstance(value, str):
        first, sign, last = value.partition("-")
        pair = (first, last if sign else first)
    try:
        least, most = map(whole_number(1, MOST_INSTRUCTIONS), pair)
        if least <= most:
            return Sizes(least, most)
    except (TypeError, ValueError):
        pass
    raise BadValueError(
        f"{str(value)[:40]!r}: expected A-B, 1 ≤ A ≤ B ≤ {MOST_INSTRUCTIONS} instructions"
    )


@dataclass(frozen=True, kw_only=True)
class ProgramOptions(FabricOptions):
    """Random programs, and the engine that programs are mapped on."""

    random: Sizes | None = option(
        None, sizes, "random programs of A to B instructions", metavar="A-B"
    )
    seed: int = seed()


@dataclass(frozen=True, kw_only=True)
class TrainOptions(ProgramOptions):
    """The task of training, its method, its duration, and its folder."""

    out: str = out_folder("the run", required=True)
    steps: int = whole("training steps in all", "N", 200_000, high=sys.maxsize)
    time_limit: float | None = seconds(TIME_LIMIT)
    resume: bool = flag("continue from the checkpoint in --out")
    network: Literal["gga", "mlp"] = choice(
        "network to train (gga: with attention; mlp: without)", "gga"
    )
    head: Literal["slot", "flat"] = choice("output layer of gga", "slot")
    constraints: Constraints = choice(
        "starts that break a rule: masked, or allowed at a cost in reward",
        "mask",
    )
    order: Order = choice("order (in which instructions are placed)", "topological")
    reward: Reward = choice("quantity that a step is rewarded for", "latency")
    goals: bool = flag("also train for few tiles: evaluate --goal chooses between these and cycles")
    nodes: int = whole("instructions of the largest program", "N", 32)
    envs: int = whole("environments side by side", "N", 32)
    rollout: int = whole("steps between updates", "N", 512)
    epochs: int = whole("passes over the samples (those of an update)", "N", 5)
    batch: int = whole("samples per training step (steps of environments)", "N", 128)
    rate: float = number("initial learning rate of Adam", "R", 1e-3, high=1)
    entropy: float = number("weight of the entropy in the loss", "R", 0.01, high=1)
    imitate: int = whole("first imitate mappings of N programs", "N", 0, low=0, high=LARGEST)
    demonstrations: Teacher = choice(
        "mappings to imitate (greedy: the best of some; exact: proven to be shortest)", "greedy"
    )
    start: str | None = file(
        "policy to begin with: weights, or the folder of a run", "input file", name="from"
    )
    device: str = text("device of torch: cpu, cuda or auto", "NAME", "cpu")

    def require_packages(self) -> None:
        """Raise `InputError` without the packages for training."""
        packages = "torch", "torch_geometric", "gymnasium", "sb3_contrib", "tensorboard"
        require_installed("training", "rl", *packages)


@dataclass(frozen=True, kw_only=True)
class EvaluateOptions(ProgramOptions):
    """The policy to measure, the number of its mappings, and the duration."""

    policy: str | None = file(
        "weights of the policy, or the folder of a run (default: the shipped ones)", "input file"
    )
    count: int = whole("number of samples (random programs)", "N", 100)
    tries: int = whole(
        "mappings to try (drawn from the policy, the best counts)", "N", 16, low=0, high=LARGEST
    )
    beam: int = whole("width of the beam search (0: none)", "N", 8, low=0, high=LARGEST)
    goal: float = number("weight of few tiles against few cycles", "W", 0.0, high=1)
    time_limit: float | None = seconds(TIME_LIMIT)
    json: bool = json_flag()
