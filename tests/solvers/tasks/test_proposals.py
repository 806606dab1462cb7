"""Proposals of heuristics, on arrays that list scheduling does not know and for many operations."""

import pytest

from archs.presets import architecture_preset
from examples.loops.nests import transform
from models.data.problem import Problem
from models.judge.checker import check
from solvers.tasks import proposals
from solvers.tasks.messages import Message, Proposal
from solvers.tasks.names import MODULO, PLACED
from solvers.tasks.solver_options import SolverOptions


@pytest.mark.parametrize(("effort", "by"), [(5, MODULO), (0, PLACED)])
def test_arrays_with_routing_have_proposals(
    effort: int, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where modulo scheduling maps nothing, operations are placed first."""
    monkeypatch.setattr(proposals, "EFFORT", effort)
    problem = Problem(transform(8), architecture_preset("hycube:4x4,io=memory"))
    found: list[Message] = []
    proposals.propose(problem, 0, SolverOptions(fixed_effort=True), found.append)
    mappings = [each for each in found if isinstance(each, Proposal)]
    assert mappings
    assert mappings[-1].by == by
    horizons = [each.mapping.horizon for each in mappings]
    assert horizons == sorted(set(horizons), reverse=True)
    assert all(check(problem, each.mapping) == [] for each in mappings)
