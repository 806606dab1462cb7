"""The claim as a whole: its answer is a working mapping, and its bounds support its status."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cached_property

import msgspec

from models.data.certificate import SCHEMA, Certificate, CriticalPath
from models.data.pins import Pin
from models.data.problem import Problem, counted_contexts
from models.formats.json_text import convert, decode_tagged
from models.formats.native_json import architecture_from_json, dfg_from_json, mapping_from_json
from models.text import n_cycles
from solvers.verification.directory import Clock, Directory, RejectedError
from solvers.verification.mapped import check_mapping
from solvers.verification.pins import check_pins
from solvers.verification.reasons import Reasons, is_lasting

NAME = "certificate.json"


@dataclass
class Claim:
    """A certificate with its problem; `report` gets one line per check that succeeded."""

    files: Directory
    certificate: Certificate
    problem: Problem
    clock: Clock
    report: Callable[[str], None]

    @classmethod
    def read(cls, files: Directory, clock: Clock, report: Callable[[str], None]) -> Claim:
        """Read a certificate and the problem it names; `InputError` where that is impossible."""
        raw = decode_tagged(files.read(NAME), SCHEMA, NAME)
        found = convert(raw, Certificate, NAME)
        dfg = dfg_from_json(files.read(found.dfg), found.dfg)
        arch = architecture_from_json(files.read(found.architecture), found.architecture)
        problem = Problem(
            dfg,
            arch,
            found.contexts,
            found.transform,
            found.recompute,
            constraints=found.constraints,
        )
        return cls(files, found, problem, clock, report)

    def verify(self) -> str:
        """Return the proved statement, in one line; `RejectedError` unless it is the claim."""
        found = self.certificate
        report_pins(self.problem, found.pins, self.report)
        report_constraints(self.problem, self.report)
        require_shown(found.rewrites, self.problem)
        value, lower = found.value, found.lower_bound
        if lower < 1:
            raise RejectedError(f"{NAME}: a lower bound of cycles is at least 1")
        if found.status == "infeasible":
            if value is not None or found.mapping is not None:
                raise RejectedError(f"{NAME}: 'infeasible' has no value, and no mapping")
            if found.horizon is not None and found.horizon < 1:
                raise RejectedError(f"{NAME}: a horizon is at least 1")
            self._bounds(lower, found.horizon or 0)
            none = f"no mapping of {self._subject()} has"
            if found.horizon is None:
                self._whatever()
                return f"{none} any number of cycles"
            if lower > found.horizon:
                return f"{none} {n_cycles(lower - 1)} or fewer"
            fewer = f", nor fewer than {lower}" if lower > 1 else ""
            return f"{none} {n_cycles(found.horizon)}{fewer}"
        if value is None or found.mapping is None:
            raise RejectedError(f"{NAME}: '{found.status}' needs a value and a mapping")
        if lower > value or (found.status == "optimal" and lower != value):
            raise RejectedError(
                f"{NAME}: lower bound {lower} and value {value} contradict '{found.status}'"
            )
        self._mapping(found.mapping, value)
        self._bounds(lower, lower - 1)
        if found.status == "optimal":
            return f"{value} cycles are optimal for {self._subject()}"
        fewer = f"fewer than {lower} are impossible"
        return f"{value} cycles are feasible for {self._subject()}, {fewer}"

    def _whatever(self) -> None:
        """Raise `RejectedError` without a reason that shows that no number of cycles does."""
        reason, contexts = self.certificate.reason, self.problem.contexts
        if reason is None or reason.contexts != contexts:
            raise RejectedError(f"{NAME}: neither a horizon, nor a reason for {contexts} contexts")
        self.report(f"not with any number of cycles: {self._reasons.check(reason)}")

    def _subject(self) -> str:
        return subject(self.problem, self.problem.contexts, self.certificate.pins)

    @cached_property
    def _reasons(self) -> Reasons:
        return Reasons(self.problem, self.certificate.pins, self.files, self.clock)

    def _mapping(self, name: str, value: int) -> None:
        mapping = mapping_from_json(self.files.read(name), name)
        if mapping.horizon != value:
            raise RejectedError(f"{name}: it has {n_cycles(mapping.horizon)}, not {value}")
        check_mapping(self.problem, mapping, name, self.clock, self.report, self.certificate.pins)

    def _bounds(self, lower: int, horizon: int) -> None:
        """Check every bound, needed or not, and that they refute `horizon` and all below `lower`.

        If a mapping with N cycles always yields one with N+1, refuting a horizon refutes all
        smaller ones.
        """
        for bound in self.certificate.bounds:
            self.clock.check()
            try:
                line = self._reasons.check_bound(bound)
            except RejectedError as error:
                raise RejectedError(f"bound for {n_cycles(bound.horizon)}: {error}") from None
            self.report(f"lower bound {bound.horizon + 1}: {line}")
        bounds, lasting = self.certificate.bounds, is_lasting(self.problem)
        refuted = {bound.horizon for bound in bounds}
        whole = [b.horizon for b in bounds if lasting or isinstance(b, CriticalPath)]
        shown = max(whole, default=0) + 1
        while shown in refuted:
            shown += 1
        still_open = horizon if horizon >= shown and horizon not in refuted else shown
        if still_open == horizon or lower > shown:
            raise RejectedError(f"{NAME}: no bound refutes a horizon of {still_open}")


def subject(problem: Problem, contexts: int | None, pins: Collection[Pin]) -> str:
    """Return the subject of a claim, for its verdict."""
    how = problem.transform
    pipelined = "" if contexts is None else f" with {counted_contexts(contexts)}"
    ordered = "" if how == "none" else f" with reassociation ({how})"
    pinned = f" with {len(pins)} pin{'s'[: len(pins) > 1]}" if pins else ""
    count = len(problem.constraints)
    pinned += f" under {count} constraint{'s'[: count > 1]}" if count else ""
    once = "" if problem.recompute else ", every operation once at most"
    return f"'{problem.dfg.name}' on '{problem.arch.name}'{pipelined}{ordered}{pinned}{once}"


def require_shown(names: Collection[str], problem: Problem, *shown: str) -> None:
    """Raise `RejectedError` unless the names are those of the rewrites that are `shown`, each once.

    The problem's freedom of order, which `transform` says as well, may be named.
    """
    named = Counter(names)
    if problem.transform != "none":
        named[f"any order ({problem.transform})"] -= 1
    named.subtract(shown)
    for name, times in named.items():
        if times > 0:
            raise RejectedError(f"{NAME}: it names '{name}', which no file shows")
    for name in shown:
        if named[name] < 0:
            raise RejectedError(f"{NAME}: its rewrites lack '{name}', which its files show")


def report_constraints(problem: Problem, report: Callable[[str], None]) -> None:
    """Report a user's constraints; `RejectedError` where two have one name."""
    names = [one.name for one in problem.constraints]
    if len(set(names)) < len(names):
        raise RejectedError(f"{NAME}: two constraints have one name")
    for one in problem.constraints:
        report(f"constraint: {msgspec.json.encode(one).decode()}")


def report_pins(problem: Problem, pins: Collection[Pin], report: Callable[[str], None]) -> None:
    """Report the pins; `RejectedError` where a pin has no meaning."""
    check_pins(problem, pins)
    for pin in pins:
        report(f"pin: {pin}")
