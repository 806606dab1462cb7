"""Closed-form estimates of cycles, which select the candidates for graph extraction."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from models.data.architecture import Architecture
from programs.cost.predict import Shape


@dataclass(frozen=True, slots=True)
class Slots:
    """The numbers of operations, and of loads and stores, that an array starts per cycle.

    `all` may be a fraction, as arrays are rarely full.
    """

    all: float
    memory: int

    @staticmethod
    def of(arch: Architecture) -> Slots:
        """Return the slots of an array, ignoring shared limits."""
        parts = [part for part in arch.components if part.issue]
        memory = sum(part.issue for part in parts if part.supports("load"))
        return Slots(max(1, sum(part.issue for part in parts)), max(1, memory))

    def interval(self, shape: Shape, copies: int, inner: int) -> int:
        """Return the II of `copies` copies of a body, `inner` of them along the loop itself.

        The estimate assumes no sharing among copies; copies along a loop that carries values form
        a chain.
        """
        return max(
            inner if shape.carries else 1,
            math.ceil(shape.operations * copies / self.all),
            -(-shape.memory * copies // self.memory),
        )


def guessed_cycles(
    shape: Shape,
    fill: int,
    slots: Slots,
    trips: Sequence[int],
    factors: Sequence[int],
    entries: int = 1,
    loading: int = 0,
) -> int:
    """Return the cycles of unrolled nested loops, including remainder loops.

    Loops and factors are outermost first, executed `entries` times; `fill` is the cycles of filling
    and draining a pipeline, `loading` the cycles of loading a context.
    """
    parts = [
        [(n // u, u), *([(n % u, 1)] if u > 1 and n % u else [])]
        for n, u in zip(trips, factors, strict=True)
    ]
    total = 0
    for chosen in product(*parts):
        iterations = entries * math.prod(count for count, _ in chosen)
        executions = entries * math.prod(count for count, _ in chosen[:-1])
        copies = math.prod(factor for _, factor in chosen)
        if iterations:
            interval = slots.interval(shape, copies, chosen[-1][1])
            total += iterations * interval + executions * fill + interval * loading
    return total
