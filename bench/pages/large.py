"""Loops of hundreds of operations on meshes and on other machines, and the cost of a model."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from bench.asking import LIMITS, interval
from bench.page import Cell, Page, whole
from bench.process import Answer
from bench.rows import Row, Rows
from bench.tables import columns, geometric, tenths, verdict
from examples.loops.kernels import kernel_loop
from examples.loops.nests import stencil, tile, transform
from examples.loops.polybench import polybench
from examples.loops.random_loops import random_loop
from models.data.dfg import Dfg

Graph = Callable[..., Dfg]
MESH8, MESH16, MESH32 = (f"mesh:{n}x{n},registers=4,io=all" for n in (8, 16, 32))
MACHINES = tuple(f"{name}:8x8,io=memory" for name in ("hycube", "adres", "lisa"))
WIDE = "hycube:16x16,io=memory", "adres:16x16,io=memory"
GROWTH = "Stencils that grow, 16×16"
NAMES = ("operations", "status", "ii", "lower_bound", "found_by", "seconds", "megabytes")
MODELS = ("aes 3 at 52 cycles", "200 random values on mesh:8x8")
"""Models whose cost was measured by a command of the commit that the rows name."""


class Group(NamedTuple):
    """Loops on arrays, so many seconds each."""

    title: str
    arrays: tuple[str, ...]
    loops: dict[str, Graph]
    seconds: int


def loop(make: Callable[..., Dfg], *sizes: object) -> dict[str, Graph]:
    """Return a graph by a name with its sizes."""
    return {"_".join(map(str, (make.__name__, *sizes))): partial(make, *sizes)}


def loops(*sizes: int, memory: bool = False) -> dict[str, Graph]:
    """Return a tile of a matrix product, two steps of a stencil, and a transform."""
    *tiled, side, points = sizes
    found = loop(tile, *tiled) | loop(stencil, side, 2) | loop(transform, points)
    if not memory:
        return found
    return {f"{name}_in_memory": partial(each, memory=True) for name, each in found.items()}


def local(count: int, seed: int = 0) -> dict[str, Graph]:
    """Return a random loop with three recurrences whose operands are near."""
    return {f"loop{count}_{seed}": partial(random_loop, count, seed, 3, reach=24)}


NESTS, IN_MEMORY = loops(4, 8, 8, 8, 64), loops(4, 8, 8, 8, 64, memory=True)
OTHERS = loop(tile, 6, 6, 8) | loop(tile, 4, 4, 12) | loop(stencil, 10, 1) | loop(stencil, 6, 3)
OTHERS |= loop(transform, 32) | loop(kernel_loop, "state-space-12") | loop(kernel_loop, "lms-20", 3)
OTHERS |= loop(kernel_loop, "fft-butterflies-7", 4) | loop(kernel_loop, "sha256", 8)
OTHERS |= loop(kernel_loop, "aes-round", 4) | local(300, 3) | local(400, 4) | local(500, 5)
"""Loops that no parameter of a search was chosen by."""
CONTROLLED = loop(polybench, "gemm", 14) | loop(polybench, "2mm", 8) | loop(polybench, "syrk", 16)
CONTROLLED |= loop(kernel_loop, "fft-butterflies-7") | loop(kernel_loop, "fft-butterflies", 2)
GROWING: dict[str, Graph] = {f"stencil_{n}_2": partial(stencil, n) for n in (6, 8, 12, 16, 20)}
GROUPS = (
    Group("8×8", (MESH8,), NESTS | local(500), 60),
    Group("16×16", (MESH16,), loops(8, 8, 8, 16, 128) | local(1000), 120),
    Group("32×32", (MESH32,), loops(8, 8, 16, 16, 256) | local(2000), 300),
    Group(GROWTH, (MESH16,), GROWING, 300),
    Group("Other machines, 8×8", MACHINES, NESTS | local(500), 60),
    Group("Other machines, 8×8, loads and stores", MACHINES, IN_MEMORY, 60),
    Group("Other machines, 16×16", WIDE, loops(8, 8, 8, 16, 128) | local(1000), 60),
    Group("Other loops, 8×8", MACHINES[:2], OTHERS, 60),
    Group("Links of two cycles, 4×4", ("mesh:4x4,registers=4,latency=1,io=all",), CONTROLLED, 60),
)


def cells() -> Iterator[Cell]:
    """Ask for every loop on every array, and keep the cost of two models."""
    for group in GROUPS:
        for array in group.arrays:
            for name, graph in group.loops.items():
                case = {"group": f"{group.title}, {group.seconds} s", "loop": name, "array": array}
                yield interval(case, graph, array, group.seconds, names=NAMES, more=_first)
    for title in MODELS:
        yield Cell({"model": title}, "bench.scale --values 200".split(), whole, past=True)


def _first(answer: Answer) -> Answer:
    times = [each["at"] for each in answer.get("tried", []) if each["outcome"] == "mapped"]
    return {"first": min(times, default=None)}


def tables(rows: Rows) -> Iterator[str]:
    """Loops by group, then models."""
    for (group,), own in rows.by("group").items():
        if group is not None:
            yield f"## {group}\n"
            yield columns(
                own,
                ("loop", lambda row: row["loop"]),
                ("operations", lambda row: row["operations"]),
                ("array", lambda row: f"`{row['array']}`"),
                ("II", verdict),
                ("first s", lambda row: tenths(row["first"])),
                ("found by", lambda row: row["found_by"]),
                ("s", lambda row: row["seconds"]),
                ("MB", lambda row: row["megabytes"]),
            )
            yield _summary(own, group.startswith(GROWTH))
    for row in rows:
        if "model" in row.case:
            yield f"## The model of {row['model']}\n"
            yield from _model(row)


def _summary(rows: Rows, growing: bool) -> str:
    ratios = [row["ii"] / row["lower_bound"] for row in rows if row["ii"] is not None]
    proven = sum(row["status"] == "optimal" for row in rows)
    said = (
        f"Of {len(rows)}, {len(ratios)} have a mapping and {proven} are proven minimal. II above"
        f" the bound: {geometric(ratios) or 0:.2f} times in the geometric mean,"
        f" {max(ratios, default=0):.2f} at most.\n"
    )
    if growing and len(rows) > 1:
        sizes = [math.log(row["operations"]) for row in rows]
        slope = statistics.linear_regression(sizes, [math.log(row["seconds"]) for row in rows])
        said += f"\nSeconds grow with operations to the power of {slope.slope:.2f}.\n"
    return said


def _model(row: Row) -> Iterator[str]:
    own = row.answer
    yield (
        f"Horizon {own['horizon']}: {own['variables']:,} variables, {own['clauses']:,} clauses,"
        f" peak {own['megabytes']:.0f} MB.\n"
    )
    yield columns(
        own["phases"].items(),
        ("phase", lambda each: each[0]),
        ("seconds", lambda each: f"{each[1]:.2f}"),
        ("ns per clause", lambda each: f"{each[1] / own['clauses'] * 1e9:.0f}"),
    )


PAGE = Page(
    "large",
    "Loops of hundreds of operations",
    "`xyzmap min-ii DFG ARRAY`, with a limit of seconds for each question. `first`"
    " says when there was a mapping; memory is that of all processes. Loops are those of"
    " `xyzmap examples tile|stencil|transform`; `loop500_0` is `random-loop 500 --seed 0"
    f" --recurrences 3 --reach 24`. The words of a nest enter and leave at row 0 on ADRES; with"
    " `--memory` they are loads and stores, for which it has a port in each row."
    f" {LIMITS}\n\nAt the end, seconds to build and to load two"
    " models.",
    cells,
    tables,
    smoke=[{"loop": "stencil_6_2"}],
    shorter={"300": "4"},
)
