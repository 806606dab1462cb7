"""Table 1 of the SAT-mapping paper: SAT against ILP, on the 4×4 product on a ring of four.

`python -m bench.table1` writes `docs/results/table1.md`: 9 cycles (none) and 10 cycles (one),
without multiply-add, with the paper's constraints and with the implied ones that the tool adds.
`--resume FILE` keeps what is done across interruptions.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from bench.compared import compared, seconds
from bench.measure import table, write
from bench.resume import Entry
from examples.ring import ring

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
DECIDED = ("SAT", "UNSAT")
PAPER = {"kissat": ("8.9", "1.2"), "highs": ("3,568 (CPLEX)", "767 (CPLEX)")}
"""The paper's seconds at 9 and 10 cycles, on its authors' machine; its ILP solver was CPLEX."""


def main(arguments: list[str] | None = None) -> None:
    """Compare the solvers and write the page."""
    parser = argparse.ArgumentParser(prog="bench.table1", description="Table 1")
    parser.add_argument("--time-limit", type=float, default=300.0, metavar="S", help="per run")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep finished runs here")
    options = parser.parse_args(arguments)
    keep = [] if options.resume is None else ["--resume", str(options.resume)]
    found = {}
    for implied in ("off", "on"):
        words = ["--multi-node", "off", "--cycles", "9,10", "--implied", implied, *keep]
        words += ["--time-limit", f"{options.time_limit:g}"]
        fast = compared(*ring(4), *words, "--runs", str(RUNS), "--solver", *FAST)
        found[implied] = fast + compared(*ring(4), *words, "--solver", *SLOW)
    command = f"python -m bench.table1 --time-limit {options.time_limit:g}"
    print(write("table1", "Table 1: SAT against ILP", command, page(found, options.time_limit)))


def page(found: dict[str, list[Entry]], limit: float) -> list[str]:
    """Return the parts of the page."""
    parts = [
        "The 4×4 matrix-vector product on a ring of four processing elements with 2 registers each,"
        " multiplications and additions only. Seconds of the whole process: start, model, solving,"
        f" check of the mapping; medians of {RUNS} runs, one each of HiGHS and the relaxation,"
        f' given up after {limit:g} s. "ratio" is to the fastest. ILP has a row for every limit'
        " and every clause; SAT has bimander at-most-one constraints and sequential counters."
        ' "printed" is what the paper printed. The LP relaxation can only refute.\n'
    ]
    heads = [
        "solver",
        "9 cycles",
        "s",
        "ratio",
        "10 cycles",
        "s",
        "ratio",
        "printed 9",
        "printed 10",
    ]
    heads += ["variables at 10", "rows at 10", "MB"]
    for implied, title in (("off", "The paper's constraints"), ("on", "With implied constraints")):
        lines = {(line["solver"], line["cycles"]): line for line in found[implied]}
        best = {cycles: _best(found[implied], cycles) for cycles in (9, 10)}
        body = [_row(name, lines[name, 9], lines[name, 10], best, limit) for name in (*FAST, *SLOW)]
        parts += [f"## {title}\n", table(heads, body)]
    return parts


def _best(lines: list[Entry], cycles: int) -> float:
    """The fastest decided median."""
    own = [line for line in lines if line["cycles"] == cycles and line["status"] in DECIDED]
    return min((line["median"] for line in own), default=0.0)


def _row(name: str, nine: Entry, ten: Entry, best: dict[int, float], limit: float) -> list[object]:
    cells: list[object] = [NAMES[name]]
    for line in (nine, ten):
        decided = line["status"] in DECIDED
        ratio = f"{line['median'] / best[line['cycles']]:.1f}" if decided else "-"
        answer = line["status"] if decided else "?"
        cells += [answer, seconds(line, limit), ratio]
    megabytes = max(nine["megabytes"], ten["megabytes"])
    sizes = [f"{ten[size]:,}" if ten[size] else "-" for size in ("variables", "rows")]
    return [*cells, *PAPER.get(name, ("-", "-")), *sizes, f"{megabytes:.0f}"]


if __name__ == "__main__":
    main()
