"""Loop programs as data: regions of nested loops and statements with C semantics.

This package owns the definition of a region (`region`, `expressions`, `affine`, `types`), its
validity rules (`check`), its loop tree and perfect nests (`tree`), its iterations (`domain`), its
interpreter (`execute`), its text in C (`emit`), and random values (`random_values`). It is
independent of files and of arrays of processing elements.
"""

from programs.loops.affine import Affine, Bound, Constraint, affine
from programs.loops.check import check_region
from programs.loops.emit import emit_body, emit_program
from programs.loops.errors import ProgramError
from programs.loops.execute import Event, execute
from programs.loops.expressions import (
    Access,
    Binary,
    Call,
    Cast,
    Constant,
    Index,
    Opaque,
    Read,
    Select,
)
from programs.loops.region import Array, Guard, Loop, Node, Region, Scalar, Statement, instances
from programs.loops.tree import Path, perfect_nests
from programs.loops.types import DOUBLE, INT

__all__ = [
    "DOUBLE",
    "INT",
    "Access",
    "Affine",
    "Array",
    "Binary",
    "Bound",
    "Call",
    "Cast",
    "Constant",
    "Constraint",
    "Event",
    "Guard",
    "Index",
    "Loop",
    "Node",
    "Opaque",
    "Path",
    "ProgramError",
    "Read",
    "Region",
    "Scalar",
    "Select",
    "Statement",
    "affine",
    "check_region",
    "emit_body",
    "emit_program",
    "execute",
    "instances",
    "perfect_nests",
]
