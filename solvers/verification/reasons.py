"""Reasons against a mapping: with one number of cycles, or with any."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import msgspec

from models.data.certificate import (
    Addressed,
    Bound,
    ContextMemory,
    Counting,
    CriticalPath,
    Crossing,
    Cyclic,
    IntervalReason,
    Longest,
    Never,
    Packing,
    Recurrence,
    RegisterFiles,
    Slots,
    Stays,
)
from models.data.pins import Pin
from models.data.problem import Problem
from models.text import n_cycles
from solvers.verification.arithmetic import check_counting, check_critical_path
from solvers.verification.crossing import check_crossing
from solvers.verification.directory import Clock, Directory, RejectedError
from solvers.verification.longest import longest
from solvers.verification.own import moves_keep, waiting_keeps
from solvers.verification.packing import check_packing
from solvers.verification.possible import Possible
from solvers.verification.recurrences import Recurrences
from solvers.verification.refutation import check_proof
from solvers.verification.ring import check_cyclic
from solvers.verification.rules import UNDERSTANDS, Rules
from solvers.verification.scarce import check_slots
from solvers.verification.stays import StayRules
from solvers.verification.sums import sums
from solvers.verification.understood import require_understood


@dataclass
class Reasons:
    """Checks the reasons of a claim about mappings that obey `pins`, whose values have addresses in
    `register_files`.
    """

    problem: Problem
    pins: tuple[Pin, ...]
    files: Directory
    clock: Clock
    register_files: RegisterFiles = "counted"

    def check_bound(self, bound: Bound) -> str:
        """Return a line for users; `RejectedError` unless a bound holds."""
        if bound.horizon < 1:
            raise RejectedError("a horizon is at least 1")
        if isinstance(bound, CriticalPath):
            return check_critical_path(self.problem, bound)
        if isinstance(bound, Counting):
            return check_counting(self.problem, bound)
        return check_proof(self._listed, bound, self.pins, self.files, self.clock)

    @cached_property
    def _listed(self) -> Problem:
        """Return the problem with all ways listed: a refutation of it refutes the claim's problem.

        A mapping in which control signals choose the trees of sums becomes one of all orders when
        each partial result is called by its terms: repeated computations are then held, sent and
        computed once. `RejectedError` where that may break a rule.
        """
        problem, dfg = self.problem, self.problem.dfg
        if problem.transform in ("none", "enumerate"):
            return problem
        if dfg.patterns and any(part.issue > 1 for part in problem.arch.components):
            raise RejectedError("proof: one cycle may have two multi-node operations of one value")
        if {pin.operation for pin in self.pins} & {one.root for one in sums(dfg)}:
            raise RejectedError("proof: a pinned sum may be a part of another sum")
        found: Problem = msgspec.structs.replace(problem, transform="enumerate")
        return found

    def check(self, reason: IntervalReason) -> str:
        """Return a line for users; `RejectedError` unless no number of cycles does, with the
        contexts that the reason names.
        """
        if isinstance(reason, Longest):
            return self._check_longest(reason, self._listed.at(reason.contexts))
        if isinstance(reason, Addressed):
            return self._check_addressed(reason)
        if isinstance(reason, Stays):
            self._require_own_values()
            return StayRules(self._one_by_one.rules, self.register_files).check(reason)
        if isinstance(reason, Cyclic):
            return check_cyclic(self.problem, reason, self.files, self.clock)
        if isinstance(reason, Packing):
            return check_packing(Rules(self.problem.at(1), 1), reason)
        if isinstance(reason, ContextMemory):
            require_understood(self.problem, UNDERSTANDS, "context memory")
            most = self.problem.arch.max_contexts
            if reason.contexts is None or most is None or reason.contexts <= most:
                raise RejectedError(f"context memory: it has room for {reason.contexts} contexts")
            return f"context memory: only {most} contexts"
        try:
            return self._relaxed.check(reason)
        except RejectedError:
            if self.problem.transform == "none":
                raise
            # Listed, one by one, ways may be fewer.
            return self._one_by_one.check(reason)

    def _check_addressed(self, reason: Addressed) -> str:
        """The same of mappings whose values stay no longer than files of a kind keep them."""
        kind = reason.files
        if kind == "counted" or kind != self.register_files:
            raise RejectedError(
                f"addressed: of {kind} files, the claim is about {self.register_files}"
            )
        self._require_own_values()
        problem: Problem = msgspec.structs.replace(self.problem, files=kind)
        return f"{kind} register files, {self._check_longest(reason, problem.at(reason.contexts))}"

    def _require_own_values(self) -> None:
        """Raise where other orders of sums stand for those of the claim: values that become the
        same would then stay one after the other, and together for too long.
        """
        if self._listed is not self.problem:
            raise RejectedError(
                "stays: values of trees by control signals have no stays of all orders"
            )

    def _check_longest(self, reason: Longest | Addressed, problem: Problem) -> str:
        """A bound on the cycles, up to a number beyond which no schedule needs to go."""
        contexts, horizon = reason.contexts, reason.bound.horizon
        if contexts is None:
            raise RejectedError("longest: not without contexts")
        if any(pin.cycle is not None for pin in self.pins):
            raise RejectedError("longest: what is pinned to a cycle cannot be moved")
        for one in problem.constraints:
            if not moves_keep(one):
                raise RejectedError(f"longest: constraint '{one.name}' may forbid to move events")
        if not is_lasting(problem):
            raise RejectedError("longest: results cannot stay where they are collected")
        most = longest(Rules(problem, 1), contexts)
        if most is None or horizon < most:
            shown = "any number of cycles" if most is None else f"up to {n_cycles(most)}"
            raise RejectedError(f"longest: {shown} may be of use, not only {horizon}")
        line = Reasons(problem, self.pins, self.files, self.clock).check_bound(reason.bound)
        return f"longest: no more than {n_cycles(most)} are of use, and {horizon} refuted: {line}"

    @cached_property
    def _relaxed(self) -> _Timeless:
        problem = self.problem.at(1)
        return _Timeless(Rules(problem, 1, relaxed=problem.transform != "none"))

    @cached_property
    def _one_by_one(self) -> _Timeless:
        return _Timeless(Rules(self._listed.at(1), 1))


@dataclass
class _Timeless:
    """Checks reasons by rules that hold for all numbers of cycles and contexts."""

    rules: Rules

    def check(self, reason: Slots | Crossing | Recurrence | Never) -> str:
        if isinstance(reason, Slots):
            return check_slots(self.rules, reason)
        if isinstance(reason, Crossing):
            return check_crossing(self.rules, reason)
        if isinstance(reason, Recurrence):
            return self._recurrences.check(reason)
        return self._possible.check_never(reason)

    @cached_property
    def _recurrences(self) -> Recurrences:
        return Recurrences(self.rules)

    @cached_property
    def _possible(self) -> Possible:
        return Possible(self.rules)


def is_lasting(problem: Problem) -> bool:
    """Whether results can simply stay one cycle longer where they are collected."""
    dfg, arch = problem.dfg, problem.arch
    if not all(map(waiting_keeps, problem.constraints)):
        return False
    if not dfg.results or arch.external is None:
        return True
    external = arch.component_by_name[arch.external]
    return external.capacity is None and not external.transient
