"""A partition, and what crosses between its parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from models.data.dfg import Dfg
from models.errors import InputError, known
from partition.model.graph import PartitionGraph


class Partition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The operations of every part, the parts in the order in which they run.

    It may be wrong: `fault` says whether it is one of a DFG.
    """

    parts: tuple[tuple[str, ...], ...]

    @property
    def part_of(self) -> dict[str, int]:
        """The part of every operation, from 0."""
        return {name: p for p, names in enumerate(self.parts) for name in names}

    @classmethod
    def of_blocks(cls, graph: PartitionGraph, part: Sequence[int]) -> Partition:
        """Return the partition with block b in part `part[b]`; parts without blocks vanish."""
        members: dict[int, list[str]] = {p: [] for p in sorted(set(part))}
        for names, p in zip(graph.blocks, part, strict=True):
            members[p] += names
        return cls(tuple(map(tuple, members.values())))


def fault(dfg: Dfg, partition: Partition) -> InputError | None:
    """Return why this is no partition of `dfg` whose parts can run one after another, or None."""
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
    """What the parts of a partition exchange: one store a value, one load a part that reads it.

    `edges` counts pairs of operations, the usual size of a cut.
    """

    stores: tuple[str, ...]
    loads: tuple[tuple[str, int], ...]
    edges: int

    @property
    def extra(self) -> int:
        """Memory operations that the DFG did not have."""
        return len(self.stores) + len(self.loads)


def crossing(graph: PartitionGraph, partition: Partition) -> Crossing:
    """Return what crosses, values in the order of the DFG."""
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
