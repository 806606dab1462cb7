"""Tests of ports in the model at the edges of its span."""

from __future__ import annotations

import pytest

from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.problem import Problem
from tests.models.decide import decided


@pytest.mark.parametrize("latency", [1, 2, 3, 6])
def test_slow_bus_with_ports(latency: int) -> None:
    """Tests horizons around those at which the first transfer on a slow bus arrives."""
    dfg = Dfg("one", (Operator("f", 1),), ("a",), (Operation("v", "f", (Operand("a"),)),), ("v",))
    parts = (
        Component("ext", initial="all", holds_intermediates=False),
        Component("p", issue=1, capacity=2, read_ports=1),
        Component("q", issue=1, capacity=2),
    )
    paths = (Path("in", ("ext",), ("p",), 1), Path("out", ("p", "q"), ("ext",), 1, latency))
    problem = Problem(dfg, Architecture("a", parts, paths, "ext"))
    fewest = [n for n in range(1, latency + 6) if decided(problem, n, windowed=False)]
    # Read and executed in cycle 1, on the bus from cycle 2 on.
    assert fewest == list(range(3 + latency, latency + 6))
    for horizon in range(1, latency + 6):
        assert decided(problem, horizon) == (horizon in fewest)
