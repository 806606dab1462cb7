"""The checker against the simulator, and against every rule broken by itself."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from models.streaming.check import check
from models.streaming.clauses import StreamingModel, build, decode
from models.streaming.engine import Engine
from models.streaming.program import Instruction, Message, Program
from models.streaming.rules import Rules
from models.streaming.schedule import Placement, Schedule
from models.streaming.simulate import simulate
from tests.models.streaming.small_streaming import engines, mappings, program, programs

DISTANCE = Program(
    "distance",
    (
        Instruction("dx", "sub", ("x", "x0")),
        Instruction("dy", "sub", ("y", "y0")),
        Instruction("dz", "sub", ("z", "z0")),
        Instruction("xx", "mul", ("dx", "dx")),
        Instruction("yy", "mul", ("dy", "dy")),
        Instruction("xy", "add", ("xx", "yy")),
        Instruction("d", "muladd", ("dz", "dz", "xy")),
    ),
    ("x", "y", "z", "x0", "y0", "z0"),
)
RIGHT = {"dx": (0, 0), "dy": (1, 0), "dz": (0, 2), "xx": (0, 3), "yy": (1, 3), "xy": (0, 7)}
RIGHT["d"] = (0, 10)


PAPER = Engine()


def mapped(places, ii=6, engine=PAPER, program=DISTANCE):
    placements = tuple(Placement(name, *place) for name, place in places.items())
    return Schedule(program.name, engine, ii, placements)


def test_a_mapping_of_the_distance_with_13_cycles_is_right_and_computes_it():
    schedule = mapped(RIGHT)
    assert check(DISTANCE, schedule) == []
    executed = simulate(DISTANCE, schedule, threads=5)
    assert executed == (None, 35, 13)
    assert schedule.cycles == 13


@pytest.mark.parametrize(
    "changes, told",
    [
        ({"dz": (0, 1), "xy": (0, 7)}, "both have spoke 1 of tile 0"),
        ({"d": (0, 9)}, "'d' starts in cycle 9, 'xy' arrives in 10"),
        ({"d": (3, 13)}, "'xy' does not reach 'd'"),
        ({"d": (-1, 13)}, "'d' is on tile -1 of 16"),
        ({"dx": (0, 6), "xx": (0, 9)}, "'dx' starts in cycle 6, its flow in 0"),
        ({"dx": (0, -1)}, "'dx' starts in cycle -1"),
    ],
)
def test_broken_rules_are_named(changes, told):
    faults = check(DISTANCE, mapped(RIGHT | changes))
    assert any(told in fault for fault in faults), faults


def test_the_simulator_finds_what_the_checker_finds():
    early = simulate(DISTANCE, mapped(RIGHT | {"d": (1, 10)}))
    assert early.fault == "'d' of thread 0 starts in cycle 10 without 'xy'"
    twice = simulate(DISTANCE, mapped(RIGHT | {"dz": (0, 1)}))
    assert "holds" in twice.fault
    far = simulate(DISTANCE, mapped(RIGHT | {"d": (3, 13)}))
    assert "cannot be reached" in far.fault


A = Instruction("a", "neg", (1,))
B = Instruction("b", "neg", ("a",))
PAIR = Program("pair", (A, Instruction("b", "neg", ("a",), ("m",))), ("m",))
FORK = Program("fork", (A, B, Instruction("c", "neg", ("a",))))
POST = Program("post", PAIR.instructions, ("m",), (Message("a", "b"),))
MEMORY = Program("memory", (Instruction("a", "neg", ("m",)), PAIR.instructions[1]), ("m",))


@pytest.mark.parametrize(
    "program, places, engine, told",
    [
        (PAIR, {"a": (0, 0), "b": (0, 4)}, Engine(waiting=False), "'b' waits from cycle 3 to 4"),
        (FORK, {"a": (0, 0), "b": (1, 4), "c": (1, 5)}, Engine(), "both read 'a' on one tile"),
        (
            FORK,
            {"a": (1, 0), "b": (0, 4), "c": (2, 4)},
            Engine(multicast=False),
            "'a' is sent to 2 tiles by one output",
        ),
        (POST, {"a": (0, 0), "b": (9, 3)}, Engine(), "the message of 'a' arrives in 4"),
        (POST, {"a": (0, 0), "b": (0, 4)}, Engine(), "'a' and 'b' start flows on one tile"),
        (MEMORY, {"a": (0, 0), "b": (1, 4)}, Engine(), "share 'm', but no tile"),
    ],
)
def test_options_of_the_machine_are_judged(program, places, engine, told):
    faults = check(program, mapped(places, 6, engine, program))
    assert any(told in fault for fault in faults), faults


SMALL = program("UV", "WX", "YZ", "a", "bd", "ce")


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


def found_at(rules: Rules, ii: int, cycles: int) -> Schedule | None:
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
    assert (found_at(Rules(small, engine), ii, cycles) is not None) == expected


@pytest.mark.parametrize(("ii", "best"), [(6, 13), (3, 15)])
def test_the_distance_program_has_the_optimum_of_the_paper(ii, best) -> None:
    rules = Rules(SMALL, Engine())
    assert found_at(rules, ii, best - 1) is None
    found = found_at(rules, ii, best)
    assert found is not None
    assert found.cycles == best
