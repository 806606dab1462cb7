from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.data.dfg import Number
from models.errors import InputError
from models.semantics.operators import apply
from models.streaming.dfg import dfg_of
from models.streaming.engine import Engine
from models.streaming.program import (
    Instruction,
    Message,
    Program,
    program_from_json,
    program_to_json,
)
from models.streaming.recipes import RECIPES, Recipe, random_program
from models.streaming.rules import Rules
from models.streaming.schedule import Placement, Schedule, schedule_from_json, schedule_to_json
from models.streaming.simulate import evaluate, value

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
        (
            (Instruction("a", "neg", ("b",)), Instruction("b", "neg", ("a",))),
            (),
            (),
            "'a' is on a circle",
        ),
        (CHAIN, ("v",), (Message("b", "a"),), "does not read an instruction 'b'"),
        (CHAIN, ("v",), (Message("v", "a"),), "does not read an instruction 'v'"),
    ],
)
def test_names_that_do_not_fit_are_refused(instructions, variables, messages, told):
    with pytest.raises(InputError, match=told):
        Program("p", instructions, variables, messages)


def names(rules):
    return [rules.program.instructions[n].name for pair in rules.apart for n in pair]


def program(text, messages=()):
    """Return a program of `name=operand,…` words; what is no instruction is a variable."""
    instructions = []
    for word in text.split():
        name, _, read = word.partition("=")
        instructions.append(Instruction(name, "f", tuple(read.split(",")) if read else ()))
    known = {x.name for x in instructions}
    variables = {o for x in instructions for o in x.operands} - known
    return Program("p", tuple(instructions), tuple(sorted(variables)), messages)


def test_flows_groups_and_siblings_follow_from_names():
    rules = Rules(program("a=x b=x,a c=a d=y e=d"), Engine())
    assert rules.flow == (0, 0, 0, 1, 1)
    assert rules.group == (0, 0, 1, 2, 3)
    assert names(rules) == ["a", "d", "b", "c"]
    assert rules.contradictions(6) == []


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


SIZES = st.integers(1, 60)
KINDS = st.sampled_from(RECIPES)


@settings(max_examples=60, deadline=None)
@given(SIZES, st.integers(0, 9999), KINDS, st.integers(1, 5))
def test_sizes_readers_and_names_are_as_asked(
    size: int, seed: int, recipe: Recipe, readers: int
) -> None:
    program = random_program(size, seed, recipe, readers=readers)
    rules = Rules(program, Engine())
    assert [x.name for x in program.instructions] == [f"i{n}" for n in range(size)]
    assert program == random_program(size, seed, recipe, readers=readers)
    assert max(map(len, rules.readers)) <= readers
    assert max(rules.group) + 1 == size  # nothing is shared
    assert all(source < target for source, target in program.edges)
    assert program.messages == ()
