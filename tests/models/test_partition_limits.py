"""Bounds of the interval of a part: never above what is mapped, and exact where nothing else is."""

from __future__ import annotations

import msgspec
import pytest

from archs.presets import architecture_preset
from heuristics.modulo import modulo_schedule
from models.data.architecture import Architecture, Component, SharedIssue
from models.data.architecture import Path as Way
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.problem import Problem
from models.errors import InputError
from models.partition import PartitionGraph, split
from models.partition.limits import Limits
from tests.models.random_partitions import (
    ADD,
    NEG,
    SLOW,
    random_array,
    random_dfg,
    random_partition,
)


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
        dfg = msgspec.structs.replace(random_dfg(seed, 6, rich=False), patterns=(), rules=())
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


def test_parts_are_counted_with_what_crosses() -> None:
    """Tests that the counts of blocks, stores and loads bound what the part's DFG is bounded by."""
    arch = architecture_preset("mesh:1x1")
    for seed in range(25):
        dfg = msgspec.structs.replace(random_dfg(seed), patterns=(), rules=())
        partition, graph = random_partition(dfg, seed), PartitionGraph(dfg)
        limits = Limits(graph, arch)
        for members, part in zip(partition.parts, split(dfg, partition), strict=True):
            blocks = sorted({graph.block_of[name] for name in members})
            counts = limits.weight[blocks].sum(axis=0)
            counts[limits.store] += len(part.stores)
            counts[limits.load] += len(part.loads)
            least = int(limits.recurrence[blocks].max())
            # What nothing needs in the whole DFG may be what an earlier part has to store.
            assert limits.interval(counts, least) <= whole(part.dfg, arch)


def element(*operators: str, issue: int = 1, name: str = "pe") -> Component:
    """Return an element that executes these operators, all if there are none."""
    return Component(name, issue=issue, ops=operators or None, capacity=6)


def machine(*elements: Component, shared: tuple[SharedIssue, ...] = ()) -> Architecture:
    """Return an array of elements, all of which reach each other and the external memory."""
    names = tuple(x.name for x in elements)
    ways = [Way(f"{a}.{b}", (a,), (b,)) for a in ("ext", *names) for b in ("ext", *names) if a != b]
    memory = Component("ext", initial="all", holds_intermediates=False)
    return Architecture("machine", (*elements, memory), tuple(ways), "ext", shared=shared)


def chain(*operators: Operator, distance: int = 0) -> Dfg:
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
    graph = PartitionGraph(chain(*operators, distance=distance))
    limits = Limits(graph, machine(element(issue=9)))
    assert limits.recurrence.tolist() == [bound]
    # What nothing needs bounds nothing.
    dead = msgspec.structs.replace(chain(*operators, distance=distance), results=("a",))
    assert whole(dead, machine(element())) == 1


def test_limits_that_are_shared() -> None:
    """Tests limits of ports, alone, beside each other, and overlapping."""
    dfg = chain(NEG, NEG, NEG, NEG, ADD)
    pair = (element(name="p"), element(name="q"))

    def bound(*shared: SharedIssue) -> int:
        return whole(dfg, machine(*pair, shared=shared))

    assert bound() == 3
    assert bound(SharedIssue("s", ("p", "q"), ("f",), 1)) == 4
    assert bound(SharedIssue("s", ("p",), ("f",), 1), SharedIssue("t", ("q",), ("f",), 1)) == 3
    assert bound(SharedIssue("s", ("p", "q"), ("f",), 1), SharedIssue("t", ("q",), ("f",), 1)) == 4
    assert bound(SharedIssue("s", ("p", "q"), ("f", "+"), 1)) == 5


def test_what_cannot_be_executed() -> None:
    """Tests that an operator without a component, or without a slot, is one clear line."""
    dfg = chain(NEG, ADD)
    with pytest.raises(InputError, match="no component of 'machine' executes operator '\\+'.*'v1'"):
        whole(dfg, machine(element("f")))
    closed = SharedIssue("s", ("pe",), ("+",), 0)
    with pytest.raises(InputError, match="executes operator '\\+' of 'v1'"):
        whole(dfg, machine(element(), shared=(closed,)))


def test_nothing_can_cross_without_memory_ports() -> None:
    """Tests that stores and loads need a component and a slot each."""
    graph = PartitionGraph(chain(NEG, ADD))
    none = SharedIssue("s", ("pe",), ("load",), 0)
    assert Limits(graph, machine(element())).carries
    assert not Limits(graph, machine(element("f", "+", "load"))).carries
    assert not Limits(graph, machine(element(), shared=(none,))).carries
