"""Table 1 of the SAT-mapping paper: SAT against ILP, on the 4×4 product on a ring of four.

`python -m bench.table1` writes `docs/results/table1.md`: 9 cycles (none) and 10 cycles (one),
without multiply-add, with the paper's constraints and with the implied ones that the tool adds.
"""

from __future__ import annotations

import sys

from bench.compared import MEAN, Question, answers, tables
from bench.frame import Asker, Namespace, Parts, bench, number, some, time_limit
from examples.ring import ring

WAYS = {
    "Kissat": "kissat404",
    "CaDiCaL": "cadical195",
    "Glucose": "glucose4",
    "CP-SAT, one thread": "cp-sat",
    "HiGHS through Pyomo": "pyomo",
    "HiGHS": "highs",
    "LP relaxation (HiGHS)": "lp",
}
SLOW = ("pyomo", "highs", "lp")
"""These run once."""
PAPER = {"Kissat": "8.9, 1.2", "HiGHS": "3,568, 767 (CPLEX)"}
"""The paper's seconds at 9 and 10 cycles, on its authors' machine; its ILP solver was CPLEX."""
SECTIONS = {"off": "The paper's constraints", "on": "With implied constraints"}


@bench(
    "table1",
    "Table 1: SAT against ILP",
    time_limit(300),
    number("--runs", 3, "of a solver"),
    some("--only", WAYS, "SOLVER"),
    smoke="--time-limit 0.2 --runs 1 --only CaDiCaL HiGHS",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Compare the solvers."""
    limit = options.time_limit
    runs = {way: 1 if WAYS[way] in SLOW else options.runs for way in options.only}
    ways = {way: ("--solver", WAYS[way], "--runs", str(runs[way])) for way in options.only}
    yield (
        "The 4×4 matrix-vector product on a ring of four processing elements with 2 registers each,"
        f" multiplications and additions only. Medians of {options.runs} runs, one each of HiGHS"
        f" and the relaxation, given up after {limit:g} s. ILP has a row for every limit and every"
        " clause; SAT has bimander at-most-one constraints and sequential counters."
        ' "printed" is what the paper printed. The LP relaxation can only refute.\n'
    )
    yield MEAN
    for implied, title in SECTIONS.items():
        words = ("--multi-node", "off", "--implied", implied)
        question = Question("cycles", ring(4), (9, 10), words)
        yield f"## {title}\n"
        yield from tables(answers(asker, [question], ways, limit), limit, "solver", PAPER)


if __name__ == "__main__":
    sys.exit(main())
