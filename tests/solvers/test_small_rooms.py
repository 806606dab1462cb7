"""Arrays with few registers: how many values can wait, and what an open question says of it."""

from __future__ import annotations

import pytest

import xyzmap
from archs.files import load_architecture
from archs.presets import Needs
from examples.loops.kernels import kernel_loop
from models.counting.places import room
from models.data.problem import Problem
from xyzmap.build import build_dfg


@pytest.mark.parametrize("spec", ["mesh:1x1", "hycube:1x1"])
def test_places_of_one_tile(spec: str) -> None:
    """Tests a tile with two registers; a HyCUBE's crossbar has four more that no value gets to."""
    loop = kernel_loop("fletcher")
    assert room(Problem(loop, load_architecture(spec, needs=lambda: Needs.of(loop)), 1)) == 2


def test_results_that_a_memory_collects_need_no_room() -> None:
    """Tests that what goes into the memory and comes back takes no register meanwhile."""
    sums = {f"v{n}": ("add", "a", f"b{n}") for n in range(4)}
    last = {"w0": ("add", "v0", "v1"), "w1": ("add", "v2", "v3"), "y": ("add", "w0", "w1")}
    dfg = build_dfg("kept", {**sums, **last}, ["v0", "v1", "v2", "v3", "y"])
    answer = xyzmap.min_ii(dfg, "mesh:1x1", time_limit=60)
    assert answer.status in ("optimal", "feasible")
