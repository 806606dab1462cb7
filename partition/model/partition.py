"""A partition, and the values that cross between its parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from models.data.dfg import Dfg
from models.errors import InputError, known
from partition.model.graph import PartitionGraph


class Partition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The operations of each part, in execution order of the parts.

    It may be invalid for a DFG: see `fault`.
    """

    parts: tuple[tuple[str, ...], ...]

    @property
    def part_of(self) -> dict[str, int]:
        """The part of each operation, from 0."""
        return {name: p for p, names in enumerate(self.parts) for name in names}

    @classmethod
    def of_blocks(cls, graph: PartitionGraph, part: Sequence[int]) -> Partition:
        """Return the partition with block b in part `part[b]`; empty parts are dropped."""
        members: dict[int, list[str]] = {p: [] for p in sorted(set(part))}
        for names, p in zip(graph.blocks, part, strict=True):
            members[p] += names
        return cls(tuple(map(tuple, members.values())))


def fault(dfg: Dfg, partition: Partition) -> InputError | None:
    """Return why this is not a valid temporal partition of `dfg`, or None."""
    part: dict[str, int] = {}
    for p, names in enumerate(partition.parts):
        where = f"$.parts[{p}]"
        if not names:
            return InputError("the part is empty", where)
        for name in names:
            if name not in dfg.operation_by_name:
                known_names = known(dfg.operation_by_name)
                return InputError(f"unknown operation '{name}'{known_names}", where)
            if name in part:
                return InputError(f"'{name}' is in part {part[name]} too", where)
            part[name] = p
    for operation in dfg.operations:
        if operation.name not in part:
            return InputError(f"operation '{operation.name}' is in no part", "$.parts")
    pairs = [(o.value, x.name) for x in dfg.operations for o in x.operands]
    pairs += [(edge.before, edge.after) for edge in dfg.order]
    pairs += [(priority.first, priority.then) for priority in dfg.priorities]
    for first, then in pairs:
        if first in part and then in part and part[first] > part[then]:
            what = f"'{then}' is in part {part[then]}, '{first}' before it in part {part[first]}"
            return InputError(what, "$.parts")
    return None


class Crossing(NamedTuple):
    """The traffic between parts: one store per value, one load per part that reads it.

    `edges` counts pairs of operations, the usual cut size.
    """

    stores: tuple[str, ...]
    loads: tuple[tuple[str, int], ...]
    edges: int

    @property
    def extra(self) -> int:
        """The number of added memory operations."""
        return len(self.stores) + len(self.loads)


def crossing(graph: PartitionGraph, partition: Partition) -> Crossing:
    """Return the values that cross, in the order of the DFG."""
    part = partition.part_of
    stores: list[str] = []
    loads: list[tuple[str, int]] = []
    edges = 0
    for value, readers in graph.readers.items():
        far = [part[name] for name in readers if part[name] != part[value]]
        edges += len(far)
        if far:
            stores.append(value)
            loads += [(value, p) for p in sorted(set(far))]
    return Crossing(tuple(stores), tuple(loads), edges)
