"""Whether SAT, CP-SAT and ILP agree on the smallest interval: `python -m tests.agreement.loops`.

Random loops with recurrences on arrays from 2×2 to 4×4, some with switches or moves. Every solver
looks for the smallest number of contexts with a schedule of at most three cycles more than
arithmetic allows at least; the time limit is for each number. Every mapping has to convince checker
and simulator, over 8 iterations. Writes `docs/results/loop_agreement.md`; exits with 1 where any
two disagree.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from functools import partial

from archs.presets import architecture_preset
from bench.frame import Asker, Fault, Namespace, Parts, bench, number, time_limit
from bench.page import table
from examples.loops.random_loops import random_loop
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.judge.checker import check
from models.judge.simulator import simulate
from models.space_time.decode import decode
from models.space_time.xyz import build
from solvers.backends.backend import Settings
from solvers.backends.registry import open_session
from solvers.questions.entries import Entry
from solvers.search.bounds import Arithmetic

LOOPS = 200
MOST = 6
"""Contexts beyond are not tried."""
SLACK = 3
SECONDS = 20
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


@bench(
    "loop_agreement",
    "Solvers on pipelined loops",
    number("--loops", LOOPS, "on the arrays in turn"),
    time_limit(SECONDS, "for each number of contexts"),
    smoke="--loops 2",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Ask all solvers about every loop."""
    limit = options.time_limit
    found: dict[str, list[Entry]] = {array: [] for array in ARRAYS}
    for seed in range(options.loops):
        array = ARRAYS[seed % len(ARRAYS)]
        key = {"array": array, "seed": seed, "limit": limit}
        found[array].append(asker.entry(key, partial(compare, seed, array, limit)))
    heads = ["array", "loops", "smallest intervals", *(f"{s} s" for s in SOLVERS)]
    rows: list[list[object]] = []
    for array, own in found.items():
        counts = Counter(
            str(entry["ii"] or f"none up to {MOST}")
            for entry in own
            if SOLVERS[0] in entry["intervals"]
        )
        smallest = ", ".join(f"{ii}: {count}" for ii, count in sorted(counts.items()))
        times = [f"{sum(entry['spent'][solver] for entry in own):.1f}" for solver in SOLVERS]
        undecided = sum(len(SOLVERS) - len(entry["intervals"]) for entry in own)
        faults = sum(len(entry["faults"]) for entry in own)
        rows.append([f"`{array}`", len(own), smallest, *times, undecided, faults])
    yield (__doc__ or "").split("\n\n", 1)[1] + "\n"
    yield table([*heads, "undecided", "differences"], rows)
    for own in found.values():
        yield from (Fault(f"* {fault}") for entry in own for fault in entry["faults"])


def compare(seed: int, array: str, limit: float) -> Entry:
    """Have every solver find the smallest interval of one loop, and note what differs."""
    dfg = random_loop(3 + seed % 5, seed, recurrences=1 + seed % 2)
    found: dict[str, int | None] = {}
    spent: dict[str, float] = {}
    faults: list[str] = []
    for solver in SOLVERS:
        clock = time.perf_counter()
        contexts = 0
        decided: bool | None = False
        while decided is False and contexts < MOST:
            contexts += 1
            problem = Problem(dfg, architecture_preset(array), contexts)
            decided = mapped(problem, solver, limit, faults)
        spent[solver] = round(time.perf_counter() - clock, 3)
        if decided is not None:
            found[solver] = contexts if decided else None
    if len(set(found.values())) > 1:
        faults.append(f"loop {seed} on `{array}`: {found}")
    return {
        "status": "differ" if faults else "agree" if len(found) == len(SOLVERS) else "undecided",
        "ii": found.get(SOLVERS[0]),
        "intervals": found,
        "spent": spent,
        "faults": faults,
        "seconds": round(sum(spent.values()), 3),
    }


def mapped(problem: Problem, solver: str, limit: float, faults: list[str]) -> bool | None:
    """Whether a solver finds a mapping, which is then judged; None where it runs out of time."""
    try:
        first, _ = Arithmetic(problem).first_horizon()
    except InfeasibleError:
        return False
    model = build(problem, first + SLACK)
    session = open_session(solver, model.constraints, Settings())
    session.load()
    until = time.perf_counter() + limit
    outcome = session.solve(keep_going=lambda spent: time.perf_counter() < until)
    if outcome.satisfiable:
        mapping = decode(model, outcome.model)
        for violation in check(problem, mapping):
            faults.append(f"{solver}: {violation}")
        report = simulate(problem, mapping, ITERATIONS)
        if not report.ok:
            faults.append(f"{solver}: {report.first_difference}")
    return outcome.satisfiable


if __name__ == "__main__":
    sys.exit(main())
