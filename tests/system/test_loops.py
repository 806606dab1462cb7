"""Pipelined loops on presets of real arrays: SAT, CP-SAT and ILP agree on every interval."""

from __future__ import annotations

import pytest

from archs.presets import architecture_preset
from examples.loops.random_loops import random_loop
from models.data.problem import Problem
from models.errors import InfeasibleError
from solvers.backends.cnf import Encodings
from solvers.search.bounds import Arithmetic
from tests.system.agreement import decide

SOLVERS = ("cadical195", "cp-sat", "highs")
MOST, SLACK = 6, 1
"""Contexts beyond are not tried; cycles more than arithmetic allows at least."""
ARRAYS = (
    "mesh:2x2,registers=2,io=all",
    "satmapit:2x2,io=memory,moves=2",
    "mesh:3x3,registers=1,io=all",
    "hycube:2x2,io=memory,max_hops=2",
    "lisa:2x2,io=memory",
    "torus:3x3,registers=2,io=all",
    "mesh:4x4,registers=2,io=all",
    "satmapit:4x4,io=memory",
)


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("seed", range(len(ARRAYS)))
def test_solvers_agree_on_intervals(seed: int) -> None:
    """Tests each number of contexts up to the first that maps; what is found is executed."""
    dfg = random_loop(3 + seed % 5, seed, recurrences=1 + seed % 2)
    for contexts in range(1, MOST + 1):
        problem = Problem(dfg, architecture_preset(ARRAYS[seed]), contexts)
        try:
            first, _ = Arithmetic(problem).first_horizon()
        except InfeasibleError:
            continue
        said = {name: decide(problem, first + SLACK, name, Encodings()) for name in SOLVERS}
        assert len(set(said.values())) == 1, (contexts, said)
        if said[SOLVERS[0]]:
            return
    pytest.fail("no number of contexts maps")
