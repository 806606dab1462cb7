"""Blocks of a DFG, partitions, the DFGs of parts, and bounds of their intervals."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archs.presets import architecture_preset
from heuristics.modulo import modulo_schedule
from models.data.architecture import Architecture, Component, SharedIssue
from models.data.architecture import Path as Way
from models.data.dfg import (
    Dfg,
    Operand,
    Operation,
    Operator,
)
from models.data.problem import Problem
from models.errors import InputError
from partition.model import Partition, PartitionGraph, split
from partition.model.limits import Limits
from partition.model.partition import fault
from tests.partition.random_partitions import (
    ADD,
    NEG,
    SLOW,
    edges_of,
    random_array,
    random_dfg,
    random_partition,
    run_through_memory,
)

SEEDS = st.integers(0, 10**6)
QUIET = settings(deadline=None)


def chain(*names: str, **more: object) -> Dfg:
    """Return a chain from input a."""
    operations = tuple(
        Operation(name, "f", (Operand(before),))
        for before, name in zip(("a", *names), names, strict=False)
    )
    return msgspec.structs.replace(Dfg("chain", (NEG, ADD), ("a",), operations), **more)


@QUIET
@given(SEEDS, st.data())
def test_fault_finds_whatever_runs_backward(seed: int, data: st.DataObject) -> None:
    """Tests that a division of all operations has a fault if and only if an edge leads back."""
    dfg = random_dfg(seed)
    names = list(dfg.operation_by_name)
    chosen = data.draw(st.lists(st.integers(0, 2), min_size=len(names), max_size=len(names)))
    parts = [tuple(n for n, p in zip(names, chosen, strict=True) if p == q) for q in range(3)]
    partition = Partition(tuple(part for part in parts if part))
    part = partition.part_of
    back = [(a, b) for a, b in edges_of(dfg) if part[a] > part[b]]
    found = fault(dfg, partition)
    assert (found is not None) == bool(back)
    if found is not None:
        assert any(f"'{b}'" in str(found) and f"'{a}' before it" in str(found) for a, b in back)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ((("p",), (), ("q", "r")), r"\$\.parts\[1\]: the part is empty"),
        ((("p", "q"), ("r", "z")), r"\$\.parts\[1\]: unknown operation 'z'; known: p, q, r"),
        ((("p", "a"), ("q", "r")), r"\$\.parts\[0\]: unknown operation 'a'"),
        ((("p", "q"), ("q", "r")), r"\$\.parts\[1\]: 'q' is in part 0 too"),
        ((("p",), ("r",)), r"\$\.parts: operation 'q' is in no part"),
        ((("q", "r"), ("p",)), r"'q' is in part 0, 'p' before it in part 1"),
    ],
)
def test_wrong_partitions_are_named(parts: tuple[tuple[str, ...], ...], message: str) -> None:
    """Tests that every kind of wrong partition is said in one line."""
    found = fault(chain("p", "q", "r"), Partition(parts))
    with pytest.raises(ValueError, match=message):
        raise found or AssertionError("no fault was found")


def two(*operators: Operator, **more: Any) -> Dfg:
    """Return q = f(p), p = f(a)."""
    operations = (Operation("p", "f", (Operand("a"),)), Operation("q", "f", (Operand("p"),)))
    return Dfg("two", (NEG, ADD, *operators), ("a",), operations, **more)


APART = Partition((("p",), ("q",)))


@QUIET
@given(SEEDS)
def test_parts_compute_the_whole(seed: int) -> None:
    """Tests that parts that run one after another give every value of the DFG, once."""
    dfg = random_dfg(seed)
    parts = split(dfg, random_partition(dfg, seed))
    assert run_through_memory(dfg, parts, 6) == set(dfg.operation_by_name)


def whole(dfg: Dfg, arch: Architecture) -> int:
    """Return the bound of all operations together."""
    limits = Limits(PartitionGraph(dfg), arch)
    return limits.interval(limits.weight.sum(axis=0), int(limits.recurrence.max(initial=1)))


def easiest(dfg: Dfg, arch: Architecture) -> int | None:
    """Return the smallest interval at which the heuristic finds a mapping."""
    for ii in range(1, 8):
        if modulo_schedule(Problem(dfg, arch, ii), effort=15) is not None:
            return ii
    return None


@pytest.mark.oracle
def test_no_mapping_is_below() -> None:
    """Tests that whatever is mapped, of whole DFGs and of parts, runs no faster than the bound."""
    mesh, tight = architecture_preset("mesh:1x2,registers=6"), 0
    for seed in range(30):
        arch = mesh if seed % 2 else random_array(seed)
        dfg = msgspec.structs.replace(random_dfg(seed, 6, rich=False), patterns=())
        try:
            bound = whole(dfg, arch)
        except InputError:
            assert easiest(dfg, arch) is None
            continue
        mapped = easiest(dfg, arch)
        assert mapped is None or bound <= mapped
        tight += bound == mapped and bound > 1
        for part in split(dfg, random_partition(dfg, seed)) if arch is mesh else ():
            mapped = easiest(part.dfg, arch)
            assert mapped is None or whole(part.dfg, arch) <= mapped
    assert tight > 4


def element(*operators: str, issue: int = 1, name: str = "pe") -> Component:
    """Return an element that executes these operators, all if there are none."""
    return Component(name, issue=issue, ops=operators or None, capacity=6)


def machine(*elements: Component, shared: tuple[SharedIssue, ...] = ()) -> Architecture:
    """Return an array of elements, all of which reach each other and the external memory."""
    names = tuple(x.name for x in elements)
    ways = [Way(f"{a}.{b}", (a,), (b,)) for a in ("ext", *names) for b in ("ext", *names) if a != b]
    memory = Component("ext", initial="all", holds_intermediates=False)
    return Architecture("machine", (*elements, memory), tuple(ways), "ext", shared=shared)


def chained(*operators: Operator, distance: int = 0) -> Dfg:
    """Return operations one after another, and the first after the last of a distance."""
    names = [f"v{n}" for n in range(len(operators))]
    operations = []
    for n, (name, operator) in enumerate(zip(names, operators, strict=True)):
        before = Operand(names[n - 1]) if n else Operand(names[-1] if distance else "a", distance)
        reads = (before, Operand("a"))[: operator.arity]
        operations.append(Operation(name, operator.name, reads))
    table = tuple(dict.fromkeys(operators))
    return Dfg("chain", table, ("a",), tuple(operations), (names[-1],))


@pytest.mark.parametrize(
    ("operators", "distance", "bound"),
    [((NEG,) * 3, 1, 3), ((SLOW,) * 3, 1, 6), ((SLOW, NEG), 2, 2), ((NEG,) * 4, 3, 2)],
)
def test_recurrences(operators: tuple[Operator, ...], distance: int, bound: int) -> None:
    """Tests that a cycle takes its latencies, divided by its distance."""
    graph = PartitionGraph(chained(*operators, distance=distance))
    limits = Limits(graph, machine(element(issue=9)))
    assert limits.recurrence.tolist() == [bound]
    # What nothing needs bounds nothing.
    dead = msgspec.structs.replace(chained(*operators, distance=distance), results=("a",))
    assert whole(dead, machine(element())) == 1


def test_what_cannot_be_executed() -> None:
    """Tests that an operator without a component, or without a slot, is one clear line."""
    dfg = chained(NEG, ADD)
    with pytest.raises(InputError, match="no component of 'machine' executes operator '\\+'.*'v1'"):
        whole(dfg, machine(element("f")))
    closed = SharedIssue("s", ("pe",), ("+",), 0)
    with pytest.raises(InputError, match="executes operator '\\+' of 'v1'"):
        whole(dfg, machine(element(), shared=(closed,)))


def test_nothing_can_cross_without_memory_ports() -> None:
    """Tests that stores and loads need a component and a slot each."""
    graph = PartitionGraph(chained(NEG, ADD))
    none = SharedIssue("s", ("pe",), ("load",), 0)
    assert Limits(graph, machine(element())).carries
    assert not Limits(graph, machine(element("f", "+", "load"))).carries
    assert not Limits(graph, machine(element(), shared=(none,))).carries


@pytest.mark.parametrize("wrong", [Operator("store/1", 2), Operator("store/1", 1)])
def test_no_name_is_left_for_a_store(wrong: Operator) -> None:
    """Tests that an operator that cannot be named is one clear line."""
    dfg = two(Operator("store", 2, effect=True), wrong)
    with pytest.raises(InputError, match="'store/1'"):
        split(dfg, APART)
