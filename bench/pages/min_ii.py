"""The smallest initiation interval on real arrays, beside what others have published."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from msgspec.structs import replace

from bench.asking import LIMITS, graph_file, interval
from bench.page import Cell, Page
from bench.rows import Row, Rows
from bench.tables import one, pivot, table, verdict
from examples.loops.kernels import LARGE, SMALL, kernel_loop
from examples.loops.polybench import BODIES, polybench
from models.data.dfg import Dfg, Operand, Operation, Operator

Loops = dict[str, Callable[[], Dfg]]
NAMES = ("operations", "status", "ii", "cycles", "lower_bound", "seconds")
DENSE = ("fft-butterflies", "dct-blocks", "biquad-cascade")
LISA = {
    "2mm": ("-", "-", "-", "-"),
    "atax": (1, 3, 2, 3),
    "bicg": (2, 3, 3, 7),
    "cholesky": (1, 1, 1, 1),
    "doitgen": (2, 2, 2, 2),
    "gemm": (2, 2, 2, 4),
    "gemver": (2, 3, 3, 6),
    "gesummv": (2, 4, 3, 5),
    "mvt": (1, 1, 2, 4),
    "symm": (2, 2, 2, 3),
    "syrk": (1, 1, 2, 2),
    "trmm": (2, 2, 3, 3),
}
"""ceil(nodes / PEs), where every published method starts, and the II of LISA's released tool as it
was run once: on 4×4, then on 3×3. That tool does not check timing."""
EXPRESS = {
    "cosine1": 6,
    "cosine2": 10,
    "feedback_points_dfg__7": 4,
    "fir1": 6,
    "fir2": 5,
    "invert_matrix_general_dfg__3": 21,
    "susan_fudan": 10,
    "matmul_dfg__3": 7,
}
"""At which BOPart's table begins: operations / 16, memory operations / 4, or pads / 4."""


@dataclass(frozen=True)
class Section:
    """Loops on arrays, `limit` seconds each. With `cycles`, tables have those too."""

    title: str
    about: str
    loops: Loops
    arrays: tuple[str, ...]
    limit: int
    options: tuple[str, ...] = ()
    cycles: bool = False
    heads: tuple[str, ...] = ()
    extra: Mapping[str, tuple[object, ...]] = field(default_factory=dict)


def bodies() -> Loops:
    """Return the twelve PolyBench bodies of LISA."""
    return {name: graph_file("polybench_dot", name) for name in LISA}


def kernels(*names: str) -> Loops:
    """Return loops of `xyzmap examples loop`."""
    return {name: partial(kernel_loop, name, 1) for name in names}


def unrolled(*factors: int) -> Loops:
    """Return our own bodies, unrolled."""
    return {
        f"{name} ×{factor}": partial(polybench, name, factor, "operations")
        for name in BODIES
        for factor in factors
    }


def loading(make: Callable[[], Dfg]) -> Dfg:
    """Return a graph in which each use of a constant is an operation."""
    dfg = make()
    constants = {constant.name for constant in dfg.constants}
    loads: list[Operation] = []

    def loaded(operand: Operand) -> Operand:
        if operand.value not in constants:
            return operand
        loads.append(Operation(f"const{len(loads)}", "const", (operand,)))
        return Operand(loads[-1].name)

    rest = [
        replace(operation, operands=tuple(loaded(each) for each in operation.operands))
        for operation in dfg.operations
    ]
    operators = (*dfg.operators, Operator("const", 1))
    changed: Dfg = replace(dfg, operators=operators, operations=(*rest, *loads))
    return changed


LONG = [name for name in LARGE if name not in ("sha256", "state-space-12")]
SECTIONS = (
    Section(
        "LISA's arrays",
        "The twelve PolyBench bodies. The last columns are ceil(nodes / PEs), at which published"
        " methods start, and the II of LISA's released tool, which does not check timing.",
        bodies(),
        ("lisa:4x4", "lisa:3x3", "lisa:8x8"),
        30,
        heads=("start 4×4", "LISA 4×4", "start 3×3", "LISA 3×3"),
        extra=LISA,
    ),
    Section(
        "LISA's arrays with less routing, less memory, and the systolic one",
        "The same bodies.",
        bodies(),
        ("lisa:4x4,registers=1", "lisa:4x4,memory=left", "lisa-systolic:5x5"),
        30,
    ),
    Section(
        "LISA's arrays with a simpler processing element",
        "One unit executes everything, and routing is free.",
        bodies(),
        ("lisa-simple:4x4", "lisa-simple:3x3", "lisa-simple:4x4,registers=1"),
        30,
    ),
    Section(
        "Unrolled bodies",
        "Our own PolyBench bodies with their address arithmetic, unrolled.",
        unrolled(2, 4) | {"bit-reverse ×4": partial(kernel_loop, "bit-reverse", 4)},
        ("lisa:8x8,io=memory", "mesh:8x8,registers=4,io=all"),
        60,
    ),
    Section(
        "Unrolled bodies whose constants are operations",
        "An operation for each use of a constant, as in the graphs of LISA.",
        {name: partial(loading, make) for name, make in unrolled(2, 3).items()},
        ("lisa:3x3", "lisa:4x4", "lisa:4x4,registers=1", "lisa:4x4,memory=left"),
        60,
    ),
    Section(
        "SAT-MapIt's machine",
        "A torus whose processing elements read their own registers and their neighbours' output"
        " registers; without moves, as in the paper.",
        kernels(*SMALL),
        tuple(f"satmapit:{n}x{n},io=memory" for n in (2, 3, 4, 5)),
        30,
    ),
    Section(
        "SAT-MapIt's machine with up to three moves",
        "A move stores a passing value and takes an issue slot.",
        kernels(*SMALL),
        tuple(f"satmapit:{n}x{n},io=memory,moves=3" for n in (2, 3, 4, 5)),
        30,
    ),
    Section(
        "SAT-MapIt's machine, large",
        "The same kernels.",
        kernels(*SMALL),
        tuple(f"satmapit:{n}x{n},io=memory,moves=3" for n in (10, 20)),
        60,
    ),
    Section(
        "Large loops on 4×4",
        "Loops of 60 to 150 operations with recurrences.",
        kernels(*LONG)
        | {
            "aes-round ×2": partial(kernel_loop, "aes-round", 2),
            "sha256 ×4": partial(kernel_loop, "sha256", 4),
        },
        ("mesh:4x4,registers=4,io=all",),
        60,
    ),
    Section(
        "HyCUBE: hops",
        "Up to four hops within a cycle, and one: II / cycles of an iteration, of the shortest"
        " schedule at that II that was found in ten seconds.",
        kernels(*SMALL, *DENSE),
        tuple(f"hycube:4x4,io=memory,max_hops={hops}" for hops in (4, 1)),
        10,
        ("--shortest",),
        cycles=True,
    ),
    Section(
        "HyCUBE 6×6",
        "II / cycles of the first mapping with the smallest II.",
        kernels(*SMALL, *DENSE),
        tuple(f"hycube:6x6,io=memory,max_hops={hops}" for hops in (4, 1)),
        60,
        cycles=True,
    ),
    Section(
        "ExPRESS graphs on ADRES",
        "The graphs of BOPart's table. One memory port and one pad per row, a shared register file"
        " in row 0. The last column is the larger of operations / 16, memory operations / 4 and"
        " pads / 4, at which BOPart's table begins.",
        {name: graph_file("express_dot", name) for name in EXPRESS if "matmul" not in name},
        ("adres:4x4",),
        120,
        heads=("begins at",),
        extra={name: (count,) for name, count in EXPRESS.items()},
    ),
    Section(
        "An ExPRESS graph with a result",
        "matmul has a value without a reader, which is a result: the array gets a memory for it.",
        {"matmul_dfg__3": graph_file("express_dot", "matmul_dfg__3")},
        ("adres:4x4,io=memory",),
        120,
        heads=("begins at",),
        extra={"matmul_dfg__3": (EXPRESS["matmul_dfg__3"],)},
    ),
)


def cells() -> Iterator[Cell]:
    """Ask for every loop of a section on each of its arrays."""
    for section in SECTIONS:
        for name, graph in section.loops.items():
            for array in section.arrays:
                case = {"section": section.title, "loop": name, "array": array}
                yield interval(case, graph, array, section.limit, *section.options, names=NAMES)


def tables(rows: Rows) -> Iterator[str]:
    """A line for each loop, and columns for each array."""
    for section in SECTIONS:
        own = rows.where(section=section.title)
        if not own:
            continue
        yield f"## {section.title}\n"
        yield f"{section.about} {section.limit} s each.\n"
        shown = [("II", one(_cycles if section.cycles else verdict)), ("s", one("seconds"))]
        sized = Rows(
            Row({**row.case, "operations": row["operations"]}, row.command, row.answer, row.origin)
            for row in own
        )
        yield pivot(sized, ("loop", "operations"), "array", shown)
        if section.extra:
            yield table(["loop", *section.heads], [[n, *x] for n, x in section.extra.items()])


def _cycles(row: Row) -> str:
    found = row["status"] in ("optimal", "feasible")
    return verdict(row) + (f" / {row['cycles']}" if found else "")


PAGE = Page(
    "min_ii",
    "The minimum initiation interval on real arrays",
    "`xyzmap min-ii DFG ARRAY`. IIs of different machines do not compare:"
    f" [architectures](../architectures.md) describes each of them. {LIMITS}",
    cells,
    tables,
    smoke=[{"loop": "bit-count", "array": "satmapit:3x3,io=memory"}],
)
