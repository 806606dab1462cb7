"""Tests of pins: against an oracle that states the model naively, and of what is refused."""

from __future__ import annotations

import random

import msgspec
import pytest
from pysat.solvers import Solver

from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg, Operand, Operation, Operator, Pattern
from models.data.mapping import Issue, Mapping, Performed
from models.data.pins import Pin, Pins
from models.data.problem import Problem
from models.errors import InfeasibleError, InputError, NotSupportedError
from models.judge.checker import check
from models.judge.checker_operations import executions, pins_broken
from models.space_time.progress import rule_pins
from models.space_time.xyz import build
from models.transform.pin_checks import require_possible, require_sound
from tests.models.decide import solved
from tests.models.mappings import operations
from tests.models.naive_model import _Formula
from tests.models.random_problems import random_problem
from tests.one_line import one_line


def pinned(problem: Problem, horizon: int, pins: Pins, *, windowed: bool = True) -> Mapping | None:
    """A mapping that keeps to the pins, which every judge accepts."""
    try:
        model = build(problem, horizon, windowed=windowed)
    except InfeasibleError:
        return None
    rule_pins(model, pins)
    mapping = solved(model)
    if mapping is None:
        return None
    assert check(problem, mapping) == []
    assert pins_broken(problem, mapping, pins) == []
    return mapping


def leaves(pin: Pin, component: str, cycle: int, contexts: int | None) -> bool:
    """Whether a pin allows a place, from the words of its definition."""
    return (
        (pin.components is None or component in pin.components)
        and pin.cycle in (None, cycle)
        and (pin.context is None or (contexts is not None and cycle % contexts == pin.context))
    )


def naive(problem: Problem, horizon: int, pins: Pins) -> bool:
    """The oracle's word: its model, without the Z that pins forbid."""
    with Solver("minicard") as solver:
        formula = _Formula(problem, horizon, solver)
        formula.state()
        for pin in pins.places:
            for part in problem.arch.components:
                for cycle in range(horizon):
                    if not leaves(pin, part.name, cycle, problem.contexts):
                        formula.add(-formula.var("Z", pin.operation, part.name, cycle))
        return not formula.broken and bool(solver.solve())


def random_pins(source: random.Random, problem: Problem, horizon: int) -> Pins:
    """One to three pins of any kind; they need not be possible."""
    names = [part.name for part in problem.arch.components if part.issue]
    found = []
    for _ in range(source.randint(1, 3)):
        name = source.choice(problem.dfg.operations).name
        where = tuple(sorted(source.sample(names, source.randint(1, len(names)))))
        found.append(
            Pin(
                name,
                where if source.random() < 0.7 else None,
                source.randint(1, horizon) if source.random() < 0.4 else None,
                source.randrange(problem.contexts) if problem.contexts else None,
            )
        )
    return Pins(tuple(found))


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("contexts", [None, 1, 2])
def test_against_the_naive_model(contexts: int | None) -> None:
    """Tests that pins leave the same questions with a mapping as in the oracle."""
    found = []
    for seed in range(40):
        problem, source = random_problem(seed, contexts), random.Random(seed)
        for horizon in (4, 6):
            pins = random_pins(source, problem, horizon)
            expected = naive(problem, horizon, pins)
            assert (pinned(problem, horizon, pins) is not None) == expected, (seed, pins)
            whole = pinned(problem, horizon, pins, windowed=False)
            assert (whole is not None) == expected, (seed, pins)
            found.append(expected)
    assert 10 < sum(found) < len(found) - 10


def chain() -> Problem:
    """Two additions one after the other on two elements."""
    dfg = Dfg(
        "chain",
        (Operator("+", 2, commutative=True, associative=True), Operator("*", 2)),
        ("a",),
        operations("t + a a; r + t a"),
        ("r",),
    )
    parts = (
        Component("ext", initial="all", holds_intermediates=False),
        Component("p", issue=1, capacity=3),
        Component("q", issue=1, ops=("+",), capacity=3),
        Component("m", issue=1, ops=("*",), capacity=3),
    )
    ends = [("ext", "p"), ("ext", "q"), ("p", "q"), ("q", "p"), ("p", "ext"), ("q", "ext")]
    paths = tuple(Path(f"{a}->{b}", (a,), (b,)) for a, b in ends)
    return Problem(dfg, Architecture("two", parts, paths, "ext"), 2)


def test_what_no_result_needs_stays_out() -> None:
    """Tests that a pin does not ask for an operation that nothing reads."""
    problem = chain()
    dead = Operation("dead", "+", (Operand("a"), Operand("a")))
    dfg = msgspec.structs.replace(problem.dfg, operations=(*problem.dfg.operations, dead))
    mapping = pinned(Problem(dfg, problem.arch, 2), 7, Pins((Pin("dead", ("q",), 3),)))
    assert mapping is not None
    assert "dead" not in executions(dfg, mapping)


@pytest.mark.parametrize(
    ("pins", "message"),
    [
        ([Pin("u", ("p",))], "unknown; known: r, t"),
        ([Pin("a", ("p",))], "operation 'a' is an input"),
        ([Pin("t", ("x",))], "unknown component 'x'"),
        ([Pin("t", ("m",))], "component 'm' cannot execute operator '+'"),
        ([Pin("t", cycle=0)], "cycle 0 must be at least 1"),
        ([Pin("t", context=-1)], "context -1 must be at least 0"),
        ([Pin("t", ())], "names no component"),
        ([Pin("t", ("p",)), Pin("t", ("q",))], "components that have none in common"),
        ([Pin("t", cycle=2), Pin("t", cycle=3)], "pinned to cycles 2 and 3"),
    ],
)
def test_unsound_pins(pins: list[Pin], message: str) -> None:
    """Tests that pins that can never hold are refused with one line."""
    problem = chain()
    with one_line(within=message):
        require_sound(problem.dfg, problem.arch, Pins(tuple(pins)))


@pytest.mark.parametrize(
    ("pins", "message"),
    [
        ([Pin("t", context=2)], "with contexts 2 these are 0 to 1"),
        ([Pin("t", cycle=3), Pin("t", context=0)], "in context 1, and to context 0"),
        ([Pin("t", ("p",), 1), Pin("r", ("p",), 3)], "'t', 'r' are pinned to 'p' in context 1"),
    ],
)
def test_impossible_pins(pins: list[Pin], message: str) -> None:
    """Tests that pins that contradict the number of contexts are refused, and have no mapping."""
    problem, places = chain(), Pins(tuple(pins))
    require_sound(problem.dfg, problem.arch, places)
    with pytest.raises(InputError) as caught:
        require_possible(problem, places)
    assert message in str(caught.value)
    assert not naive(problem, 9, places) and pinned(problem, 9, places) is None


def test_orders_that_have_no_names() -> None:
    """Tests that pins of what reordering replaces are refused, and others are not."""
    problem = msgspec.structs.replace(chain(), transform="enumerate")
    with pytest.raises(NotSupportedError, match="'t' is a partial sum"):
        require_possible(problem, Pins((Pin("t", ("p",)),)))
    last = Pins((Pin("r", ("q",)),))
    require_possible(problem, last)
    mapping = pinned(problem, 7, last)
    assert mapping is not None
    assert {place for place, _ in executions(problem.dfg, mapping)["r"]} == {"q"}


def test_contexts_need_pipelining() -> None:
    """Tests that a context is refused where iterations do not overlap."""
    problem = msgspec.structs.replace(chain(), contexts=None)
    pins = Pins((Pin("t", context=0),))
    with pytest.raises(InputError, match="give the number of contexts"):
        require_possible(problem, pins)
    with pytest.raises(InputError, match="nothing is pipelined"):
        rule_pins(build(problem, 6), pins)


def test_a_multi_node_operation_executes_what_it_absorbs() -> None:
    """Tests that pins of absorbed operations are judged where the whole is issued."""
    dfg = Dfg(
        "fused", (Operator("f", 1), Operator("g", 1)), ("a",),
        (Operation("x", "f", (Operand("a"),)), Operation("y", "g", (Operand("x"),))), ("y",),
        patterns=(Pattern("gf", ("g", "f", "_")),),
    )  # fmt: skip
    issue = Issue("y", "pe", 3, Performed("gf", (Operand("a"),)))
    mapping = Mapping("fused", "one", 5, None, (), (), (issue,))
    assert executions(dfg, mapping) == {"x": {("pe", 3)}, "y": {("pe", 3)}}
