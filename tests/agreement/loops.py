"""Whether SAT, CP-SAT and ILP agree on the smallest interval: `python -m tests.agreement.loops`.

200 random loops with recurrences on arrays from 2×2 to 4×4, some with switches or moves. Every
solver looks for the smallest number of contexts with a schedule of at most three cycles more than
arithmetic allows at least, twenty seconds for each number. Every mapping has to convince checker
and simulator, over 8 iterations. Writes `docs/results/loop_agreement.md`; exits with 1 where any
two disagree.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

from archs.presets import architecture_preset
from bench.page import table, write
from examples.loops.random_loops import random_loop
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.judge.checker import check
from models.judge.simulator import simulate
from models.space_time.decode import decode
from models.space_time.xyz import build
from solvers.backends.backend import Settings
from solvers.backends.registry import open_session
from solvers.search.bounds import Arithmetic

LOOPS = 200
MOST = 6
"""Contexts beyond are not tried."""
SLACK = 3
SECONDS = 20.0
"""A solver that has not decided a question by then is not compared."""
ITERATIONS = 8

SOLVERS = ("cadical195", "cp-sat", "highs")

ARRAYS = (
    "mesh:2x2,registers=2,io=all",
    "satmapit:2x2,io=memory,moves=2",
    "mesh:3x3,registers=1,io=all",
    "hycube:2x2,io=memory,max_hops=2",
    "lisa:2x2,io=memory",
    "torus:3x3,registers=2,io=all",
    "mesh:4x4,registers=2,io=all",
    "satmapit:4x4,io=memory",
)


@dataclass
class Sums:
    """What the solvers said of the loops on one array."""

    loops: int = 0
    smallest: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=lambda: dict.fromkeys(SOLVERS, 0.0))
    undecided: int = 0
    faults: list[str] = field(default_factory=list)


def main() -> int:
    """Ask everybody about every loop and write the page."""
    sums = {array: Sums() for array in ARRAYS}
    for seed in range(LOOPS):
        array = ARRAYS[seed % len(ARRAYS)]
        compare(seed, array, sums[array])
        print(seed, array, dict(sums[array].smallest), file=sys.stderr, flush=True)
    heads = ["array", "loops", "smallest intervals", *(f"{s} s" for s in SOLVERS)]
    heads += ["undecided", "differences"]
    rows: list[list[object]] = []
    for array, own in sums.items():
        found = ", ".join(f"{ii}: {count}" for ii, count in sorted(own.smallest.items()))
        times = [f"{own.seconds[solver]:.1f}" for solver in SOLVERS]
        rows.append([f"`{array}`", own.loops, found, *times, own.undecided, len(own.faults)])
    faults = [fault for own in sums.values() for fault in own.faults]
    parts = [(__doc__ or "").split("\n\n", 1)[1] + "\n", table(heads, rows), *faults]
    print(
        write(
            "loop_agreement", "Solvers on pipelined loops", "python -m tests.agreement.loops", parts
        )
    )
    return 1 if faults else 0


def compare(seed: int, array: str, sums: Sums) -> None:
    """Have every solver find the smallest interval of one loop, and note what differs."""
    dfg = random_loop(3 + seed % 5, seed, recurrences=1 + seed % 2)
    sums.loops += 1
    found: dict[str, int | None] = {}
    for solver in SOLVERS:
        clock = time.perf_counter()
        contexts, decided = 1, mapped(Problem(dfg, architecture_preset(array), 1), solver, sums)
        while decided is False and contexts < MOST:
            contexts += 1
            decided = mapped(Problem(dfg, architecture_preset(array), contexts), solver, sums)
        sums.seconds[solver] += time.perf_counter() - clock
        if decided is None:
            sums.undecided += 1
        else:
            found[solver] = contexts if decided else None
    if SOLVERS[0] in found:
        sums.smallest[str(found[SOLVERS[0]] or f"none up to {MOST}")] += 1
    if len(set(found.values())) > 1:
        sums.faults.append(f"* loop {seed} on `{array}`: {found}")


def mapped(problem: Problem, solver: str, sums: Sums) -> bool | None:
    """Whether a solver finds a mapping, which is then judged; None where it runs out of time."""
    try:
        first, _ = Arithmetic(problem).first_horizon()
    except InfeasibleError:
        return False
    model = build(problem, first + SLACK)
    session = open_session(solver, model.constraints, Settings())
    session.load()
    until = time.perf_counter() + SECONDS
    outcome = session.solve(keep_going=lambda spent: time.perf_counter() < until)
    if outcome.satisfiable:
        mapping = decode(model, outcome.model)
        for violation in check(problem, mapping):
            sums.faults.append(f"* {solver}: {violation}")
        report = simulate(problem, mapping, ITERATIONS)
        if not report.ok:
            sums.faults.append(f"* {solver}: {report.first_difference}")
    return outcome.satisfiable


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    sys.exit(main())
