"""`lrat.replay`, compiled by numba: the same algorithm, some thirty times as fast."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from models.process.compiled import Kernels
from solvers.verification import lrat

kernels = Kernels("lrat", Path(__file__).parent, ("lrat", "lrat_compiled"), last="replay")
_replay = kernels.outer(lrat.replay)


def replay(
    data: bytes, at: int, stop: int, literals: Any, ends: Any, false: Any, count: int
) -> tuple[int, int, int]:
    """Do as `lrat.replay` does."""
    views = (np.frombuffer(own, dtype=np.intc) for own in (literals, ends, false))
    found: tuple[int, int, int] = _replay(np.frombuffer(data, np.uint8), at, stop, *views, count)
    return found
