"""One cell of table 4 in a process of its own: one formula, built, loaded and solved."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator

import numpy as np

from examples.ring import ring
from models.data.computation import Transform
from models.data.problem import Problem
from models.judge.checker import check
from models.space_time.decode import decode
from models.space_time.xyz import build
from solvers.backends.cnf import Cnf, lower
from solvers.backends.sat import SatSession
from solvers.questions.entries import Entry


def solve(
    size: int, cycles: int, how: Transform, implied: bool, solver: str, order: int = 0
) -> Iterator[Entry]:
    """Yield the formula's size and seconds, then the answer, SAT or UNSAT, with its seconds.

    `order` is the seed of other numbers of the variables and another order of the clauses; 0
    leaves them as they are. Raises `RuntimeError` where the solver gives up.
    """
    problem = Problem(*ring(size, "pattern"), None, how)
    clock = time.perf_counter()
    model = build(problem, cycles, windowed=True, implied=implied)
    cnf = lower(model.constraints)
    names = reordered(cnf, order) if order else np.arange(cnf.variables + 1)
    built = time.perf_counter()
    session = SatSession(cnf, solver)
    loaded = time.perf_counter()
    yield {
        "build": round(built - clock, 2),
        "load": round(loaded - built, 2),
        "variables": cnf.variables,
        "clauses": cnf.clause_count,
    }
    begun = time.perf_counter()
    outcome = session.solve()
    solved = time.perf_counter()
    if outcome.satisfiable is None:
        raise RuntimeError(f"{solver} gave up without a limit")
    if outcome.satisfiable:
        faults = check(problem, decode(model, names[outcome.model]))
        if faults:
            raise RuntimeError(f"the checker rejects the mapping: {faults[0]}")
    yield {"result": "SAT" if outcome.satisfiable else "UNSAT", "solve": round(solved - begun, 2)}


def reordered(cnf: Cnf, seed: int) -> np.ndarray:
    """Renumber variables and reorder clauses at random; return the old numbers by new [V + 1]."""
    numbers = np.append(0, 1 + np.random.default_rng(seed).permutation(cnf.variables))
    cnf.blocks = [np.sign(block) * numbers[np.abs(block)] for block in cnf.blocks]
    cnf.shuffle(seed)
    return np.argsort(numbers)


if __name__ == "__main__":
    for part in solve(**json.loads(sys.argv[1])):
        print(json.dumps(part), flush=True)
