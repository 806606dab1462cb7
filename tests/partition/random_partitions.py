"""Random DFGs with everything that crosses parts, random partitions of them, and small arrays."""

from __future__ import annotations

import random
from collections.abc import Iterable

from models.data.architecture import Architecture, Component, Path, SharedIssue
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
from models.semantics.operators import evaluate, random_inputs, same
from partition.model import Partition, PartitionGraph
from partition.model.split import Part

ADD, SUB = Operator("+", 2, commutative=True, associative=True), Operator("-", 2)
NEG, SLOW = Operator("f", 1), Operator("slow", 1, latency=2)
OWN_MEMORY = (  # what a DFG may have of its own, whatever that means for the cuts
    (Operator("load", 1, effect=True), Operator("store", 2, effect=True)),
    (Operator("load", 0, effect=True), Operator("store", 1, effect=True)),
    (Operator("load", 0), Operator("store", 1)),
    (Operator("load/0", 0, latency=2), Operator("store", 3, effect=True)),
    (
        Operator("load", 2),
        Operator("load/0", 0, effect=True),
        Operator("store", 2),
        Operator("store/1", 1, effect=True),
    ),
    (),
)


def random_dfg(seed: object, most: int = 8, *, rich: bool = True) -> Dfg:
    """Return one DFG; with `rich` its names and patterns are those that may collide."""
    source = random.Random(f"dfg {seed} {most} {rich}")
    own = source.choice(OWN_MEMORY) if rich else OWN_MEMORY[0]
    operators = (ADD, SUB, NEG, SLOW, *own)
    count = source.randint(1, most)
    names = [f"v{n}" for n in range(count)]
    if rich:
        for n in range(1, count):
            if source.random() < 0.3:
                wanted = f"{names[n - 1]}.{source.choice(('store', 'load', 'load2', 'store2'))}"
                names[n] = names[n] if wanted in names else wanted
    inputs = tuple("abc"[: source.randint(0, 3)])
    constants = tuple(
        Constant(name, source.randint(-3, 3))
        for name in ("k", f"{names[-1]}.load", f"{names[0]}.store2")[: source.randint(0, 3)]
        if name not in names
    )
    written: list[tuple[str, Operator, list[Operand]]] = []
    for n, name in enumerate(names):
        readable = [*names[:n], *names[:n], *inputs, *(constant.name for constant in constants)]
        operator = source.choice(operators)
        if not readable and operator.arity:
            readable = [name]
        reads: list[Operand] = []
        for _ in range(operator.arity):
            if source.random() < 0.15 or readable == [name]:
                # Back from anywhere: a recurrence where it comes from a later operation.
                value = source.choice(names[: n + 3] if source.random() < 0.8 else names)
                reads.append(Operand(value, source.randint(1, 3)))
            else:
                late = source.randint(1, 2) if source.random() < 0.2 else 0
                reads.append(Operand(source.choice(readable), late))
        written.append((name, operator, reads))
    pure = [name for name, operator, _ in written if not operator.effect] or [*inputs]
    initial = [
        Initial(name, tuple(source.randint(-9, 9) for _ in range(source.randint(1, 3))))
        for name in (*names, *inputs)
        if source.random() < 0.4
    ]
    fused = rich and source.random() < 0.3
    return Dfg(
        "random",
        operators,
        inputs,
        tuple(Operation(name, operator.name, tuple(reads)) for name, operator, reads in written),
        tuple(sorted(source.sample(pure, min(len(pure), source.randint(0, 2))))),
        constants,
        _orders(source, names),
        _priorities(source, [*inputs, *names], len(inputs)),
        patterns=(Pattern("both", ("-", "_", "f", "_")),) if fused else (),
        initial=tuple(initial),
    )


def _orders(source: random.Random, names: list[str]) -> tuple[OrderEdge, ...]:
    found = []
    for _ in range(source.choice((0, 0, 1, 2)) if len(names) > 1 else 0):
        before, after = sorted(source.sample(range(len(names)), 2))
        if source.random() < 0.2:
            found.append(OrderEdge(names[after], names[before], source.randint(1, 2)))
        else:
            found.append(OrderEdge(names[before], names[after], source.choice((0, 0, 1))))
    return tuple(found)


def _priorities(source: random.Random, values: list[str], inputs: int) -> tuple[Priority, ...]:
    found = []
    for _ in range(source.choice((0, 0, 1))):
        first, then = sorted((source.randrange(len(values)), source.randrange(len(values))))
        if first != then and then >= inputs:
            found.append(Priority(values[first], values[then], source.choice((">", ">="))))
    return tuple(found)


def edges_of(dfg: Dfg) -> set[tuple[str, str]]:
    """Return all pairs of operations of which the second may not be in an earlier part."""
    own = {operation.name for operation in dfg.operations}
    pairs = {(o.value, x.name) for x in dfg.operations for o in x.operands}
    pairs |= {(edge.before, edge.after) for edge in dfg.order}
    pairs |= {(priority.first, priority.then) for priority in dfg.priorities}
    return {(a, b) for a, b in pairs if a in own and b in own}


def random_partition(dfg: Dfg, seed: object) -> Partition:
    """Return a partition whose parts can run one after another."""
    source = random.Random(f"partition {seed}")
    graph = PartitionGraph(dfg)
    eager = source.choice((0.1, 0.3, 0.6))
    part: list[int] = []
    for before in graph.before:
        least = max((part[b] for b in before), default=0)
        part.append(least + (source.randint(1, 2) if source.random() < eager else 0))
    return Partition.of_blocks(graph, part)


def run_through_memory(dfg: Dfg, parts: Iterable[Part], iterations: int) -> set[str]:
    """Execute the parts one after another; return the operations, each as in the whole DFG.

    The memory holds what the operand of the operation that stores has been.
    """
    inputs = random_inputs(dfg, iterations, 5)
    expected = evaluate(dfg, iterations, inputs)
    memory: dict[str, list[int | float]] = {}
    seen: set[str] = set()
    for part in parts:
        given = {name: memory[value] for value, name in part.loads.items()}
        rows = evaluate(part.dfg, iterations, {n: inputs[n] for n in part.dfg.inputs}, given)
        own = [x.name for x in part.dfg.operations if x.name in dfg.operation_by_name]
        assert seen.isdisjoint(own)
        seen.update(own)
        for name in own:
            assert all(
                same(row[name], full[name]) for row, full in zip(rows, expected, strict=True)
            )
        for value, name in part.stores.items():
            (operand,) = part.dfg.operation_by_name[name].operands
            assert operand.distance == 0
            memory[value] = [row[operand.value] for row in rows]
    return seen


def random_array(seed: object) -> Architecture:
    """Return a few elements that execute some operators each, and limits that they share."""
    source = random.Random(f"array {seed}")
    every = ["+", "-", "f", "slow", "load", "store"]
    elements = [
        Component(
            f"pe{n}",
            issue=source.choice((1, 1, 2)),
            capacity=4,
            ops=None if n == 0 and source.random() < 0.7 else tuple(source.sample(every, 4)),
        )
        for n in range(source.randint(1, 3))
    ]
    if not all(any(element.supports(name) for element in elements) for name in every[:5]):
        # Where no element stores, nothing can cross.
        elements.append(Component("rest", issue=1, capacity=4, ops=tuple(every[:5])))
    names = tuple(element.name for element in elements)
    shared = [
        SharedIssue(f"s{n}", tuple(source.sample(names, source.randint(1, len(names)))), ops, 1)
        for n, ops in enumerate((("load", "store"), ("load",), ("+", "load")))
        if source.random() < 0.4
    ]
    return Architecture(
        "random",
        (*elements, Component("ext", initial="all")),
        tuple(Path(f"{a}.{b}", (a,), (b,)) for a in names for b in (*names, "ext") if a != b),
        "ext",
        shared=tuple(shared),
    )
