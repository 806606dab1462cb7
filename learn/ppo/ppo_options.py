"""The options of `python -m learn.ppo`; without torch."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from shell.options import (
    LARGEST,
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
    whole,
    whole_number,
)
from shell.packages import require_installed
from streaming.model.program import MOST_INSTRUCTIONS
from streaming.question.streaming_options import FabricOptions

Order = Literal["topological", "random"]
Constraints = Literal["mask", "penalty"]
Reward = Literal["latency", "makespan", "bound"]


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
    steps: int = whole("in all", "N", 200_000, high=sys.maxsize)
    time_limit: float | None = seconds("for all of it")
    resume: bool = flag("go on from the checkpoint")
    network: Literal["gga", "mlp"] = choice(
        "the network that learns: gga with attention, or mlp", "gga"
    )
    head: Literal["slot", "flat"] = choice("of gga", "slot")
    constraints: Constraints = choice(
        "starts that break a rule are masked, or are allowed and cost reward",
        "mask",
    )
    order: Order = choice("the order: in which instructions are placed", "topological")
    reward: Reward = choice("what is rewarded", "latency")
    nodes: int = whole("largest program", "N", 32)
    envs: int = whole("side by side", "N", 32)
    rollout: int = whole("steps between updates", "N", 512)
    epochs: int = whole("over the samples: of each update", "N", 5)
    batch: int = whole("in a step of training: steps of episodes", "N", 128)
    rate: float = number("of Adam, at first", "R", 1e-3, high=1)
    imitate: int = whole("first imitate greedy mappings of N programs", "N", 0, low=0, high=LARGEST)

    def require_packages(self) -> None:
        """Raise `InputError` without the packages for training."""
        packages = "torch", "torch_geometric", "gymnasium", "sb3_contrib", "tensorboard"
        require_installed("training", "rl", *packages)


@dataclass(frozen=True, kw_only=True)
class EvaluateOptions(ProgramOptions):
    """The policy to measure, the number of its mappings, and the duration."""

    policy: str | None = file(
        "weights, or the folder of a run (default: those shipped)", "input file"
    )
    count: int = whole("how many: of --random", "N", 100)
    tries: int = whole(
        "mappings tried: drawn, of which the best counts", "N", 16, low=0, high=LARGEST
    )
    beam: int = whole("width of a beam search; 0: none", "N", 8, low=0, high=LARGEST)
    time_limit: float | None = seconds("for all of it")
    json: bool = json_flag()

    def require_packages(self) -> None:
        """Raise `InputError` without the packages that run a policy."""
        require_installed("a policy", "learn", "torch", "torch_geometric")
