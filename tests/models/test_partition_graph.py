"""Blocks of a DFG, partitions of it and what crosses, each found again by brute force."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.data.dfg import (
    Dfg,
    Operand,
    Operation,
    Operator,
)
from models.partition import MemoryOperators, Partition, PartitionGraph, crossing, split
from models.partition.partition import fault
from tests.models.random_partitions import (
    ADD,
    NEG,
    edges_of,
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


def reached(dfg: Dfg) -> dict[str, set[str]]:
    """Return what each operation leads to over any edges, itself included."""
    found = {operation.name: {operation.name} for operation in dfg.operations}
    pairs = edges_of(dfg)
    changed = True
    while changed:
        changed = False
        for a, b in pairs:
            for known in found.values():
                if a in known and b not in known:
                    known.add(b)
                    changed = True
    return found


@QUIET
@given(SEEDS)
def test_blocks_are_what_leads_to_each_other(seed: int) -> None:
    """Tests that two operations share a block if and only if each leads to the other."""
    dfg = random_dfg(seed)
    graph, leads = PartitionGraph(dfg), reached(dfg)
    assert sorted(name for names in graph.blocks for name in names) == sorted(leads)
    for a, b in product(leads, repeat=2):
        together = graph.block_of[a] == graph.block_of[b]
        assert together == (b in leads[a] and a in leads[b])


@QUIET
@given(SEEDS)
def test_crossing_is_a_recount(seed: int) -> None:
    """Tests that crossing counts a store a value, a load a part, an edge a pair."""
    dfg = random_dfg(seed)
    partition = random_partition(dfg, seed)
    assert fault(dfg, partition) is None
    part = partition.part_of
    edges, loads, stores = set(), set(), set()
    for reader in dfg.operations:
        for operand in reader.operands:
            value = operand.value
            if value in part and part[value] != part[reader.name]:
                edges.add((value, reader.name))
                loads.add((value, part[reader.name]))
                stores.add(value)
    found = crossing(PartitionGraph(dfg), partition)
    assert len(found.stores) == len(stores) and set(found.stores) == stores
    assert len(found.loads) == len(loads) and set(found.loads) == loads
    assert (found.edges, found.extra) == (len(edges), len(stores) + len(loads))


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


@QUIET
@given(SEEDS)
def test_everything_else_stays(seed: int) -> None:
    """Tests that order, priorities, patterns and rules are where they belong."""
    dfg = random_dfg(seed)
    partition = random_partition(dfg, seed)
    part_of = partition.part_of
    parts = split(dfg, partition)
    for p, part in enumerate(parts):
        own = {x.name for x in dfg.operations if part_of[x.name] == p}
        assert part.dfg.name == f"random.{p}"
        assert part.dfg.order == tuple(e for e in dfg.order if {e.before, e.after} <= own)
        assert (part.dfg.patterns, part.dfg.rules) == (dfg.patterns, dfg.rules)
        near = own | {*part.dfg.inputs}
        assert part.dfg.priorities == tuple(
            x for x in dfg.priorities if x.then in own and x.first in near
        )


@pytest.mark.parametrize(
    ("own", "store", "load"),
    [
        ((), "store", "load"),
        ((Operator("store", 1, effect=True, latency=3),), "store", "load"),
        ((Operator("store", 2, effect=True), Operator("load", 1)), "store/1", "load/0"),
        ((Operator("store", 3), Operator("store/1", 1, effect=True)), "store/1", "load"),
    ],
)
def test_operators_of_the_cut(own: tuple[Operator, ...], store: str, load: str) -> None:
    """Tests that the DFG's own operators serve where they fit: an arity, and an effect."""
    chosen = split(two(*own), APART, MemoryOperators("str", "lod"))
    assert chosen[0].dfg.operation_by_name["p.str"].operator == "str"
    first, second = split(two(*own), APART)
    assert first.dfg.operation_by_name["p.store"].operator == store
    assert second.dfg.operation_by_name["p.load"].operator == load
    assert first.dfg.operator_by_name[store].effect and second.dfg.operator_by_name[load].effect
    kept = first.dfg.operator_by_name[store]
    assert kept in own or kept.latency == next((o.latency for o in own if o.name == "store"), 1)
