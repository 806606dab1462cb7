"""Files of operators: names, laws and classes of a graph's operators."""

from __future__ import annotations

import json

import msgspec
import pytest

import xyzmap
from archs.classes import executing
from archs.files import load_architecture
from models.data.dfg import Dfg, Operand, Operation, Operator, Pattern
from models.errors import InputError
from models.formats.operators_file import operators_from_json, with_operators
from models.semantics.evaluate import evaluate

GRAPH = xyzmap.build_dfg(
    "g",
    {"a": ("op31", "x", 5), "b": ("LSL", "a", 1), "c": ("shl", "b", "x"), "d": ("f", "c")},
    ["d"],
)


def given(*entries: dict[str, object]) -> str:
    return json.dumps({"schema": "xyzmap/operators/1", "operators": entries})


def changed(dfg: Dfg, *entries: dict[str, object]) -> Dfg:
    return with_operators(dfg, operators_from_json(given(*entries), "f"), "f")


def test_aliases_get_a_meaning() -> None:
    """Tests that words of a file become an operator of the table, with its laws."""
    found = changed(GRAPH, {"name": "srem", "aliases": ["OP31"]}, {"name": "neg", "aliases": ["F"]})
    assert [o.operator for o in found.operations] == ["srem", "LSL", "shl", "neg"]
    (row,) = evaluate(found, 1, {"x": [17]})
    assert row["a"] == 2 and row["d"] == -((2 << 1) << 17)
    plus = xyzmap.build_dfg("p", {"s": ("plus", "x", "y")}, ["s"])
    assert not plus.operators[0].associative
    (operator,) = changed(plus, {"name": "add", "aliases": ["plus"]}).operators
    assert operator == Operator("add", 2, commutative=True, associative=True)


def test_number_of_operands() -> None:
    """Tests that `-` with one operand can be another operator than with two."""
    dfg = Dfg(
        "m",
        (Operator("-", 2), Operator("-/1", 1)),
        ("x",),
        (Operation("a", "-", (Operand("x"), Operand("x"))), Operation("b", "-/1", (Operand("a"),))),
        ("b",),
        patterns=(Pattern("both", ("-/1", "-", "_", "_")),),
    )
    found = changed(dfg, {"name": "neg", "aliases": ["-"], "arity": 1})
    assert [o.name for o in found.operators] == ["-", "neg"]
    assert found.patterns[0].expression == ("neg", "-", "_", "_")
    assert evaluate(found, 1, {"x": [4]})[0]["b"] == 0
    both = changed(dfg, {"name": "sub", "aliases": ["-"]})
    assert [o.name for o in both.operators] == ["sub", "sub/1"]
    swapped = msgspec.structs.replace(dfg, operators=dfg.operators[::-1])
    assert [o.name for o in changed(swapped, {"name": "sub", "aliases": ["-"]}).operators] == [
        "sub/1",
        "sub",
    ]


@pytest.mark.parametrize(
    ("entries", "line"),
    [
        ([{"name": "mul", "aliases": ["nothing"]}], "none of these operators is in the graph"),
        ([{"name": "shl", "aliases": ["q"]}, {"name": "mul", "aliases": ["Q"]}], "already means"),
        ([{"name": "f", "class": "big"}], r"\$.operators\[0\]"),
        ([{"name": "a b"}], "'a b' is no operator"),
        ([{"name": "f", "associative": True}], "associative operator 'f' has arity 1"),
        ([{"name": "shl", "arity": 2}, {"name": "f"}, {"name": "F"}], "'F' already means 'f'"),
    ],
)
def test_refusals(entries: list[dict[str, object]], line: str) -> None:
    """Tests that what cannot be meant is one line with the file."""
    with pytest.raises(InputError, match=line) as caught:
        changed(GRAPH, *entries)
    assert str(caught.value).startswith("f: ")


def test_classes_of_an_array() -> None:
    """Tests that units take operators of classes that they have, and limits count them."""
    arch = load_architecture("lisa-systolic:2x2")
    able = [c for c in executing(arch, {"sad": "mul"}).components if c.supports("sad")]
    assert able and all(c.supports("mul") for c in able)
    arch = load_architecture("adres:2x2")
    some = executing(arch, {"gather": "memory", "own": "any"})
    assert all(c.supports("own") for c in some.components if c.issue)
    memory = {c.name for c in arch.components if c.supports("load")}
    assert {c.name for c in some.components if c.supports("gather")} == memory
    limits = [limit for limit in some.shared if limit.limits("load")]
    assert all(limit.limits("gather") for limit in limits)
