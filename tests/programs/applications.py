"""The applications of PT-Map's Table 5, read from examples/programs."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from programs.loops import Region
from programs.source import read_file

FOLDER = Path(__file__).parents[2] / "examples" / "programs"
# File, number of perfect nests in Table 5; doitgen's and 3mm's columns are taken as swapped, and
# 3mm has six nests.
NESTS = {
    "gemver": 4,
    "trisolv": 3,
    "covariance": 7,
    "doitgen": 3,
    "3mm": 6,
    "atax": 4,
    "blur2d": 2,
    "harris": 9,
    "convolution": 4,
    "transposed_convolution": 4,
    "winograd": 13,
}


def path(name: str) -> Path:
    return FOLDER / f"{name}.c"


@cache
def application(name: str, small: bool = True) -> Region:
    (region,) = read_file(path(name), {"SMALL": 1} if small else {})
    return region
