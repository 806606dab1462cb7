"""The best partition by solvers against all partitions, and cuts that are known to be optimal."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from partition.model import PartitionGraph
from partition.model.limits import Limits
from partition.model.model import Asked, build, decode, literals_of
from partition.question.optimum import (
    PartitionFound,
    optimum,
)
from shell.budget import Budget
from solvers.backends.backend import Settings
from solvers.backends.registry import open_session
from solvers.tasks.messages import BoundFound, Decided, Failed
from solvers.tasks.solver_options import SolverOptions
from tests.partition.oracle import random_question, value, values

OBJECTIVES = ("cut", "extra", "intervals")


def best(graph: PartitionGraph, limits: Limits, asked: Asked) -> int | None:
    """Return the smallest value of all partitions that are allowed."""
    found = [value(graph, limits, asked, part) for part in values(graph, limits, asked)]
    return min((n for n in found if n is not None), default=None)


def solved(graph: PartitionGraph, limits: Limits, asked: Asked) -> tuple[int | None, int | None]:
    """Return the value of CP-SAT's partition, counted anew, and its bound."""
    model = build(graph, limits, asked)
    session = open_session("cp-sat", model.constraints, Settings())
    session.load()
    outcome = session.solve()
    assert outcome.satisfiable is not None
    if not outcome.satisfiable:
        return None, None
    return value(graph, limits, asked, decode(model, outcome.model)), outcome.bound


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("first", range(0, 40, 20))
def test_cp_sat_finds_the_best(objective: str, first: int) -> None:
    """Tests that CP-SAT agrees with all partitions on the value, its bound and feasibility."""
    infeasible = 0
    for seed in range(first, first + 20):
        graph, limits, asked = random_question(seed, 5 + seed % 2)
        asked = replace(asked, objective=objective)
        wanted = best(graph, limits, asked)
        found, bound = solved(graph, limits, asked)
        assert (seed, found) == (seed, wanted)
        assert bound in (wanted, None)
        infeasible += wanted is None
    assert 0 < infeasible < 20


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_every_partition_has_its_value(objective: str) -> None:
    """Tests that a partition to start from decodes to itself, and costs what it is counted to."""
    source, skipping = random.Random(1), 0
    for seed in range(12):
        graph, limits, asked = random_question(f"start {seed}", 6, recurrence=1 + seed % 2)
        asked = replace(asked, parts=3, objective=objective, total=None, most=None, least=None)
        allowed = [
            part for part in values(graph, limits, asked) if {*part} == {*range(len({*part}))}
        ]
        for part in source.sample(allowed, min(4, len(allowed))):
            model = build(graph, limits, asked)
            literals = literals_of(model, part)
            assert decode(model, [n for n in literals if n > 0]) == list(part)
            fixed = np.array(literals, dtype=np.int32)[:, None]
            model.constraints.add_clauses("fixed", fixed)
            session = open_session("cp-sat", model.constraints, Settings())
            session.load()
            outcome = session.solve()
            assert outcome.satisfiable
            costs = {variable for _, variable in model.constraints.objective}
            assert len(costs & {*outcome.model}) == value(graph, limits, asked, part)
            skipping += any(part[b] - part[a] > 1 for a, b in graph.edges)
    assert skipping > 1


GAVE_UP = Decided(None)
FOUND = PartitionFound([0, 1], 5)


@pytest.mark.parametrize(
    ("messages", "status", "stopped"),
    [
        ((GAVE_UP,), "unknown", "the solver gave up"),
        ((FOUND, GAVE_UP), "feasible", "the solver gave up"),
        ((), "unknown", "exit code 3"),
        ((FOUND, BoundFound(4)), "feasible", "exit code 3"),
        ((FOUND, BoundFound(5)), "optimal", None),
        ((Failed("no memory"),), "unknown", "no memory"),
        ((Decided(False),), "infeasible", None),
    ],
)
def test_only_proofs_are_proofs(
    messages: tuple[object, ...],
    status: str,
    stopped: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Tests that a solver that gives up, or dies, refutes nothing and keeps what was found."""
    from partition.question import optimum as module

    def told(*arguments: Any) -> None:
        for message in messages:
            arguments[-1](message)
        os._exit(3)

    monkeypatch.setattr(module, "_minimise", told)
    graph, limits, asked = random_question("told", 4)
    found = optimum(graph, limits, asked)
    assert (found.status, found.stopped) == (status, stopped)
    assert found.part == ([0, 1] if FOUND in messages else None)


def test_solvers_that_do_not_minimise_prove_nothing() -> None:
    """Tests that the partition of a SAT solver is feasible, and its absence a proof."""
    graph, limits, _ = random_question("sat in a process", 6)
    options = SolverOptions(solver="cadical195")
    asked = Asked(2, "intervals", full=False)
    found = optimum(graph, limits, asked, options)
    assert found.status == "feasible" and found.part is not None
    assert value(graph, limits, asked, found.part) is not None
    none = replace(asked, parts=len(graph.blocks) + 1, full=True)
    assert optimum(graph, limits, none, options).status == "infeasible"
    late = optimum(graph, limits, asked, budget=Budget(0.0))
    assert (late.status, late.stopped, late.part) == ("unknown", "time limit", None)
