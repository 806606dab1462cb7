"""The streaming engine: the checker, the simulator, the clauses, and programs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from models.data.dfg import Number
from models.errors import InputError
from models.semantics.operators import apply
from streaming.model.check import check
from streaming.model.clauses import StreamingModel, build, decode
from streaming.model.dfg import dfg_of
from streaming.model.engine import Engine
from streaming.model.program import (
    Instruction,
    Message,
    Program,
    program_from_json,
    program_to_json,
)
from streaming.model.recipes import RECIPES, Recipe, random_program
from streaming.model.rules import Rules
from streaming.model.schedule import Placement, Schedule, schedule_from_json, schedule_to_json
from streaming.model.simulate import evaluate, simulate, value
from tests.streaming.small_streaming import engines, mappings, program, programs

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


CHAIN = (Instruction("a", "neg", ("v",)), Instruction("b", "neg", ("a",)))


def test_a_program_and_a_mapping_survive_json():
    program = Program("p", CHAIN, ("v",), (Message("a", "b"),))
    assert program_from_json(program_to_json(program), "p") == program
    engine = Engine(tiles=3, hops=(1, 3), relay=True, starts="all")
    schedule = Schedule("p", engine, 2, (Placement("a", 0, 0), Placement("b", 1, 5)))
    assert schedule_from_json(schedule_to_json(schedule), "s") == schedule


@pytest.mark.parametrize(
    "instructions, variables, messages, told",
    [
        ((Instruction("a", "neg", ("b",)),), (), (), "neither an instruction nor a variable"),
        ((Instruction("a", "neg"), Instruction("a", "neg")), (), (), "duplicate"),
        ((Instruction("a", "neg", (), ("m",)),), (), (), "unknown variable 'm'"),
        ((Instruction("a", "neg"),), ("a",), (), "'a' is an instruction too"),
        (CHAIN, ("v",), (Message("a", "c"),), "unknown instruction 'c'"),
        (
            (Instruction("a", "neg", ("b",)), Instruction("b", "neg", ("a",))),
            (),
            (),
            "'a' is on a cycle",
        ),
        (CHAIN, ("v",), (Message("b", "a"),), "does not read an instruction 'b'"),
        (CHAIN, ("v",), (Message("v", "a"),), "does not read an instruction 'v'"),
    ],
)
def test_names_that_do_not_fit_are_refused(instructions, variables, messages, told):
    with pytest.raises(InputError, match=told):
        Program("p", instructions, variables, messages)


def program(text, messages=()):
    """Return a program of `name=operand,…` words; what is no instruction is a variable."""
    instructions = []
    for word in text.split():
        name, _, read = word.partition("=")
        instructions.append(Instruction(name, "f", tuple(read.split(",")) if read else ()))
    known = {x.name for x in instructions}
    variables = {o for x in instructions for o in x.operands} - known
    return Program("p", tuple(instructions), tuple(sorted(variables)), messages)


@pytest.mark.parametrize(
    "text, engine, ii, told",
    [
        (
            "a b=a,x c=a,x",
            Engine(),
            6,
            "'b' and 'c' share 'x' and must be on one tile, but both read",
        ),
        ("a b c", Engine(tiles=2), 6, "3 flows start on different tiles, of which there are 2"),
        ("a=x b=a,x c=b,x", Engine(), 2, "3 instructions with 'a' share variables"),
        ("a b=a c=a d=a", Engine(hops=(1,), tiles=2), 6, "3 readers on different tiles"),
        ("a b=a,c c=d d", Engine(tiles=1, starts="all"), 6, "2 starts on different tiles"),
    ],
)
def test_what_contradicts_is_said_in_a_line(text, engine, ii, told):
    import re

    reasons = Rules(program(text), engine).contradictions(ii)
    assert any(re.search(told, reason) for reason in reasons), reasons


def test_flows_that_wait_for_each_other_are_found():
    posts = (Message("a", "d"), Message("c", "b"))
    rules = Rules(program("a b=a,c c d=a,c", posts), Engine())
    assert any("itself waits" in reason for reason in rules.contradictions(6))


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 40), st.integers(0, 999), st.sampled_from(RECIPES))
def test_a_dfg_computes_what_its_program_does(size: int, seed: int, recipe: Recipe) -> None:
    program = random_program(size, seed, recipe)
    dfg = dfg_of(program, 4)
    numbers: dict[str, Number] = {name: value(name, 1, 0) for name in dfg.inputs}
    numbers |= dfg.constant_by_name
    for name in dfg.schedule_order:
        operation = dfg.operation_by_name[name]
        operands = [numbers[o.value] for o in operation.operands]
        # Other arities of an opcode are operators of their own, `sub/1`.
        operator = dfg.operator_by_name[operation.operator]
        opcode = operator.name.partition("/")[0]
        numbers[name] = apply(type(operator)(opcode, len(operands)), operands, name)
        assert (dfg.latency(name), dfg.has_effect(name)) == (4, True)
    wanted = evaluate(program, 1)
    assert {name: numbers[name] for name in wanted} == wanted
    read = {o for x in program.instructions for o in x.operands}
    assert set(dfg.results) == set(program.number) - read
