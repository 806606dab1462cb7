"""The answer to a partition question, updated during the search."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from models.data.architecture import Architecture
from models.data.certificate import Recurrence, RegisterFiles
from models.data.dfg import Dfg
from models.data.mapping import Mapping
from models.data.problem import Problem
from partition.model.graph import PartitionGraph
from partition.model.partition import Crossing, Partition, crossing
from partition.model.split import MEMORY, MemoryOperators, split
from partition.question.mapping import MappedPart
from solvers.search.answer import Status


@dataclass(frozen=True)
class Settings:
    """Parameters of the search for a partition.

    `parts` None: as few as possible. `max_ii` is the depth of the context memory. `map_seconds` is
    per part and try, `solve_seconds` per CP-SAT question. The values that parts keep have addresses
    in register `files` of a kind; bounds hold for counted registers. Without `recompute` no part
    issues an operation more than once per iteration.
    """

    max_ii: int
    parts: int | None = None
    memory: MemoryOperators = MEMORY
    seed: int = 0
    jobs: int = 2
    map_seconds: float = 20.0
    solve_seconds: float = 15.0
    memory_limit: int | None = None
    files: RegisterFiles = "counted"
    recompute: bool = True


@dataclass
class Attempt:
    """A tried partition: its proposer, its planned total II, and the total II of its mappings."""

    by: str
    parts: int
    planned: int
    extra: int
    total: int | None
    seconds: float


@dataclass(frozen=True)
class Shown:
    """A provable bound for a certificate: its recurrences, and the lines of a branch tree."""

    lower: int
    recurrences: tuple[Recurrence, ...]
    tree: list[str]


@dataclass
class PartitionAnswer:
    """The best mapped partition so far, and a lower bound on the total II.

    `total` is the sum of the IIs of all parts; `bound` holds for every partition with an allowed
    number of parts. `compared` counts the results of executing all parts that equal the DFG's.
    `shown` is the provable bound; `certified` is the claim of the certificate, or the reason for
    having none; `certificate` is its folder.
    """

    graph: PartitionGraph
    arch: Architecture
    settings: Settings
    status: Status = "unknown"
    partition: Partition | None = None
    mapped: list[MappedPart] = field(default_factory=list)
    by: str = ""
    bound: int = 1
    bound_reason: str = ""
    attempts: list[Attempt] = field(default_factory=list)
    trace: list[dict[str, Any]] = field(default_factory=list)
    compared: int = 0
    shown: Shown | None = None
    certified: str | None = None
    certificate: str | None = None
    stopped: str | None = None
    seconds: dict[str, float] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @property
    def dfg(self) -> Dfg:
        """The whole graph."""
        return self.graph.dfg

    @property
    def total(self) -> int | None:
        """The total II of the best partition."""
        if self.partition is None:
            return None
        return sum(mapped.interval or 0 for mapped in self.mapped)

    @property
    def mappings(self) -> list[Mapping]:
        """The mappings of the best partition, each named as its part."""
        return [
            msgspec.structs.replace(own.mapping, dfg=f"{self.dfg.name}.{p}")
            for p, own in enumerate(self.mapped)
            if own.mapping is not None
        ]

    @property
    def problems(self) -> list[tuple[Problem, Mapping]]:
        """The mappings of the best partition, each with its problem."""
        cut = (
            () if self.partition is None else split(self.dfg, self.partition, self.settings.memory)
        )
        return [
            (Problem(p.dfg, self.arch, m.contexts, recompute=self.settings.recompute), m)
            for p, m in zip(cut, self.mappings, strict=True)
        ]

    @property
    def crossing(self) -> Crossing:
        """The values that cross between parts of the best partition, which must exist."""
        assert self.partition is not None
        return crossing(self.graph, self.partition)
