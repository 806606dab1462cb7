"""Known results on IIs: the answer of `min_ii` as it grows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from models.data.certificate import Cyclic, IntervalReason, Proof, RegisterFiles
from models.data.dfg import Dfg
from models.data.mapping import Mapping
from models.data.pins import Pins
from models.data.problem import Problem
from models.transform.accumulators import Split
from solvers.search.answer import Status
from solvers.search.fewest import Fewest

ARITHMETIC = "arithmetic"

Outcome = Literal["mapped", "refuted", "refuted up to horizon", "open"]


@dataclass
class Tried:
    """The result for one II; `horizon` is the longest schedule tried.

    `by` names the finder of the mapping, or the refuter of the horizon, in so many `seconds`, and
    `at` is the time of the result, in seconds from the beginning; `fact` is the arithmetic reason
    that refutes the II, at every horizon, and `proof` that of a solver against all useful horizons.
    """

    contexts: int
    outcome: Outcome
    reason: str
    horizon: int | None = None
    seconds: float = 0.0
    by: str = ARITHMETIC
    fact: IntervalReason | None = None
    proof: Proof | Cyclic | None = None
    at: float = 0.0


@dataclass(frozen=True)
class Start:
    """A mapping to start from, of the II `ii`; None if it does not fit the problem, with the
    `reason`.
    """

    ii: int
    mapping: Mapping | None = None
    reason: str | None = None


@dataclass
class MinIi:
    """The smallest II so far, and the lower bound at any horizon.

    `tried` has the outcomes of the IIs up to `most`, `fewest` the outcome of a second objective.
    `certificate` is the folder of a written certificate, `notes` are lines for the reader of the
    answer. `start` is the start that the search was given. With `given_up`, no II is left to try,
    though some may be open. `rewrites` names the steps from the problem as written;
    `written` is the graph as written, if the problem has another one, in which reductions may have
    been split. `register_files` is the kind of files of the mapping;
    bounds are always those of counted registers, which hold for every kind.
    """

    problem: Problem
    status: Status = "unknown"
    contexts: int | None = None
    mapping: Mapping | None = None
    most: int = 0
    lower: int = 1
    lower_reason: str = "the smallest II is 1"
    found_by: str | None = None
    fewest: Fewest | None = None
    tried: dict[int, Tried] = field(default_factory=dict)
    stopped: str | None = None
    seconds: dict[str, float] = field(default_factory=dict)
    pins: Pins = field(default_factory=Pins)
    certificate: str | None = None
    notes: list[str] = field(default_factory=list)
    rewrites: tuple[str, ...] = ()
    written: Dfg | None = None
    splits: tuple[Split, ...] = ()
    start: Start | None = None
    register_files: RegisterFiles = "counted"
    given_up: bool = False
