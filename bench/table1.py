"""Table 1 of the SAT-mapping paper: SAT against ILP, on the 4×4 product on a ring of four.

`python -m bench.table1` writes `docs/results/table1.md`: 9 cycles (none) and 10 cycles (one),
without multiply-add, with the paper's constraints and with the implied ones that the tool adds.
"""

from __future__ import annotations

import sys

from bench.compared import MEAN, Question, answers, tables
from bench.frame import Asker, Namespace, Parts, bench, time_limit
from examples.ring import ring

RUNS = 3
WAYS = {
    "Kissat (program)": ("--solver", "kissat", "--runs", str(RUNS)),
    "CaDiCaL": ("--solver", "cadical195", "--runs", str(RUNS)),
    "Glucose": ("--solver", "glucose4", "--runs", str(RUNS)),
    "CP-SAT, one thread": ("--solver", "cp-sat", "--runs", str(RUNS)),
    "HiGHS through Pyomo": ("--solver", "pyomo"),
    "HiGHS": ("--solver", "highs"),
    "LP relaxation (HiGHS)": ("--solver", "lp"),
}
PAPER = {"Kissat (program)": "8.9, 1.2", "HiGHS": "3,568, 767 (CPLEX)"}
"""The paper's seconds at 9 and 10 cycles, on its authors' machine; its ILP solver was CPLEX."""
SECTIONS = {"off": "The paper's constraints", "on": "With implied constraints"}


@bench("table1", "Table 1: SAT against ILP", time_limit(300))
def main(options: Namespace, asker: Asker) -> Parts:
    """Compare the solvers."""
    limit = options.time_limit
    yield (
        "The 4×4 matrix-vector product on a ring of four processing elements with 2 registers each,"
        f" multiplications and additions only. Medians of {RUNS} runs, one each of HiGHS and the"
        f" relaxation, given up after {limit:g} s. ILP has a row for every limit and every clause;"
        " SAT has bimander at-most-one constraints and sequential counters."
        ' "printed" is what the paper printed. The LP relaxation can only refute.\n'
    )
    yield MEAN
    for implied, title in SECTIONS.items():
        words = ("--multi-node", "off", "--implied", implied)
        question = Question("cycles", ring(4), (9, 10), words)
        yield f"## {title}\n"
        yield from tables(answers(asker, [question], WAYS, limit), limit, "solver", PAPER)


if __name__ == "__main__":
    sys.exit(main())
