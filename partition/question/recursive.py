"""Recursive bisection of parts that exceed the context memory (BOPart, Algorithm 2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from partition.model.graph import PartitionGraph
from partition.model.limits import Limits
from partition.model.partition import Partition
from partition.question.search import PartitionSearch

Cut = Callable[[PartitionGraph, Limits, int], Sequence[int] | None]
"""Cuts a graph into a number of parts; returns the part of each block, None on failure."""


def recursive(search: PartitionSearch, by: str, cut: Cut, room: int) -> Iterator[None]:
    """Run a recursive method step by step.

    The whole DFG is tried first. If the number of parts is given, it is cut into that many first,
    and parts that do not map are cut again. The target II of a part is the least II at which it
    uses at most `room` percent of the issue slots.
    """
    names = [name for block in search.graph.blocks for name in block]
    waiting = [tuple(names)]
    if search.settings.parts is not None:
        first = cut(search.graph, search.limits, search.settings.parts)
        yield
        if first is None:
            search.tell(f"{by}: no partition found")
            return
        waiting = list(search.members(first).parts)
    done: list[tuple[str, ...]] = []
    while waiting:
        members = waiting.pop(0)
        search.map_part(by, members, room)
        yield
        if search.known(members).mapping is not None:
            done.append(members)
            continue
        halves = _halves(search, members, cut)
        if halves is None:
            shown = ", ".join(members[:4]) + (", …" if len(members) > 4 else "")
            search.tell(f"{by}: neither mapped nor cut: {shown}")
            return
        waiting = [*halves, *waiting]
    targets = [search.known(members).interval or 1 for members in done]
    search.try_partition(by, Partition(tuple(done)), targets)


def _halves(
    search: PartitionSearch, members: Sequence[str], cut: Cut
) -> tuple[tuple[str, ...], ...] | None:
    graph = PartitionGraph(search.splitter.inside(members))
    if len(graph.blocks) < 2:
        return None
    limits = Limits(graph, search.arch, search.settings.memory)
    part = cut(graph, limits, 2)
    return None if part is None else Partition.of_blocks(graph, part).parts
