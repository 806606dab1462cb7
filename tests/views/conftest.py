"""One small mapping for all view tests, with names that a test may choose."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg, Operator, Pattern
from models.data.mapping import Mapping
from models.data.problem import Problem
from tests.models.mappings import links, mapping, memory, operation, operations

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
        graph,
        (Operator(add, 2, commutative=True, associative=True), Operator("*", 2)),
        ("a", "b", "c"),
        (operation(product, "*", "a", "b"), operation(total, add, "c", product)),
        (total,),
        patterns=(Pattern("mac", (add, "_", "*", "_", "_")),),
    )
    arch = Architecture(
        "pair",
        (
            Component(element, issue=1, capacity=3),
            Component("last", issue=1, capacity=2),
            memory("extmem"),
        ),
        (
            Path("in", ("extmem",), (element, "last")),
            Path("across", (element,), ("last",), 1),
            Path("out", ("last",), ("extmem",), 1),
        ),
        external="extmem",
    )
    inputs = [f"{name} extmem 0 4" for name in "abc"] + [f"{name} {element} 1 1" for name in "ab"]
    computed = [f"{product} {element} 2 2", f"{total} {element} 3 3"]
    return mapping(
        Problem(dfg, arch, contexts),
        5,
        [*inputs, *computed, f"{total} last 3 3", f"{total} extmem 4 4"],
        f"a in 1,b in 1,c in 3,a in 3,b in 3,{product} across 3,{total} out 4",
        f"{product} {element} 2,{total} last 3,{total} {element} 4",
    )


@pytest.fixture
def carried() -> Made:
    """A recurrence of distance 2 with 3 contexts: s is read in cycle 1 + 2 · 3 of its own time.

    All values travel over buses to both elements; m takes two cycles.
    """
    dfg = Dfg(
        "rec",
        (Operator("+", 2), Operator("*", 2, latency=2)),
        ("x", "c"),
        operations("m * s@2 c; s + m x"),
        ("s",),
    )
    elements = [Component(name, issue=1, capacity=2) for name in ("left", "right")]
    arch = Architecture(
        "two",
        (*elements, memory("mem")),
        links("bus: left right > left right w=1; in: mem > left right w=2; out: right > mem w=1"),
        external="mem",
    )
    return mapping(
        Problem(dfg, arch, 3),
        5,
        ["x mem 0 4", "c mem 0 4", "m left 2 2", "s right 3 3", "s mem 4 6"],
        "c in 1,m bus 3,x in 3,s out 4,s in 7",
        "m left 1,s right 3",
    )


@pytest.fixture
def made() -> Callable[..., Made]:
    """The maker of the mapping."""
    return make
