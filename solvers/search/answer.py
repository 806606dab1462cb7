"""Questions and answers about the minimum number of cycles, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from models.data.certificate import Bound, IntervalReason
from models.data.constraints import Minimize
from models.data.mapping import Mapping
from models.data.pins import Pins
from models.data.problem import Problem
from solvers.tasks.solver_options import SolverOptions

Status = Literal["optimal", "feasible", "infeasible", "unknown"]


@dataclass(frozen=True)
class Attempt:
    """A horizon that was put to a solver; `seconds` by phase."""

    horizon: int
    result: Literal["sat", "unsat", "unknown"]
    conflicts: int
    variables: int
    clauses: int
    seconds: dict[str, float]
    solver: str


@dataclass
class Answer:
    """The known bounds on the minimum number of cycles, at any moment of the search.

    `found_by` names the finder of the mapping; `certified` is the lower bound that `bounds`
    support, which is smaller than `lower_bound` where a refutation leaves no proof. `word_of` is
    the solver on whose answer alone the lower bound rests; solvers that could give a proof are
    trusted. `fact` is a checkable reason why no mapping exists at all. `failures` lists the solvers
    that failed on the way. `rewrites` names the steps from the problem as written.
    """

    problem: Problem
    status: Status = "unknown"
    cycles: int | None = None
    lower_bound: int = 1
    lower_reason: str = "at least the initial cycle"
    mapping: Mapping | None = None
    found_by: str | None = None
    certified: int = 1
    word_of: str | None = None
    failures: list[str] = field(default_factory=list)
    bounds: list[Bound] = field(default_factory=list)
    fact: IntervalReason | None = None
    attempts: list[Attempt] = field(default_factory=list)
    stopped: str | None = None
    seconds: dict[str, float] = field(default_factory=dict)
    pins: Pins = field(default_factory=Pins)
    rewrites: tuple[str, ...] = ()


@dataclass
class Reached:
    """The least known value of an objective, and a lower bound, if one is known.

    It is about mappings with the contexts and cycles of the answer, and with the values of the
    objectives before.
    """

    name: str
    value: int
    least: int | None = None

    @property
    def proven(self) -> bool:
        """Whether no value is smaller."""
        return self.least is not None and self.least >= self.value

    def __str__(self) -> str:
        bound = "" if self.least is None else f", at least {self.least}"
        return f"{self.name}: {self.value}{', the least' if self.proven else bound}"

    def record(self) -> dict[str, object]:
        """Return the objective as data."""
        return {"name": self.name, "value": self.value, "at_least": self.least}


@dataclass(frozen=True)
class CyclesQuestion:
    """The objective of a search: the minimum, at most `max_cycles`; or only whether `cycles`
    suffice.

    A problem that is not `refutable` has too many orders of operations for a model of all of them:
    lower bounds come from arithmetic only, mappings from restricted searches. With `confirmed`, a
    bound that rests on a solver's answer is proven by SAT at the end. With `first`, the first
    mapping ends the search, with any number of cycles. `objectives` are minimised afterwards.
    """

    problem: Problem
    cycles: int | None = None
    max_cycles: int | None = None
    jobs: int = 2
    time_limit: float | None = None
    options: SolverOptions = field(default_factory=SolverOptions)
    refutable: bool = True
    confirmed: bool = False
    first: bool = False
    rewrites: tuple[str, ...] = ()
    objectives: tuple[Minimize, ...] = ()
