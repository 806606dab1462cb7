"""Orders of sums as graphs of their own, and what the judge says that operations compute."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from heuristics.modulo import modulo_schedule
from models.data.computation import Transform
from models.data.dfg import Constant, Dfg, Operand, Operation, Operator, Pattern
from models.data.mapping import Mapping, Performed
from models.data.problem import Problem
from models.data.rewrite import Rewrite
from models.judge.checker import check
from models.judge.simulator import enough_iterations, simulate
from models.semantics.meaning import Meaning
from models.semantics.operators import evaluate, random_inputs
from models.transform.clusters import clusters
from models.transform.shapes import shapes
from tests.models.mappings import operation, performed
from tests.models.mappings import operations as steps_of
from tests.models.random_sums import random_sums
from tests.seeds import seeds

ADD = Operator("+", 2, commutative=True, associative=True)


def accumulating(*leaves: Operand) -> Dfg:
    """s = s@1 + leaves, from left to right."""
    operations, last = [], Operand("s", 1)
    for number, leaf in enumerate(leaves):
        name = "s" if number == len(leaves) - 1 else f"t{number}"
        operations.append(Operation(name, "+", (last, leaf)))
        last = Operand(name)
    return Dfg("sum", (ADD,), ("a", "b", "c", "d"), tuple(operations), ("s",))


@seeds(range(12))
@pytest.mark.parametrize("contexts", [None, 3])
def test_a_shape_computes_what_the_graph_does(seed: int, contexts: int | None) -> None:
    problem = random_sums(seed, contexts=contexts)
    dfg = problem.dfg
    numbers = random_inputs(dfg, 5, seed)
    expected = evaluate(dfg, 5, numbers)
    free = {c.root: c for c in clusters(dfg) if dfg.operator_by_name[c.operator].commutative}
    for shape in shapes(Rewrite(problem)):
        assert len(shape.mapped.operations) == len(dfg.operations)
        for mine, theirs in zip(evaluate(shape.mapped, 5, numbers), expected, strict=True):
            kept = set(mine) & set(theirs)
            assert {*dfg.results, *free} <= kept
            assert all(mine[name] == theirs[name] for name in kept)


def test_one_operation_is_left_on_the_recurrence() -> None:
    dfg = accumulating(*map(Operand, "abcd"))
    found = shapes(Rewrite(Problem(dfg, ARCH, 1)))
    assert {shape.name for shape in found} == {"earliest first", "chain"}
    for shape in found:
        (root,) = [op for op in shape.mapped.operations if op.name == "s"]
        assert Operand("s", 1) in root.operands
        assert sum(Operand("s", 1) in op.operands for op in shape.mapped.operations) == 1


def test_two_results_of_earlier_iterations_are_added_last() -> None:
    """They are there equally early."""
    dfg = accumulating(Operand("a"), Operand("s", 2), Operand("b"))
    for shape in shapes(Rewrite(Problem(dfg, ARCH, 1))):
        root = shape.mapped.operation_by_name["s"]
        assert any(operand.value == "s" for operand in root.operands)
        reading = [op for op in shape.mapped.operations for o in op.operands if o.value == "s"]
        assert len(reading) == 2


@pytest.mark.parametrize("array", ["mesh:4x4", "adres:4x4,io=memory", "hycube:4x4,io=memory"])
def test_a_mapping_of_a_shape_is_one_of_the_graph(array: str) -> None:
    dfg = polybench("gesummv", 2, "operations")
    problem = Problem(dfg, architecture_preset(array), 4, "enumerate")
    found = shapes(Rewrite(problem))
    assert found
    for shape in found:
        judged(problem, shape)


def judged(problem: Problem, shape: Rewrite) -> Mapping:
    """Map a shape, and return that as a mapping of the problem which all judges accept."""
    mapping = modulo_schedule(shape.problem, 0, 20)
    assert mapping is not None
    lifted = shape.lifted(mapping)
    assert check(problem, lifted) == []
    assert simulate(problem, lifted, enough_iterations(lifted)).ok
    return lifted


@pytest.mark.parametrize("array", ["hycube:4x4,io=memory", "adres:4x4,io=memory"])
def test_multi_node_operations_are_chosen_with_the_order(array: str) -> None:
    """Tests that shapes with multiply-adds are smaller, and that their mappings are judged good."""
    dfg = msgspec.structs.replace(
        polybench("gesummv", 2, "operations"),
        patterns=(Pattern("mac", ("add", "_", "mul", "_", "_")),),
    )
    problem = Problem(dfg, architecture_preset(array), 4, "enumerate")
    found = [shape for shape in shapes(Rewrite(problem)) if shape.name.endswith("fused")]
    assert "fused" in {shape.name for shape in found}
    for shape in found:
        assert {"mac"} < {operation.operator for operation in shape.mapped.operations}
        assert len(shape.mapped.operations) < len(dfg.operations)
        lifted = judged(problem, shape)
        performed = [issue.performs for issue in lifted.issues if issue.performs is not None]
        assert any(performs.operator == "mac" for performs in performed)


ARCH = architecture_preset("ring:2")
OPERATORS = (
    Operator("both", 2, commutative=True, associative=True),
    Operator("join", 2, associative=True),
    Operator("swap", 2, commutative=True),
    Operator("plain", 2),
    Operator("sum3", 3, commutative=True),
    Operator("load", 1, effect=True),
    Operator("const", 0),
)
PATTERNS = (
    Pattern("mac", ("both", "_", "swap", "_", "_")),
    Pattern("late", ("plain", "swap", "_", "_", "_")),
    Pattern("three", ("join", "_", "join", "_", "_")),
    Pattern("fixed", ("both", "_", "const")),
)
LAWLESS = tuple(msgspec.structs.replace(row, associative=False) for row in OPERATORS)


def meaning(
    *operations: Operation,
    transform: Transform = "enumerate",
    intermediates: tuple[Operation, ...] = (),
) -> Meaning:
    """The meaning of a graph over a, b, c and the constant k."""
    dfg = Dfg(
        "graph",
        OPERATORS,
        ("a", "b", "c"),
        operations,
        constants=(Constant("k", 3), Constant("l", 3)),
        patterns=PATTERNS,
    )
    return Meaning(Problem(dfg, ARCH, 1, transform), intermediates)


def test_patterns() -> None:
    """Tests that a multi-node operation is its expression, its operands in their order."""
    graph = steps_of("p swap a b; s both c p; d plain p c; j join a b; i join j c")
    for transform in ("none", "chain"):
        found = meaning(*graph, transform=transform)
        assert found.computes("s", performed("mac", "c", "a", "b"))
        assert found.computes("s", performed("mac", "c", "b", "a"))
        assert not found.computes("s", performed("mac", "a", "c", "b"))
        assert not found.computes("s", performed("mac", "c", "p"))
        assert not found.computes("p", performed("mac", "c", "a", "b"))
        assert found.computes("d", performed("late", "b", "a", "c"))
        assert not found.computes("d", performed("late", "c", "a", "b"))
        assert found.computes("i", performed("three", "a", "b", "c")) == (transform != "none")
        assert not found.computes("s", performed("fixed", "c"))


@st.composite
def graphs(draw: st.DrawFn) -> Dfg:
    """A graph of few leaves, so that many of its values mean the same."""
    values = ["a", "b", "c"]
    operations = []
    for place in range(draw(st.integers(2, 9))):
        operator = draw(st.sampled_from(OPERATORS[:5]))
        read = tuple(Operand(draw(st.sampled_from(values))) for _ in range(operator.arity))
        operations.append(Operation(f"v{place}", operator.name, read))
        values.append(f"v{place}")
    return Dfg("random", OPERATORS, ("a", "b", "c"), tuple(operations))


@given(graphs(), st.sampled_from(["none", "xbtree"]))
@settings(max_examples=150, deadline=None)
def test_agrees_with_numbers(dfg: Dfg, transform: Transform) -> None:
    """Tests that one value is computed as another one is exactly when all numbers agree."""
    found = Meaning(Problem(dfg, ARCH, None, transform))
    lawful = dfg if transform != "none" else msgspec.structs.replace(dfg, operators=LAWLESS)
    (row,) = evaluate(lawful, 1, random_inputs(dfg, 1))
    for value in dfg.operations:
        for other in dfg.operations:
            executed = Performed(other.operator, other.operands)
            same = row[value.name] == row[other.name]
            assert found.computes(value.name, executed) == same, (value, other)


def test_doubling() -> None:
    """Tests that a value that reads the last one twice, again and again, does not explode."""
    names = ["a", *(f"d{k}" for k in range(3000))]
    for operator in ("both", "join"):
        twice = [operation(b, operator, a, a) for a, b in zip(names, names[1:], strict=False)]
        made = [operation("t0", operator, "d9", "d8"), operation("t1", operator, "d8", "t0")]
        far = [operation("u0", operator, "d2999", "d2998")]
        found = meaning(*twice, intermediates=(*made, *far))
        assert found.computes("d10", performed(operator, "d8", "t0"))
        assert not found.computes("d10", performed(operator, "d7", "t0"))
        assert found.computes("d11", performed(operator, "d10", "d10"))
        assert found.computes("t1", performed(operator, "d9", "d9"))
        assert not found.computes("d2999", performed(operator, "d2998", "d2997"))
        assert found.computes("u0", performed(operator, "d2998", "d2999")) == (operator == "both")


def test_odd_names() -> None:
    """Tests that what is not known, or has no sound definition, is computed by nothing."""
    odd = steps_of("a both b c; u both later a; later nothing a b; m mac a b c")
    found = meaning(operation("s", "both", "a", "b"), intermediates=odd)
    for name in ("a", "u", "later", "m", "k", "?"):
        assert not found.computes(name, performed("both", "a", "b"))
    assert not found.computes("u", performed("both", "later", "a"))
