"""Table 1 of the SAT-mapping paper: SAT against ILP, on the 4×4 product on a ring of four.

`python -m bench.table1` writes `docs/results/table1.md`: 9 cycles (none) and 10 cycles (one),
without multiply-add, with the paper's constraints and with the implied ones that the tool adds.
"""

from __future__ import annotations

import sys

from bench.compared import DECIDED, compared, seconds
from bench.frame import Asker, Namespace, Parts, bench, time_limit
from bench.page import table
from examples.ring import ring
from solvers.entries import Entry

FAST = ("kissat", "cadical195", "glucose4", "cp-sat")
SLOW = ("pyomo", "highs", "lp")
NAMES = {
    "kissat": "Kissat (program)",
    "cadical195": "CaDiCaL",
    "glucose4": "Glucose",
    "cp-sat": "CP-SAT, one thread",
    "pyomo": "HiGHS through Pyomo",
    "highs": "HiGHS",
    "lp": "LP relaxation (HiGHS)",
}
RUNS = 3
PAPER = {"kissat": ("8.9", "1.2"), "highs": ("3,568 (CPLEX)", "767 (CPLEX)")}
"""The paper's seconds at 9 and 10 cycles, on its authors' machine; its ILP solver was CPLEX."""


@bench("table1", "Table 1: SAT against ILP", time_limit(300))
def main(options: Namespace, asker: Asker) -> Parts:
    """Compare the solvers."""
    found, limit = {}, options.time_limit
    for implied in ("off", "on"):
        words = ("--multi-node", "off", "--cycles", "9,10", "--implied", implied)
        fast = ("--runs", str(RUNS), "--solver", *FAST)
        found[implied] = compared(asker, *ring(4), limit, *words, *fast)
        found[implied] += compared(asker, *ring(4), limit, *words, "--solver", *SLOW)
    yield from page(found, limit)


def page(found: dict[str, list[Entry]], limit: float) -> Parts:
    """Yield the parts of the page."""
    yield (
        "The 4×4 matrix-vector product on a ring of four processing elements with 2 registers each,"
        " multiplications and additions only. Seconds of the whole process: start, model, solving,"
        f" check of the mapping; medians of {RUNS} runs, one each of HiGHS and the relaxation,"
        f' given up after {limit:g} s. "ratio" is to the fastest. ILP has a row for every limit'
        " and every clause; SAT has bimander at-most-one constraints and sequential counters."
        ' "printed" is what the paper printed. The LP relaxation can only refute.\n'
    )
    heads = ["solver", "9 cycles", "s", "ratio", "10 cycles", "s", "ratio", "printed 9"]
    heads += ["printed 10", "variables at 10", "rows at 10", "MB"]
    for implied, title in (("off", "The paper's constraints"), ("on", "With implied constraints")):
        lines = {(line["solver"], line["cycles"]): line for line in found[implied]}
        best = {
            cycles: min(
                (each["median"] for (_, n), each in lines.items() if n == cycles and _known(each)),
                default=0.0,
            )
            for cycles in (9, 10)
        }
        body = [_row(name, lines[name, 9], lines[name, 10], best, limit) for name in (*FAST, *SLOW)]
        yield f"## {title}\n"
        yield table(heads, body)


def _known(line: Entry) -> bool:
    return line["status"] in DECIDED


def _row(name: str, nine: Entry, ten: Entry, best: dict[int, float], limit: float) -> list[object]:
    cells: list[object] = [NAMES[name]]
    for line in (nine, ten):
        ratio = f"{line['median'] / best[line['cycles']]:.1f}" if _known(line) else None
        cells += [line["status"] if _known(line) else "?", seconds(line, limit), ratio]
    sizes = [f"{ten[size]:,}" if ten[size] else None for size in ("variables", "rows")]
    megabytes = max(nine["megabytes"], ten["megabytes"])
    return [*cells, *PAPER.get(name, (None, None)), *sizes, round(megabytes)]


if __name__ == "__main__":
    sys.exit(main())
