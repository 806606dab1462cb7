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

SIZES = {
    "mesh:8x8,registers=4,io=all": (25, 50, 100, 150, 200, 300),
    "mesh:16x16,registers=4,io=all": (25, 50, 100),
}
LIMIT = 600.0


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
    import matplotlib as mpl
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3.5), layout="constrained")
    for place, (field, label) in enumerate((("seconds", "seconds"), ("megabytes", "MB")), 1):
        axis = figure.add_subplot(1, 2, place)
        for array, entries in found.items():
            name = array.split(",")[0]
            axis.plot(list(entries), [e[field] for e in entries.values()], "o-", label=name)
        axis.set_xlabel("operations")
        axis.set_ylabel(label)
        axis.set_ylim(bottom=0)
        axis.legend(frameon=False)
    with mpl.rc_context({"svg.hashsalt": "xyzmap"}):
        figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    main()
