"""The judge of mapped partitions: right ones pass, and whatever is wrong is found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import msgspec
import pytest

from archs.presets import architecture_preset
from heuristics.modulo import modulo_schedule
from models.data.architecture import Architecture
from models.data.dfg import (
    Constant,
    Dfg,
    Initial,
    Operand,
    Operation,
    Operator,
    OrderEdge,
    Priority,
)
from models.data.mapping import Mapping
from models.data.problem import Problem
from partition.model import Partition, split
from partition.model import check as judge
from partition.model.check import Checked, check_parts
from partition.model.split import MEMORY, Part
from tests.partition.random_partitions import random_dfg, random_partition

replace = msgspec.structs.replace
MESH = "mesh:2x2,registers=6"
ARRAYS = {name: architecture_preset(name) for name in (MESH, "adres:2x2,io=memory")}
ADD, SUB = Operator("add", 2, commutative=True), Operator("sub", 2)
PUT = Operator("store", 2, effect=True)


def kernel() -> Dfg:
    """Return u = a + b; v = u - s@1 and w = u@2 + v, which is stored; s = v + s@1."""
    return Dfg(
        "kernel",
        (ADD, SUB, PUT),
        ("a", "b"),
        (
            Operation("u", "add", (Operand("a"), Operand("b"))),
            Operation("x", "sub", (Operand("a"), Operand("u"))),
            Operation("v", "sub", (Operand("u"), Operand("x"))),
            Operation("s", "add", (Operand("v"), Operand("s", 1))),
            Operation("w", "add", (Operand("u", 2), Operand("v"))),
            Operation("put", "store", (Operand("w"), Operand("k"))),
        ),
        ("s", "u"),
        (Constant("k", 8),),
        (OrderEdge("v", "put"),),
        (Priority("u", "x"),),
        initial=(Initial("u", (3, 4)), Initial("s", (5,))),
    )


CUTS = {
    "one": (("u", "x", "v", "s", "w", "put"),),
    "two": (("u", "x", "v"), ("s", "w", "put")),
    "three": (("u",), ("x", "v", "w"), ("s", "put")),
}


def mapped(parts: Sequence[Part], arch: Architecture) -> list[Mapping]:
    """Return a mapping of every part, at an interval at which that is easy."""
    found = []
    for part in parts:
        tries = (modulo_schedule(Problem(part.dfg, arch, ii), effort=20) for ii in range(6, 30))
        found.append(next(mapping for mapping in tries if mapping is not None))
    return found


@cache
def made(cut: str, array: str = MESH) -> tuple[Dfg, Architecture, Partition, list[Mapping]]:
    """Return the kernel in parts, mapped."""
    dfg, arch, partition = kernel(), ARRAYS[array], Partition(CUTS[cut])
    return dfg, arch, partition, mapped(split(dfg, partition), arch)


@pytest.mark.parametrize("array", ARRAYS)
@pytest.mark.parametrize("cut", CUTS)
def test_right_partitions_pass(cut: str, array: str) -> None:
    """Tests that mapped parts are right, and that every number was compared."""
    found = check_parts(*made(cut, array))
    assert found.fault is None
    assert found.compared % len(kernel().operations) == 0
    assert found.compared >= 10 * len(kernel().operations)


@pytest.mark.parametrize("seed", range(4))
def test_random_partitions_pass(seed: int) -> None:
    """Tests that what the mapper makes of random parts is right."""
    dfg = replace(random_dfg(seed, 6), patterns=())
    partition, arch = random_partition(dfg, seed), ARRAYS[MESH]
    found = check_parts(dfg, arch, partition, mapped(split(dfg, partition), arch))
    assert found.fault is None
    assert found.compared % len(dfg.operations) == 0 and found.compared


def judged(
    partition: Partition | None = None,
    mappings: Sequence[Mapping] | None = None,
    cut: str = "three",
) -> str:
    """Return what is wrong with the kernel in three parts where these are changed."""
    dfg, arch, own, right = made(cut)
    found = check_parts(dfg, arch, partition or own, right if mappings is None else mappings)
    assert found.fault is not None
    return found.fault


def test_mappings_of_other_parts() -> None:
    """Tests that a mapping belongs to its own part, whatever name it has."""
    mappings = made("three")[3]
    assert judged(None, [mappings[1], mappings[0], mappings[2]]).startswith("part 0: ")
    assert judged(None, [mappings[0], *made("two")[3]]).startswith("part 1: ")
    lied = replace(mappings[2], dfg="kernel.1")
    assert judged(None, [mappings[0], lied, mappings[2]]).startswith("part 1: ")
    twice = replace(mappings[1], holds=(*mappings[1].holds, mappings[1].holds[0]))
    assert "listed twice" in judged(None, [mappings[0], twice, mappings[2]])
    moved = Partition((("u",), ("x", "v"), ("s", "put", "w")))
    assert judged(moved).startswith("part 1: ")
    assert judged(None, mappings[:2]) == "2 mapping(s) of 3 part(s)"


Change = Callable[[Part], Part]


def without(field: str) -> Change:
    """Return what empties a field of every part."""
    return lambda part: part._replace(dfg=replace(part.dfg, **{field: ()}))


def edited(edit: Callable[[Part, Operation], Operation]) -> Change:
    """Return what edits every operation of a part."""
    return lambda part: part._replace(
        dfg=replace(part.dfg, operations=tuple(edit(part, x) for x in part.dfg.operations))
    )


def stores_another(part: Part, x: Operation) -> Operation:
    """Let the store of v write x."""
    return replace(x, operands=(Operand("x"),)) if x.name == part.stores.get("v") else x


def stores_late(part: Part, x: Operation) -> Operation:
    """Let every store write what the value was in the iteration before."""
    late = x.name in part.stores.values()
    return replace(x, operands=(Operand(x.operands[0].value, 1),)) if late else x


def forgets_an_operation(part: Part) -> Part:
    """Leave out s."""
    operations = tuple(x for x in part.dfg.operations if x.name != "s")
    results = tuple(name for name in part.dfg.results if name != "s")
    initial = tuple(x for x in part.dfg.initial if x.value != "s")
    dfg = replace(part.dfg, operations=operations, results=results, initial=initial)
    return part._replace(dfg=dfg)


SABOTAGE: dict[str, tuple[Change, str]] = {
    "another value": (edited(stores_another), "part 0: 'v.store' does not store 'v'"),
    "a late store": (edited(stores_late), "part 0: '.*' does not store '.*'"),
    "lost results": (without("results"), "result 's' is that of no part"),
    "lost order": (without("order"), "part 1: 'put' is not kept after 'w'"),
    "lost numbers": (without("initial"), "part [01]: iteration"),
    "no operation": (forgets_an_operation, "part 1: does not have 's'"),
}


@pytest.mark.parametrize("change", SABOTAGE)
def test_wrong_splits_are_found(change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that the judge does not trust the DFGs of the parts, which are mapped as they are."""
    spoil, message = SABOTAGE[change]
    dfg = replace(kernel(), order=(OrderEdge("w", "put"),))
    partition, arch = Partition(CUTS["two"]), ARRAYS[MESH]
    parts = tuple(map(spoil, split(dfg, partition)))
    assert parts != split(dfg, partition)
    mappings = mapped(parts, arch)
    monkeypatch.setattr(judge, "split", lambda *_: parts)
    found: Checked = judge.check_parts(dfg, arch, partition, mappings, MEMORY)
    with pytest.raises(AssertionError, match=message):
        raise AssertionError(found.fault)


def test_initial_values_that_are_inputs_are_inputs_of_their_part() -> None:
    """Tests a recurrence that begins with an input that no operation reads."""
    dfg = replace(kernel(), inputs=("a", "b", "first"), initial=(Initial("s", ("first",)),))
    parts = split(dfg, Partition(CUTS["two"]))
    assert [part.dfg.inputs for part in parts] == [("a", "b"), ("first",)]
