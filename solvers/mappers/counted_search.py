"""A SAT search that counts its conflicts as work: a budget of work ends it at the same conflict."""

from __future__ import annotations

from models.space_time.constraint_model import ConstraintModel
from shell.budget import Budget, Work
from solvers.backends.backend import Outcome
from solvers.backends.cnf import Encodings, lower
from solvers.backends.sat import DEFAULT_SOLVER, SatSession

ENCODINGS = Encodings(at_most_one="sequential")
"""Twice as fast as bimander and product, on loops that fill SAT-MapIt's machine."""

SLICE = 2_000
"""Conflicts between looks at the budget: about 0.1 s."""

CLAUSE_SECONDS = 3e-6
"""The work of building, translating and loading a model, for each of its clauses."""

CONFLICT_SECONDS, EACH_SECONDS = 1.8e-5, 2.1e-10
"""The work of a conflict, and in addition for each clause of the model. All are of an idle machine;
places and cycles of 16 to 60 operations on SAT-MapIt's machine were within 20 % in both solvers.
"""


def counted_search(
    model: ConstraintModel,
    budget: Budget,
    solver: str = DEFAULT_SOLVER,
    seed: int | None = None,
    conflicts: int | None = None,
) -> Outcome:
    """Return a solution of a model, its refutation, or neither once the budget, or a number of
    `conflicts`, is over. A `seed` shuffles the clauses.
    """
    cnf = lower(model, ENCODINGS)
    if seed is not None:
        cnf.shuffle(seed)
    session = SatSession(cnf, solver, slices=SLICE)
    Work.add(CLAUSE_SECONDS * cnf.clause_count)
    counted = 0

    def count(made: int) -> None:
        nonlocal counted
        Work.add((CONFLICT_SECONDS + EACH_SECONDS * cnf.clause_count) * (made - counted))
        counted = made

    def goes_on(made: int) -> bool:
        count(made)
        return not budget.over() and (conflicts is None or made < conflicts)

    found = session.solve(keep_going=goes_on)
    count(found.conflicts)
    session.close()
    return found
