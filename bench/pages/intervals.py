"""Predicted initiation intervals against those of the mapper (Fig. 6 of PT-Map)."""

from __future__ import annotations

from collections.abc import Iterator

from bench.page import Cell, Page, whole
from bench.pages.programs import APPLICATIONS, ARRAYS
from bench.process import Answer
from bench.rows import Rows
from bench.tables import table

LIMIT = 20
METHODS = ("MII model", "network")
Line = tuple[str, str, Answer]
"""An application, an array, and what is said of a kernel."""


def cells() -> Iterator[Cell]:
    """Ask for the kernels of each application on each array."""
    for name in sorted(APPLICATIONS):
        for array in ARRAYS:
            words = ["bench.studies.intervals", name, array, str(LIMIT)]
            yield Cell({"program": name, "array": array}, words, whole)


def tables(rows: Rows) -> Iterator[str]:
    """Errors by array of all kernels and of some, and shares of right intervals."""
    lines = [(row["program"], row["array"], each) for row in rows for each in row["lines"]]
    mapped = [line for line in lines if line[2]["truth"] is not None]
    proven = sum(line[2]["status"] == "optimal" for line in mapped)
    yield (
        f"{len(mapped)} kernels, {proven} with a proven II; {len(lines) - len(mapped)} more"
        " were not mapped within the context buffer and the time.\n"
    )
    groups = {
        "All kernels": mapped,
        "Loops as they are": [line for line in mapped if not line[2]["transformed"]],
        "Transformed loops": [line for line in mapped if line[2]["transformed"]],
        "Where MII is missed": [line for line in mapped if _missed(line)],
    }
    for title, some in groups.items():
        yield f"## {title}\n"
        yield "Mean absolute percentage error of cycles.\n"
        yield table(["array", "kernels", *METHODS], list(_errors(some)))
    yield "## Intervals that are exactly right\n"
    body: list[list[object]] = []
    for array in (*ARRAYS, "all"):
        some = [line for line in mapped if array in ("all", line[1])]
        right = [sum(line[2][m][0] == line[2]["truth"][0] for line in some) for m in METHODS]
        shares = [f"{count / len(some):.3f}" if some else None for count in right]
        body.append([array, len(some), sum(map(_missed, some)), *shares])
    yield table(["array", "kernels", "MII missed", *METHODS], body)


def _errors(lines: list[Line]) -> Iterator[list[object]]:
    for array in (*ARRAYS, "all"):
        some = [line[2] for line in lines if array in ("all", line[1])]
        means = [sum(_error(own, m) for own in some) / max(1, len(some)) for m in METHODS]
        yield [array, len(some), *(f"{mean:.2f}" if some else None for mean in means)]


def _error(own: Answer, method: str) -> float:
    """Return the error of cycles, N · II + ProEpi, in per cent."""
    said, truth = ((pair[0] * own["trips"] + pair[1]) for pair in (own[method], own["truth"]))
    return 100 * abs(float(said) / float(truth) - 1)


def _missed(line: Line) -> bool:
    return bool(line[2]["truth"][0] != line[2]["MII model"][0])


PAGE = Page(
    "intervals",
    "Predicted IIs",
    "Kernels of the eleven applications on PT-Map's four arrays: the innermost loops as they are,"
    " and a sample of those that explorations make of them. The reference is MII where modulo"
    f" scheduling reaches it, otherwise the II that `xyzmap min-ii` finds in {LIMIT} s, and the"
    " shortest iteration found at that II. The error is that of N · II + ProEpi, with"
    " the trip counts of the loops. `network` is the shipped one for all arrays, which neither an"
    " application nor one of these arrays trained. PT-Map reports errors below 8.5 % for its"
    " network on all four arrays, and 24.7 % for the MII model on S4, with another mapper (RAMP)"
    " and other kernels.",
    cells,
    tables,
    smoke=[{"program": "trisolv", "array": "s4"}],
)
