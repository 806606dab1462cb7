"""Tests that placing one operation on representatives of orbits loses no answer."""

from __future__ import annotations

import pytest

from archs.files import load_architecture
from examples.ring import ring
from models.data.problem import Problem
from models.space_time.symmetry_breaking import rule_placement
from models.space_time.xyz import build
from models.space_time.xyz_model import XyzModel
from solvers.backends.cnf import Encodings, lower
from solvers.backends.sat import SatSession


def satisfiable(model: XyzModel) -> bool | None:
    return SatSession(lower(model.constraints, Encodings())).solve().satisfiable


@pytest.mark.parametrize("how", ["none", "enumerate"])
def test_ring(how: str) -> None:
    """Tests that a ring is turned so that one operation is on its first element."""
    dfg, arch = ring(3, mac="pattern")
    for horizon in range(4, 9):
        problem = Problem(dfg, arch, None, how)  # type: ignore[arg-type]
        model = build(problem, horizon)
        before = satisfiable(model)
        placement = rule_placement(model)
        assert placement is not None
        assert "pe0" in placement.components and "pe1" not in placement.components
        assert satisfiable(model) == before


def test_without_symmetry() -> None:
    """Tests that an array whose elements all differ is left alone."""
    dfg, _ = ring(2)
    model = build(Problem(dfg, load_architecture("mesh:1x3,io=left")), 9)
    clauses = len(model.constraints.clauses)
    assert rule_placement(model) is None
    assert len(model.constraints.clauses) == clauses
