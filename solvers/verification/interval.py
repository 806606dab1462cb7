"""The claim of an initiation interval: a mapping with it, and why none has fewer contexts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from archs.arch_json import architecture_from_json
from models.architecture import Architecture
from models.certificate import IntervalCertificate, IntervalReason, Longest, Recurrence, Slots
from models.dfg import Dfg
from models.dfg_json import dfg_from_json
from models.json_text import convert, decode
from models.mapping_json import mapping_from_json
from models.problem import Problem, counted_contexts
from solvers.verification.claim import NAME, check_bound, is_lasting
from solvers.verification.directory import Clock, Directory, RejectedError
from solvers.verification.longest import longest
from solvers.verification.mapped import check_mapping
from solvers.verification.possible import Possible
from solvers.verification.recurrences import Recurrences
from solvers.verification.refutation import LISTED
from solvers.verification.rules import Rules
from solvers.verification.scarce import check_slots


@dataclass
class IntervalClaim:
    """A certificate with what it names; `report` gets one line per check that succeeded.

    Reasons speak of no number of cycles. So they are checked by rules that hold for all.
    """

    files: Directory
    claim: IntervalCertificate
    dfg: Dfg
    arch: Architecture
    clock: Clock
    report: Callable[[str], None]

    @classmethod
    def read(cls, files: Directory, clock: Clock, report: Callable[[str], None]) -> IntervalClaim:
        """Read a certificate and what it names; `InputError` where that is impossible."""
        claim = convert(decode(files.read(NAME), NAME), IntervalCertificate, NAME)
        dfg = dfg_from_json(files.read(claim.dfg), claim.dfg)
        arch = architecture_from_json(files.read(claim.architecture), claim.architecture)
        return cls(files, claim, dfg, arch, clock, report)

    def verify(self) -> str:
        """Return what is proved, in one line; `RejectedError` unless it is what is claimed."""
        claim = self.claim
        value, lower = claim.value, claim.lower_bound
        if lower < 1:
            raise RejectedError(f"{NAME}: a lower bound of contexts is at least 1")
        how = "" if claim.transform == "none" else f" in any order ({claim.transform})"
        subject = f"'{self.dfg.name}' on '{self.arch.name}'{how}"
        if claim.status == "infeasible":
            if value is not None or claim.mapping is not None or lower < 2:
                raise RejectedError(f"{NAME}: 'infeasible' has a bound, no value, no mapping")
            self._problem(1)
            self._reasons()
            return f"no mapping of {subject} has {counted_contexts(lower - 1)} or fewer"
        if value is None or claim.mapping is None:
            raise RejectedError(f"{NAME}: '{claim.status}' needs a value and a mapping")
        if lower > value or (claim.status == "optimal" and lower != value):
            raise RejectedError(
                f"{NAME}: lower bound {lower} and value {value} contradict '{claim.status}'"
            )
        self._mapping(claim.mapping, value)
        self._reasons()
        if claim.status == "optimal":
            return f"II {value} is the smallest of {subject}"
        return f"II {value} is feasible for {subject}, less than {lower} is impossible"

    def _problem(self, contexts: int) -> Problem:
        return Problem(self.dfg, self.arch, contexts, self.claim.transform)

    def _mapping(self, name: str, value: int) -> None:
        if value < 1 or (self.arch.max_contexts is not None and value > self.arch.max_contexts):
            raise RejectedError(f"{NAME}: '{self.arch.name}' does not have {value} contexts")
        mapping = mapping_from_json(self.files.read(name), name)
        if mapping.contexts != value:
            raise RejectedError(f"{name}: it has contexts {mapping.contexts}, not {value}")
        check_mapping(self._problem(value), mapping, name, self.clock, self.report)

    def _reasons(self) -> None:
        """Check every reason, and that there is one for each number below the bound."""
        times = Counter(reason.contexts for reason in self.claim.reasons)
        for contexts in range(1, self.claim.lower_bound):
            if times.pop(contexts, 0) != 1:
                raise RejectedError(f"{NAME}: not one reason against II {contexts}")
        if times:
            raise RejectedError(f"{NAME}: a reason against II {min(times)}, which is not excluded")
        for reason in sorted(self.claim.reasons, key=lambda reason: reason.contexts):
            self.clock.check()
            try:
                line = self._reason(reason)
            except RejectedError as error:
                raise RejectedError(f"reason against II {reason.contexts}: {error}") from None
            self.report(f"not II {reason.contexts}: {line}")

    def _reason(self, reason: IntervalReason) -> str:
        if isinstance(reason, Recurrence):
            return self._recurrences.check(reason)
        if isinstance(reason, Slots):
            return check_slots(self._rules, reason)
        if isinstance(reason, Longest):
            return self._longest(reason)
        return self._possible.check_never(reason)

    def _longest(self, reason: Longest) -> str:
        """A bound on the cycles, up to a number beyond which no schedule needs to go."""
        problem, horizon = self._problem(reason.contexts), reason.bound.horizon
        if problem.transform not in LISTED:
            raise RejectedError(f"longest: not with the transformation '{problem.transform}'")
        if not is_lasting(problem):
            raise RejectedError("longest: results cannot stay where they are collected")
        most = longest(Rules(problem, 1), reason.contexts)
        if most is None or horizon < most:
            shown = "any number of cycles" if most is None else f"up to {most} cycles"
            raise RejectedError(f"longest: {shown} may be of use, not only {horizon}")
        line = check_bound(problem, reason.bound, self.files, self.clock)
        return f"longest: no more than {most} cycles are of use, and {horizon} refuted: {line}"

    @cached_property
    def _rules(self) -> Rules:
        """Rules that need not know how many cycles or contexts there are."""
        return Rules(self._problem(1), 1, relaxed=self.claim.transform != "none")

    @cached_property
    def _recurrences(self) -> Recurrences:
        return Recurrences(self._rules)

    @cached_property
    def _possible(self) -> Possible:
        return Possible(self._rules)
