"""The best partition by trying all of them, with its own count of everything that is asked."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from itertools import product

from models.errors import InputError
from partition.model import PartitionGraph
from partition.model.limits import Limits
from partition.model.model import Asked
from tests.partition.random_partitions import random_array, random_dfg


def random_question(
    seed: object, most: int = 7, recurrence: int = 1
) -> tuple[PartitionGraph, Limits, Asked]:
    """Return a small graph on a small array, and what is asked of its partition.

    `recurrence` is the interval that some block needs at least.
    """
    source = random.Random(f"question {seed} {most}")
    while True:
        graph = PartitionGraph(random_dfg(source.random(), most, rich=False))
        try:
            limits = Limits(graph, random_array(source.random()))
        except InputError:
            continue
        if most - 2 < len(graph.blocks) <= most and limits.recurrence.max() >= recurrence:
            break
    count = sum(map(len, graph.blocks))
    parts = source.choice((1, 2, 2, 3, 3))
    some = source.random() < 0.5
    return (
        graph,
        limits,
        Asked(
            parts,
            source.choice(("cut", "extra", "intervals")),
            full=source.random() < 0.6,
            most=math.ceil(count / parts) + source.randint(0, 2) if some else None,
            least=source.randint(1, max(1, count // parts)) if source.random() < 0.3 else None,
            max_interval=source.randint(1, 5) if source.random() < 0.4 else None,
            total=source.randint(2, 9) if source.random() < 0.3 else None,
            fill=source.choice((1.0, 1.0, 1.0, 0.9, 0.75, 0.5)),
        ),
    )


def values(graph: PartitionGraph, limits: Limits, asked: Asked) -> Iterator[tuple[int, ...]]:
    """Yield the parts of the blocks in every partition that is allowed."""
    for part in product(range(asked.parts), repeat=len(graph.blocks)):
        if value(graph, limits, asked, part) is not None:
            yield part


def value(graph: PartitionGraph, limits: Limits, asked: Asked, part: Sequence[int]) -> int | None:
    """Return what is to be smallest, or None where the partition is not allowed."""
    if any(part[a] > part[b] for a, b in graph.edges):
        return None
    sizes = [0] * asked.parts
    for names, p in zip(graph.blocks, part, strict=True):
        sizes[p] += len(names)
    if asked.full and not all(sizes):
        return None
    if asked.most is not None and max(sizes) > asked.most:
        return None
    if asked.least is not None and min(sizes) < asked.least:
        return None
    cut = crossing(graph, part)
    if cut and not limits.carries:
        return None
    of = {name: part[b] for name, b in graph.block_of.items()}
    stored = {value for value, _ in cut}
    loaded = {(value, of[reader]) for value, reader in cut}
    intervals = [part_interval(graph, limits, part, p, asked.fill) for p in range(asked.parts)]
    if asked.max_interval is not None and max(intervals) > asked.max_interval:
        return None
    if asked.total is not None and sum(intervals) > asked.total:
        return None
    return {
        "cut": len(cut),
        "extra": len(stored) + len(loaded),
        "intervals": sum(intervals),
    }[asked.objective]


def crossing(graph: PartitionGraph, part: Sequence[int]) -> set[tuple[str, str]]:
    """Return the values that operations of another part read, with these operations."""
    of = {name: part[b] for name, b in graph.block_of.items()}
    return {
        (o.value, x.name)
        for x in graph.dfg.operations
        for o in x.operands
        if of.get(o.value, of[x.name]) != of[x.name]
    }


def part_interval(
    graph: PartitionGraph, limits: Limits, part: Sequence[int], p: int, fill: float = 1.0
) -> int:
    """Return the interval of one part: of its operations, and of what it stores and loads."""
    of = {name: part[b] for name, b in graph.block_of.items()}
    counts = dict.fromkeys(limits.operators, 0)
    for b, own in enumerate(part):
        for name, n in zip(limits.operators, limits.weight[b].tolist(), strict=True):
            counts[name] += n if own == p else 0
    if limits.carries:
        cut = crossing(graph, part)
        stored = {value for value, _ in cut if of[value] == p}
        loaded = {value for value, reader in cut if of[reader] == p}
        counts[limits.operators[limits.store]] += len(stored)
        counts[limits.operators[limits.load]] += len(loaded)
    least = [int(limits.recurrence[b]) for b, own in enumerate(part) if own == p]
    return interval(limits, counts, max(least, default=0), fill)


def interval(limits: Limits, counts: dict[str, int], least: int, fill: float) -> int:
    """Return the interval at which the operations fit, tried from the least one on."""
    found = least
    while True:
        rows = (limits.slots.tolist(), limits.competes.tolist(), limits.passing.tolist())
        for slots, row, passing in zip(*rows, strict=True):
            count = sum(counts[n] for n, on in zip(limits.operators, row, strict=True) if on)
            if count > math.floor((fill if passing else 1) * slots * found + 1e-9):
                break
        else:
            return found
        found += 1
