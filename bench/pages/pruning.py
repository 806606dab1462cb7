"""Smallest arrays: what is found and proven, the paper's greedy removal beside it, and a curve."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from archs.presets import architecture_preset
from bench.page import Cell, Page, inputs
from bench.process import Answer, Run, Text
from bench.rows import Rows
from bench.tables import columns
from examples.aes import aes
from examples.fft import fft
from examples.filters import fir
from examples.ring import ring
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.formats.native_json import architecture_to_json, dfg_to_json

LIMIT = 150
END = ("--time-limit", str(LIMIT), "--json", "--quiet")


@dataclass(frozen=True)
class Task:
    """The kernels, their array, and the limit of cycles for each kernel."""

    name: str
    dfgs: tuple[Dfg, ...]
    arch: Architecture
    cycles: str

    def files(self) -> dict[str, Text]:
        """Return the inputs by name, the array last."""
        kernels: dict[str, Text] = {f"dfg{n}": dfg_to_json(x) for n, x in enumerate(self.dfgs)}
        return {**kernels, "arch": architecture_to_json(self.arch)}

    def words(self) -> list[str]:
        """Return the command that prunes."""
        names = [f"{{{name}}}" for name in self.files()]
        return ["pruning", *names, "--cycles", self.cycles]


def tasks() -> Iterator[Task]:
    """Yield the arrays that the page lists."""
    kernel = aes(3)[0]
    for size in (3, 4, 5):
        mesh = architecture_preset(f"mesh:{size}x{size}")
        yield Task(f"aes, {size}x{size}", (kernel,), mesh, "52")
    for io in ("all", "top"):
        mesh = architecture_preset(f"mesh:3x3,io={io}")
        yield Task(f"aes, 3x3, io={io}", (kernel,), mesh, "52")
    own = ring(5, "pattern")
    yield Task("ring 5, MAC", (own[0],), own[1], "9")
    three = (ring(4)[0], fir(8)[0], fft(2)[0])
    mesh = architecture_preset("mesh:3x3")
    yield Task("matvec 4, FIR 8, butterfly", three, mesh, "11,10,7")
    yield Task("the same, 3 cycles more", three, mesh, "14,13,10")


def cells() -> Iterator[Cell]:
    """Prune every array in two ways, and ask for a curve."""
    for task in tasks():
        for how, words in (("greedy", ["--method", "greedy"]), ("minimum", [])):
            case = {"array": task.name, "how": how}
            yield Cell(case, [*task.words(), *words, *END], _pruned, task.files())
    words = [
        "pruning.trade_off",
        "{dfg}",
        "{arch}",
        "--cycles",
        "8-14",
        "--minimise",
        "elements",
    ]
    yield Cell({"curve": "ring 5, MAC"}, [*words, *END], _curve, inputs(*ring(5, "pattern")))


def _pruned(done: Run, _: Path) -> Answer:
    spent = done.answer["seconds"]
    counts, bounds = done.answer.get("counts", {}), done.answer.get("lower_bounds", {})
    return {
        "status": done.answer["status"],
        "elements": counts.get("elements"),
        "paths": counts.get("paths"),
        "at_least": [bounds[kind] for kind in ("elements", "paths") if kind in bounds],
        "solve": spent.get("solve"),
        "search": spent.get("search"),
        "seconds": round(done.seconds, 2),
    }


def _curve(done: Run, _: Path) -> Answer:
    points = [
        [point["cycles"], point["status"], point.get("counts", {}).get("elements")]
        for point in done.answer["points"]
    ]
    return {"points": points, **done.picked("front", "seconds")}


def tables(rows: Rows) -> Iterator[str]:
    """A line for each pruning, then the curve."""
    yield columns(
        [row for row in rows if "how" in row.case],
        ("array", lambda row: row["array"]),
        ("how", lambda row: row["how"]),
        ("answer", lambda row: row["status"]),
        ("elements", lambda row: row["elements"]),
        ("paths", lambda row: row["paths"]),
        ("at least", lambda row: ", ".join(map(str, row["at_least"]))),
        ("solver", lambda row: _seconds(row["solve"])),
        ("search", lambda row: _seconds(row["search"])),
        ("whole", lambda row: _seconds(row["seconds"])),
    )
    for row in rows:
        if "curve" in row.case:
            yield (
                f"{row['curve']}: `xyzmap trade-off … --cycles 8-14 --minimise"
                f" elements`, {row['seconds']:.1f} s for the whole curve:\n"
            )
            yield columns(
                row["points"],
                ("cycles", lambda point: point[0]),
                ("status", lambda point: point[1]),
                ("elements", lambda point: point[2]),
                ("front", lambda point, front=row["front"]: "yes" if point[0] in front else ""),  # type: ignore[misc]
            )


def _seconds(spent: float | None) -> str | None:
    return None if spent is None else f"{spent:.1f} s"


PAGE = Page(
    "pruning",
    "Smallest arrays",
    f"Arrays pruned by `xyzmap prune-arch`, {LIMIT} s each; `solver` are the seconds of"
    " the incremental SAT engine, `search` those of whole searches for the questions that it cannot"
    " decide. The paper prunes aes on 3x3 in 1.8 s, to four elements.",
    cells,
    tables,
    smoke=[{"array": "aes, 3x3", "how": "greedy"}],
)
