"""Which loops are mapped onto which arrays, and what others have published of them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace

from bench.asker import Asker
from examples.loops.kernels import LARGE, SMALL, kernel_loop
from examples.loops.polybench import BODIES, polybench
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.errors import InputError
from models.formats.dfg_files import load_dfg
from models.formats.dfg_json import dfg_to_json
from solvers.questions.entries import Entry, digest

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "benchmarks"
"""Where other people's graphs lie, if they are there."""

Loops = Callable[[], Iterator[tuple[str, Dfg]]]


@dataclass(frozen=True)
class Loop:
    """A loop, and what a page says of its graph, which may not be there any more."""

    name: str
    operations: int
    digest: str
    graph: Callable[[], Dfg] = field(compare=False)

    @classmethod
    def of(cls, name: str, dfg: Dfg) -> Loop:
        """Return the loop of a graph."""
        return cls(name, len(dfg.operations), digest(dfg_to_json(dfg)), lambda: dfg)


def no_graphs() -> InputError:
    """Return the error that a page raises without graphs of other people."""
    place = "/".join(FOLDER.parts[-2:])
    return InputError(f"no graphs in the folder of benchmarks: {place}, beside the checkout")


def known(asker: Asker, name: str, loops: Loops) -> list[Loop]:
    """Return the loops of the set `name`; those that were measured, where a page is made again.

    Raises `InputError` where there are none.
    """

    def measure() -> Entry:
        found = [Loop.of(*each) for each in loops()]
        told = [{"name": x.name, "operations": x.operations, "digest": x.digest} for x in found]
        return {"loops": told}

    def loop(told: Entry) -> Loop:
        return Loop(**told, graph=functools.partial(_graph, loops, told["name"]))

    # Files may have changed since a run that is resumed.
    entry = asker.entry({"loops": name}, measure, lambda _: False)
    if not entry["loops"]:
        raise no_graphs()
    return [loop(told) for told in entry["loops"]]


def _graph(loops: Loops, name: str) -> Dfg:
    return _graphs(loops)[name]


@functools.cache
def _graphs(loops: Loops) -> dict[str, Dfg]:
    return dict(loops())


@dataclass(frozen=True)
class Section:
    """Loops and the arrays that each is mapped onto, `limit` seconds each.

    `options` are further ones of `solvers.min_ii`. With `cycles`, cells have those too. `extra`
    has cells for further columns `heads`, by the loop's name.
    """

    name: str
    title: str
    about: str
    loops: Loops
    arrays: tuple[str, ...]
    limit: float
    options: tuple[str, ...] = ()
    cycles: bool = False
    heads: tuple[str, ...] = ()
    extra: dict[str, list[object]] = field(default_factory=dict)


def _files(folder: str, pattern: str) -> Loops:
    def found() -> Iterator[tuple[str, Dfg]]:
        for path in sorted((FOLDER / folder).glob(pattern)):
            yield path.stem, load_dfg(str(path))

    return found


def _kernels(names: tuple[str, ...]) -> Loops:
    return lambda: ((name, kernel_loop(name, 1)) for name in names)


def _unrolled() -> Iterator[tuple[str, Dfg]]:
    for name in BODIES:
        for unroll in (2, 4):
            yield f"{name} ×{unroll}", polybench(name, unroll, "operations")
    yield "bit-reverse ×4", kernel_loop("bit-reverse", 4)


def with_constants() -> Iterator[tuple[str, Dfg]]:
    """Yield unrolled bodies in which each use of a constant is an operation."""
    for name in BODIES:
        for unroll in (2, 3):
            yield f"{name} ×{unroll}", _loading(polybench(name, unroll, "operations"))


def _loading(dfg: Dfg) -> Dfg:
    """Return a graph each of whose uses of a constant is an operation."""
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
    loading: Dfg = replace(dfg, operators=operators, operations=(*rest, *loads))
    return loading


def _large() -> Iterator[tuple[str, Dfg]]:
    for name in LARGE:
        if name not in ("sha256", "state-space-12"):
            yield name, kernel_loop(name, 1)
    yield "aes-round ×2", kernel_loop("aes-round", 2)
    yield "sha256 ×4", kernel_loop("sha256", 4)


LISA: dict[str, list[object]] = {
    "atax": [1, 3, 2, 3],
    "bicg": [2, 3, 3, 7],
    "cholesky": [1, 1, 1, 1],
    "doitgen": [2, 2, 2, 2],
    "gemm": [2, 2, 2, 4],
    "gemver": [2, 3, 3, 6],
    "gesummv": [2, 4, 3, 5],
    "mvt": [1, 1, 2, 4],
    "symm": [2, 2, 2, 3],
    "syrk": [1, 1, 2, 2],
    "trmm": [2, 2, 3, 3],
    "2mm": ["-", "-", "-", "-"],
}
"""ceil(nodes / PEs), where every published method starts, and the II of LISA's released tool as it
was run once: on 4×4, then on 3×3. That tool does not check timing.
"""

EXPRESS: dict[str, list[object]] = {
    "feedback_points_dfg__7": [4],
    "fir2": [5],
    "cosine1": [6],
    "fir1": [6],
    "cosine2": [10],
    "susan_fudan": [10],
    "matmul_dfg__3": [7],
    "invert_matrix_general_dfg__3": [21],
}

DENSE = ("fft-butterflies", "dct-blocks", "biquad-cascade")

SECTIONS = [
    Section(
        "lisa",
        "LISA's arrays",
        "The twelve PolyBench bodies on LISA's arrays with its processing element: separate units"
        " for arithmetic, constants and memory, links that pass values on within the cycle, and"
        " storing a passing value in the place of computing. The last columns are"
        " ceil(nodes / PEs), at which published methods start, and the II of LISA's released tool,"
        " which does not check timing.",
        _files("polybench_dot", "*.dot"),
        ("lisa:4x4", "lisa:3x3", "lisa:8x8"),
        30,
        heads=("start 4×4", "LISA 4×4", "start 3×3", "LISA 3×3"),
        extra=LISA,
    ),
    Section(
        "lisa-less",
        "LISA's arrays with less routing, less memory, and the systolic one",
        "The same bodies.",
        _files("polybench_dot", "*.dot"),
        ("lisa:4x4,registers=1", "lisa:4x4,memory=left", "lisa-systolic:5x5"),
        30,
    ),
    Section(
        "simple",
        "LISA's arrays with a simpler processing element",
        "One unit executes everything, and routing is free.",
        _files("polybench_dot", "*.dot"),
        ("lisa-simple:4x4", "lisa-simple:3x3", "lisa-simple:4x4,registers=1"),
        30,
    ),
    Section(
        "unrolled",
        "Unrolled bodies",
        "Our own PolyBench bodies with their address arithmetic, unrolled.",
        _unrolled,
        ("lisa:8x8,io=memory", "mesh:8x8,registers=4,io=all"),
        60,
    ),
    Section(
        "constants",
        "Unrolled bodies whose constants are operations",
        "The same bodies, unrolled twice and three times, with an operation for each use of a"
        " constant, as in the graphs of LISA.",
        with_constants,
        ("lisa:3x3", "lisa:4x4", "lisa:4x4,registers=1", "lisa:4x4,memory=left"),
        60,
    ),
    Section(
        "satmapit",
        "SAT-MapIt's machine",
        "Small kernels on a torus whose elements read their own registers and their neighbours'"
        " output registers; without moves, as in the paper.",
        _kernels(tuple(SMALL)),
        tuple(f"satmapit:{n}x{n},io=memory" for n in (2, 3, 4, 5)),
        30,
    ),
    Section(
        "satmapit-moves",
        "SAT-MapIt's machine with up to three moves",
        "A move stores a passing value and takes an issue slot.",
        _kernels(tuple(SMALL)),
        tuple(f"satmapit:{n}x{n},io=memory,moves=3" for n in (2, 3, 4, 5)),
        30,
    ),
    Section(
        "satmapit-large",
        "SAT-MapIt's machine, large",
        "The same kernels.",
        _kernels(tuple(SMALL)),
        tuple(f"satmapit:{n}x{n},io=memory,moves=3" for n in (10, 20)),
        60,
    ),
    Section(
        "large",
        "Large loops on 4×4",
        "Loops of 60 to 150 operations with recurrences.",
        _large,
        ("mesh:4x4,registers=4,io=all",),
        60,
    ),
    Section(
        "hycube",
        "HyCUBE: hops",
        "The same array with up to four hops within a cycle, and with one: II / cycles of an"
        " iteration, of the shortest schedule at that II that was found in ten seconds.",
        _kernels((*SMALL, *DENSE)),
        tuple(f"hycube:4x4,io=memory,max_hops={hops}" for hops in (4, 1)),
        10,
        ("--shortest",),
        cycles=True,
    ),
    Section(
        "hycube-large",
        "HyCUBE 6×6",
        "II / cycles of the first mapping with the smallest II.",
        _kernels((*SMALL, *DENSE)),
        tuple(f"hycube:6x6,io=memory,max_hops={hops}" for hops in (4, 1)),
        60,
        cycles=True,
    ),
    Section(
        "express",
        "ExPRESS graphs on ADRES",
        "The graphs of BOPart's table. One memory port per row, a shared register file in row 0,"
        " one pad per row for inputs and outputs. The last column is the larger of operations / 16,"
        " memory operations / 4 and inputs and outputs / 4, at which BOPart's table begins.",
        _files("express_dot", "[!m]*.dot"),
        ("adres:4x4",),
        120,
        heads=("begins at",),
        extra=EXPRESS,
    ),
    Section(
        "express-memory",
        "An ExPRESS graph with a result",
        "matmul has a value that nothing reads, which is a result: the array gets a memory for it.",
        _files("express_dot", "matmul*.dot"),
        ("adres:4x4,io=memory",),
        120,
        heads=("begins at",),
        extra=EXPRESS,
    ),
]
