"""Restricted searches: small models of which every solution is a mapping of the whole problem.

Sums accumulated one term after the other, and mappings invariant under a symmetry of DFG and
architecture, are found where the full model is out of reach. Their absence does not exclude other
mappings: these searches prove no lower bound.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from models.data.computation import Transform
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.data.rewrite import Rewrite, unchanged
from models.symmetry.symmetry import Symmetry
from shell.budget import Budget, Work
from solvers.tasks.messages import Message, Proposal, Send
from solvers.tasks.solver_options import SolverOptions

CONFLICTS = 4_000
"""Conflicts of a first try; a try that goes on gets twice as many in every round."""

WORTH = 3.0
"""Least ratio of the work of a try to that of building its model."""

ROUNDS = 12

SYMMETRIES = 3
OPEN_TRIES = 6
"""The most tries that stay in memory to be continued; the others start again."""

MOST_TREE_LEAVES = 16
MOST_FUSED_TREE_LEAVES = 8
"""Larger sums are tried as chains only; under multi-node operations exchangers multiply."""

_NARROWER: dict[Transform, tuple[Transform, ...]] = {
    "none": ("none",),
    "enumerate": ("chain", "select"),
    "xbtree": ("chain", "select"),
    "select": ("chain", "select"),
    "chain": ("chain",),
}

_NAMES = {"none": "as written", "chain": "chains", "select": "one tree for every sum"}


class Restriction(NamedTuple):
    """A problem with less freedom, and perhaps a symmetry that its mappings must have."""

    rewrite: Rewrite
    symmetry: Symmetry | None = None


def restrictions(problem: Problem, seed: int = 0, *, symmetry: bool = True) -> list[Restriction]:
    """Return the restrictions worth trying, the strongest first, without the trivial one."""
    from models.symmetry.subgroup import candidates
    from models.transform.clusters import clusters

    merged = () if problem.transform == "none" else clusters(problem.dfg)
    found = []
    symmetries = candidates(problem, merged, limit=SYMMETRIES, seed=seed) if symmetry else []
    most = MOST_FUSED_TREE_LEAVES if problem.dfg.patterns else MOST_TREE_LEAVES
    for how in _NARROWER[problem.transform]:
        if how == "select" and max((len(c.leaves) for c in merged), default=0) > most:
            continue
        narrower = Rewrite(problem).then(_NAMES[how], unchanged, transform=how)
        for each in symmetries:
            found.append(Restriction(narrower.then(f"symmetry {each.order}", unchanged), each))
        if how != problem.transform:
            found.append(Restriction(narrower))
    return sorted(found, key=lambda r: (r.symmetry is None, r.rewrite.problem.transform != "chain"))


class _Try:
    """One restriction at one horizon, as a solver that can be asked to go on."""

    def __init__(self, restriction: Restriction, horizon: int, options: SolverOptions) -> None:
        from models.space_time.xyz import build
        from models.symmetry.invariant import invariant
        from solvers.tasks.refute import engine

        before = Work.seconds
        self.model = build(restriction.rewrite.problem, horizon)
        self.merged = None
        constraints = self.model.constraints
        if restriction.symmetry is not None:
            self.merged = invariant(self.model, restriction.symmetry)
            constraints = self.merged.constraints
        self.session = engine(constraints, options)
        self.cost = Work.seconds - before

    def go_on(self, conflicts: int) -> tuple[bool | None, Mapping | None]:
        """Return the answer, None if still unknown, and the mapping.

        A model that took long to build is solved for at least as long, and some more.
        """
        from models.space_time.decode import decode

        limit = self.session.conflicts + conflicts
        worth = Budget.of_work(WORTH * self.cost)
        outcome = self.session.solve(keep_going=lambda spent: spent < limit or not worth.over())
        if not outcome.satisfiable:
            return outcome.satisfiable, None
        chosen = outcome.model if self.merged is None else self.merged.expanded(outcome.model)
        return True, decode(self.model, chosen)


class Finder:
    """Tries all restrictions at all horizons from `lower` on, the most promising most of all.

    In round n the try of restriction r at `lower` + h is one of those with r + h ≤ n; it has
    then had n - r - h rounds before, each twice as long as the one before.
    """

    def __init__(self, problem: Problem, lower: int, upper: int | None, options: SolverOptions):
        self.lower, self.upper, self.options = lower, upper, options
        self.restrictions = restrictions(problem, options.seed, symmetry=options.symmetry)
        self._hopeless: set[tuple[int, int]] = set()
        self._tries: dict[tuple[int, int], _Try] = {}

    def mappings(self, patience: float | None = None) -> Iterator[tuple[Restriction, Mapping]]:
        """Yield ever shorter mappings; end after `patience` seconds of work without one."""
        since = Work.seconds
        for number in range(ROUNDS):
            for place, restriction in enumerate(self.restrictions[: number + 1]):
                for above in range(number + 1 - place):
                    horizon = self.lower + above
                    if self.upper is not None and horizon >= self.upper:
                        break
                    if patience is not None and Work.seconds - since > patience:
                        return
                    conflicts = CONFLICTS * 2 ** (number - place - above)
                    found = self._go_on(place, horizon, conflicts)
                    if found is not None:
                        self.upper = horizon
                        since = Work.seconds
                        yield restriction, found

    def _go_on(self, place: int, horizon: int, conflicts: int) -> Mapping | None:
        from models.errors import InfeasibleError
        from models.symmetry.invariant import NotLiftedError

        key = (place, horizon)
        if key in self._hopeless:
            return None
        attempt = self._tries.pop(key, None)
        if attempt is None:
            try:
                attempt = _Try(self.restrictions[place], horizon, self.options)
            except (InfeasibleError, NotLiftedError):
                self._hopeless.add(key)
                return None
        satisfiable, mapping = attempt.go_on(conflicts)
        if satisfiable is None:
            self._tries[key] = attempt
            if len(self._tries) > OPEN_TRIES:
                self._tries.pop(next(iter(self._tries)))
        else:
            self._hopeless.add(key)
        return mapping


def find(
    upper: int | None,
    patience: float | None,
    problem: Problem,
    horizon: int,
    options: SolverOptions,
    send: Send[Message],
) -> None:
    """Send mappings with `horizon` cycles or a few more, but fewer than `upper`.

    Ends after `ROUNDS` rounds, or after `patience` seconds of work without a shorter mapping.
    """
    finder = Finder(problem, horizon, upper, options)
    for (rewrite, _), mapping in finder.mappings(patience):
        send(Proposal(rewrite.lifted(mapping), rewrite.name))
