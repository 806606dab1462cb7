"""The answer of re-mapping: the mapping so far, the operations that move, and a bound of these."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from models.data.certificate import RegisterFiles
from models.data.mapping import Mapping
from models.data.pins import Pins
from models.data.problem import Problem
from models.judge.checker_operations import Where, executions, pins_broken
from models.text import n_cycles
from models.transform.pin_checks import may_execute
from remap.question.remap_options import RemapOptions
from shell.budget import UNLIMITED, Budget, Stopwatch
from solvers.search.answer import Status
from solvers.tasks.mappings import SolverFaultError, addressed, judge

Homes = dict[str, frozenset[Where]]
Outcome = Literal["mapped", "refuted", "open"]


@dataclass(frozen=True)
class Move:
    """An operation with another place than before."""

    operation: str
    before: tuple[Where, ...]
    after: tuple[Where, ...]


@dataclass(frozen=True)
class Tried:
    """A horizon, and its outcome; `freed` are the pins dropped by cores."""

    horizon: int
    outcome: Outcome
    freed: tuple[str, ...]
    seconds: float


@dataclass
class Remapped:
    """The answer, valid at any moment of the search.

    `moved` are operations of the old mapping in other places, `kept` the others of it; `added` are
    executed for the first time. At the horizon of the mapping, at least `at_least` operations have
    to move. All of this is about mappings whose values have addresses in register files of kind
    `register_files`. No certificate is written.
    """

    problem: Problem
    old: Mapping
    status: Status = "unknown"
    mapping: Mapping | None = None
    reason: str = ""
    moved: tuple[Move, ...] = ()
    kept: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    at_least: int = 0
    tried: list[Tried] = field(default_factory=list)
    stopped: str | None = None
    seconds: dict[str, float] = field(default_factory=dict)
    certificate: str | None = None
    notes: list[str] = field(default_factory=list)
    register_files: RegisterFiles = "counted"

    @property
    def headline(self) -> str:
        """The result in one line, without the status."""
        problem = self.problem
        names = f"'{problem.dfg.name}' on '{problem.arch.name}'"
        pace = "" if problem.contexts is None else f" with II = {problem.contexts}"
        if self.mapping is None:
            return f"{names}{pace}: {self.reason or 'no mapping found'}"
        return (
            f"{names}{pace}, in {n_cycles(self.mapping.horizon)}: {len(self.kept)} operations stay,"
            f" {len(self.moved)} move, {len(self.added)} are new"
        )


class Moves:
    """A problem, the old mapping, and the growing answer.

    `before` has the components and cycles of each operation in the old mapping, and `homes` those
    that still exist. `lost` operations move in every mapping, because their place is gone. `tell`
    takes lines of progress.
    """

    def __init__(
        self,
        problem: Problem,
        old: Mapping,
        options: RemapOptions,
        pins: Pins | None = None,
        tell: Callable[[str], None] = lambda line: None,
        files: RegisterFiles = "counted",
        budget: Budget = UNLIMITED,
    ) -> None:
        self.files = addressed(files)
        self.problem = msgspec.structs.replace(problem, files=self.files)
        self.old, self.options = old, options
        self.pins = Pins() if pins is None else pins
        self.tell, self.budget = tell, budget
        self.answer = Remapped(problem, old, register_files=files)
        self.before = executions(problem.dfg, old)
        self.homes = homes(problem, self.before)
        self.lost = 0
        self.watch = Stopwatch()

    def note(self, mapping: Mapping, at_least: int) -> None:
        """Judge a mapping, and keep it if it moves fewer operations."""
        judge(self.problem, mapping)
        broken = pins_broken(self.problem, mapping, self.pins)
        if broken:
            raise SolverFaultError(f"a mapping breaks a pin: {broken[0]}")
        after = executions(self.problem.dfg, mapping)
        moved = [n for n in after if n in self.before and not after[n] <= self.before[n]]
        answer = self.answer
        answer.seconds.setdefault("first mapping", self.watch.seconds)
        if answer.mapping is None or len(moved) < len(answer.moved):
            answer.mapping = mapping
            answer.moved = tuple(
                Move(n, _ordered(self.before[n]), _ordered(after[n])) for n in sorted(moved)
            )
            answer.kept = tuple(sorted(set(after) & set(self.before) - set(moved)))
            answer.added = tuple(sorted(set(after) - set(self.before)))
        self.bound(at_least)
        self.tell(f"{len(moved)} operations move, at least {answer.at_least} have to")

    def bound(self, at_least: int) -> None:
        """Note a lower bound of moving operations in every mapping of this horizon."""
        answer = self.answer
        answer.at_least = max(answer.at_least, at_least)
        answer.status = "optimal" if len(answer.moved) <= answer.at_least else "feasible"


def homes(problem: Problem, before: dict[str, set[Where]]) -> Homes:
    """Return the places where each operation can stay: components and cycles that still exist."""
    dfg, arch = problem.dfg, problem.arch
    found = {}
    for name, where in before.items():
        operation = dfg.operation_by_name[name]
        left = frozenset(
            (component, cycle)
            for component, cycle in where
            if component in arch.component_by_name
            and may_execute(dfg, arch, operation, component)
            and cycle >= 1
        )
        if left:
            found[name] = left
    return found


def _ordered(where: set[Where]) -> tuple[Where, ...]:
    return tuple(sorted(where, key=lambda w: (w[1], w[0])))
