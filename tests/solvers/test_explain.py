"""Explanations of "no": problems with one possible culprit, and minimality."""

from __future__ import annotations

import msgspec
import pytest

from examples.ring import ring
from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg, Operand, Operation, Operator, OrderEdge, Priority
from models.data.explanation import NO_LIMIT, Explanation
from models.data.problem import Problem
from models.space_time.xyz import build
from solvers.backends.cnf import lower
from solvers.backends.sat import SatSession
from solvers.questions.explain import explain
from solvers.tasks.solver_options import SolverOptions


def graph(*operations: str, results: str) -> Dfg:
    """Return a DFG of operations such as `s=ab`, all of one operator, on inputs a … d."""
    return Dfg(
        name="g",
        operators=(Operator("+", 2),),
        inputs=("a", "b", "c", "d"),
        operations=tuple(
            Operation(text[0], "+", (Operand(text[2]), Operand(text[3]))) for text in operations
        ),
        results=tuple(results),
    )


def array(
    entries: int = 1,
    entry: int | None = None,
    leave: int | None = None,
    issue: int = 9,
    registers: int | None = None,
    write_ports: int | None = None,
) -> Architecture:
    """Return one element with everything unlimited but what is given."""
    element = Component("pe", issue=issue, capacity=registers, write_ports=write_ports)
    memory = Component("mem", initial="all", holds_intermediates=False)
    into = tuple(Path(f"in{k}", ("mem",), ("pe",), entry) for k in range(entries))
    return Architecture(
        "one", (element, memory), (*into, Path("out", ("pe",), ("mem",), leave)), "mem"
    )


PAIR = graph("p=ab", "q=cd", results="pq")
TREE = graph("p=ab", "q=cd", "r=pq", results="r")
ORDERED = msgspec.structs.replace(PAIR, priorities=(Priority("p", "q"),))
EDGE = msgspec.structs.replace(PAIR, order=(OrderEdge("q", "p"),))
CULPRITS: dict[str, tuple[Problem, int, str]] = {
    "issue": (Problem(PAIR, array(issue=1)), 3, "issue slots of pe, cycles 1"),
    "contexts": (Problem(PAIR, array(issue=1), 1), 6, "issue slots of pe, contexts 0"),
    "entry": (Problem(PAIR, array(entry=3)), 3, "width of path in0, cycles 1"),
    "exit": (Problem(PAIR, array(leave=1)), 3, "width of path out, cycles 2"),
    "registers": (Problem(TREE, array(registers=1)), 4, "registers of pe, cycles 1"),
    "priority": (Problem(ORDERED, array()), 3, "the order p > q"),
    "order edge": (Problem(EDGE, array()), 3, "the order q before p"),
    "no limit": (Problem(TREE, array()), 3, NO_LIMIT),
}


def why(problem: Problem, horizon: int) -> Explanation:
    found = explain(problem, horizon, SolverOptions())
    assert found is not None
    return found


@pytest.mark.parametrize("name", CULPRITS)
def test_only_culprit(name: str) -> None:
    """Tests that the one limit or order that forbids a mapping is named, with its cycle."""
    problem, horizon, line = CULPRITS[name]
    found = why(problem, horizon)
    assert found.minimal or line == NO_LIMIT
    assert found.lines() == [line]


def cases() -> list[tuple[Problem, int]]:
    small = Problem(*ring(2))
    return [
        (small, 5),
        (Problem(PAIR, array(entry=1, issue=1)), 4),
        (Problem(TREE, array(entry=2, registers=2, issue=1)), 4),
        (Problem(PAIR, array(4, entry=1, write_ports=3)), 3),
    ]


@pytest.mark.parametrize("case", range(4))
def test_minimal(case: int) -> None:
    """Tests that the limits named are enough, and that without any one of them there is a way."""
    problem, horizon = cases()[case]
    found = why(problem, horizon)
    cnf = lower(build(problem, horizon, implied=False).constraints, guarded=True)
    session = SatSession(cnf)
    named = [
        selector
        for selector, (family, place, cycle) in cnf.selectors.items()
        if (family, place) in found.limits and cycle in (found.limits[family, place] or (cycle,))
    ]
    assert found.minimal
    assert named
    assert session.solve(named).satisfiable is False
    for left_out in named:
        assert session.solve([s for s in named if s != left_out]).satisfiable is True
