"""One small mapping for all view tests, with names that a test may choose."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg, Operand, Operation, Operator, Pattern
from models.data.mapping import Held, Issue, Mapping, Transfer
from models.data.problem import Problem

Made = tuple[Problem, Mapping]


def make(
    product: str = "p",
    total: str = "s",
    element: str = "pe0",
    graph: str = "dot1",
    add: str = "+",
    contexts: int | None = None,
) -> Made:
    """Return total = c + product, product = a * b, on two elements, with a fused repetition.

    The product is computed on the first element and travels to the second; the first one also
    computes the total directly from a, b and c, as a multi-node operation.
    """
    dfg = Dfg(
        name=graph,
        operators=(Operator(add, 2, commutative=True, associative=True), Operator("*", 2)),
        inputs=("a", "b", "c"),
        operations=(
            Operation(product, "*", (Operand("a"), Operand("b"))),
            Operation(total, add, (Operand("c"), Operand(product))),
        ),
        results=(total,),
        patterns=(Pattern("mac", (add, "_", "*", "_", "_")),),
    )
    arch = Architecture(
        name="pair",
        components=(
            Component(element, issue=1, capacity=3),
            Component("last", issue=1, capacity=2),
            Component("extmem", initial="all", holds_intermediates=False),
        ),
        paths=(
            Path("in", ("extmem",), (element, "last")),
            Path("across", (element,), ("last",), 1),
            Path("out", ("last",), ("extmem",), 1),
        ),
        external="extmem",
    )
    inputs = tuple(Held(name, "extmem", k) for name in "abc" for k in range(5))
    mapping = Mapping(
        dfg=graph,
        architecture="pair",
        horizon=5,
        contexts=contexts,
        holds=(
            *inputs,
            *(Held(name, element, 1) for name in "ab"),
            Held(product, element, 2),
            Held(total, element, 3),
            Held(total, "last", 3),
            Held(total, "extmem", 4),
        ),
        transfers=(
            Transfer("a", "in", 1),
            Transfer("b", "in", 1),
            Transfer("c", "in", 3),
            Transfer("a", "in", 3),
            Transfer("b", "in", 3),
            Transfer(product, "across", 3),
            Transfer(total, "out", 4),
        ),
        issues=(Issue(product, element, 2), Issue(total, "last", 3), Issue(total, element, 4)),
    )
    return Problem(dfg, arch, contexts), mapping


@pytest.fixture
def carried() -> Made:
    """A recurrence of distance 2 with 3 contexts: s is read in cycle 1 + 2 · 3 of its own time.

    All values travel over buses to both elements; m takes two cycles.
    """
    dfg = Dfg(
        "rec",
        (Operator("+", 2), Operator("*", 2, latency=2)),
        ("x", "c"),
        (
            Operation("m", "*", (Operand("s", 2), Operand("c"))),
            Operation("s", "+", (Operand("m"), Operand("x"))),
        ),
        ("s",),
    )
    elements = ("left", "right")
    arch = Architecture(
        "two",
        (
            Component("left", issue=1, capacity=2),
            Component("right", issue=1, capacity=2),
            Component("mem", initial="all", holds_intermediates=False),
        ),
        (
            Path("bus", elements, elements, 1),
            Path("in", ("mem",), elements, 2),
            Path("out", ("right",), ("mem",), 1),
        ),
        external="mem",
    )
    inputs = tuple(Held(name, "mem", k) for name in "xc" for k in range(5))
    mapping = Mapping(
        "rec",
        "two",
        5,
        3,
        (
            *inputs,
            Held("m", "left", 2),
            Held("s", "right", 3),
            *(Held("s", "mem", k) for k in (4, 5, 6)),
        ),
        (
            Transfer("c", "in", 1),
            Transfer("m", "bus", 3),
            Transfer("x", "in", 3),
            Transfer("s", "out", 4),
            Transfer("s", "in", 7),
        ),
        (Issue("m", "left", 1), Issue("s", "right", 3)),
    )
    return Problem(dfg, arch, 3), mapping


@pytest.fixture
def made() -> Callable[..., Made]:
    """The maker of the mapping."""
    return make
