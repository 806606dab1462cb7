"""Tests of the race for one interval, and of second objectives of its mapping."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from archs.presets import architecture_preset
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.judge.checker import check
from models.judge.simulator import simulate
from models.space_time.constraint_model import Place
from models.space_time.decode import decode, literals_of
from models.space_time.xyz import build
from shell.budget import Budget
from solvers.backends.cnf import lower
from solvers.backends.sat import SatSession
from solvers.search import interval_race
from solvers.search.horizon_try import HorizonTry, horizon_try
from solvers.search.interval_answer import IntervalQuestion
from solvers.search.interval_race import Race, RaceTry, luby, race
from solvers.search.interval_record import IntervalRecord
from solvers.search.intervals import IntervalSearch
from solvers.search.portfolio import Heard, Portfolio, Run
from solvers.tasks.decide import decide
from solvers.tasks.fewest import Fewest, Quantity, counted
from solvers.tasks.messages import Decided, Infeasible
from solvers.tasks.solver_options import SolverOptions
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
    verdict = race(problem, (12, 12), SolverOptions())
    assert verdict.refuted == (not expected)
    assert (verdict.mapping is not None) == expected


def test_known_mappings_start_some_tries() -> None:
    """Tests that tries start from the mapping known by then, never the one that decides."""
    mapping = decided_mapping(msgspec.structs.replace(loop(3), contexts=3))
    known: list[Mapping | None] = [None]
    one = Race(0, loop(3), (4, 9), SolverOptions(), lambda: known[0], counted=True)
    tries: list[HorizonTry] = []
    for places in range(1, 13):
        tries += [each for each in one.wanted(Portfolio(), places) if each not in tries]
        known[0] = mapping if places > 1 else None
    started = [each.options.start for each in tries]
    assert started == [None, None, *[mapping] * 2, *[None] * 4, *[mapping] * 4]


@pytest.mark.parametrize("large", [0, 10**9])
def test_the_shortest_schedules_come_before_a_large_model(
    monkeypatch: pytest.MonkeyPatch, large: int
) -> None:
    """Tests that the first try of a large question only finds short mappings, from none known."""
    monkeypatch.setattr(interval_race, "LARGE", large)
    known = decided_mapping(msgspec.structs.replace(loop(3), contexts=3))
    one = Race(0, loop(3), (4, 9), SolverOptions(), lambda: known, counted=True)
    first, second = one.wanted(Portfolio(), 2)
    assert isinstance(first, HorizonTry) and isinstance(second, HorizonTry)
    tried = [(first.horizon, first.options.symmetry, first.options.start is not None)]
    tried += [(second.horizon, second.options.symmetry, second.options.start is not None)]
    deciding = (9, True, False)
    assert tried == ([deciding, (4, False, True)] if large else [(4, False, False), deciding])


def test_a_try_with_a_spare_register_refutes_nothing() -> None:
    """Tests that what is impossible with fewer registers is no reason in the whole array."""
    problem, options = loop(3), SolverOptions()
    one = Race(0, problem, (4, 9), options, lambda: None, counted=True)
    for spare in (True, False):
        given = RaceTry(4, options, False, 1.0, spare=spare)
        attempt = horizon_try("race 0", problem, 4, options, 1)
        one._running[attempt] = attempt, given
        run = Run(attempt, 0, 0.0)
        run.ended = True
        run.worker.stop()
        one.hear(Heard(run, Infeasible("too few registers", None)))
        assert one.verdict.refuted is not spare


def decided_mapping(problem: Problem, start: Mapping | None = None) -> Mapping | None:
    """Return the mapping of a solver that starts from one, or None if it refutes all."""
    sent: list[object] = []
    try:
        decide(problem, 12, replace(SolverOptions(), start=start, symmetry=False), sent.append)
    except InfeasibleError:
        return None
    last = sent[-1]
    assert isinstance(last, Decided) and last.satisfiable is not None
    return last.mapping


def test_starts_change_no_answer() -> None:
    """Tests that a solver that starts from a mapping with more contexts decides the same."""
    outcomes = set[bool]()
    for seed in range(6):
        more = decided_mapping(msgspec.structs.replace(loop(seed), contexts=4))
        for contexts in (1, 2, 3):
            problem = msgspec.structs.replace(loop(seed), contexts=contexts)
            found, warm = decided_mapping(problem), decided_mapping(problem, more)
            assert (found is None) == (warm is None)
            assert warm is None or check(problem, warm) == []
            outcomes.add(found is None)
            more = more or found
    assert outcomes == {True, False}


def test_other_contexts_negate_nothing() -> None:
    """Tests that a mapping with more contexts says only where its items may be."""
    problem = msgspec.structs.replace(loop(3), contexts=3)
    mapping = decided_mapping(problem)
    assert mapping is not None
    same = literals_of(build(problem, 12), mapping)
    fewer = literals_of(build(msgspec.structs.replace(problem, contexts=2), 12), mapping)
    assert min(same) < 0 < min(fewer)


def test_a_race_ends_in_time() -> None:
    """Tests that a budget that is over refutes nothing."""
    verdict = race(loop(0), (4, 9), SolverOptions(), Budget(0.0))
    assert (verdict.mapping, verdict.refuted, verdict.stopped) == (None, False, "time limit")


def test_the_time_of_a_try_is_no_time_limit() -> None:
    """Tests that an interval without an answer in its time says so, without a time limit."""
    question = IntervalQuestion(loop(0), most=6, heuristics=False)
    search = IntervalSearch(question)
    Portfolio().run(search._tries.make(2, 0.0))
    assert search.answer.tried[2].reason == "not decided in 0 s, the time of one try"
    answer = IntervalSearch(question, Budget(0.0)).run()
    assert answer.stopped == "time limit"


def test_idle_cycles_of_solvers_are_not_counted() -> None:
    """Tests that a schedule of six cycles, found within twelve, has six in the answer."""
    operation = Operation("y", "add", (Operand("a"), Operand("b")))
    dfg = Dfg("sum", (Operator("add", 2),), ("a", "b"), (operation,), ("y",))
    arch = architecture_preset("ring:2")
    problem = Problem(dfg, arch, 2)
    found = SatSession(lower(build(problem, 9).constraints)).solve()
    late = decode(build(problem, 9), found.model)
    record = IntervalRecord(IntervalQuestion(problem))
    record.found(late, "a solver", 0.0)
    mapping = record.answer.mapping
    assert mapping is not None and check(problem, mapping) == []
    items = [item.cycle for item in (*mapping.issues, *mapping.transfers)]
    assert (min(items), max(items)) == (1, mapping.horizon - 1)
    assert late.horizon == 9


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

    monkeypatch.setattr("solvers.search.same_interval.search_fewest", interrupted)
    answer = IntervalSearch(IntervalQuestion(loop(1), most=6, quantity="registers")).run()
    assert answer.fewest is not None and answer.fewest.mapping == answer.mapping
    assert (answer.stopped, answer.status) == ("interrupted", "optimal")
