"""Table II of LISA: the accuracy of predicted labels; and what labels bring to annealing."""

from __future__ import annotations

from collections.abc import Iterator

from bench.lisa_arrays import ARRAYS
from bench.page import Cell, Page, whole
from bench.rows import Rows
from bench.tables import table

COUNT = 60
LABELS = ("order", "association", "spatial", "temporal")
PAPER = {
    "lisa:4x4": (0.788, 0.856, 0.932, 0.992),
    "lisa:3x3": (0.648, 0.939, 0.992, 0.938),
    "lisa:8x8": (0.685, 0.716, 0.914, 0.990),
    "lisa:4x4,registers=1": (0.758, 0.885, 0.951, 0.977),
    "lisa:4x4,memory=left": (0.738, 0.852, 0.941, 0.988),
    "lisa-systolic:5x5": (0.759, 0.768, 0.907, 1.000),
}
"""Table II: schedule order, association, spatial distance, temporal distance."""

SEEDS, LIMIT = 3, 5
GUIDANCE = "bench.guidance --time-limit 5 --race 10 --seeds 3 --loops 42"
"""A command of the commit that the rows name, on 481 loops."""
GROUPS = (
    "bodies, LISA's arrays",
    "bodies ×2, LISA's arrays",
    "bodies, drawn arrays",
    "bodies ×2, drawn arrays",
    "random loops, drawn arrays",
    "nearly full, drawn arrays",
)
WAYS = ("no labels", "levels", "network")


def cells() -> Iterator[Cell]:
    """Ask for the accuracy on each array; what labels bring was asked once."""
    for array in ARRAYS:
        yield Cell({"array": array}, ["bench.studies.labels", array, str(COUNT)], whole)
    for group in GROUPS:
        yield Cell({"group": group}, GUIDANCE.split(), whole, past=True)


def tables(rows: Rows) -> Iterator[str]:
    """Accuracy by array, then shares of mapped loops."""
    asked = [row for row in rows if "array" in row.case]
    ways = list(dict.fromkeys(own["labels"] for row in asked for own in row["lines"]))
    lines: list[list[object]] = []
    for row in asked:
        for label, paper in zip(LABELS, PAPER[row["array"]], strict=True):
            found = {own["labels"]: f"{own[label]:.3f}" for own in row["lines"]}
            line = [f"`{row['array']}`", label, f"{paper:.3f}", *(found.get(way) for way in ways)]
            lines.append([*line, row["lines"][0]["graphs"]])
    unlabelled = sum(row["unlabelled"] for row in asked)
    yield "## Accuracy (Table II)\n"
    yield table(["array", "label", "the paper's", *ways, "DFGs"], lines)
    yield f"The teacher found no labels for {unlabelled} of the DFGs.\n"
    yield "## Guidance\n"
    yield (
        "Annealing alone at the smallest II at which any of the methods finds a mapping with the"
        f" first seed; the lower bound and up to 2 more are tried, {SEEDS} seeds, {LIMIT} s."
        " Nothing was trained on these arrays and loops. Shares are of tries; in the medians a"
        " failure counts as the limit.\n"
    )
    heads = ["loops", "", *(f"{way}, {s} s" for s in (1, LIMIT) for way in WAYS)]
    asked = [row for row in rows if "group" in row.case and row["ways"]]
    body: list[list[object]] = []
    for row in asked:
        shares = [f"{row['ways'][way][s]:.1%}" for s in ("1 s", "limit") for way in WAYS]
        seconds = [f"{row['ways'][way]['median']:.2f}" for way in WAYS]
        body.append([row["group"], row["loops"], *shares, *seconds])
    if asked:
        count = sum(row["loops"] for row in asked)
        every = [
            f"{sum(row['ways'][way][s] * row['loops'] for row in asked) / count:.1%}"
            for s in ("1 s", "limit")
            for way in WAYS
        ]
        body.append(["all", count, *every, *[""] * len(WAYS)])
    yield table([*heads, *(f"{way}, median s" for way in WAYS)], body)


PAGE = Page(
    "labels",
    "Labels: their accuracy, and what they bring",
    "Accuracy is the share of labels that are right by the paper's criteria: a schedule order that"
    " is the same after rounding, an association or a spatial distance that is off by at most 1, a"
    " temporal distance that is off by at most 2. Labels are right that the optimal teacher reads"
    f" off proven optimal mappings of {COUNT} DFGs for each array that no training has seen."
    " `trivial` is ASAP order and constants, `late` ALAP order, `initial` the start of the paper's"
    " training data: these need no learning. `teacher again` is the teacher with another seed. The"
    " paper's figures are for its own DFGs and labels.",
    cells,
    tables,
    smoke=[{"array": "lisa:3x3"}],
    shorter={str(COUNT): "1"},
)
