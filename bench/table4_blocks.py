"""Table 4 with as many blocks as the paper prints: what its XBTrees may have had.

`python -m bench.table4_blocks` writes `docs/results/table4_blocks.md`. The paper prints 12 and 16
blocks for products of 5×5 and 6×6; XBTrees of all sums that have every order take 15 and 24.
"""

from __future__ import annotations

import sys

from bench.frame import Asker, Namespace, Parts, bench, time_limit
from bench.page import table
from bench.table4 import KISSAT, PAPER_CELLS, PAPER_SIZES, counted, decided, shown, size_option

MODULE = "bench.table4_blocks_cell"
ENDS = ("first", "last")


@bench(
    "table4_blocks",
    "Table 4: as many blocks as printed",
    time_limit(250, "of a process"),
    size_option(5, 6),
    smoke="--sizes 5 --time-limit 3",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Ask every cell with XBTree of the chosen sizes with some exchangers held."""
    yield (
        "Cells of [table 4](table4.md) with XBTree, by Kissat 4 on the paper's constraints. The"
        " paper prints fewer blocks than the XBTrees of all sums take. Here so many exchangers are"
        " held, so that they pass their inputs on as they are, that as many blocks are left as are"
        " printed: of one sum after another, the first or the last of its exchangers. Then not"
        " every order of every sum is left. Seconds of the processor for SAT solving alone;"
        f" `? > {options.time_limit:g}` is a process that was ended then. Every mapping passes the"
        " checker.\n"
    )
    body: list[list[object]] = []
    for (size, cycles, how), printed in PAPER_CELLS.items():
        if how == "xbtree" and size in options.sizes:
            body.append([size, cycles, *_answers(asker, size, cycles, options.time_limit), printed])
    heads = ["size", "cycles", "blocks", "of all sums", "first held", "last held", "printed"]
    yield table(heads, body)


def _answers(asker: Asker, size: int, cycles: int, limit: float) -> list[object]:
    count = PAPER_SIZES[size, "xbtree"][1]
    given = {"size": size, "cycles": cycles, "count": count}
    asked = [given | {"end": end, "solver": KISSAT} for end in ENDS]
    found = [shown(decided(asker, MODULE, each, limit)) for each in asked]
    return [count, counted(asker, size, "xbtree")["blocks"], *found]


if __name__ == "__main__":
    sys.exit(main())
