"""Graphs of other tools on every preset, and other mappers beside `solvers.min_ii`, in turn."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from archs.files import load_architecture
from archs.presets import PRESETS
from bench.asking import COUNTED, FOLDER
from bench.page import Cell, Page, inputs
from bench.process import Answer, Run
from bench.rows import Rows
from bench.tables import columns, geometric, one, pivot
from examples.loops.kernels import kernel_loop
from examples.loops.polybench import polybench
from interchange.graphs.dot_write import dfg_to_dot
from models.data.dfg import Dfg

LIMIT, PEER_LIMIT = 30, 10
SIZES = {"N": ":9", "RxC": ":4x4", "": ""}
SPECS = [f"{name}{SIZES[PRESETS[name].size]}" for name in PRESETS if name != "random"]
"""All presets but drawn arrays."""
OUTCOMES = ("mapped", "unit missing", "infeasible", "unknown")

PEERS = {
    "xyzmap": "solvers.min_ii {dfg} {arch} " + " ".join(COUNTED),
    "annealing": "solvers.min_ii {dfg} {arch} --method sa",
}
"""Mappers, ours first: what follows `python -m`, or a command line that begins with a path.

`{dfg}` and `{arch}` stand for files of JSON, `{dot}` for one of DOT. A mapper prints JSON with
`ii`, null where there is no mapping, as the last line; it is killed after twice its time.
"""
OURS = next(iter(PEERS))
BODIES = ("gemm", "atax", "mvt", "trmm", "doitgen")
KERNELS: dict[str, Callable[[], Dfg]] = {
    **{name: partial(polybench, name, 1, "operations") for name in BODIES},
    **{name: partial(kernel_loop, name, 1) for name in ("gsm-add", "tea", "bit-reverse")},
}
ARRAYS = ("hycube:4x4,io=memory", "adres:4x4,io=memory")


def cells() -> Iterator[Cell]:
    """Ask for every file on every preset, and every mapper for every kernel."""
    for path in sorted(p for p in FOLDER.rglob("*") if p.suffix in (".dot", ".xml")):
        for spec in SPECS:
            file = path.relative_to(FOLDER).as_posix()
            words = ["solvers.min_ii", "{graph}", spec, "--first", *COUNTED, "--json", "--quiet"]
            case = {"graph": file, "preset": spec}
            yield Cell(case, [*words, "--time-limit", str(LIMIT)], _outcome, {"graph": path})
    for name, graph in KERNELS.items():
        for array in ARRAYS:
            for mapper, command in PEERS.items():
                ending = f" --time-limit {PEER_LIMIT} --json --quiet" * ("min_ii" in command)
                case = {"loop": name, "array": array, "mapper": mapper}
                files = {**inputs(graph(), load_architecture(array)), "dot": partial(_dot, graph)}
                words = (command + ending).split()
                yield Cell(case, words, _interval, files, limit=2 * PEER_LIMIT)


def _dot(graph: Callable[[], Dfg]) -> str:
    return dfg_to_dot(graph())


def _interval(done: Run, _: Path) -> Answer:
    last = done.output.strip().rpartition("\n")[2] or "{}"
    return {"ii": json.loads(last).get("ii"), "s": round(done.seconds, 2)}


def _outcome(done: Run, _: Path) -> Answer:
    found = done.picked("ii", "seconds")
    if found["ii"] is not None:
        return {"outcome": "mapped", **found}
    missing = "supports operator" in str(done.answer.get("lower_bound_reason"))
    return {"outcome": "unit missing" if missing else done.answer["status"], **found}


def tables(rows: Rows) -> Iterator[str]:
    """Outcomes by preset, then intervals and seconds by mapper."""
    graphs = Rows(row for row in rows if "preset" in row.case)
    if graphs:
        yield "## Graphs of other tools\n"
        yield columns(
            graphs.by("preset").items(),
            ("preset", lambda own: f"`{own[0][0]}`"),
            *((name, partial(_count, name)) for name in OUTCOMES),
            ("longest s", lambda own: float(max(own[1].numbers("seconds")))),
        )
        total = Counter(row["outcome"] for row in graphs)
        said = ", ".join(f"{total[name]} {name}" for name in OUTCOMES)
        yield f"{len(graphs.values('graph'))} graphs, {len(graphs)} questions: {said}.\n"
    mapped = Rows(row for row in rows if "mapper" in row.case)
    yield "## Other mappers\n"
    yield pivot(mapped, ("loop", "array"), "mapper", [("II", one("ii")), ("s", one("s"))])
    for mapper in mapped.values("mapper")[1:]:
        ratios = [
            theirs["s"] / ours["s"]
            for theirs in mapped.where(mapper=mapper)
            for ours in mapped.where(mapper=OURS, loop=theirs["loop"], array=theirs["array"])
        ]
        yield f"`{mapper}` takes {geometric(ratios) or 0:.2f} times as long (geometric mean).\n"


def _count(name: str, own: tuple[object, Rows]) -> int:
    return sum(row["outcome"] == name for row in own[1])


PAGE = Page(
    "other_tools",
    "Other tools: their graphs, and other mappers",
    "Graphs of ExPRESS, LISA and Morpher on every preset: `xyzmap min-ii FILE PRESET"
    f" --first {' '.join(COUNTED)}`, {LIMIT} s. Presets in a line have 9 PEs, `single` has"
    " one, the others 4x4. `unit missing`: one line names the operator that no unit executes;"
    " `infeasible`: proven, such as by too few contexts or registers.\n\nOther mappers run in turn"
    f" with `xyzmap min-ii`, loop by loop, {PEER_LIMIT} s each: the smallest II that each"
    " finds, and the wall time of the process. A mapper is a line of `PEERS` in"
    " `bench/pages/other_tools.py`; without one, our own annealing takes its place.",
    cells,
    tables,
    smoke=[
        {"graph": "polybench_dot/mvt.dot", "preset": "mesh:4x4"},
        {"loop": "gemm", "array": ARRAYS[1]},
    ],
)
