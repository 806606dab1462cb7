"""Proposals beside the solvers: legal mappings, also where no order of a list leads to one."""

from __future__ import annotations

from examples.ring import ring
from models.data.problem import Problem
from models.judge.checker import check
from solvers.search.messages import Proposal
from solvers.search.options import SolverOptions
from solvers.search.proposals import MODULO, propose


def proposed(problem: Problem) -> list[Proposal]:
    found: list[Proposal] = []
    propose(problem, 0, SolverOptions(fixed_effort=True), found.append)
    return found


def test_modulo_scheduling_finds_what_lists_do_not() -> None:
    """Tests the ring of six with two registers, on which all eight orders of the list fail."""
    problem = Problem(*ring(6, "pattern"))
    found = proposed(problem)
    assert [each.by for each in found] == [MODULO]
    assert found[0].mapping.contexts is None
    assert check(problem, found[0].mapping) == []


def test_proposals_become_shorter() -> None:
    problem = Problem(*ring(4))
    found = proposed(problem)
    horizons = [each.mapping.horizon for each in found]
    assert horizons == sorted(set(horizons), reverse=True)
    assert all(check(problem, each.mapping) == [] for each in found)


def test_pipelined_graphs_are_left_alone() -> None:
    dfg, arch = ring(3)
    assert proposed(Problem(dfg, arch, 4)) == []
