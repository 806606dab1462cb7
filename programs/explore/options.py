"""What an exploration may look at, and the progress that it reports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, TypeAlias

from models.errors import InputError, unknown

Mode: TypeAlias = Literal["performance", "pareto"]
MODES: tuple[Mode, ...] = ("performance", "pareto")


@dataclass(frozen=True)
class ExploreOptions:
    """The space of PT-Map's Table 1, and how much of it is kept.

    `tiles` are the sizes of tiles and the range of flattened loops, `factors` those of unrolling
    one loop, of the `levels` innermost of a nest. `keep` candidates are kept per nest and per
    program. Of each nest, the `evaluated` candidates that closed forms rank first get their graphs;
    nothing with more than `copies` copies of its body is looked at. A mapper may not fill an array:
    what is evaluated and kept are the best candidates for each share of issue slots in `fullness`.
    `reassociate` lets sums of floats be reordered, whose last bits then differ. With `inwards`, one
    loop from further out may become one of the innermost levels.
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
"""Parts of the space by name, each of which has those before: nothing; orders of loops, as of IP;
fusion and fission as well, as of PBP; and all.
"""


def restricted(options: ExploreOptions, space: str) -> ExploreOptions:
    """Return options for a part of the space; raises `InputError` for other names."""
    if space not in SPACES:
        raise InputError(unknown("space", space, SPACES))
    return replace(options, **SPACES[space])


class Progress(NamedTuple):
    """How far an exploration is: `done` of `total` nests, of the tree that is called `tree`."""

    tree: str
    done: int
    total: int
    candidates: int
    kernels: int


Observe: TypeAlias = Callable[[Progress], None]
