"""Time and memory of a mapping against size: `python -m bench.min_ii_scale`.

Random loops of 25 to 300 operations on an 8×8 mesh, and up to 100 on 16×16; whole processes of
`solvers.min_ii` that end with a mapping, not with a proof. Writes `docs/results/min_ii_scale.md`
and a plot beside it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from bench import page
from bench.counted import SAID
from bench.frame import Asker, Namespace, Parts, bench, number, time_limit
from bench.min_ii import asked, verdict
from examples.loops.random_loops import random_loop
from solvers.questions.entries import Entry
from views.plots import drawing, legend_below, series
from views.style import TWO_COLUMNS

SIZES = {
    "mesh:8x8,registers=4,io=all": (25, 50, 100, 150, 200, 300),
    "mesh:16x16,registers=4,io=all": (25, 50, 100),
}
QUANTITIES = {"seconds": "time in seconds", "megabytes": "memory in MB"}


@bench(
    "min_ii_scale",
    "A mapping against size",
    time_limit(600),
    number("--most", max(max(sizes) for sizes in SIZES.values()), "operations of a loop"),
    smoke="--most 25",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Measure every size."""
    found = {
        array: {
            size: asked(asker, random_loop(size, 0, 3), array, options.time_limit, ["--first"])
            for size in sizes
            if size <= options.most
        }
        for array, sizes in SIZES.items()
    }
    _plot(found, asker.folder / "min_ii_scale.svg")
    yield (
        "Random loops with three recurrences. The first mapping ends the search (`--first`), so an"
        f" II is an upper bound unless it meets the lower one.{SAID}\n"
    )
    yield page.columns(
        [(array, *each) for array, entries in found.items() for each in entries.items()],
        ("array", lambda own: f"`{own[0]}`"),
        ("operations", lambda own: own[1]),
        ("II", lambda own: verdict(own[2])),
        ("cycles", lambda own: own[2]["cycles"]),
        ("found by", lambda own: own[2]["found_by"]),
        ("s", lambda own: own[2]["seconds"]),
        ("MB", lambda own: own[2]["megabytes"]),
    )
    yield "![Time and memory against operations](min_ii_scale.svg)\n"


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
    sys.exit(main())
