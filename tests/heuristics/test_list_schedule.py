"""List scheduling: whatever it proposes is legal, and it proposes for the usual arrays."""

from __future__ import annotations

import pytest

from archs.presets import architecture_preset
from examples.aes import aes
from examples.filters import accumulate
from examples.random_graph import random_graph
from examples.ring import ring
from heuristics.list_schedule import proposals, supported
from models.cleanup.prune_unused import prune_unused, trim_horizon
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.judge.checker import check
from models.judge.simulator import simulate
from tests.models.random_problems import random_problem
from tests.seeds import seeds


@seeds(range(120))
def test_random(seed: int) -> None:
    """Tests that every proposal for a random problem passes the checker and the simulator."""
    problem = random_problem(seed)
    try:
        found = list(proposals(problem, seed=seed, tries=3))
    except InfeasibleError:
        return
    for mapping in found:
        mapping = prune_unused(problem, mapping)
        assert check(problem, mapping) == []
        assert simulate(problem, mapping).ok


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize(
    "problem",
    [
        Problem(*ring(4)),
        Problem(*aes(3)),
        Problem(random_graph(60, seed=1), architecture_preset("mesh:4x4")),
        Problem(random_graph(60, seed=2), architecture_preset("torus:4x4,registers=4")),
    ],
    ids=["ring", "aes", "mesh", "torus"],
)
def test_arrays(problem: Problem) -> None:
    """Tests that real arrays get a mapping, and that another seed may give another one."""
    for seed in (0, 1):
        mapping = next(proposals(problem, seed=seed))
        short = trim_horizon(problem, prune_unused(problem, mapping))
        assert short.horizon <= mapping.horizon
        assert check(problem, short) == []
        assert simulate(problem, short).ok


def test_same_seed() -> None:
    """Tests that the same seed proposes the same mappings."""
    problem = Problem(*ring(4))
    assert list(proposals(problem, seed=3, tries=3)) == list(proposals(problem, seed=3, tries=3))


def test_declined() -> None:
    """Tests that pipelined problems are declined, not mapped wrongly."""
    problem = Problem(*accumulate(), 1)
    assert not supported(problem)
    assert list(proposals(problem)) == []


@pytest.mark.parametrize("array", ["lisa,io=memory", "satmapit,io=memory", "mesh:2x2,ports=row:1"])
def test_unknown_limits(array: str) -> None:
    """Tests that arrays with limits that list scheduling does not keep are declined."""
    problem = Problem(random_graph(4, seed=1), architecture_preset(array))
    assert not supported(problem)
    assert list(proposals(problem)) == []
