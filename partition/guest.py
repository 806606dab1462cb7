"""The door of partitions."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

from shell.guests import Covered, Entry, Guest, Verifiable
from shell.parser import Main
from solvers.questions.kinds import GRAPHS, Kind
from xyzmap_packages import PREFIX


def _partition() -> Main:
    from partition.__main__ import main

    return main


def _claim() -> Callable[..., Verifiable]:
    from partition.verification.claim import PartitionClaim

    return PartitionClaim.read


def _sweep() -> Kind:
    from partition.question.partition_options import PartitionOptions

    module = f"{PREFIX}partition"
    return Kind(module, PartitionOptions, GRAPHS, "total_ii", "bound", cuts=True)


def _library() -> ModuleType:
    from partition import library

    return library


GUEST = Guest(
    name="partition",
    commands={
        "partition": Entry(_partition, "map", "cut a DFG larger than the array into parts"),
    },
    claims={
        "xyzmap/partition_certificate/1": _claim,
    },
    covered=(
        Covered("partition", "counting", "counted again"),
        Covered("partition", "recurrence", "recurrence, as of min_ii"),
        Covered("partition", "search by CP-SAT", "a branch tree of sums, as far as one is found"),
        Covered("partition", "multi-node operations", "operations with an effect are counted"),
    ),
    sweeps={
        "partition": _sweep,
    },
    library=_library,
    names=("Partitioned", "partition"),
)
