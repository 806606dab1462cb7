"""BOPart's Table I beside ours, optimal cuts beside those of heuristics, and large loops."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench.asking import COUNTED, graph_file
from bench.page import Cell, Fault, Page, whole
from bench.process import Answer, Run
from bench.rows import Case, Row, Rows
from bench.tables import columns, spread, table, tenths
from examples.loops.polybench import polybench
from models.data.dfg import Dfg
from models.formats.native_json import dfg_to_json
from shell.graph_files import load_dfg

LIMIT, SEEDS, TRIALS, MAX_II = 60, 5, 300, 16
CUT_LIMIT, PARTS = 240, (2, 3, 4)
LARGE_LIMIT, UNROLLED = 150, (62, 125, 187)
ARRAY, LARGE_ARRAY = "adres:4x4", "adres:4x4,io=memory"


@dataclass(frozen=True)
class Kernel:
    """A row of the poster: the graph's file, its nodes, I_orig, I_part, and seconds."""

    file: str
    nodes: int
    whole: int
    parted: int
    seconds: float
    array: str = ARRAY


KERNELS = {
    "feedback": Kernel("feedback_points_dfg__7", 24, 4, 4, 0.554),
    "fir2": Kernel("fir2", 36, 5, 5, 0.218),
    "cosine1": Kernel("cosine1", 40, 6, 6, 29.762),
    "fir1": Kernel("fir1", 66, 6, 7, 3.156),
    "cosine2": Kernel("cosine2", 82, 10, 10, 30.431),
    "susan": Kernel("susan_fudan", 109, 10, 11, 20.56),
    "matmul": Kernel("matmul_dfg__3", 109, 7, 10, 6.52, LARGE_ARRAY),
    "matinv": Kernel("invert_matrix_general_dfg__3", 333, 21, 28, 357.0),
}
TWO = ("--parts", "2")
METHODS: dict[str, tuple[tuple[str, ...], bool]] = {
    "as printed": (("--method", "bopart", *TWO, "--encoding", "raw", "--refinement", "off"), True),
    "bopart": (("--method", "bopart", *TWO), True),
    "nsga2": (("--method", "nsga2", *TWO), True),
    "multilevel": (("--method", "multilevel", *TWO), False),
    "exact": (("--method", "exact", *TWO), False),
    "auto": (("--method", "auto", *TWO), False),
}
"""The options of a method, and whether it depends on seeds, and has trials."""
FREE = ("--method", "auto")
READINGS = (
    f"{ARRAY},registers=16,global=32",
    f"{ARRAY},ports=row:4",
    f"{ARRAY},diagonals=yes",
)
"""The array with more of what the poster does not give."""
FOUND = ("METIS", "METIS, acyclic", "METIS, refined", "orders", "orders, refined")


def cells() -> Iterator[Cell]:
    """Ask all methods for two parts, then without a number of parts, for cuts and large loops."""
    for name, kernel in KERNELS.items():
        graph = graph_file("express_dot", kernel.file)
        for method, (words, seeded) in METHODS.items():
            for seed in range(SEEDS if seeded else 1):
                case: Case = {"graph": name, "method": method, "seed": seed}
                trials = ("--trials", str(TRIALS)) if seeded else ()
                yield _asked(case, graph, kernel.array, words, LIMIT, MAX_II, seed, trials)
        for depth in (MAX_II, 8):
            case = {"graph": name, "free": depth}
            yield _asked(case, graph, kernel.array, FREE, LIMIT, depth)
    for array in READINGS:
        graph = graph_file("express_dot", KERNELS["cosine1"].file)
        words = METHODS["auto"][0]
        yield _asked({"graph": "cosine1", "reading": array}, graph, array, words, LIMIT, MAX_II)
    for name, kernel in KERNELS.items():
        for parts in PARTS:
            asked = ["bench.studies.cuts", "{dfg}", kernel.array, str(parts), str(CUT_LIMIT)]
            graph = graph_file("express_dot", kernel.file)
            files = {"dfg": lambda graph=graph: dfg_to_json(graph())}
            yield Cell({"graph": name, "parts": parts}, asked, whole, files)
    for times in UNROLLED:
        graph = partial(polybench, "syrk", unroll=times)
        yield _asked({"large": times}, graph, LARGE_ARRAY, FREE, LARGE_LIMIT, MAX_II)


def _asked(
    case: Case,
    graph: Callable[[], Dfg],
    array: str,
    words: tuple[str, ...],
    limit: int,
    depth: int,
    seed: int = 0,
    trials: tuple[str, ...] = (),
) -> Cell:
    asked = ["partition", "{dfg}", array, "--max-ii", str(depth), *COUNTED, *words]
    asked += ["--seed", str(seed), "--time-limit", str(limit), *trials, "--json", "--quiet"]
    return Cell(case, asked, _kept, {"dfg": lambda: dfg_to_json(graph())})


def _kept(done: Run, folder: Path) -> Answer:
    operations = len(load_dfg(str(folder / "dfg.json")).operations)
    parts = [part["ii"] for part in done.answer["parts"]]
    found = {"operations": operations, "total": done.answer["total_ii"], "parts": parts}
    return found | done.picked("status", "bound", "extra", "seconds")


def tables(rows: Rows) -> Iterator[str]:
    """The poster's table, any number of parts, other readings, cuts, and large loops."""
    two = Rows(row for row in rows if "method" in row.case)
    yield "## The poster's table\n"
    yield _poster(two)
    yield (
        "Total II and seconds of two parts, the median of the seeds and the range where they"
        " differ; `none`: no partition was found that maps. `11 (≥ 10)`: less than 10 is"
        " impossible with two parts.\n"
    )
    for name, own in two.by("graph").items():
        most = max(row["bound"] for row in own)
        if any(row["total"] and len(row["parts"]) == 2 and row["total"] < most for row in own):
            yield Fault(f"* **{name[0]} contradicts a bound.**\n")
    yield "## Any number of parts, and other readings of the array\n"
    yield columns(
        [row for row in rows if {"free", "reading"} & row.case.keys()],
        ("DFG", lambda row: row["graph"]),
        ("asked", lambda row: row.case.get("reading") or f"MaxII {row['free']}, any number"),
        ("total II", _total),
        ("parts' IIs", lambda row: " + ".join(map(str, row["parts"]))),
        ("stores and loads", lambda row: row["extra"]),
        ("s", lambda row: tenths(row["seconds"])),
    )
    cuts = [row for row in rows if "parts" in row.case]
    yield "## Optimal cuts\n"
    yield (
        "Edges between parts, for which every edge leads to the same part or a later one, and no"
        " part has more than 1.1 · ⌈operations / K⌉ operations: the smallest by CP-SAT, with"
        f" {CUT_LIMIT} s for a proof, and the fewest extra memory operations. Heuristics have other"
        " objectives and do not balance operations, so their cut may be smaller. `↻`: parts that"
        " wait for each other.\n"
    )
    yield columns(
        cuts,
        ("DFG", lambda row: row["graph"]),
        ("K", lambda row: row.case["parts"]),
        ("cut", lambda row: _optimum(row["cut"])),
        ("s", lambda row: tenths(row["cut"]["seconds"])),
        ("fewest extra", lambda row: _optimum(row["extra"])),
        ("s", lambda row: tenths(row["extra"]["seconds"])),
        ("cut coarsened", lambda row: _optimum(row["coarse"])),
        *((name, partial(_heuristic, name)) for name in FOUND),
    )
    cyclic = sum(row["found"].get("METIS", {}).get("cyclic", False) for row in cuts)
    yield f"METIS leaves a cycle between parts in {cyclic} of {len(cuts)} cases.\n"
    yield f"## Large loops: syrk unrolled, {LARGE_LIMIT} s\n"
    yield columns(
        [row for row in rows if "large" in row.case],
        ("unrolled", lambda row: row["large"]),
        ("operations", lambda row: row["operations"]),
        ("parts", lambda row: len(row["parts"]) or None),
        ("total II", _total),
        ("stores and loads", lambda row: row["extra"]),
        ("s", lambda row: tenths(row["seconds"])),
    )


def _poster(rows: Rows) -> str:
    methods = rows.values("method")
    heads = ["DFG", "operations", "poster's nodes", "I_orig", "I_part", "poster's s"]
    lines: list[list[object]] = []
    for (name,), own in rows.by("graph").items():
        kernel = KERNELS[name]
        line: list[object] = [name, own[0]["operations"], kernel.nodes, kernel.whole, kernel.parted]
        line.append(f"{kernel.seconds:g}")
        for method in methods:
            runs = own.where(method=method)
            line.append(spread("total", runs) if len(runs) > 1 else _total(runs[0]))
            line.append(spread("seconds", runs, 1))
        lines.append(line)
    return table([*heads, *(word for method in methods for word in (method, "s"))], lines)


def _total(row: Row) -> str:
    total = "none" if row["total"] is None else str(row["total"])
    return total + ("" if row["status"] == "optimal" else f" (≥ {row['bound']})")


def _optimum(found: Answer) -> str:
    if found["status"] == "infeasible":
        return "none"
    value = "?" if found["value"] is None else str(found["value"])
    return value + ("" if found["status"] == "optimal" else f" (≥ {found['bound']})")


def _heuristic(name: str, row: Row) -> str | None:
    own = row["found"].get(name)
    return None if own is None else f"{own['cut']}{' ↻' * own['cyclic']}"


PAGE = Page(
    "partition",
    "Partitions for temporal mapping",
    "`xyzmap partition DFG ARRAY`: every part is mapped, every mapping checked, and"
    " all parts executed one after another through a memory. The total II is the sum over the"
    f" parts. The array is `{ARRAY}`; matmul has a value without a reader, a result, so"
    f" its array has a memory: `{LARGE_ARRAY}`. The poster does not publish MaxII, the weights"
    f" of its cost, or MaxIter; here MaxII is {MAX_II}, and there are {TRIALS} trials. Its seconds"
    f" are of an Intel i7-10700. Limit of a run: {LIMIT} s; {SEEDS} seeds. Seconds are those of"
    " whole processes; registers are counted.",
    cells,
    tables,
    smoke=[{"graph": "feedback", "method": "auto"}],
)
