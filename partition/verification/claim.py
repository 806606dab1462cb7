"""Verifies a claim about a partition: the mapped parts compute the DFG, and the bound holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.formats.json_text import convert, decode_tagged
from models.formats.native_json import architecture_from_json, dfg_from_json, mapping_from_json
from models.judge.simulator import enough_iterations
from models.register_files.files import files_shown
from partition.model.certificate import PARTITION_CERTIFICATE_TAG, PartitionCertificate
from partition.model.check import check_parts
from partition.model.partition import Partition
from partition.model.split import MemoryOperators, split
from partition.verification.facts import PartitionFacts
from solvers.verification.branching import check_tree
from solvers.verification.claim import NAME
from solvers.verification.directory import (
    MOST_EXECUTED,
    Clock,
    Directory,
    RejectedError,
    require_extent,
)
from solvers.verification.mapped import registers_of

SEEDS = (1, 2)
MOST_CELLS = 1 << 22
"""Maximum (operations + readers) · parts², the size of the rows of a tree."""


@dataclass
class PartitionClaim:
    """A certificate with its files; `report` receives one line per passed check."""

    files: Directory
    claim: PartitionCertificate
    dfg: Dfg
    arch: Architecture
    clock: Clock
    report: Callable[[str], None]

    @classmethod
    def read(cls, files: Directory, clock: Clock, report: Callable[[str], None]) -> PartitionClaim:
        """Read a certificate and its files. Raises `InputError`."""
        raw = decode_tagged(files.read(NAME), PARTITION_CERTIFICATE_TAG, NAME)
        claim = convert(raw, PartitionCertificate, NAME)
        dfg = dfg_from_json(files.read(claim.dfg), claim.dfg)
        arch = architecture_from_json(files.read(claim.architecture), claim.architecture)
        return cls(files, claim, dfg, arch, clock, report)

    def verify(self) -> str:
        """Return the proved claim in one line; raise `RejectedError` if the proof fails."""
        claim, total, lower = self.claim, self.claim.total, self.claim.lower_bound
        if claim.max_ii < 1 or (claim.parts is not None and claim.parts < 1):
            raise RejectedError(f"{NAME}: IIs and numbers of parts are at least 1")
        of = "a partition" if claim.parts is None else f"a partition into {claim.parts} part(s)"
        subject = f"of '{self.dfg.name}' on '{self.arch.name}', each II up to {claim.max_ii}"
        subject += "" if claim.recompute else ", every operation once at most"
        if claim.status == "infeasible":
            if total is not None or claim.operations or claim.mappings or claim.parts is None:
                raise RejectedError(f"{NAME}: 'infeasible' has a number of parts, and no mappings")
            if lower <= claim.parts * claim.max_ii:
                raise RejectedError(f"{NAME}: {claim.parts} part(s) may take {lower}")
            self._bound()
            return f"no mapping of {of} {subject}"
        if total is None or lower > total or (claim.status == "optimal") != (lower == total):
            raise RejectedError(f"{NAME}: its lower bound contradicts '{claim.status}'")
        self._parts(total)
        self._bound()
        if claim.status == "optimal":
            return f"a total II of {total} is the smallest of {of} {subject}"
        return f"a total II of {total} is feasible for {of} {subject}; less than {lower} is not"

    @property
    def _memory(self) -> MemoryOperators:
        return MemoryOperators(self.claim.store, self.claim.load)

    def _parts(self, total: int) -> None:
        """Check that the parts are a partition whose mappings in sequence compute the DFG."""
        claim = self.claim
        mappings = [mapping_from_json(self.files.read(name), name) for name in claim.mappings]
        for name, mapping in zip(claim.mappings, mappings, strict=True):
            limits = [claim.max_ii, *filter(None, [self.arch.max_contexts])]
            if mapping.contexts is None or not 1 <= mapping.contexts <= min(limits):
                raise RejectedError(f"{name}: it has contexts {mapping.contexts}, up to {limits}")
        if sum(mapping.contexts or 0 for mapping in mappings) != total:
            raise RejectedError(f"{NAME}: the IIs of its mappings are not {total} together")
        if claim.parts not in (None, len(mappings)):
            raise RejectedError(f"{NAME}: {len(mappings)} part(s), not {claim.parts}")
        each = sum(mapping.horizon for mapping in mappings) + len(self.dfg.values)
        executed = max(map(enough_iterations, mappings), default=1) * (each + total)
        require_extent("iterations times cycles and values", executed, MOST_EXECUTED)
        compared = 0
        for seed in SEEDS:
            self.clock.check()
            partition = Partition(claim.operations)
            found = check_parts(
                self.dfg,
                self.arch,
                partition,
                mappings,
                self._memory,
                seed,
                recompute=claim.recompute,
            )
            if found.fault is not None:
                raise RejectedError(f"{NAME}: {found.fault}")
            compared += found.compared
        self.report(f"mappings: {len(mappings)} part(s) legal, {compared} results compared")
        self._registers(mappings)

    def _registers(self, mappings: list[Mapping]) -> None:
        """Check that the values of all parts have registers in files of the claimed kind."""
        kind = self.claim.register_files
        if kind == "counted":
            return
        parts = split(self.dfg, Partition(self.claim.operations), self._memory)
        for name, part, mapping in zip(self.claim.mappings, parts, mappings, strict=True):
            self.clock.check()
            problem = Problem(part.dfg, self.arch, mapping.contexts)
            try:
                registers_of(problem, mapping, kind)
            except RejectedError as error:
                raise RejectedError(f"{name}: {error}") from None
        shown = files_shown(self.arch, kind)
        self.report(f"register files: {shown}, all that parts keep has a register")

    def _bound(self) -> None:
        """Check that no partition has a smaller total II than the bound."""
        claim = self.claim
        facts = PartitionFacts(self.dfg, self.arch, self._memory, claim.recurrences)
        counted = facts.counted()
        if claim.lower_bound <= max(counted, claim.parts or 1):
            self.report(f"lower bound {claim.lower_bound}: all operations together take {counted}")
            return
        if claim.tree is None:
            raise RejectedError(f"{NAME}: nothing shows the bound {claim.lower_bound}")
        most = claim.lower_bound - 1
        count = len(self.dfg.operations)
        # The II of a part is at least 1.
        parts = min(most, count) if claim.parts is None else claim.parts
        if parts > count:
            raise RejectedError(f"{NAME}: there are not {parts} operations")
        reads = sum(map(len, facts.readers.values()))
        require_extent("operations times parts times parts", (count + reads) * parts**2, MOST_CELLS)
        rows, highest = facts.rows(
            parts, full=claim.parts is not None, most=claim.max_ii, total=most
        )
        try:
            done = check_tree(rows, highest, self.files.lines(claim.tree, self.clock), self.clock)
        except RejectedError as error:
            raise RejectedError(f"{claim.tree}: {error}") from None
        self.report(f"lower bound {claim.lower_bound}: sums of {len(rows):,} rows, in {done} cases")
