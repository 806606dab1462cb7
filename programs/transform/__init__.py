"""Loop transformations of programs (PT-Map, Sec. 3.2, Table 1).

This package owns the primitives as data (`records`) and their implementations: fusion (`fuse`),
fission (`distribute`), reordering (`reorder`), tiling (`tile`), flattening (`flatten`) and
unroll-and-jam (`unroll`). A `Variant` applies them if dependences allow it. On top of these are
program-level fusion (`structure`) and the tiling of imperfect loops (`sink`). `programs.explore`
selects transformations.
"""

from programs.transform.records import (
    Distribute,
    Flatten,
    Fuse,
    IllegalError,
    NotApplicableError,
    Reorder,
    Step,
    Tile,
    Unroll,
)
from programs.transform.sink import sunk
from programs.transform.structure import structures
from programs.transform.variant import Analysis, Variant, variant_of

__all__ = [
    "Analysis",
    "Distribute",
    "Flatten",
    "Fuse",
    "IllegalError",
    "NotApplicableError",
    "Reorder",
    "Step",
    "Tile",
    "Unroll",
    "Variant",
    "structures",
    "sunk",
    "variant_of",
]
