"""Time and memory of a mapping against size: `python -m bench.min_ii_scale`.

Random loops of 25 to 300 operations on an 8×8 mesh, and up to 100 on 16×16; whole processes of
`solvers.min_ii` that end with a mapping, not with a proof. Writes `docs/results/min_ii_scale.md`
and a plot beside it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from bench.measure import RESULTS, table, write
from bench.min_ii import Asker, verdict
from bench.resume import Entry, Resume
from examples.loops.random_loops import random_loop
from views.plots import drawing, legend_below, series
from views.style import TWO_COLUMNS

SIZES = {
    "mesh:8x8,registers=4,io=all": (25, 50, 100, 150, 200, 300),
    "mesh:16x16,registers=4,io=all": (25, 50, 100),
}
LIMIT = 600.0
QUANTITIES = {"seconds": "time in seconds", "megabytes": "memory in MB"}


def main(arguments: list[str] | None = None) -> None:
    """Measure every size and write the page."""
    parser = argparse.ArgumentParser(prog="bench.min_ii_scale", description="Size against time")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep finished sizes here")
    options = parser.parse_args(arguments)
    asker = Asker(Resume(options.resume))
    found: dict[str, dict[int, Entry]] = {}
    for array, sizes in SIZES.items():
        found[array] = {}
        for size in sizes:
            asked = asker.ask(random_loop(size, 0, recurrences=3), array, LIMIT, ["--first"])
            found[array][size] = asked
    heads = ["array", "operations", "II", "cycles", "found by", "s", "MB"]
    rows: list[list[object]] = [
        [f"`{array}`", size, verdict(e), e["cycles"], e["found_by"], e["seconds"], e["megabytes"]]
        for array, entries in found.items()
        for size, e in entries.items()
    ]
    _plot(found, RESULTS / "min_ii_scale.svg")
    parts = [
        "Random loops with three recurrences. The first mapping ends the search (`--first`), so an"
        " II is an upper bound unless it meets the lower one.\n",
        table(heads, rows),
        "![Time and memory against operations](min_ii_scale.svg)\n",
    ]
    print(write("min_ii_scale", "A mapping against size", "python -m bench.min_ii_scale", parts))


def _plot(found: dict[str, dict[int, Entry]], path: Path) -> None:
    with drawing(str(path), TWO_COLUMNS, 2.6) as figure:
        for place, (field, label) in enumerate(QUANTITIES.items(), 1):
            axis = figure.add_subplot(1, 2, place)
            for number, (array, entries) in enumerate(found.items()):
                name = array.split(",")[0]
                numbers = [entry[field] for entry in entries.values()]
                axis.plot(list(entries), numbers, label=name, **series(number))
            axis.set_xlabel("operations")
            axis.set_ylabel(label)
            axis.set_ylim(bottom=0)
        legend_below(figure, len(found))


if __name__ == "__main__":
    main()
