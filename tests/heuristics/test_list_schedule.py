"""List scheduling: whatever it proposes is legal, and it proposes for the usual arrays."""

from __future__ import annotations

import pytest

from archs.presets import architecture_preset
from examples.aes import aes
from examples.random_graph import random_graph
from examples.ring import ring
from heuristics.list_schedule import proposals
from models.cleanup.prune_unused import prune_unused, trim_horizon
from models.data.problem import Problem
from models.errors import InfeasibleError
from tests.heuristics.mappers import require_legal
from tests.models.random_problems import random_problem
from tests.seeds import seeds


@seeds(range(60))
def test_random(seed: int) -> None:
    """Tests that every proposal for a random problem is legal."""
    problem = random_problem(seed)
    try:
        found = list(proposals(problem, seed=seed, tries=3))
    except InfeasibleError:
        return
    for mapping in found:
        require_legal(problem, prune_unused(problem, mapping))


# The cycles of the first proposal of two seeds: a floor of quality.
ARRAYS = {
    "ring": (Problem(*ring(4)), 26),
    "aes": (Problem(*aes(3)), 120),
    "mesh": (Problem(random_graph(60, seed=1), architecture_preset("mesh:4x4")), 40),
    "torus": (Problem(random_graph(60, seed=2), architecture_preset("torus:4x4,registers=4")), 31),
}


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("name", ARRAYS)
def test_arrays(name: str) -> None:
    """Tests that usual arrays get a mapping in no more cycles than before, always the same."""
    problem, floor = ARRAYS[name]
    cycles = 0
    for seed in (0, 1):
        mapping = next(proposals(problem, seed=seed))
        assert mapping == next(proposals(problem, seed=seed))
        short = trim_horizon(problem, prune_unused(problem, mapping))
        require_legal(problem, short)
        cycles += short.horizon
    assert cycles <= 1.02 * floor, (name, cycles)
