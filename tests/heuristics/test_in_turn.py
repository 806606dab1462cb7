"""One operation after the other: legal mappings of whatever there is room for."""

from __future__ import annotations

import msgspec

from archs.presets import architecture_preset
from examples.loops.random_loops import random_loop
from heuristics.in_turn import in_turn
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.judge.checker import check
from models.judge.simulator import enough_iterations, simulate
from models.register_files.registers import Registers, allocate
from shell.budget import Budget, Work
from tests.models.random_problems import random_problem
from tests.seeds import seeds

ARRAYS = (
    "line:5",
    "ring:5",
    "full:4",
    "mesh:3x3,io=all",
    "torus:3x3,io=all",
    "lisa-simple:3x3,io=memory,max_contexts=unlimited",
    "s4:3x3,io=memory,max_contexts=unlimited",
    "sl8:3x3,io=memory,registers=4,max_contexts=unlimited",
    "r4:4x4,io=memory,max_contexts=unlimited",
    "adres:3x3,io=memory",
    "hycube:3x3,io=memory",
    "lisa:3x3,io=memory,max_contexts=unlimited",
)

STATIC = (
    "hycube:2x2,io=memory",
    "hycube:3x3,io=memory",
    "adres:3x3,io=memory",
    "lisa:3x3,io=memory,max_contexts=unlimited",
    "hycube:4x4,io=memory",
)

NOT_FOUND = (7, 12, 15, 32, 34, 37, 47)
"""Seeds without a mapping in six attempts; counted, there are five such seeds."""


def judged(problem: Problem, mapping: Mapping) -> None:
    assert mapping.contexts == mapping.horizon
    own = msgspec.structs.replace(problem, contexts=mapping.contexts)
    assert check(own, mapping) == []
    assert simulate(own, mapping, enough_iterations(mapping)).ok


def test_what_is_found_is_legal() -> None:
    """Tests small arrays of all kinds: many have no such mapping."""
    found = 0
    for seed in range(100):
        problem = msgspec.structs.replace(random_problem(seed), contexts=100)
        mapping = in_turn(problem, attempts=2)
        if mapping is not None:
            found += 1
            judged(problem, mapping)
    assert found > 20


def test_values_are_computed_again() -> None:
    """Tests that two registers are enough for what three would wait in: a + (f(a) * f(g(a)))."""
    operations = (
        Operation("a", "c"),
        Operation("b", "f", (Operand("a"),)),
        Operation("d", "f", (Operand("b"),)),
        Operation("e", "+", (Operand("b"), Operand("d"))),
        Operation("g", "+", (Operand("a"), Operand("e"))),
        Operation("h", "put", (Operand("g"),)),
    )
    operators = (
        Operator("c", 0),
        Operator("f", 1),
        Operator("+", 2),
        Operator("put", 1, effect=True),
    )
    problem = Problem(
        Dfg("again", operators, (), operations), architecture_preset("single:registers=2"), 100
    )
    mapping = in_turn(problem, attempts=5)
    assert mapping is not None
    judged(problem, mapping)
    assert sum(issue.operation == "a" for issue in mapping.issues) == 2


@seeds(range(50))
def test_carried_values_have_addresses(seed: int) -> None:
    """Tests loops that read values of up to three iterations before, in static files."""
    arch = architecture_preset(STATIC[seed % len(STATIC)])
    dfg = random_loop(8 + seed % 13, seed, recurrences=1 + seed % 3, inputs=2)
    problem = Problem(dfg, arch, 1000, files="static")
    mapping = in_turn(problem, seed, attempts=6)
    if mapping is None:
        assert seed in NOT_FOUND
        return
    judged(problem, mapping)
    assert isinstance(allocate(problem.at(mapping.contexts), mapping, "static"), Registers)


def test_a_budget_of_work() -> None:
    """Tests that attempts without success end with the work."""
    dfg = random_loop(19, 11, inputs=2)
    problem = Problem(dfg, architecture_preset("hycube:3x3,io=memory"), 2)
    begun, budget = Work.seconds, Budget.of_work(0.1)
    assert in_turn(problem, budget=budget) is None
    assert budget.over() and Work.seconds - begun < 0.2


def test_cycles_are_no_more_than_they_were() -> None:
    """Tests the sum of the cycles of a loop on arrays of all kinds, with a tolerance."""
    dfg, cycles = random_loop(12, 4), 0
    for array in ARRAYS:
        problem = Problem(dfg, architecture_preset(array), 10_000)
        mapping = in_turn(problem, attempts=6)
        assert mapping is not None, array
        assert mapping == in_turn(problem, attempts=6)
        judged(problem, mapping)
        cycles += mapping.horizon
    assert cycles <= 1.02 * 288, cycles
