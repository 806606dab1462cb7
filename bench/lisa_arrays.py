"""LISA's six arrays, and the loops that are mapped onto them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from bench.asking import graph_file
from examples.loops.polybench import BODIES, polybench
from models.data.dfg import Constant, Dfg, Operand, Operation, Operator

ARRAYS = (
    "lisa:4x4",
    "lisa:3x3",
    "lisa:8x8",
    "lisa:4x4,registers=1",
    "lisa:4x4,memory=left",
    "lisa-systolic:5x5",
)
TWELVE = "2mm atax bicg cholesky doitgen gemm gemver gesummv mvt symm syrk trmm".split()
DELIVERED = 1 << 16
"""Where the results of unrolled bodies are stored: behind all of their arrays."""


def bodies() -> dict[str, Callable[[], Dfg]]:
    """Return the twelve bodies of LISA's evaluation."""
    return {name: graph_file("polybench_dot", name) for name in TWELVE}


def unrolled() -> dict[str, Callable[[], Dfg]]:
    """Return our own bodies, unrolled twice."""
    return {f"{name} ×2": partial(_twice, name) for name in sorted(BODIES)}


def _twice(name: str) -> Dfg:
    return delivered(polybench(name, 2))


def delivered(dfg: Dfg) -> Dfg:
    """Return a graph that stores its results in every iteration, the only place for them."""
    if not dfg.results:
        return dfg
    operators = dfg.operators
    if "store" not in dfg.operator_by_name:
        operators += (Operator("store", 2, effect=True),)
    constants, stores = list(dfg.constants), list(dfg.operations)
    for place, result in enumerate(dfg.results):
        at = f"at_{result}"
        constants.append(Constant(at, DELIVERED + place))
        stores.append(Operation(f"store_{result}", "store", (Operand(at), Operand(result))))
    changed: Dfg = msgspec.structs.replace(
        dfg,
        operators=operators,
        operations=tuple(stores),
        constants=tuple(constants),
        results=(),
    )
    return changed
