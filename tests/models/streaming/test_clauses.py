"""The clauses against all mappings, and the programs of the paper."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from models.streaming.check import check
from models.streaming.clauses import StreamingModel, build, decode
from models.streaming.engine import Engine
from models.streaming.rules import Rules
from models.streaming.schedule import Schedule
from tests.models.streaming.small_streaming import engines, mappings, program, programs

DISTANCE = program("UV", "WX", "YZ", "a", "bd", "ce")


def solved(model: StreamingModel) -> Schedule | None:
    clauses = [
        [literal for literal in row if literal]
        for block in model.constraints.clauses
        for row in block.rows.tolist()
    ]
    if [] in clauses:
        return None
    with Solver(name="cadical195", bootstrap_with=[*clauses, [1, -1]]) as solver:
        return decode(model, solver.get_model()) if solver.solve() else None


def mapped(rules: Rules, ii: int, cycles: int) -> Schedule | None:
    found = solved(build(rules, ii, cycles))
    if found is not None:
        assert not check(rules.program, found)
        assert found.cycles <= cycles
    return found


@settings(max_examples=100, deadline=None)
@given(programs(), engines(), st.integers(1, 3), st.integers(0, 3))
def test_they_are_satisfiable_exactly_where_there_is_a_mapping(small, engine, ii, more) -> None:
    cycles = 2 * engine.pipeline + more
    expected = next(mappings(small, engine, ii, cycles), None) is not None
    assert (mapped(Rules(small, engine), ii, cycles) is not None) == expected


@pytest.mark.parametrize(("ii", "best"), [(6, 13), (3, 15)])
def test_the_distance_program_has_the_optimum_of_the_paper(ii, best) -> None:
    rules = Rules(DISTANCE, Engine())
    assert mapped(rules, ii, best - 1) is None
    found = mapped(rules, ii, best)
    assert found is not None
    assert found.cycles == best
