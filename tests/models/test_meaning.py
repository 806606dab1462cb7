"""Meaning agrees with numbers: what computes a value, in which order, and what does not."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archs.presets import architecture_preset
from models.data.computation import Transform
from models.data.dfg import Constant, Dfg, Operand, Operation, Operator, Pattern
from models.data.mapping import Performed
from models.data.problem import Problem
from models.semantics.evaluate import evaluate, random_inputs
from models.semantics.meaning import Meaning
from tests.models.mappings import operation, performed
from tests.models.mappings import operations as steps_of

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


@pytest.mark.parametrize(
    ("executed", "computes"),
    [
        ("both s c", True),
        ("both a t", True),
        ("both c c", False),
        ("both s c c", False),
        ("both s", False),
        ("both s ?", False),
        ("? s c", False),
        ("both s c@1", False),
    ],
)
def test_orders_of_a_sum(executed: str, computes: bool) -> None:
    """Tests that every order of the same leaves computes a sum, and nothing else does."""
    sums = (operation("s", "both", "a", "b"), operation("r", "both", "s", "c"))
    made = (operation("t", "both", "b", "c"),)
    assert (
        meaning(*sums, intermediates=made).computes("r", performed(*executed.split())) == computes
    )


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
