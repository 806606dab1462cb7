"""Blocks of a DFG, partitions of it and what crosses, each found again by brute force."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.data.dfg import Dfg, Initial, Operand, Operation, OrderEdge, Priority
from models.partition import Partition, PartitionGraph, crossing
from models.partition.partition import fault
from tests.models.random_partitions import ADD, NEG, edges_of, random_dfg, random_partition

ROOT = Path(__file__).resolve().parents[2]
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
def test_edges_lead_forward(seed: int) -> None:
    """Tests that the edges are all edges between blocks, once and forward."""
    dfg = random_dfg(seed)
    graph = PartitionGraph(dfg)
    block = graph.block_of
    wanted = {(block[a], block[b]) for a, b in edges_of(dfg) if block[a] != block[b]}
    assert len(graph.edges) == len(wanted) and set(graph.edges) == wanted
    assert all(a < b for a, b in graph.edges)
    for b in range(len(graph.blocks)):
        assert set(graph.before[b]) == {a for a, x in wanted if x == b}
        assert set(graph.after[b]) == {x for a, x in wanted if a == b}


@pytest.mark.parametrize("kind", ["operands", "order", "priorities", "mixed"])
def test_every_kind_of_edge_closes_a_cycle(kind: str) -> None:
    """Tests cycles over distances, order edges and priorities, and their mixture."""
    names = ("p", "q", "r")
    if kind == "operands":
        dfg = chain(*names)
        first = Operation("p", "+", (Operand("a"), Operand("r", 3)))
        dfg = msgspec.structs.replace(dfg, operations=(first, *dfg.operations[1:]))
    elif kind == "order":
        dfg = chain(*names, order=(OrderEdge("r", "p", 2),))
    elif kind == "priorities":
        dfg = chain(*names, priorities=(Priority("r", "p"),))
    else:
        dfg = chain(*names, order=(OrderEdge("r", "q", 1),), priorities=(Priority("q", "p"),))
    assert PartitionGraph(dfg).blocks == (names,)
    assert PartitionGraph(chain(*names)).blocks == (("p",), ("q",), ("r",))


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
        ((("p", "p", "q"), ("r",)), r"\$\.parts\[0\]: 'p' is in part 0 too"),
        ((("p",), ("r",)), r"\$\.parts: operation 'q' is in no part"),
        ((), r"\$\.parts: operation 'p' is in no part"),
        ((("q", "r"), ("p",)), r"'q' is in part 0, 'p' before it in part 1"),
    ],
)
def test_wrong_partitions_are_named(parts: tuple[tuple[str, ...], ...], message: str) -> None:
    """Tests that every kind of wrong partition is said in one line."""
    found = fault(chain("p", "q", "r"), Partition(parts))
    with pytest.raises(ValueError, match=message):
        raise found or AssertionError("no fault was found")


def test_empty_parts_vanish() -> None:
    """Tests that numbers of parts that no block has leave no empty part."""
    graph = PartitionGraph(chain("p", "q", "r"))
    assert Partition.of_blocks(graph, [0, 3, 7]).parts == (("p",), ("q",), ("r",))
    assert Partition.of_blocks(graph, [2, 2, 5]).parts == (("p", "q"), ("r",))


@pytest.mark.parametrize("kind", ["distance", "order", "priority"])
def test_edges_of_every_kind_lead_forward(kind: str) -> None:
    """Tests that a value of an earlier iteration, order and priority are edges as well."""
    dfg = Dfg(
        "two",
        (NEG,),
        ("a",),
        (
            Operation("p", "f", (Operand("a"),)),
            Operation("q", "f", (Operand("p" if kind == "distance" else "a", 1),)),
        ),
        order=(OrderEdge("p", "q", 4),) if kind == "order" else (),
        priorities=(Priority("p", "q", ">="),) if kind == "priority" else (),
        initial=(Initial("p", (1,)),),
    )
    assert fault(dfg, Partition((("p",), ("q",)))) is None
    assert "'p' before it" in str(fault(dfg, Partition((("q",), ("p",)))))


def test_a_value_of_its_own_last_iteration_is_no_edge() -> None:
    """Tests that an accumulator is a block by itself, which no other block reads."""
    dfg = Dfg("sum", (ADD,), ("a",), (Operation("s", "+", (Operand("a"), Operand("s", 1))),))
    graph = PartitionGraph(dfg)
    assert (graph.blocks, graph.edges, graph.readers) == ((("s",),), (), {})
