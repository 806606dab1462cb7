"""The steps of `solvers.certificates.lrat`, compiled by numba."""

from __future__ import annotations

from array import array
from pathlib import Path

import numpy as np
from numba.extending import register_jitable

from models.process.compiled import Kernels
from solvers.certificates import lrat

kernels = Kernels("trim", Path(__file__).parent, ("lrat", "lrat_compiled"), last="emit")
register_jitable(lrat.read)
register_jitable(lrat.write)
_survey, _mark = kernels.outer(lrat.survey), kernels.outer(lrat.mark)
_emit = kernels.outer(lrat.emit)


def survey(data: bytes) -> tuple[int, int]:
    """Do as `lrat.survey` does."""
    found: tuple[int, int] = _survey(_bytes(data))
    return found


def mark(data: bytes, starts: array[int], kinds: bytearray) -> int:
    """Do as `lrat.mark` does."""
    size: int = _mark(_bytes(data), np.asarray(starts), _bytes(kinds))
    return size


def emit(
    data: bytes,
    starts: array[int],
    kinds: bytearray,
    numbers: array[int],
    count: int,
    out: bytearray,
) -> int:
    """Do as `lrat.emit` does."""
    own = (_bytes(data), np.asarray(starts), _bytes(kinds), np.asarray(numbers))
    size: int = _emit(*own, count, _bytes(out))
    return size


def _bytes(data: bytes | bytearray) -> np.ndarray:
    return np.frombuffer(data, np.uint8)
