"""Tests of the race for one interval, and of second objectives of its mapping."""

from __future__ import annotations

import msgspec
import pytest

from archs.presets import architecture_preset
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.problem import Problem
from models.judge.checker import check
from models.judge.simulator import simulate
from models.space_time.constraint_model import Place
from models.space_time.xyz import build
from shell.budget import Budget
from solvers.backends.cnf import lower
from solvers.backends.sat import SatSession
from solvers.intervals.question import IntervalQuestion
from solvers.intervals.race import Race, luby
from solvers.intervals.search import IntervalSearch
from solvers.search.fewest import Fewest, Quantity, counted
from solvers.search.solver_options import SolverOptions
from tests.solvers.test_min_ii import loop


def test_restarts() -> None:
    """Tests the sequence of Luby, Sinclair and Zuckerman."""
    expected = [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1]
    assert [luby(n) for n in range(1, 17)] == expected


@pytest.mark.parametrize("contexts", [1, 2, 3])
def test_race(contexts: int) -> None:
    """Tests that a race refutes what a search by one solver refutes, and maps the rest."""
    problem = msgspec.structs.replace(loop(3), contexts=contexts)
    model = build(problem, 12)
    expected = SatSession(lower(model.constraints)).solve().satisfiable
    verdict = Race(problem, 12, 12, SolverOptions()).run(Budget(), lambda: False)
    assert verdict.refuted == (not expected)
    assert (verdict.mapping is not None) == expected


def test_a_race_ends_in_time() -> None:
    """Tests that a budget that is over refutes nothing."""
    verdict = Race(loop(0), 4, 9, SolverOptions()).run(Budget(0.0), lambda: False)
    assert (verdict.mapping, verdict.refuted, verdict.stopped) == (None, False, "time limit")


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("quantity", ["registers", "transfers"])
@pytest.mark.parametrize("seed", range(4))
def test_fewest(seed: int, quantity: Quantity) -> None:
    """Tests the fewest registers and transfers: no mapping of that length takes less."""
    answer = IntervalSearch(IntervalQuestion(loop(seed), most=6, quantity=quantity)).run()
    if answer.mapping is None or answer.contexts is None:
        assert answer.fewest is None
        return
    problem = msgspec.structs.replace(loop(seed), contexts=answer.contexts)
    fewest = answer.fewest
    assert fewest is not None and fewest.proven and fewest.mapping == answer.mapping
    assert fewest.count == counted(problem, answer.mapping, quantity)
    assert check(problem, answer.mapping) == [] and simulate(problem, answer.mapping, 8).ok
    model = build(problem, answer.mapping.horizon)
    limited = [part.capacity is not None for part in problem.arch.components]
    taken = model.y if quantity == "transfers" else model.x[:, limited]
    group = [(Place(quantity, 0), taken[taken > 0])]
    model.constraints.add_groups("fewer", fewest.count - 1, group)
    assert fewest.count == 0 or not SatSession(lower(model.constraints)).solve().satisfiable


def test_an_impossible_model_refutes_one_interval() -> None:
    """Tests that what turns out while a model is built says nothing of larger intervals."""
    arch = architecture_preset("full:4,registers=8")
    operator = Operator("+", 2, associative=True)
    total = [Operation(f"s{n}", "+", (Operand(f"s{n - 1}"), Operand("a"))) for n in (1, 2, 3)]
    first = Operation("s0", "+", (Operand("a"), Operand("s3", 1)))
    dfg = Dfg("sum", (operator,), ("a",), (first, *total), ("s3",))
    answer = IntervalSearch(IntervalQuestion(Problem(dfg, arch, 1, "chain"))).run()
    assert answer.contexts is not None and answer.status in ("optimal", "feasible")


def test_what_is_granted_survives_a_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that Ctrl-C during a second objective keeps it, and its best mapping."""

    def interrupted(problem: Problem, fewest: Fewest, *_: object) -> None:
        raise KeyboardInterrupt("interrupted")

    monkeypatch.setattr("solvers.intervals.same_interval.search_fewest", interrupted)
    answer = IntervalSearch(IntervalQuestion(loop(1), most=6, quantity="registers")).run()
    assert answer.fewest is not None and answer.fewest.mapping == answer.mapping
    assert (answer.stopped, answer.status) == ("interrupted", "optimal")
