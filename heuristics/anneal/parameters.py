"""The parameters of simulated annealing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from models.errors import InputError

Guided = Literal["none", "routing", "initial", "always"]


@dataclass(frozen=True)
class Annealing:
    """Parameters of simulated annealing.

    `movements` is the number per operation at each temperature, `cooling` the factor from one
    temperature to the next, `starts` the number of new placements at an II. `guided` is the use of
    labels: none, only the order of routing (LISA, Fig. 12), the initial mapping (section V-B), or
    everything (Algorithm 1); `alpha` is that of the algorithm. Raises `InputError` for a number
    outside its range.
    """

    movements: int = 20
    cooling: float = 0.85
    starts: int = 12
    guided: Guided = "none"
    alpha: float = 0.1

    def __post_init__(self) -> None:
        """Refuse numbers outside their ranges."""
        for fault, what in (
            (self.movements < 1, f"{self.movements} movements: there must be at least 1"),
            (not 0 < self.cooling < 1, f"cooling {self.cooling} must be between 0 and 1"),
            (self.starts < 1, f"{self.starts} starts: there must be at least 1"),
            (self.guided not in get_args(Guided), f"nothing is guided by '{self.guided}'"),
            (not 0 <= self.alpha < float("inf"), f"alpha {self.alpha} must be 0 or more"),
        ):
            if fault:
                raise InputError(what)


PLAIN = Annealing()
"""Annealing without labels."""
