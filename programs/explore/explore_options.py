"""The search space of an exploration, and its progress reports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, TypeAlias

from models.errors import InputError, unknown

Mode: TypeAlias = Literal["performance", "pareto"]
MODES: tuple[Mode, ...] = ("performance", "pareto")


@dataclass(frozen=True)
class ExploreOptions:
    """The space of PT-Map's Table 1, and the sizes of the kept sets.

    `tiles` are the tile sizes and the range of flattened loops, `factors` the unroll factors of one
    loop, for the `levels` innermost loops of a nest. `keep` candidates are kept per nest and per
    program. For each nest, graphs are extracted for the `evaluated` best candidates by closed
    forms; candidates with more than `copies` copies of the body are skipped. As a mapper may not
    fill an array, the best candidates are evaluated and kept for each share of issue slots in
    `fullness`. `reassociate` allows reassociation of float sums, which changes their last bits.
    With `inwards`, one outer loop may become one of the innermost levels.
    """

    mode: Mode = "performance"
    keep: int = 20
    tiles: tuple[int, ...] = tuple(2**x for x in range(4, 11))
    factors: tuple[int, ...] = tuple(range(1, 9))
    levels: int = 3
    evaluated: int = 24
    copies: int = 64
    fullness: tuple[float, ...] = (1.0, 0.5, 0.25)
    structures: bool = True
    sink: bool = True
    reassociate: bool = False
    inwards: bool = True

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise InputError(unknown("mode", self.mode, MODES))
        for what in ("keep", "levels", "evaluated", "copies"):
            if getattr(self, what) < 1:
                raise InputError(f"{what} is {getattr(self, what)}; allowed: ≥ 1")
        if not self.fullness or not all(0 < share <= 1 for share in self.fullness):
            raise InputError(f"shares of issue slots are {self.fullness}; allowed: > 0, ≤ 1")
        if any(size < 2 for size in self.tiles):
            raise InputError(f"tiles have sizes {self.tiles}; allowed: ≥ 2")
        if 1 not in self.factors or any(factor < 1 for factor in self.factors):
            raise InputError(f"loops are unrolled by {self.factors}; allowed: ≥ 1, and 1 itself")


_INTERCHANGE: dict[str, Any] = {"sink": False, "tiles": (), "factors": (1,)}

SPACES: dict[str, dict[str, Any]] = {
    "none": {**_INTERCHANGE, "structures": False, "levels": 1, "inwards": False},
    "interchange": {**_INTERCHANGE, "structures": False},
    "fusion": {**_INTERCHANGE, "structures": True},
    "full": {},
}
"""Nested parts of the space by name.

None; orders of loops, as in IP; with fusion and fission, as in PBP; all.
"""


def restricted(options: ExploreOptions, space: str) -> ExploreOptions:
    """Return options for a part of the space; raises `InputError` for other names."""
    if space not in SPACES:
        raise InputError(unknown("space", space, SPACES))
    return replace(options, **SPACES[space])


class Progress(NamedTuple):
    """The progress of an exploration: `done` of `total` nests of the tree named `tree`."""

    tree: str
    done: int
    total: int
    candidates: int
    kernels: int


Observe: TypeAlias = Callable[[Progress], None]
