"""The quality of heuristics: the sum of the intervals that they find for fifty loops.

A sum above its floor is worse than what a heuristic found when the floor was written. Work is
bounded by steps, so that sums are the same on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from archs.presets import architecture_preset
from examples.loops.random_loops import random_loop
from heuristics.anneal import Annealing, anneal
from heuristics.modulo import modulo_schedule
from heuristics.placement import placed_schedule, refined_schedule
from models.data.architecture import Architecture
from models.data.dfg import Dfg, Operand, Operation, Priority
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.judge.checker import check
from tests.heuristics.mappers import Mapper

TOLERANCE = 0.02
TRIED = 6
"""Intervals from the first at which there are slots enough; one more counts where none succeeds."""

KINDS = {
    "routes": ("satmapit:2x2,moves=1,io=memory", 30),
    "registers": ("mesh:2x2,registers=2,io=all", 10),
    "together": ("ring:5,io=all", 10),
}
"""Loops in which many values pass, that lack registers, or in which operations start together."""


def little_annealing(problem: Problem, seed: int) -> Mapping | None:
    """Anneal once, with few movements."""
    found = anneal(problem, Annealing(movements=4, starts=1), seed=seed)
    return None if found is None else found.mapping


FLOORS: list[tuple[str, Mapper, tuple[int, int, int]]] = [
    ("modulo", lambda problem, seed: modulo_schedule(problem, seed, 8), (136, 42, 30)),
    ("placed", lambda problem, seed: placed_schedule(problem, seed, 1), (148, 54, 30)),
    ("anneal", little_annealing, (208, 43, 29)),
    ("refined", lambda problem, seed: refined_schedule(problem, seed, 1), (119, 50, 28)),
]
"""The sums for loops of each kind."""


def together(seed: int) -> Dfg:
    """A loop with four operations in a row that have to start in next to no time.

    Each may start with the one before (`>=`), and the first reads the last of an iteration ago.
    """
    chance, loop = random.Random(seed), random_loop(6 + seed % 4, seed, 0)
    binary = next(operator.name for operator in loop.operators if operator.arity == 2)
    row = [f"w{n}" for n in range(4)]
    reads = [Operand(row[-1], 1), *(Operand(chance.choice(loop.operations).name, 1) for _ in row)]
    more = (
        Operation(name, binary, (Operand(loop.inputs[0]), read))
        for name, read in zip(row, reads, strict=False)
    )
    return replace(
        loop,
        operations=(*loop.operations, *more),
        priorities=tuple(Priority(a, b, ">=") for a, b in zip(row, row[1:], strict=False)),
        results=(*loop.results, row[-1]),
        initial=(),
    )


def loops(kind: str) -> Iterator[tuple[Dfg, Architecture]]:
    """Yield the loops of a kind and their array."""
    array, count = KINDS[kind]
    for seed in range(count):
        plain = random_loop(9 + seed % 5, seed, 1 + seed % 2)
        yield (together(seed) if kind == "together" else plain), architecture_preset(array)


def smallest(mapper: Mapper, dfg: Dfg, array: Architecture) -> int:
    """Return the smallest interval at which a legal mapping is found."""
    slots = sum(part.issue for part in array.components if part.issue)
    least = -(-len(dfg.operations) // slots)
    for interval in range(least, least + TRIED):
        problem = Problem(dfg, array, interval)
        mapping = mapper(problem, 0)
        if mapping is not None:
            assert check(problem, mapping) == []
            return interval
    return least + TRIED


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize(("name", "mapper", "floor"), FLOORS, ids=[row[0] for row in FLOORS])
def test_intervals(name: str, mapper: Mapper, floor: tuple[int, ...]) -> None:
    """Tests that the sums of intervals are no larger than they were."""
    sums = [sum(smallest(mapper, *loop) for loop in loops(kind)) for kind in KINDS]
    for found, most in zip(sums, floor, strict=True):
        assert found <= (1 + TOLERANCE) * most, sums
