"""What a DFG and an architecture refuse, and which operations are needed."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from models.data.architecture import Architecture, Choice, Component, InitialContents, Path, Support
from models.data.dfg import (
    Constant,
    Dfg,
    Initial,
    Operand,
    Operation,
    Operator,
    OrderEdge,
    Pattern,
    Priority,
)
from models.errors import InputError
from models.semantics.needed import unneeded
from tests.models.mappings import operations

ADD = Operator("+", 2, commutative=True, associative=True)
MUL = Operator("*", 2)
GOOD = Dfg(
    name="mac",
    operators=(ADD, MUL),
    inputs=("a", "b"),
    operations=operations("p * a k; s + p s@1"),
    results=("s",),
    constants=(Constant("k", 3),),
    order=(OrderEdge("p", "s"),),
    priorities=(Priority("p", "s"),),
    patterns=(Pattern("mac", ("+", "_", "*", "_", "_")),),
    initial=(Initial("s", (0,)),),
)


def one(name: str, operator: str, *reads: str, distance: int = 0) -> Operation:
    return Operation(name, operator, tuple(Operand(read, distance) for read in reads))


BAD_DFGS: list[tuple[dict[str, Any], str]] = [
    ({"operators": (ADD, ADD)}, r"\$.operators\[1\]: duplicate operator '\+'"),
    ({"operators": (Operator("+", 2, latency=0),)}, "latency 0 must be at least 1"),
    ({"operators": (Operator("+", 3, associative=True),)}, "has arity 3, must be 2"),
    ({"operators": (ADD,)}, r"unknown operator '\*' of operation 'p'; known: \+"),
    ({"inputs": ("a", "a")}, r"\$.inputs\[1\]: duplicate input 'a'"),
    ({"inputs": ("a", "")}, "must be a word without spaces"),
    ({"inputs": ("a", "p")}, "duplicate name 'p': already an input"),
    ({"inputs": ("a", "k")}, "duplicate name 'k': already an input"),
    ({"operations": (one("s", "+", "a"),)}, "has 1 operands, operator '\\+' takes 2"),
    (
        {"operations": (one("s", "+", "a", "z"),)},
        r"\$.operations\[0\].operands\[1\]: unknown value 'z'; known: a, b, k, s",
    ),
    (
        {"operations": (one("s", "+", "a", "a", distance=-1),)},
        "distance -1 must be from 0 to 65536",
    ),
    (
        {"operations": (one("p", "+", "s", "a"), one("s", "+", "p", "a"))},
        "cycle of distance 0: (p -> s -> p|s -> p -> s); a loop-carried edge needs",
    ),
    ({"results": ("k",)}, r"\$.results\[0\]: result 'k' is a constant; have an operation"),
    ({"order": (OrderEdge("p", "a"),)}, r"\$.order\[0\]: unknown operation 'a'; known: p, s"),
    ({"order": (OrderEdge("s", "p"),)}, "cycle of distance 0"),
    ({"priorities": (Priority("p", "z"),)}, r"\$.priorities\[0\]: unknown value 'z'"),
    ({"priorities": (Priority("p", "a"),)}, "'a' is an input and cannot come after anything"),
    ({"patterns": (Pattern("m", ("+", "_")),)}, r"pattern 'm' lacks 1 operand\(s\)"),
    ({"patterns": (Pattern("m", ("+", "_", "_", "_")),)}, "pattern 'm' goes on after its end"),
    ({"patterns": (Pattern("m", ("-", "_", "_")),)}, r"unknown operator '-'; known: \*, \+"),
    (
        {"patterns": (Pattern("*", ("+", "_", "_")),)},
        r"\$.patterns\[0\]: pattern '\*' has the name of an operator",
    ),
    (
        {"patterns": (Pattern("m", (*"++++", *"_____")),)},
        r"\$.patterns\[0\]: pattern 'm' has 4 operators, must be 1 to 3",
    ),
    (
        {
            "operators": (ADD, MUL, Operator("put", 1, effect=True)),
            "patterns": (Pattern("m", ("put", "+", "_", "_")),),
        },
        r"\$.patterns\[0\]: pattern 'm' contains 'put', an operator with an effect",
    ),
    ({"initial": (Initial("z", (0,)),)}, r"\$.initial\[0\]: unknown value 'z'"),
]


@pytest.mark.parametrize(("change", "line"), BAD_DFGS, ids=[line for _, line in BAD_DFGS])
def test_bad_dfg(change: dict[str, Any], line: str) -> None:
    """Tests that a DFG that contradicts itself is refused in one line."""
    with pytest.raises(InputError, match=line) as caught:
        msgspec.structs.replace(GOOD, **change)
    assert "\n" not in str(caught.value)


def test_long_chain_needs_no_recursion() -> None:
    """Tests that a chain far deeper than the recursion limit is checked."""
    names = ["a", *(f"v{k}" for k in range(5000))]
    chain = tuple(one(b, "+", a, a) for a, b in zip(names, names[1:], strict=False))
    dfg = Dfg("chain", (ADD,), ("a",), chain[::-1], results=(names[-1],))
    assert dfg.schedule_order == tuple(names[1:])


PE = Component("pe", issue=1, capacity=2)
MEM = Component("mem", initial="all")
ARCH = Architecture("a", (PE, MEM), (Path("in", ("mem",), ("pe",), 1),), "mem")


def pe(**fields: Any) -> dict[str, Any]:
    return {"components": (Component("pe", **fields), MEM)}


def path(**fields: Any) -> dict[str, Any]:
    return {"paths": (msgspec.structs.replace(ARCH.paths[0], **fields),)}


BAD_ARCHS: list[tuple[dict[str, Any], str]] = [
    ({"components": ()}, "needs at least one component"),
    ({"external": "ext"}, r"\$.external: unknown component 'ext'; known: mem, pe"),
    ({"max_contexts": 0}, "max_contexts 0 must be at least 1"),
    (pe(capacity=-1), r"\$.components\[0\]: capacity -1 must be at least 0, or absent"),
    (pe(write_ports=-1), "write_ports -1 must be at least 0"),
    (pe(ops=("+", "+")), "duplicate operator '\\+'"),
    (pe(ops=(Support("+", 0),)), "latency of '\\+' 0 must be at least 1"),
    (pe(initial=InitialContents(("a", "a"))), "duplicate input 'a'"),
    (pe(initial=InitialContents(("a",), (Choice(1, ("a",)),))), "'a' is held for certain"),
    (path(width=0), r"\$.paths\[0\]: width 0 must be at least 1, or absent"),
    (path(sources=()), r"\$.paths\[0\].sources: path 'in' has no sources"),
    (path(targets=("x",)), r"\$.paths\[0\].targets\[0\]: unknown component 'x'; known: mem, pe"),
]


@pytest.mark.parametrize(("change", "line"), BAD_ARCHS, ids=[line for _, line in BAD_ARCHS])
def test_bad_architecture(change: dict[str, Any], line: str) -> None:
    """Tests that an impossible architecture is refused in one line."""
    with pytest.raises(InputError, match=line) as caught:
        msgspec.structs.replace(ARCH, **change)
    assert "\n" not in str(caught.value)


def chain(results: tuple[str, ...], order: tuple[OrderEdge, ...] = ()) -> Dfg:
    """Three operations, each of which reads the one before, and one that reads nothing of them."""
    names = ("a", "b", "c")
    read = [Operand("x"), Operand("a"), Operand("b", 1)]
    operations = tuple(Operation(n, "f", (o,)) for n, o in zip(names, read, strict=True))
    alone = (Operation("d", "f", (Operand("d", 1),)),)
    return Dfg("g", (Operator("f", 1),), ("x",), operations + alone, results, order=order)


def test_what_results_and_orders_need() -> None:
    assert unneeded(chain(("c",))) == ["d"]
    assert unneeded(chain(("a", "d"))) == ["b", "c"]
    assert unneeded(chain(("a",), (OrderEdge("d", "a"),))) == ["b", "c"]
