"""What options mean; without torch."""

from __future__ import annotations

import argparse
from typing import Literal, NamedTuple, get_args

from models.streaming.program import MOST_INSTRUCTIONS

Order = Literal["topological", "random"]
Constraints = Literal["mask", "penalty"]
Reward = Literal["latency", "makespan", "bound"]
REWARDS: tuple[Reward, ...] = get_args(Reward)


class Sizes(NamedTuple):
    """The least and the largest number of instructions."""

    least: int
    most: int


def sizes(text: str) -> Sizes:
    """Return the sizes in `A:B`, for argparse."""
    first, sign, last = text.partition(":")
    least, most = int(first), int(last if sign else first)
    if not 1 <= least <= most <= MOST_INSTRUCTIONS:
        raise argparse.ArgumentTypeError(
            f"'{text}': expected A:B, 1 ≤ A ≤ B ≤ {MOST_INSTRUCTIONS} instructions"
        )
    return Sizes(least, most)


sizes.__name__ = "pair of sizes A:B"
