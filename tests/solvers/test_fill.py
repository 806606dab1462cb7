"""The schedules of a large part: most of the time at the interval that is wanted."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from models.data.problem import Problem
from models.judge.checker import check
from solvers.search.fill import ABOVE, REACH, Fill
from solvers.search.worker import SolverOptions


class Messages:
    """What a process would send."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    def send(self, message: dict[str, Any]) -> None:
        """Keep a message."""
        self.sent.append(message)


def test_reaches_the_interval() -> None:
    """Tests that it ends with a mapping at the wanted interval, and says who found it."""
    problem = Problem(polybench("gesummv", unroll=2), architecture_preset("adres:4x4,io=memory"), 1)
    messages = Messages()
    Fill(8)(problem, 4, SolverOptions(), messages)  # type: ignore[arg-type]
    *found, last = messages.sent
    assert last == {"kind": "finished"}
    mapping = found[-1]["mapping"]
    assert mapping.contexts == 4
    assert found[-1]["by"] == "modulo scheduling"
    assert check(Problem(problem.dfg, problem.arch, 4), mapping) == []


def test_plan() -> None:
    """Tests that rounds begin where it is wanted, never go beyond the most, and get longer."""
    plan = list(islice(Fill(9)._plan(4, 200), 12))
    assert [contexts for n, contexts, _ in plan if n == 0] == [4, 5, 6, 7][: REACH + 1]
    assert max(contexts for _, contexts, _ in plan) == 9
    first = {n: seconds for n, contexts, seconds in plan if contexts == 4}
    assert first[1] == 2 * first[0]
    assert all(s == pytest.approx(ABOVE * first[n]) for n, contexts, s in plan if contexts > 4)


@pytest.mark.parametrize("most", [4, 6])
def test_only_smaller_ones(most: int) -> None:
    """Tests that after a mapping only smaller intervals are tried."""
    problem = Problem(polybench("gemm"), architecture_preset("adres:4x4,io=memory"), 1)
    messages = Messages()
    Fill(most)(problem, 2, SolverOptions(), messages)  # type: ignore[arg-type]
    intervals = [m["mapping"].contexts for m in messages.sent if m["kind"] == "proposal"]
    assert intervals == sorted(set(intervals), reverse=True)
    assert intervals[-1] == 2
