"""The question for the smallest initiation interval."""

from __future__ import annotations

from dataclasses import dataclass, field

from models.data.problem import Problem
from models.data.rewrite import Rewrite
from solvers.mappers.anneal_process import Annealer
from solvers.search.fewest import Quantity
from solvers.search.interval_answer import Start
from solvers.search.solver_options import SolverOptions


@dataclass(frozen=True)
class IntervalQuestion:
    """The question for the smallest II of a problem, and the ways in which it is answered."""

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
    pipeline: str | None = None
    """The name of the pipeline of these heuristics; None: the one that suits the problem."""
    exact: bool = True
    """Whether solvers work; otherwise the `annealer` works alone, and only arithmetic proves."""
    annealer: Annealer = field(default_factory=Annealer)
    """Its labels guide annealing beside the solvers."""
    shapes: tuple[Rewrite, ...] = ()
    """Orders of the graph that heuristics map first."""
    start: Start | None = None
    """A mapping that has been judged, or only an II that is tried first."""

    @property
    def pinned(self) -> int:
        """The last cycle of a pin; 0 without pins."""
        return max((pin.cycle or 0 for pin in self.options.pins.places), default=0)
