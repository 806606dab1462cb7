"""Rewrites of drawn problems: mappings of the rewritten ones are mappings of those before."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from models.counting.arithmetic import Arithmetic
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.data.rewrite import Rewrite, unchanged
from models.errors import InfeasibleError
from models.judge.checker import check
from models.judge.simulator import enough_iterations, simulate
from models.space_time.decode import decode
from models.space_time.xyz import build
from models.transform.shapes import shapes
from solvers.tasks.proposals import unwrapped
from solvers.tasks.refute import engine
from solvers.tasks.restricted import restrictions
from solvers.tasks.solver_options import SolverOptions
from tests.models.random_sums import random_sums
from tests.seeds import seeds

MOST, CONFLICTS = 3, 2000
"""Cycles beyond the fewest that arithmetic leaves, and conflicts of the solver, for a mapping."""


def mapped(problem: Problem) -> Mapping | None:
    """Return a mapping that a solver finds, with unused items, or None."""
    try:
        first, _ = Arithmetic(problem).first_horizon()
        model = build(problem, first + MOST)
    except InfeasibleError:
        return None
    session = engine(model.constraints, SolverOptions())
    outcome = session.solve(keep_going=lambda conflicts: conflicts < CONFLICTS)
    session.close()
    return decode(model, outcome.model) if outcome.satisfiable else None


def rewrites(problem: Problem) -> Iterator[Rewrite]:
    """All rewrites of a problem with a way back."""
    yield from shapes(Rewrite(problem))
    yield from (restriction.rewrite for restriction in restrictions(problem))
    if problem.contexts is None:
        loop = unwrapped(problem)
        yield msgspec.structs.replace(loop, problem=loop.problem.at(99))


@seeds(range(24))
@pytest.mark.parametrize("fields", [{}, {"patterns": True}, {"contexts": 3}], ids=str)
def test_a_way_back_leads_to_a_mapping_of_the_problem(seed: int, fields: dict[str, Any]) -> None:
    problem = msgspec.structs.replace(random_sums(seed, **fields), transform="enumerate")
    for rewrite in rewrites(problem):
        found = mapped(rewrite.problem)
        if found is None:
            continue
        assert check(rewrite.problem, found) == []
        # Processes that are not forks get the chain by pickling.
        lifted = pickle.loads(pickle.dumps(rewrite)).lifted(found)
        assert check(problem, lifted) == [], rewrite.name
        assert simulate(problem, lifted, enough_iterations(lifted)).ok


def test_a_chain_names_what_it_undoes_and_what_it_does_not() -> None:
    problem = random_sums(3)
    chain = Rewrite(problem).then("another array", arch=problem.arch)
    chain = chain.then("first", unchanged).then("second", unchanged, transform="chain")
    assert (chain.asked, chain.name) == (("another array",), "first, second")
    assert chain.problem.transform == "chain" and chain.mapped is problem.dfg
