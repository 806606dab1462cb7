"""Which loops are mapped onto which of LISA's arrays, and what others have published of them."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import msgspec

from archs.presets import architecture_preset
from bench.frame import Asker, number
from bench.loop_sets import FOLDER, Loop, known
from examples.loops.polybench import BODIES, polybench
from models.data.architecture import Architecture
from models.data.dfg import Constant, Dfg, Operand, Operation, Operator
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.formats.dfg_files import load_dfg
from solvers.questions.entries import Entry

ARRAYS = (
    "lisa:4x4",
    "lisa:3x3",
    "lisa:8x8",
    "lisa:4x4,registers=1",
    "lisa:4x4,memory=left",
    "lisa-systolic:5x5",
)
"""The six arrays of LISA's evaluation."""

BODY_FOLDER = FOLDER / "polybench_dot"

DELIVERED = 1 << 16
"""Where the results of unrolled bodies are stored: behind all of their arrays."""


@dataclass(frozen=True)
class Group:
    """Loops on one array: the twelve bodies, or our own ones `unrolled` twice."""

    name: str
    title: str
    arch: str
    unrolled: bool = False


GROUPS = (
    Group("3x3", "3×3", "lisa:3x3"),
    Group("4x4", "4×4", "lisa:4x4"),
    Group("routing", "4×4 with less routing: one register", "lisa:4x4,registers=1"),
    Group("memory", "4×4 with less memory: ports on the left", "lisa:4x4,memory=left"),
    Group("8x8", "8×8", "lisa:8x8"),
    Group("systolic", "The systolic array", "lisa-systolic:5x5"),
    Group("unrolled-4x4", "4×4, unrolled twice", "lisa:4x4", True),
    Group("unrolled-8x8", "8×8, unrolled twice", "lisa:8x8", True),
)

PAPER_MAPPED = {"ILP": 23, "SA": 49, "LISA": 70}
"""How many of the paper's 71 combinations each method maps (Section VI-A)."""

RELEASED: dict[str, dict[str, tuple[object, object]]] = {
    "4x4": {
        "atax": (3, 1),
        "bicg": (3, "none"),
        "cholesky": (1, 1),
        "doitgen": (2, 3),
        "gemm": (2, "none"),
        "gemver": (3, 6),
        "gesummv": (4, "-"),
        "mvt": (1, 2),
        "symm": (2, 2),
        "syrk": (1, 2),
        "trmm": (2, 2),
    },
    "3x3": {
        "atax": (3, "-"),
        "bicg": (7, "-"),
        "cholesky": (1, "-"),
        "doitgen": (2, "-"),
        "gemm": (4, "-"),
        "gemver": (6, "-"),
        "gesummv": (5, "-"),
        "mvt": (4, "-"),
        "symm": (3, "-"),
        "syrk": (2, "-"),
        "trmm": (3, "-"),
    },
}
"""The II of LISA and of plain SA in LISA's released tool, as it was run once; it does not check
timing, starts at ceil(nodes / PEs) and crashes on 2mm.
"""


@dataclass(frozen=True)
class Combination:
    """A loop on an array."""

    group: Group
    graph: Loop

    @property
    def loop(self) -> str:
        """The name of the loop."""
        return self.graph.name

    @property
    def arch(self) -> str:
        """The preset."""
        return self.group.arch


def chosen(names: Iterable[str]) -> list[Group]:
    """Return the groups of these names, in the order of the pages."""
    return [group for group in GROUPS if group.name in set(names)]


def bodies() -> Iterator[tuple[str, Dfg]]:
    """Yield the twelve bodies; none where they are not there."""
    for path in sorted(BODY_FOLDER.glob("*.dot")):
        yield path.stem, load_dfg(str(path))


def unrolled() -> Iterator[tuple[str, Dfg]]:
    """Yield our own bodies."""
    for name in sorted(BODIES):
        yield f"{name} ×2", delivered(polybench(name, 2))


LOOPS = number("--loops", None, "only the first so many of each group")


def combinations(asker: Asker, group: Group, most: int | None = None) -> list[Combination]:
    """Return the combinations of a group, `most` of them; none where the bodies are not there."""
    name, loops = ("unrolled twice", unrolled) if group.unrolled else ("bodies", bodies)
    return [Combination(group, loop) for loop in known(asker, name, loops)[:most]]


def delivered(dfg: Dfg) -> Dfg:
    """Return a graph that stores its results in every iteration.

    LISA's arrays have no place for results but memory.
    """
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


@functools.cache
def array(spec: str) -> Architecture:
    """Return an array, built once."""
    return architecture_preset(spec)


def paper_start(operations: int, spec: str) -> int:
    """Return ceil(nodes / PEs) over all nodes, at which published methods start."""
    rows, columns = spec.partition(":")[2].partition(",")[0].split("x")
    return math.ceil(operations / (int(rows) * int(columns)))


def first_interval(dfg: Dfg, spec: str) -> tuple[int | None, str]:
    """Return the first interval that arithmetic leaves, or None and why it leaves none."""
    from solvers.search.bounds import Arithmetic

    arch, why = array(spec), ""
    assert arch.max_contexts is not None
    for contexts in range(1, arch.max_contexts + 1):
        try:
            Arithmetic(Problem(dfg, arch, contexts)).first_horizon()
        except InfeasibleError as fact:
            why = str(fact)
            continue
        return contexts, ""
    return None, why


def first_known(asker: Asker, loop: Loop, spec: str) -> tuple[int | None, str]:
    """Return the same of a loop, as it was measured."""

    def measure() -> Entry:
        first, why = first_interval(loop.graph(), spec)
        return {"lower_bound": first, "lower_bound_reason": why}

    entry = asker.entry({"first interval on": spec, "dfg": loop.digest}, measure)
    return entry["lower_bound"], entry["lower_bound_reason"]
