"""Random problems on small arrays whose memory is behind a few elements."""

from __future__ import annotations

import random
from collections.abc import Iterator

from msgspec.structs import replace

from archs.presets import architecture_preset
from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg, Operand, Operation, Operator, Pattern
from models.data.problem import Problem

OPERATORS = (
    Operator("+", 2, commutative=True, associative=True),
    Operator("-", 2),
    Operator("f", 1),
    Operator("put", 1, effect=True),
)
ARRAYS = (
    "adres:2x2,io=memory",
    "adres:2x2,io=memory,registers=1,global=0",
    "adres:2x1,io=memory",
    "hycube:2x2,io=memory",
)
CHANGES = ("none", "wide", "wide", "bus", "late", "transient", "several", "unstored")


def bordered(seed: int) -> Problem:
    """Return one problem, with 1 context."""
    source = random.Random(f"bordered {seed}")
    arch = _changed(source, architecture_preset(ARRAYS[seed % len(ARRAYS)]))
    fused = source.random() < 0.15
    how = "enumerate" if source.random() < 0.15 else "none"
    return Problem(_graph(source, fused), arch, 1, how)


def _graph(source: random.Random, fused: bool) -> Dfg:
    inputs = tuple("abcd"[: source.randint(1, 4)])
    values, unread = list(inputs), list(inputs)
    operations = []
    for number in range(source.randint(1, 4)):
        operator = source.choices(OPERATORS, (4, 3, 3, 1))[0]
        operands = []
        for _ in range(operator.arity):
            value = source.choice(unread if unread and source.random() < 0.6 else values)
            unread = [name for name in unread if name != value]
            operands.append(Operand(value, int(source.random() < 0.15)))
        operations.append(Operation(f"v{number}", operator.name, tuple(operands)))
        values += [f"v{number}"] * (operator.name != "put")
    read = {operand.value for operation in operations for operand in operation.operands}
    made = values[len(inputs) :]
    results = tuple(name for name in made if name not in read or source.random() < 0.2)
    patterns = (Pattern("sum", ("+", "-", "_", "_", "_")),) * fused
    return Dfg("bordered", OPERATORS, inputs, tuple(operations), results, patterns=patterns)


def _changed(source: random.Random, arch: Architecture) -> Architecture:
    """The array with elements for all operators, and one more change around its memory."""
    change = source.choice(CHANGES)
    parts = [_element(source, part, change) for part in arch.components]
    paths = list(_paths(source, arch, change))
    return replace(arch, components=tuple(parts), paths=tuple(paths), shared=())


def _element(source: random.Random, part: Component, change: str) -> Component:
    if not part.issue:
        return part
    part = replace(part, ops=None)
    if change == "several":
        return replace(part, issue=source.choice((1, 2)), capacity=source.choice((1, 2)))
    if change == "transient":
        return replace(part, transient=True)
    if change == "unstored" and source.random() < 0.5:
        return replace(part, keeps_arrivals=False, routing_issues=False)
    return part


def _paths(source: random.Random, arch: Architecture, change: str) -> Iterator[Path]:
    leaving = [path for path in arch.paths if arch.external in path.sources]
    yield from (path for path in arch.paths if arch.external not in path.sources)
    if change == "bus":
        targets = tuple(target for path in leaving for target in path.targets)
        yield replace(leaving[0], targets=targets)
        return
    for path in leaving:
        width = source.choice((1, 2, 2, None)) if change == "wide" else path.width
        yield replace(path, width=width, latency=source.choice((0, 1)) if change == "late" else 0)
