"""Cells of table 4 that take longer than in the paper, asked again: what luck and solvers make.

`python -m bench.table4_numbers` writes `docs/results/table4_numbers.md`. Every run is of one solver
on the paper's constraints, in a process of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from bench.frame import Asker, Namespace, Parts, bench, number, time_limit
from bench.page import table
from bench.table4 import KISSAT, NAMES, ORDERED, PAPER_CELLS, Cell, decided, shown, size_option
from solvers.questions.entries import Entry

MODULE = "bench.table4_numbers_cell"

SOLVERS = (
    "cadical103 cadical153 cadical195 glucose4 glucose421 lingeling maplechrono maplecm maplesat"
    " mergesat3 minisat22"
).split()
"""Of python-sat, but Kissat; two editions of Glucose and MiniSat that behave alike are left out."""


@bench(
    "table4_numbers",
    "Table 4: lost cells, asked again",
    time_limit(250, "of a process"),
    time_limit(60, "of a process of another solver", "--solver-limit"),
    size_option(4, 5, 6),
    number("--numbers", 8, "of other numbers of the variables"),
    number("--large", 4, "of them for products of 6×6"),
    smoke="--sizes 4 --numbers 1",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Ask every lost cell of the chosen sizes with other numbers, and refutations of solvers."""
    cells = [cell for cell in ORDERED if cell[0] in options.sizes]
    yield (
        "Runs of cells of [table 4](table4.md) that Kissat decides later there than in the paper:"
        " the paper's constraints only, seconds of the processor for SAT solving alone. `? >` is a"
        " process that was ended after so many seconds. Every mapping passes the checker.\n"
    )
    yield "## Other numbers of the variables\n"
    yield (
        "The same clauses in the same order, by Kissat 4. The numbers decide which of equal"
        " variables a solver takes first.\n"
    )
    yield table(
        ["size", "cycles", "reordering", "least", "others", "printed"],
        [_numbers(asker, cell, options) for cell in cells],
    )
    refuted = [cell for cell in cells if PAPER_CELLS[cell].startswith("UNSAT")]
    if refuted:
        yield "## Other solvers\n"
        yield (
            "Refutations, as numbered by the tool. The paper names Kissat without a version; this"
            " one is 4.0.4.\n"
        )
        yield _solvers(asker, refuted, options.solver_limit)


def _ask(asker: Asker, cell: Cell, solver: str, numbers: int, limit: float) -> Entry:
    size, cycles, how = cell
    asked = {"size": size, "cycles": cycles, "how": how, "solver": solver, "numbers": numbers}
    return decided(asker, MODULE, asked, limit)


def _numbers(asker: Asker, cell: Cell, options: Namespace) -> list[object]:
    """Return the row of a cell: its runs by their seconds."""
    count = options.large if cell[0] == 6 else options.numbers
    seeds = range(1, count + 1)
    runs = [_ask(asker, cell, KISSAT, seed, options.time_limit) for seed in seeds]
    least, *others = map(shown, sorted(runs, key=lambda run: run["solve"]))
    return [*cell[:2], NAMES[cell[2]], least, ", ".join(others), PAPER_CELLS[cell]]


def _solvers(asker: Asker, cells: Sequence[Cell], limit: float) -> str:
    heads = ["solver", *(f"{cell[0]}×{cell[0]}, {NAMES[cell[2]]}" for cell in cells)]
    body = [
        [name, *(shown(_ask(asker, cell, name, 0, limit)) for cell in cells)]
        for name in (KISSAT, *SOLVERS)
    ]
    return table(heads, [*body, ["printed", *(PAPER_CELLS[cell] for cell in cells)]])


if __name__ == "__main__":
    sys.exit(main())
