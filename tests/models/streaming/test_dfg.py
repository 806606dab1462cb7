"""Programs of the streaming engine as DFGs: the same numbers, and what cannot be said."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.data.dfg import Number
from models.errors import NotSupportedError
from models.semantics.operators import apply
from models.streaming.dfg import dfg_of
from models.streaming.program import Instruction, Message, Program
from models.streaming.recipes import RECIPES, Recipe, random_program
from models.streaming.simulate import evaluate, value


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


def test_numbers_are_constants_and_take_no_name() -> None:
    program = Program(
        "p",
        (
            Instruction("#2", "add", ("x", 2)),
            Instruction("s", "sub", ("#2", 2)),
            Instruction("t", "sub", (0.5,), ("y",)),
        ),
        ("x", "y"),
    )
    dfg = dfg_of(program)
    assert dfg.constant_by_name == {"##2": 2, "#0.5": 0.5}
    assert dfg.results == ("s", "t")
    assert [o.operator for o in dfg.operations] == ["add", "sub", "sub/1"]
    assert {dfg.latency(name) for name in ("#2", "s", "t")} == {3}


@pytest.mark.parametrize(
    ("program", "line"),
    [
        (
            Program(
                "p",
                (Instruction("a", "neg", (1,)), Instruction("b", "neg", ("a",))),
                (),
                (Message("a", "b"),),
            ),
            "p: 'a' reaches 'b' by a message",
        ),
        (
            Program("p", tuple(Instruction(n, "neg", ("v",)) for n in "abc"), ("v",)),
            "p: 3 instructions share 'v'",
        ),
    ],
)
def test_what_a_dfg_cannot_say_is_refused(program: Program, line: str) -> None:
    with pytest.raises(NotSupportedError) as caught:
        dfg_of(program)
    assert str(caught.value) == line
