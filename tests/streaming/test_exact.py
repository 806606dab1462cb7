"""CP-SAT against all mappings of tiny programs, and the search around it."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from shell.budget import UNLIMITED, Budget
from solvers.tasks.mappings import SolverFaultError
from streaming.examples import build
from streaming.library import map_stream
from streaming.model.bounds import least_cycles, least_ii, most_cycles
from streaming.model.check import check
from streaming.model.engine import Engine
from streaming.model.recipes import random_program
from streaming.model.rules import Rules
from streaming.model.schedule import Placement, Schedule
from streaming.question.exact import Solve
from streaming.question.search import StreamingSearch
from streaming.question.state import Settings
from streaming.question.tiles import assign
from tests.streaming.small_streaming import engines, mappings, programs


def search(rules, **asked):
    lines = []
    found = StreamingSearch(rules, Settings(**asked), UNLIMITED, lines.append)
    found.run()
    return found.answer


def test_the_pipeline_of_the_engine_is_an_option():
    keywords = {"ii": 4, "tiles": 5, "solver": "cadical195"}
    found = [map_stream(random_program(4, 1), pipeline=c, **keywords) for c in (1, 3)]
    assert [each.schedule.cycles for each in found] == [2, 6]


@settings(max_examples=12, deadline=None)
@given(programs(), engines(), st.integers(1, 3))
def test_the_fewest_cycles_are_those_of_all_mappings(program, engine, ii):
    rules = Rules(program, engine)
    horizon = most_cycles(rules, ii)
    assume(engine.tiles * horizon <= 60)
    wanted = min((s.cycles for s in mappings(program, engine, ii, horizon)), default=None)
    if rules.contradictions(ii):
        assert wanted is None
        return
    with Solve(rules, ii, horizon, jobs=1).start(Budget.of(60)) as running:
        found = running.end()
    tiles = assign(rules, 1, ii, Budget.of(60), jobs=1)
    if wanted is None:
        assert found.status == "infeasible"
        assert tiles.status == "infeasible" or not engine.waiting
    else:
        assert found.status == "optimal" and found.found[-1].cycles == wanted
        assert check(program, found.found[-1]) == []
        assert tiles.status == "optimal"
        assert least_cycles(rules).value <= wanted
        assert least_ii(rules).value <= ii


@settings(max_examples=5, deadline=None)
@given(programs(), engines())
def test_the_least_interval_is_that_of_all_mappings(program, engine):
    rules = Rules(program, engine)
    horizon = most_cycles(rules, 3)
    assume(engine.tiles * horizon <= 60)
    found = [(ii, s.cycles) for ii in (1, 2, 3) for s in mappings(program, engine, ii, horizon)]
    answer = search(rules, ii=3, objective="ii", jobs=1)
    if not found:
        assert answer.status == "infeasible"
    else:
        assert answer.status == "optimal"
        assert (answer.schedule.ii, answer.schedule.cycles) == min(found)


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("solver", ["auto", "cadical195", "cp-sat"])
@pytest.mark.parametrize("ii, cycles", [(6, 13), (3, 15)])
def test_the_distance_is_as_in_the_figure_of_the_paper(ii, cycles, solver):
    answer = search(Rules(build("distance"), Engine()), ii=ii, solver=solver)
    assert (answer.status, answer.schedule.cycles) == ("optimal", cycles)
    assert answer.cycles.value == cycles and answer.compared > 0


def test_heuristics_claim_only_what_arithmetic_proves():
    rules = Rules(random_program(14, 1), Engine())
    best = search(rules, ii=6).schedule.cycles
    for method in ("greedy", "random"):
        answer = search(rules, ii=6, method=method, tries=20)
        assert answer.schedule.cycles >= best
        assert answer.status == (
            "optimal" if answer.schedule.cycles == least_cycles(rules).value else "feasible"
        )


def test_wrong_mappings_never_become_answers():
    rules = Rules(build("distance"), Engine())
    found = StreamingSearch(rules, Settings(6), UNLIMITED, lambda line: None)
    names = [x.name for x in rules.program.instructions]
    wrong = Schedule("distance", Engine(), 6, tuple(Placement(n, 0, 0) for n in names))
    with pytest.raises(SolverFaultError, match="both have spoke 0"):
        found.accept(wrong, "somebody")
    assert found.answer.schedule is None


def test_a_deadline_that_is_over_leaves_an_open_answer():
    rules = Rules(random_program(40, 2), Engine())
    found = StreamingSearch(rules, Settings(6), Budget(0.0), lambda line: None)
    answer = found.run()
    assert answer.status in ("unknown", "feasible") and answer.stopped == "time limit"
