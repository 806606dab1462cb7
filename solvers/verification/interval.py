"""The claim of an initiation interval: a mapping with it, and why none has fewer contexts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from models.data.certificate import SCHEMA, IntervalCertificate, of_files
from models.data.dfg import Dfg
from models.data.problem import Problem, counted_contexts
from models.formats.json_text import convert, decode_tagged
from models.formats.native_json import architecture_from_json, dfg_from_json, mapping_from_json
from solvers.verification.accumulators import joined, same
from solvers.verification.claim import NAME, report_constraints, report_pins, require_shown, subject
from solvers.verification.directory import Clock, Directory, RejectedError
from solvers.verification.inductions import check_inductions
from solvers.verification.mapped import check_mapping, check_registers
from solvers.verification.reasons import Reasons


@dataclass
class IntervalClaim:
    """A certificate with its files; `report` gets one line per check that succeeded.

    Reasons name no number of cycles. So they are checked by rules that hold for all.
    """

    files: Directory
    claim: IntervalCertificate
    problem: Problem
    clock: Clock
    report: Callable[[str], None]
    written: Dfg | None

    @classmethod
    def read(cls, files: Directory, clock: Clock, report: Callable[[str], None]) -> IntervalClaim:
        """Read a certificate and its files; `InputError` where that is impossible."""
        raw = decode_tagged(files.read(NAME), SCHEMA, NAME)
        claim = convert(raw, IntervalCertificate, NAME)
        dfg = dfg_from_json(files.read(claim.dfg), claim.dfg)
        arch = architecture_from_json(files.read(claim.architecture), claim.architecture)
        written = None
        if claim.written is not None:
            written = dfg_from_json(files.read(claim.written), claim.written)
        problem = Problem(
            dfg, arch, 1, claim.transform, claim.recompute, constraints=claim.constraints
        )
        return cls(files, claim, problem, clock, report, written)

    def verify(self) -> str:
        """Return the proved statement, in one line; `RejectedError` unless it is the claim."""
        claim = self.claim
        value, lower = claim.value, claim.lower_bound
        if lower < 1:
            raise RejectedError(f"{NAME}: a lower bound of contexts is at least 1")
        if self.written is None and claim.accumulators != 1:
            raise RejectedError(f"{NAME}: accumulators of a graph that is not there")
        shown = () if self.written is None else self._rewriting(self.written)
        require_shown(claim.rewrites, self.problem, *shown)
        report_pins(self.problem, claim.pins, self.report)
        report_constraints(self.problem, self.report)
        about = subject(self.problem, None, claim.pins) + self._addressed()
        if claim.status == "infeasible":
            if value is not None or claim.mapping is not None or lower < 2:
                raise RejectedError(f"{NAME}: 'infeasible' has a bound, no value, no mapping")
            self._reasons()
            return f"no mapping of {about} has {counted_contexts(lower - 1)} or fewer"
        if value is None or claim.mapping is None:
            raise RejectedError(f"{NAME}: '{claim.status}' needs a value and a mapping")
        if lower > value or (claim.status == "optimal" and lower != value):
            raise RejectedError(
                f"{NAME}: lower bound {lower} and value {value} contradict '{claim.status}'"
            )
        self._mapping(claim.mapping, value)
        self._reasons()
        if claim.status == "optimal":
            return f"II {value} is the smallest of {about}"
        return f"II {value} is feasible for {about}, less than {lower} is impossible"

    def _addressed(self) -> str:
        """Return the words on a kind of register files, if the mapping has its addresses, or a
        reason holds for this kind only.
        """
        claim = self.claim
        counted = all(of_files(reason) == "counted" for reason in claim.reasons)
        if claim.register_files == "counted" or (counted and claim.mapping is None):
            return ""
        return f", with addresses in {self.claim.register_files} register files"

    def _rewriting(self, written: Dfg) -> list[str]:
        """Check that the graph of the claim computes the values of the graph as written; return the
        names of the rewrites.
        """
        dfg, count, names = self.problem.dfg, self.claim.accumulators, list[str]()
        if count != 1:
            dfg, told = joined(written, dfg, count)
            self.report(told)
            names.append(f"{count} accumulators")
        if count == 1 or not same(written, dfg):
            self.report(check_inductions(written, dfg))
            names.append("own inductions")
        return names

    def _mapping(self, name: str, value: int) -> None:
        arch = self.problem.arch
        if value < 1 or (arch.max_contexts is not None and value > arch.max_contexts):
            raise RejectedError(f"{NAME}: '{arch.name}' does not have {value} contexts")
        mapping = mapping_from_json(self.files.read(name), name)
        if mapping.contexts != value:
            raise RejectedError(f"{name}: it has contexts {mapping.contexts}, not {value}")
        problem = self.problem.at(value)
        check_mapping(problem, mapping, name, self.clock, self.report, self.claim.pins)
        if self.claim.register_files != "counted":
            kind = self.claim.register_files
            check_registers(problem, mapping, kind, self.clock, self.report)

    def _reasons(self) -> None:
        """Check every reason, and that each number below the bound has exactly one."""
        times = Counter(reason.contexts for reason in self.claim.reasons)
        for contexts in range(1, self.claim.lower_bound):
            if times.pop(contexts, 0) != 1:
                raise RejectedError(f"{NAME}: not one reason against II {contexts}")
        for other in times:
            raise RejectedError(f"{NAME}: a reason against II {other}, which is not excluded")
        found = Reasons(
            self.problem, self.claim.pins, self.files, self.clock, self.claim.register_files
        )
        for reason in sorted(self.claim.reasons, key=lambda reason: reason.contexts or 0):
            self.clock.check()
            try:
                line = found.check(reason)
            except RejectedError as error:
                raise RejectedError(f"reason against II {reason.contexts}: {error}") from None
            self.report(f"not II {reason.contexts}: {line}")
