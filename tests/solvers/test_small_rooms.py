"""Arrays with few registers: how many values can wait, and what an open question says of it."""

from __future__ import annotations

import xyzmap
from xyzmap.build import build_dfg


def test_results_that_a_memory_collects_need_no_room() -> None:
    """Tests that what goes into the memory and comes back takes no register meanwhile."""
    sums = {f"v{n}": ("add", "a", f"b{n}") for n in range(4)}
    last = {"w0": ("add", "v0", "v1"), "w1": ("add", "v2", "v3"), "y": ("add", "w0", "w1")}
    dfg = build_dfg("kept", {**sums, **last}, ["v0", "v1", "v2", "v3", "y"])
    answer = xyzmap.min_ii(dfg, "mesh:1x1", time_limit=60)
    assert answer.status in ("optimal", "feasible")
