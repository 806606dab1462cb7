import pytest

from models.errors import InputError
from models.streaming.engine import Engine
from models.streaming.program import (
    Instruction,
    Message,
    Program,
    program_from_json,
    program_to_json,
)
from models.streaming.rules import Rules
from models.streaming.schedule import Placement, Schedule, schedule_from_json, schedule_to_json

CHAIN = (Instruction("a", "neg", ("v",)), Instruction("b", "neg", ("a",)))


def test_a_program_and_a_mapping_survive_json():
    program = Program("p", CHAIN, ("v",), (Message("a", "b"),))
    assert program_from_json(program_to_json(program), "p") == program
    engine = Engine(tiles=3, hops=(1, 3), relay=True, starts="all")
    schedule = Schedule("p", engine, 2, (Placement("a", 0, 0), Placement("b", 1, 5)))
    assert schedule_from_json(schedule_to_json(schedule), "s") == schedule


@pytest.mark.parametrize(
    "text, told",
    [
        ('{"schema": "xyzmap/streaming_program/1"', "not JSON"),
        ("[1]", "expected an object"),
        ('{"schema": "xyzmap/dfg/1"}', "expected 'xyzmap/streaming_program/1'"),
        ('{"schema": "xyzmap/streaming_program/1", "name": "p"}', "missing"),
        (
            '{"schema": "xyzmap/streaming_program/1", "name": "p", "instructions": []}',
            "needs an instruction",
        ),
        (
            '{"schema": "xyzmap/streaming_program/1", "name": "p", "instructions":'
            ' [{"name": "a", "op": "neg", "operands": [true]}]}',
            r"instructions\[0\].operands\[0\]",
        ),
    ],
)
def test_files_that_are_no_programs_are_refused_in_one_line(text, told):
    with pytest.raises(InputError, match=told) as error:
        program_from_json(text, "p.json")
    assert str(error.value).startswith("p.json") and "\n" not in str(error.value)


@pytest.mark.parametrize(
    "instructions, variables, messages, told",
    [
        ((Instruction("a", "neg", ("b",)),), (), (), "neither an instruction nor a variable"),
        ((Instruction("a", "neg", (), ("m",)),), (), (), "unknown variable 'm'"),
        ((Instruction("a", "neg"), Instruction("a", "neg")), (), (), "duplicate"),
        ((Instruction("a", "neg"),), ("a",), (), "'a' is an instruction too"),
        (
            (Instruction("a", "neg", ("b",)), Instruction("b", "neg", ("a",))),
            (),
            (),
            "'a' is on a circle",
        ),
        (CHAIN, ("v",), (Message("b", "a"),), "does not read an instruction 'b'"),
        (CHAIN, ("v",), (Message("a", "c"),), "unknown instruction 'c'"),
        (CHAIN, ("v",), (Message("v", "a"),), "does not read an instruction 'v'"),
    ],
)
def test_names_that_do_not_fit_are_refused(instructions, variables, messages, told):
    with pytest.raises(InputError, match=told):
        Program("p", instructions, variables, messages)


@pytest.mark.parametrize(
    "options, told",
    [
        ({"tiles": 0}, "tiles"),
        ({"pipeline": 0}, "pipeline"),
        ({"message": 0}, "message"),
        ({"hops": ()}, "hops"),
        ({"hops": (1, 0)}, "hops"),
    ],
)
def test_engines_that_cannot_be_are_refused(options, told):
    with pytest.raises(InputError, match=told):
        Engine(**options)


def test_relays_take_the_cheapest_hops():
    assert Engine(tiles=4).latencies() == (0, 1, 2)
    assert Engine(tiles=6, relay=True).latencies() == (0, 1, 2, 3, 4, 5)
    assert Engine(tiles=6, hops=(3, 4), relay=True).latencies() == (0, 3, 4, 7, 8, 11)
    assert Engine(tiles=2).reach == 1


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


def test_messages_divide_flows():
    rules = Rules(program("a b=a c=b", (Message("a", "b"),)), Engine())
    assert rules.flow == (0, 1, 1)
    assert rules.starts == (0, 1)
    assert [len(posts) for posts in rules.inbound.values()] == [1]


@pytest.mark.parametrize(
    "text, engine, ii, told",
    [
        (
            "a b=a,x c=a,x",
            Engine(),
            6,
            "'b' and 'c' share 'x' and must be on one tile, but both read",
        ),
        ("a=x b=x", Engine(), 6, "both start flows"),
        ("a b c", Engine(tiles=2), 6, "3 flows start on different tiles, of which there are 2"),
        ("a=x b=a,x c=b,x", Engine(), 2, "3 instructions with 'a' share variables"),
        ("a b=a c=b", Engine(tiles=1), 2, r"3 instructions, 1 tile\(s\)"),
        ("a b=a c=a d=a", Engine(hops=(1,), tiles=2), 6, "3 readers on different tiles"),
        ("a b=a c=a d=a", Engine(multicast=False), 6, "one output"),
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
