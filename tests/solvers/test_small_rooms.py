"""Arrays with few registers: refuted where too few values can wait, and told where that is open."""

from __future__ import annotations

from pathlib import Path

import pytest

import xyzmap
from archs.files import load_architecture
from archs.presets import Needs
from examples.loops.kernels import kernel_loop
from models.counting.waiting import room
from models.data.problem import Problem
from solvers.verify import main as verify
from xyzmap.build import build_dfg


@pytest.mark.parametrize("spec", ["mesh:1x1", "hycube:1x1"])
@pytest.mark.parametrize("kernel", ["fletcher", "sha1"])
def test_too_few_places_are_a_proof(spec: str, kernel: str, tmp_path: Path) -> None:
    """Tests that one tile is refuted whose values would need more places, and the proof holds.

    The crossbar of a HyCUBE of one tile has four registers that no result gets to.
    """
    loop = kernel_loop(kernel)
    arch = load_architecture(spec, needs=Needs.of(loop))
    assert room(Problem(loop, arch, 1)) == 2
    answer = xyzmap.min_ii(loop, spec, time_limit=30, certificate=tmp_path / "proof")
    assert answer.status == "infeasible"
    assert "no more than 2 values can wait at a time" in answer.words
    assert verify([str(tmp_path / "proof")]) == 0


def test_results_that_a_memory_collects_need_no_room() -> None:
    """Tests that what goes into the memory and comes back takes no register meanwhile."""
    sums = {f"v{n}": ("add", "a", f"b{n}") for n in range(4)}
    last = {"w0": ("add", "v0", "v1"), "w1": ("add", "v2", "v3"), "y": ("add", "w0", "w1")}
    dfg = build_dfg("kept", {**sums, **last}, ["v0", "v1", "v2", "v3", "y"])
    answer = xyzmap.min_ii(dfg, "mesh:1x1", time_limit=60)
    assert answer.status in ("optimal", "feasible")
