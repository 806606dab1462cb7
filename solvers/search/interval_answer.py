"""Question and answer about the smallest initiation interval, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import Literal, NamedTuple

from models.data.certificate import Cyclic, IntervalReason, Proof, RegisterFiles
from models.data.dfg import Dfg
from models.data.explanation import Explanation
from models.data.mapping import Mapping
from models.data.pins import Pins
from models.data.problem import Problem
from models.data.rewrite import Rewrite
from models.transform.accumulators import Split
from solvers.mappers.anneal_process import Annealer
from solvers.search.answer import Reached, Status
from solvers.tasks.fewest import Fewest, Quantity
from solvers.tasks.solver_options import SolverOptions

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


class Searched(NamedTuple):
    """A graph of which any of several may be mapped, as they compute the same.

    It has `iterations` of the loop as written in one of its own, and the bound of arithmetic
    `lower`, None where it has no mapping; `status` and `contexts` are those of its own search.
    """

    graph: str
    operations: int
    iterations: int
    lower: int | None
    status: str
    contexts: int | None = None


@dataclass
class MinIi:
    """The smallest II so far, and the lower bound at any horizon.

    `tried` has the outcomes of the IIs up to `most`, `fewest` the outcome of a second objective.
    `certificate` is the folder of a written certificate, `notes` are lines for the reader of the
    answer. `start` is the start that the search was given. `rewrites` names the steps from the
    problem as written; `written` is the graph as written, if the problem has another one, in which
    reductions may have been split. `register_files` is the kind of files of the mapping;
    bounds hold for every kind, unless a reason in `tried` names one. `counted` are IIs that
    have a mapping for counted registers, where none with addresses is known. `word_of` is the
    solver on whose answer alone the bound rests; solvers that could give a proof are trusted.
    `searched` are the graphs of which any may be mapped; then the answer is that of `graph`, with
    so many `iterations` of the loop as written in one of its own.
    `objectives` are those of the user, minimised afterwards.
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
    counted: set[int] = field(default_factory=set)
    explanation: Explanation | None = None
    word_of: str | None = None
    graph: str | None = None
    iterations: int = 1
    searched: tuple[Searched, ...] = ()
    objectives: list[Reached] = field(default_factory=list)


@dataclass(frozen=True)
class IntervalQuestion:
    """The question for the smallest II of a problem, and the ways in which it is answered.

    With `options.fixed_effort` the answer depends on nothing but the question.
    """

    problem: Problem
    options: SolverOptions = field(default_factory=SolverOptions)
    """Where they have a `proof_dir`, refutations by solvers leave their proofs there."""
    most: int | None = None
    """The largest II to try; None: one that arithmetic leaves, and many more."""
    least: int = 1
    """Smaller IIs are not tried: only arithmetic bounds them."""
    slack: int | None = None
    """Cycles beyond the shortest schedule that arithmetic leaves; None: twice the II and two at
    first, then more.
    """
    first: bool = False
    """Whether any mapping ends the search."""
    shortest: bool = False
    """Whether the number of cycles is minimised at the II that is found."""
    quantity: Quantity | None = None
    """The quantity that is minimised at the II and the number of cycles that are found."""
    heuristics: bool = True
    """Whether heuristics work beside the solvers."""
    exact: bool = True
    """Whether solvers work; otherwise the `annealer` works alone, and only arithmetic proves."""
    annealer: Annealer = field(default_factory=Annealer)
    """Its labels guide annealing beside the solvers."""
    shapes: tuple[Rewrite, ...] = ()
    """Orders of the graph that heuristics map first."""
    start: Start | None = None
    """A mapping, or only an II that is tried first."""
    register_files: RegisterFiles = "counted"
    """The kind of register files in which all values of a mapping need addresses."""
    work: float = inf
    """Seconds of work after which the search ends, as on a machine that does nothing else."""
    jobs: int | None = None
    """Processes that work at a time; None: all that race."""
    pipeline: str | None = None
    """The name of the heuristics that work beside the solvers; None: those for the problem."""
