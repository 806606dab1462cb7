"""Tests of options of the model."""

from __future__ import annotations

import pytest

from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg
from models.data.problem import Problem
from models.space_time.xyz import build
from tests.models.mappings import ADD, memory, operation


@pytest.mark.parametrize(("implied", "first"), [(True, 2), (False, 1)])
def test_what_limits_imply_can_be_left_out(implied: bool, first: int) -> None:
    """Tests when a sum may begin whose terms share one path: without limits, both come at once."""
    dfg = Dfg("sum", (ADD,), ("a", "b"), (operation("s", "+", "a", "b"),), ("s",))
    parts = (memory(), Component("pe", issue=1))
    paths = (Path("in", ("ext",), ("pe",), 1), Path("out", ("pe",), ("ext",), 1))
    model = build(Problem(dfg, Architecture("one", parts, paths, "ext")), 5, implied=implied)
    issued = model.z[model.index.value["s"], model.index.component["pe"]]
    assert next(k for k in range(5) if issued[k]) == first
